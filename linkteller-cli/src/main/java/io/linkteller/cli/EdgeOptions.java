package io.linkteller.cli;

import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.csv.EdgeListReader.Repeated;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.graph.Graph;
import io.linkteller.jgrapht.GraphFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that specify how to interpret the edges of a file, in any format. */
final class EdgeOptions {

  private static final String RELATIONS = "--relations";

  /** The maximum number of relations that a remark lists. */
  private static final int MAX_LISTED = 10;

  /** The names of all options of this class. */
  static final List<String> NAMES =
      List.of(
          "--directed",
          "--undirected",
          "--edge-columns",
          "--weight-column",
          "--type-column",
          RELATIONS,
          "--repeated",
          "--drop-self-loops",
          "--ignore-weights",
          "--first-node");

  @Option(names = "--directed", description = "Each listed edge is an arc from source to target.")
  private boolean directed;

  @Option(
      names = "--undirected",
      description = "Each listed edge is undirected and listed once; directions are dropped.")
  private boolean undirected;

  @Option(
      names = "--edge-columns",
      split = ",",
      paramLabel = "NAME",
      description =
          "Names or numbers (from 1) of the two columns that contain the ends of an edge in an edge"
              + " list, source first. Default: from and to, source and target, or src and dst;"
              + " otherwise the first two.")
  private List<String> edgeColumns = List.of();

  @Option(
      names = "--weight-column",
      paramLabel = "NAME",
      description =
          "Where the weights (at least 0) are: the name or number of the column of an edge list,"
              + " the attribute in GraphML or GML, or the number of the row in a 3 x m array.")
  private Optional<String> weightColumn = Optional.empty();

  @Option(
      names = "--type-column",
      paramLabel = "NAME",
      description =
          "Where the relations for an R-GCN are: the name or number of the column of an edge list,"
              + " the attribute in GraphML or GML, or the number of the row in a 3 x m array.")
  private Optional<String> typeColumn = Optional.empty();

  @Option(
      names = RELATIONS,
      split = ",",
      paramLabel = "NAME",
      description =
          "All types, including those without edges, in the order in which the model numbers its"
              + " relations. Default: the types themselves if all are numbers below 10,000,"
              + " otherwise alphabetical order.")
  private List<String> relations = List.of();

  @Option(
      names = "--repeated",
      defaultValue = "refuse",
      completionCandidates = RepeatedNames.class,
      converter = RepeatedNames.class,
      paramLabel = "HOW",
      description =
          "The meaning of an edge that is listed several times: a mistake (refuse), an edge without"
              + " a weight (once), or an edge whose weight is the number of times it is listed"
              + " (count) or the sum of the weights (sum). Default: ${DEFAULT-VALUE}.")
  private Repeated repeated;

  @Option(
      names = "--drop-self-loops",
      description =
          "Drop edges that connect a node with itself, which are otherwise rejected; for models"
              + " that add such edges themselves or use none.")
  private boolean dropSelfLoops;

  @Option(
      names = "--ignore-weights",
      description =
          "Treat edges as unweighted even if the file has the attribute weight or the array"
              + " edge_weight.")
  private boolean ignoreWeights;

  @Option(
      names = "--first-node",
      paramLabel = "0|1",
      description =
          "The number of the first node in a file that numbers nodes. Default: 0, with a warning if"
              + " node 0 has no edges.")
  private Optional<Integer> firstNode = Optional.empty();

  /** Receives warnings about the file; ignores them until {@link #check}. */
  private Consumer<String> remarks = remark -> {};

  Consumer<String> remarks() {
    return remarks;
  }

  /**
   * Rejects options that contradict each other or the file, and warns about arrays in the file that
   * may be weights but are not read.
   *
   * @param edges the file of the edges, if it is separate from the features
   * @param weights the other options that specify weights
   */
  void check(CommandSpec spec, Optional<Path> edges, List<String> weights) {
    if (edgeColumns.size() == 1 || edgeColumns.size() > 2) {
      throw new ParameterException(
          spec.commandLine(), "--edge-columns names " + edgeColumns.size() + " columns, not two");
    }
    if (edges.filter(GraphFile::isGraph).isPresent()) {
      Arguments.requireNotGiven(
          spec,
          List.of("--edge-columns"),
          "is for tables and arrays; " + edges.get() + " names the ends");
    }
    Arguments.check(spec, () -> reader(EdgeDirection.SYMMETRIC));
    remarks = Remarks.of(spec)::warn;
    boolean given =
        weights.stream().anyMatch(spec.commandLine().getParseResult()::hasMatchedOption);
    if (!ignoreWeights && !given) {
      edges.map(NumpyDataset::unread).orElse(List.of()).forEach(remarks);
    }
  }

  /**
   * Returns a reader of edges.
   *
   * @param unsaid how pairs become edges if neither {@code --directed} nor {@code --undirected} is
   *     given
   */
  EdgeListReader reader(EdgeDirection unsaid) {
    EdgeDirection said = undirected ? EdgeDirection.UNDIRECTED : unsaid;
    EdgeListReader reader =
        EdgeListReader.of(directed ? EdgeDirection.DIRECTED : said)
            .repeated(repeated)
            .remarking(remarks);
    reader = firstNode.isPresent() ? reader.firstNode(firstNode.get()) : reader;
    reader = edgeColumns.isEmpty() ? reader : reader.ends(edgeColumns.get(0), edgeColumns.get(1));
    reader = weightColumn.isPresent() ? reader.weights(weightColumn.get()) : reader;
    reader = typeColumn.isPresent() ? reader.types(typeColumn.get()) : reader;
    reader = reader.relations(relations);
    reader = dropSelfLoops ? reader.droppingSelfLoops() : reader;
    return ignoreWeights ? reader.ignoringWeights() : reader;
  }

  /**
   * Prints the order of the relations of the graph unless an option sets it: a model that numbers
   * them differently would give wrong answers.
   */
  static void tellOrder(CommandSpec spec, Graph graph) {
    List<String> names = graph.relationNames();
    if (names.isEmpty() || spec.commandLine().getParseResult().hasMatchedOption(RELATIONS)) {
      return;
    }
    String listed =
        IntStream.range(0, Math.min(names.size(), MAX_LISTED))
            .mapToObj(r -> r + " " + names.get(r))
            .collect(Collectors.joining(", "));
    Remarks.of(spec)
        .warn(
            "relations are numbered in alphabetical order: "
                + listed
                + (names.size() > MAX_LISTED ? ", ..." : "")
                + "; if the model numbers them differently, list them in its order with "
                + RELATIONS);
  }

  /**
   * Returns the names of the columns in which these options would look for the edges of a graph.
   */
  List<String> columns(Graph graph) {
    List<String> columns = new ArrayList<>(edgeColumns);
    if (edgeColumns.isEmpty() || edgeColumns.stream().anyMatch(EdgeOptions::isNumber)) {
      columns =
          new ArrayList<>(graph.isDirected() ? List.of("source", "target") : List.of("from", "to"));
    }
    if (!graph.relations().isEmpty()) {
      columns.add(typeColumn.filter(name -> !isNumber(name)).orElse("type"));
    }
    return columns;
  }

  /**
   * Returns whether the relations are listed by an option instead of being collected from the
   * edges.
   */
  boolean namesRelations() {
    return !relations.isEmpty();
  }

  private static boolean isNumber(String column) {
    return column.matches("\\d+");
  }

  /** The names for the meanings of repeated edges. */
  private static final class RepeatedNames extends EnumNames<Repeated> {

    RepeatedNames() {
      super(Repeated.class);
    }
  }
}
