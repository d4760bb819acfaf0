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

/** The options for interpreting the edges of a file, in any format. */
final class EdgeOptions {

  private static final String RELATIONS = "--relations";

  /** The maximum number of relations in a remark. */
  private static final int MAX_LISTED = 10;

  /** The names of all these options. */
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
          "Names of the two columns of an edge list with the ends of an edge, the source first, or"
              + " their numbers, from 1. Default: from and to, source and target or src and dst,"
              + " or else the first two.")
  private List<String> edgeColumns = List.of();

  @Option(
      names = "--weight-column",
      paramLabel = "NAME",
      description =
          "Name or number of the column of an edge list with the weights, at least 0, or their"
              + " attribute in GraphML or GML, or the number of their row in an array 3 x m.")
  private Optional<String> weightColumn = Optional.empty();

  @Option(
      names = "--type-column",
      paramLabel = "NAME",
      description =
          "Name or number of the column of an edge list with the relations, or their attribute in"
              + " GraphML or GML, or the number of their row in an array 3 x m, for an R-GCN.")
  private Optional<String> typeColumn = Optional.empty();

  @Option(
      names = RELATIONS,
      split = ",",
      paramLabel = "NAME",
      description =
          "All types in the order in which the model numbers its relations, including those"
              + " without edges. Default: if all types are numbers below 10,000, these; otherwise"
              + " alphabetical order.")
  private List<String> relations = List.of();

  @Option(
      names = "--repeated",
      defaultValue = "refuse",
      completionCandidates = RepeatedNames.class,
      converter = RepeatedNames.class,
      paramLabel = "HOW",
      description =
          "The meaning of an edge that is listed several times: a mistake (refuse), an edge"
              + " without a weight (once), or an edge whose weight is the number of times (count)"
              + " or the sum of the weights (sum). Default: ${DEFAULT-VALUE}.")
  private Repeated repeated;

  @Option(
      names = "--drop-self-loops",
      description =
          "Leave out edges that connect a node with itself, which are refused otherwise: for a"
              + " model that adds such edges itself or uses none.")
  private boolean dropSelfLoops;

  @Option(
      names = "--ignore-weights",
      description =
          "Edges have no weights, although the file has the attribute weight or the array"
              + " edge_weight.")
  private boolean ignoreWeights;

  @Option(
      names = "--first-node",
      paramLabel = "0|1",
      description =
          "The number of the first node in a file that numbers nodes. Default: 0, with a warning if"
              + " node 0 has no edges.")
  private Optional<Integer> firstNode = Optional.empty();

  /** Receives assumptions about the file. */
  private Consumer<String> remarks = remark -> {};

  /** Returns the receiver of assumptions about the file. */
  Consumer<String> remarks() {
    return remarks;
  }

  /**
   * Rejects options that contradict each other or the file, and warns of arrays of the file that
   * may be weights and are not read.
   *
   * @param edges the file, if it is given separately
   * @param weights other options that give weights
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
   * Returns how edges are read.
   *
   * @param unsaid how pairs become edges if no option is given
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
   * Prints the order in which relations are numbered, if an existing model takes them and no option
   * sets the order: with another order its answers would be different.
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
                + "; if the model numbers them differently, "
                + RELATIONS
                + " names them in its order");
  }

  /** Returns the columns of an edge list from which these options would read a graph. */
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

  /** Returns whether the set of relations was given, so that it is not read from the edges. */
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
