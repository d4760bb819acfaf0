package io.linkteller.data.csv;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.source.CsvFile;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.data.source.ForeignFormat;
import io.linkteller.file.ReadingBudget;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads a table with one edge per row. Its fields are separated by commas, semicolons, tabs,
 * vertical bars or blanks.
 *
 * <p>Columns are specified by name or by number, counted from 1. The ends of an edge are in the
 * columns {@code from} and {@code to}, {@code source} and {@code target} or {@code src} and {@code
 * dst} if the first row contains one of these pairs of names; otherwise they are in the first two
 * columns. The first row is a header if it contains such a pair or the name of a column that was
 * set. Other columns are not read.
 *
 * <p>A file that has only the columns {@code from,to} and identifies nodes by number, such as a
 * file written by {@link EdgeListFile}, contains undirected edges unless a direction is set.
 *
 * <pre>{@code
 * Graph payments =
 *     EdgeListReader.of(EdgeDirection.DIRECTED)
 *         .ends("payer", "payee")
 *         .weights("amount")
 *         .repeated(EdgeListReader.Repeated.SUM)
 *         .read(file, names);
 * }</pre>
 *
 * <p>Immutable; setters return a copy.
 */
public final class EdgeListReader {

  /** How several rows with the same edge are interpreted. */
  public enum Repeated {
    /** An error. */
    REFUSE,
    /** One edge, which has no weight. */
    ONCE,
    /** One edge, whose weight is the number of rows. */
    COUNT,
    /** One edge, whose weight is the sum of the weights of the rows. */
    SUM
  }

  /** The first line of a file from KONECT, whose nodes are counted from 1. */
  private static final Pattern KONECT =
      Pattern.compile("%\\s+(sym|asym)\\s+(unweighted|positive|posweighted|weighted|multi\\w*)\\b");

  private static final List<List<String>> ENDS =
      List.of(List.of("from", "to"), List.of("source", "target"), List.of("src", "dst"));

  /** The usual names of a column of weights. */
  private static final List<String> WEIGHTS = List.of("weight", "edge_weight");

  /** The usual names of a column of relations. */
  private static final List<String> TYPES = List.of("type", "edge_type", "relation");

  /** The maximum number of relations in a file. Each relation requires a graph in memory. */
  public static final int MAX_RELATIONS = 10_000;

  /** Advice for a file that contains a dense adjacency matrix. */
  public static final String DENSE =
      "this is a dense matrix with a number for each pair of nodes; write its edges with Python:"
          + " numpy.save('edge_index.npy', numpy.stack(matrix.nonzero()))";

  private static final String OF_REPEATED =
      "specify how to read repeated edges with repeated(ONCE), repeated(COUNT) or repeated(SUM)";

  /** The settings of a reader. Only {@link #with} changes them, before it creates the reader. */
  private static final class Settings implements Cloneable {
    EdgeDirection direction;
    List<String> ends = List.of();
    Optional<String> weights = Optional.empty();
    Optional<String> types = Optional.empty();

    /** The names of relations, in order; empty if the file determines them. */
    List<String> order = List.of();

    Repeated repeated = Repeated.REFUSE;
    boolean dropsSelfLoops;
    boolean ignoresWeights;

    /** The number of the first node; empty if it was not set, which means 0. */
    OptionalInt firstNode = OptionalInt.empty();

    Consumer<String> remarks =
        remark ->
            System.getLogger(EdgeListReader.class.getName())
                .log(System.Logger.Level.WARNING, remark);

    Settings(EdgeDirection direction) {
      this.direction = direction;
    }

    Settings copy() {
      try {
        return (Settings) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    int first() {
      return firstNode.orElse(0);
    }
  }

  private final Settings said;

  private EdgeListReader(Settings said) {
    this.said = said;
  }

  private EdgeListReader with(Consumer<Settings> change) {
    Settings changed = said.copy();
    change.accept(changed);
    return new EdgeListReader(changed);
  }

  /**
   * Returns a reader of edges without weights or types. Each edge must be listed once and connect
   * two different nodes.
   *
   * @param direction how rows are interpreted as edges
   * @return the reader
   */
  public static EdgeListReader of(EdgeDirection direction) {
    return new EdgeListReader(new Settings(direction));
  }

  /**
   * Sets the columns of the ends.
   *
   * @param from the column of the first node, or of the source
   * @param to the column of the other node, or of the target
   * @return the reader
   */
  public EdgeListReader ends(String from, String to) {
    return with(settings -> settings.ends = List.of(from, to));
  }

  /**
   * Sets the column of the weights, which must be finite numbers of at least 0.
   *
   * @param column the column
   * @return the reader
   */
  public EdgeListReader weights(String column) {
    return with(settings -> settings.weights = Optional.of(column));
  }

  /**
   * Sets the column of the types, which are read as {@linkplain Graph#relations relations}. If all
   * types are numbers below {@value #MAX_RELATIONS}, they are the numbers of the relations;
   * otherwise, relations are numbered in the alphabetical order of their types, which are used as
   * {@linkplain Graph#relationNames names}. If a model numbers relations differently, use {@link
   * #relations}.
   *
   * @param column the column
   * @return the reader
   */
  public EdgeListReader types(String column) {
    return with(settings -> settings.types = Optional.of(column));
  }

  /**
   * Sets the order in which relations are numbered, which must be that of the model. The graph has
   * all of these relations, even those without edges; a file with any other type is rejected.
   *
   * @param names the type of each relation, as in the file; empty to number types as described in
   *     {@link #types}
   * @return the reader
   * @throws IllegalArgumentException if a name is empty or repeated, or there are more than {@value
   *     #MAX_RELATIONS}
   */
  public EdgeListReader relations(List<String> names) {
    Set<String> different = new HashSet<>();
    for (String name : names) {
      if (name.isEmpty() || !different.add(name)) {
        throw new IllegalArgumentException(
            "expected different names of relations, found "
                + (name.isEmpty() ? "an empty one" : DatasetFiles.shortened(name) + " twice"));
      }
    }
    if (names.size() > MAX_RELATIONS) {
      throw new IllegalArgumentException(
          "expected at most " + MAX_RELATIONS + " relations, found " + names.size());
    }
    return with(settings -> settings.order = List.copyOf(names));
  }

  /**
   * Sets how several rows with the same edge and type are interpreted.
   *
   * @param meaning the interpretation
   * @return the reader
   */
  public EdgeListReader repeated(Repeated meaning) {
    return with(settings -> settings.repeated = meaning);
  }

  /**
   * Skips rows that connect a node with itself, for models that add self-loops themselves or do not
   * use them.
   *
   * @return the reader
   */
  public EdgeListReader droppingSelfLoops() {
    return with(settings -> settings.dropsSelfLoops = true);
  }

  /**
   * Reads edges without weights even if the file has weights that would be read by default.
   *
   * @return the reader
   */
  public EdgeListReader ignoringWeights() {
    return with(settings -> settings.ignoresWeights = true);
  }

  /**
   * Sets the number of the first node in files that number nodes. By default, the number is 0, with
   * a remark if node 0 has no edges.
   *
   * @param number 0 or 1
   * @return the reader
   * @throws IllegalArgumentException if the number is neither 0 nor 1
   */
  public EdgeListReader firstNode(int number) {
    if (number != 0 && number != 1) {
      throw new IllegalArgumentException("firstNode = " + number + " is neither 0 nor 1");
    }
    return with(settings -> settings.firstNode = OptionalInt.of(number));
  }

  /**
   * Sets how rows are interpreted as edges.
   *
   * @param direction the direction of edges
   * @return the reader
   */
  public EdgeListReader direction(EdgeDirection direction) {
    return with(settings -> settings.direction = direction);
  }

  /**
   * Sets the receiver of remarks, which report assumptions made in reading a file: for example,
   * that nodes are counted from 0 although node 0 has no edges, that the first row is an edge
   * although it may number the columns, that the values of a matrix are weights, or that a column
   * is not needed although it may contain weights or types.
   *
   * @param told receives each remark, which names the file; by default, remarks are logged as
   *     warnings
   * @return the reader
   */
  public EdgeListReader remarking(Consumer<String> told) {
    return with(settings -> settings.remarks = told);
  }

  /**
   * Reads a graph. Takes O(n + |E| log |E|) time.
   *
   * @param file the file
   * @param names the names of the nodes in the file
   * @return the graph
   * @throws IllegalArgumentException if weights are to be summed but there is no column of weights,
   *     or rows are to be counted or merged although there is one; weights are ignored only
   *     {@linkplain #ignoringWeights on request}
   * @throws DatasetFormatException if the file is missing or empty, lacks a column, or has an
   *     invalid row (one with an unknown node, a self-loop, a repeated edge or a negative weight;
   *     the message gives the file and the line), or if an arc of a symmetric list lacks its
   *     reverse
   * @throws UncheckedIOException if the file cannot be read
   */
  public Graph read(Path file, NodeNames names) {
    ForeignFormat.refuse(file);
    String beginning = new String(DatasetFiles.beginning(file), StandardCharsets.ISO_8859_1);
    if (beginning.startsWith(MatrixMarketFile.MARK)) {
      return readMatrix(file, names);
    }
    if (KONECT.matcher(beginning).lookingAt() && said.firstNode.isEmpty()) {
      said.remarks.accept(file + ": nodes are counted from 1, as in all KONECT files");
      return firstNode(1).read(file, names);
    }
    Reading reading = new Reading(file, names);
    reading.table().forEachRow(reading::readEdge);
    return reading.graph(0);
  }

  private Graph readMatrix(Path file, NodeNames names) {
    MatrixMarketFile matrix = MatrixMarketFile.read(file);
    if (!names.areNumbers() || matrix.size() != names.nodeCount()) {
      throw DatasetFormatException.inFile(
          file,
          "expected a matrix of the "
              + names.nodeCount()
              + " nodes, in the order of their numbers, found "
              + matrix.size()
              + " rows"
              + (names.areNumbers() ? "" : " for nodes that have names"));
    }
    if (matrix.symmetric() && said.direction == EdgeDirection.DIRECTED) {
      throw undirected(file);
    }
    return direction(matrix.symmetric() ? EdgeDirection.UNDIRECTED : said.direction)
        .readMatrix(file, names, matrix.count(), matrix::at);
  }

  /**
   * Reads a graph from the entries of an adjacency matrix, each of which is an edge. If the
   * direction is {@link EdgeDirection#UNDIRECTED} and the matrix is symmetric, the two entries of
   * each edge are read as one edge. Values other than 1 are read as weights, with a remark.
   *
   * @param file the file, for messages
   * @param names the names of the nodes, for messages
   * @param count the number of entries
   * @param numbers the row and the column, counted from 0, and the value of each entry
   * @return the graph
   * @throws DatasetFormatException under the conditions of {@link #read(Path, NodeNames)}
   */
  public Graph readMatrix(Path file, NodeNames names, int count, Numbers numbers) {
    LongOpenHashSet found = new LongOpenHashSet();
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      found.add(NodePairs.pack((int) numbers.at(i, 0), (int) numbers.at(i, 1)));
      least = Math.min(least, numbers.at(i, 2));
      most = Math.max(most, numbers.at(i, 2));
    }
    boolean symmetric =
        said.direction == EdgeDirection.UNDIRECTED
            && found
                .longStream()
                .allMatch(
                    e -> found.contains(NodePairs.pack(NodePairs.second(e), NodePairs.first(e))));
    boolean weighted = count > 0 && (least != 1 || most != 1);
    if (weighted && !said.ignoresWeights && said.weights.isEmpty()) {
      said.remarks.accept(
          ("%s: the values of the matrix, between %s and %s, are read as edge"
                  + " weights; ignoringWeights() reads edges without weights")
              .formatted(file, least, most));
    }
    return (symmetric ? direction(EdgeDirection.SYMMETRIC) : this)
        .firstNode(0)
        .read(
            file,
            names,
            weighted ? List.of("source", "target", WEIGHTS.get(1)) : List.of("source", "target"),
            count,
            numbers,
            1);
  }

  private static DatasetFormatException undirected(Path file) {
    return DatasetFormatException.inFile(
        file, "declares its edges undirected, so direction(DIRECTED) cannot be used");
  }

  /**
   * Reads a graph as {@link #read(Path, NodeNames)} does, from the edges of a file in another
   * format. The column {@code weight} contains the weights unless another column is set.
   *
   * @param file the file, for messages
   * @param names the names of the nodes in the file
   * @param ofFile the direction of edges according to the file, which replaces {@link
   *     EdgeDirection#SYMMETRIC}
   * @param columns the names of the columns; the first two are the ends of an edge
   * @param rows the fields of each edge
   * @return the graph
   * @throws IllegalArgumentException under the conditions of {@link #read(Path, NodeNames)}
   * @throws DatasetFormatException under the conditions of {@link #read(Path, NodeNames)}, where
   *     the message gives the number of the edge, counted from 1; or if arcs are requested but the
   *     file declares its edges undirected
   */
  public Graph read(
      Path file,
      NodeNames names,
      EdgeDirection ofFile,
      List<String> columns,
      List<List<String>> rows) {
    if (said.direction == EdgeDirection.DIRECTED && ofFile == EdgeDirection.UNDIRECTED) {
      throw undirected(file);
    }
    EdgeListReader reader =
        with(
            settings -> {
              boolean unsaid = settings.direction == EdgeDirection.SYMMETRIC;
              settings.direction = unsaid ? ofFile : settings.direction;
              settings.ends = List.of("1", "2");
              settings.weights = weightsAmong(columns, WEIGHTS.get(0));
              // The file lists all nodes, so a node 0 without edges needs no remark.
              settings.firstNode = OptionalInt.of(settings.first());
            });
    Reading reading = reader.new Reading(file, names);
    reading.table().forEachOf(columns, rows, reading::readEdge);
    Graph graph = reading.graph(0);
    if (graph.edgeKind().isWeighted() && said.weights.isEmpty()) {
      said.remarks.accept(
          ("%s: the attribute %s is read as edge weights; ignoringWeights() reads edges"
                  + " without weights")
              .formatted(file, WEIGHTS.get(0)));
    }
    return graph;
  }

  /** The fields of edges as numbers, such as the entries of arrays. */
  @FunctionalInterface
  public interface Numbers {

    /**
     * Returns one number.
     *
     * @param edge the edge, counted from 0
     * @param column the column, counted from 0
     * @return the number
     */
    double at(int edge, int column);
  }

  /**
   * Reads a graph as {@link #read(Path, NodeNames)} does, from numbers. Nodes and types are given
   * by their numbers. The columns {@code edge_weight} and {@code edge_type} contain the weights and
   * types unless other columns are set.
   *
   * @param file the file, for messages
   * @param names the names of the nodes, for messages
   * @param columns the names of the columns; unless the ends are set, every column whose name is a
   *     number must contain an end, the weights or the types
   * @param count the number of edges
   * @param numbers the numbers of each edge
   * @param relations the minimum number of relations, if edges have types
   * @return the graph
   * @throws IllegalArgumentException under the conditions of {@link #read(Path, NodeNames)}
   * @throws DatasetFormatException under the conditions of {@link #read(Path, NodeNames)}, where
   *     the message gives the number of the edge, counted from 1
   */
  public Graph read(
      Path file, NodeNames names, List<String> columns, int count, Numbers numbers, int relations) {
    EdgeListReader reader =
        with(
            settings -> {
              settings.weights = weightsAmong(columns, WEIGHTS.get(1));
              settings.types =
                  settings.types.or(() -> Optional.of("edge_type").filter(columns::contains));
            });
    Reading reading = reader.new Reading(file, names);
    reading.table().forEachOf(columns, List.of(), row -> {});
    for (int i = 2; i < columns.size(); i++) {
      // In a table without names, a column may remain unread only if the ends are set.
      if (said.ends.isEmpty() && isNumber(columns.get(i)) && !reading.reads(i)) {
        throw DatasetFormatException.inFile(
            file,
            ("has %s numbers for each edge; if number %s is the relation, set types(%s); if"
                    + " it is the weight, set weights(%s); to ignore it, set ends(1, 2), or"
                    + " ends(1, 3) if the ends are the first and third numbers")
                .formatted(columns.size(), columns.get(i), columns.get(i), columns.get(i)));
      }
    }
    for (int edge = 0; edge < count; edge++) {
      reading.readEdge(edge, numbers);
    }
    return reading.graph(relations);
  }

  /**
   * Returns the column of weights that was set, or otherwise the usual one if it exists and weights
   * are not ignored.
   */
  private Optional<String> weightsAmong(List<String> columns, String usual) {
    return said.weights.or(
        () -> Optional.of(usual).filter(name -> !said.ignoresWeights && columns.contains(name)));
  }

  private static boolean isNumber(String column) {
    return NodeNames.numbers(Integer.MAX_VALUE).node(column).isPresent();
  }

  /** The state of reading one file. */
  private final class Reading {

    private final Path file;
    private final NodeNames names;
    private final ReadingBudget budget;
    private final SortedMap<String, Relation> relations = new TreeMap<>();
    private EdgeDirection rows = said.direction;
    private int least = Integer.MAX_VALUE;
    private int from;
    private int to = 1;
    private OptionalInt weight = OptionalInt.empty();
    private OptionalInt type = OptionalInt.empty();

    Reading(Path file, NodeNames names) {
      if (said.repeated != Repeated.REFUSE
          && said.weights.isPresent() != (said.repeated == Repeated.SUM)) {
        throw new IllegalArgumentException(
            said.weights.isPresent()
                ? ("repeated = %s does not use the weights of %s; add them up with"
                        + " repeated(SUM), or leave them out with ignoringWeights()")
                    .formatted(said.repeated, file)
                : "repeated = SUM adds weights, but the weights of "
                    + file
                    + " are unknown; set their column with weights(...) or edgeWeight(...), or"
                    + " count edges with repeated(COUNT)");
      }
      this.file = file;
      this.names = names;
      this.budget = DatasetFiles.budget(file);
    }

    CsvFile table() {
      return CsvFile.of(file, "a row for each edge", this::readColumns);
    }

    /** Returns whether a column is read. */
    boolean reads(int column) {
      return column == from
          || column == to
          || weight.equals(OptionalInt.of(column))
          || type.equals(OptionalInt.of(column));
    }

    Graph graph(int atLeast) {
      if (names.areNumbers()
          && said.firstNode.isEmpty()
          && least > 0
          && least < names.nodeCount()) {
        said.remarks.accept(
            file
                + ": node 0 has no edges; if nodes are counted from 1, set firstNode(1); if they"
                + " are counted from 0, confirm this with firstNode(0)");
      }
      try {
        if (type.isEmpty()) {
          // Removing the relation allows its list of edges to be freed while the graph is built.
          return Optional.ofNullable(relations.remove("")).orElseGet(Relation::new).graph();
        }
        List<String> numbers = said.order.isEmpty() ? numbers(atLeast) : List.of();
        List<String> called = said.order.isEmpty() ? List.copyOf(relations.keySet()) : said.order;
        Graph none = rows.graph(rows.builder(names.nodeCount()).build(), names);
        List<Graph> graphs = new ArrayList<>();
        for (String name : numbers.isEmpty() ? called : numbers) {
          graphs.add(Optional.ofNullable(relations.get(name)).map(Relation::graph).orElse(none));
        }
        return Graph.ofRelations(graphs).withRelationNames(numbers.isEmpty() ? called : List.of());
      } catch (IllegalArgumentException e) {
        throw DatasetFormatException.at(file, "as edges", String.valueOf(e.getMessage()), e);
      }
    }

    /**
     * Returns the numbers of all relations up to the largest type, at least {@code atLeast} of
     * them, or an empty list if some type is not a number.
     */
    private List<String> numbers(int atLeast) {
      NodeNames numbers = NodeNames.numbers(MAX_RELATIONS);
      int count = Math.max(1, atLeast);
      for (String kind : relations.keySet()) {
        OptionalInt number = numbers.node(kind);
        if (number.isEmpty()) {
          return List.of();
        }
        count = Math.max(count, number.getAsInt() + 1);
      }
      return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    /** Determines the columns and returns whether the first row is a header. */
    private boolean readColumns(CsvFile.Row first) {
      List<String> found = first.fields();
      List<String> lower = found.stream().map(field -> field.toLowerCase(Locale.ROOT)).toList();
      Optional<List<String>> usual = ENDS.stream().filter(lower::containsAll).findFirst();
      List<String> given = new ArrayList<>(said.ends);
      said.weights.ifPresent(given::add);
      said.types.ifPresent(given::add);
      boolean header =
          usual.isPresent()
              || given.stream().anyMatch(name -> !isNumber(name) && found.contains(name));
      weight = column(first, said.weights);
      type = column(first, said.types);
      if (type.isEmpty() && !said.order.isEmpty()) {
        throw DatasetFormatException.inFile(
            file,
            "has no types for relations(...) to number; set the column of types with"
                + " types(...)");
      }
      if (!said.ends.isEmpty()) {
        from = column(first, Optional.of(said.ends.get(0))).orElseThrow();
        to = column(first, Optional.of(said.ends.get(1))).orElseThrow();
      } else if (usual.isPresent()) {
        from = lower.indexOf(usual.get().get(0));
        to = lower.indexOf(usual.get().get(1));
      }
      if (!header && found.size() > 4 && found.size() == names.nodeCount()) {
        throw first.problem(DENSE);
      }
      if (from == to || Math.max(from, to) >= found.size()) {
        throw first.problem(
            "expected two columns of nodes, found "
                + DatasetFiles.shortened(String.join(",", found)));
      }
      for (int at : new int[] {from, to}) {
        if (!header && names.node(found.get(at)).isEmpty()) {
          throw first.problem(
              ("expected a node with features in column %s, found \"%s\"; if this line is a header,"
                      + " set the columns of nodes with ends(...); features without ids must be an"
                      + " .npy file")
                  .formatted(at + 1, DatasetFiles.shortened(found.get(at))));
        }
      }
      if (!header && IntStream.range(0, found.size()).allMatch(i -> found.get(i).equals("" + i))) {
        said.remarks.accept(
            "%s: the first row, %s, is read as an edge; if it numbers the columns, as in pandas"
                    .formatted(file, String.join(",", found))
                + " tables without names, remove it");
      }
      if (rows == EdgeDirection.SYMMETRIC && names.areNumbers() && found.equals(ENDS.get(0))) {
        rows = EdgeDirection.UNDIRECTED;
      }
      if (weight.isEmpty() && !said.ignoresWeights) {
        IntStream.range(0, found.size())
            .filter(at -> !reads(at))
            .filter(at -> header ? WEIGHTS.contains(lower.get(at)) : first.isNumber(at))
            .findFirst()
            .ifPresent(
                at -> said.remarks.accept(unread(header ? found.get(at) : "" + (at + 1), header)));
      }
      if (type.isEmpty() && header) {
        found.stream()
            .filter(name -> TYPES.contains(name.toLowerCase(Locale.ROOT)))
            .filter(name -> !reads(found.indexOf(name)))
            .findFirst()
            .map(DatasetFiles::shortened)
            .ifPresent(
                name ->
                    said.remarks.accept(
                        "%s: the column \"%s\" is not read; types(%s) reads it as relations"
                            .formatted(file, name, name)));
      }
      return header;
    }

    private String unread(String column, boolean header) {
      String shown = DatasetFiles.shortened(column);
      return file
          + ": the column \""
          + shown
          + "\" is not read; weights("
          + shown
          + (header
              ? ") reads it, and ignoringWeights() reads edges without weights"
              : ") reads it as weights, types("
                  + shown
                  + ") as relations, and ignoringWeights() ignores it");
    }

    private static OptionalInt column(CsvFile.Row first, Optional<String> name) {
      if (name.isEmpty()) {
        return OptionalInt.empty();
      }
      List<String> found = first.fields();
      int at = isNumber(name.get()) ? Integer.parseInt(name.get()) - 1 : found.indexOf(name.get());
      if (at < 0 || at >= found.size()) {
        throw first.problem(
            "expected a column %s, found %s"
                .formatted(name.get(), DatasetFiles.shortened(String.join(",", found))));
      }
      return OptionalInt.of(at);
    }

    private int node(CsvFile.Row row, int column) {
      try {
        int node = NodeTable.node(row, column, names, said.first());
        least = Math.min(least, node);
        return node;
      } catch (DatasetFormatException e) {
        if (names.areNumbers() && row.text(column).equals("" + names.nodeCount())) {
          throw row.expected(
              "an integer in [0, " + names.nodeCount() + ")",
              column,
              "; if nodes are counted from 1, set firstNode(1)");
        }
        if (names.areNumbers() && !row.isNumber(column)) {
          throw row.expected(
              "an integer",
              column,
              "; if nodes have names, use a table of features with the names in its first column");
        }
        throw e;
      }
    }

    private void readEdge(CsvFile.Row row) {
      int u = node(row, from);
      int v = node(row, to);
      double added = weight.isPresent() ? row.number(weight.getAsInt()) : 1;
      if (added < 0) {
        throw row.expected("a weight of at least 0", weight.getAsInt());
      }
      String kind = type.isPresent() ? row.text(type.getAsInt()) : "";
      if (kind.isEmpty() && type.isPresent()) {
        throw row.expected("a type", type.getAsInt());
      }
      if (!relations.containsKey(kind) && type.isPresent()) {
        row.identifier(type.getAsInt());
      }
      String problem = problem(u, v, added, kind, true);
      if (!problem.isEmpty()) {
        throw row.problem(problem);
      }
    }

    private void readEdge(int edge, Numbers numbers) {
      double added = weight.isPresent() ? numbers.at(edge, weight.getAsInt()) : 1;
      String problem =
          added >= 0 && added < Double.POSITIVE_INFINITY
              ? problem(
                  whole(edge, numbers, from, names.nodeCount(), said.first()),
                  whole(edge, numbers, to, names.nodeCount(), said.first()),
                  added,
                  type.isPresent()
                      ? Integer.toString(whole(edge, numbers, type.getAsInt(), MAX_RELATIONS, 0))
                      : "",
                  false)
              : "expected a finite weight of at least 0, found " + added;
      if (!problem.isEmpty()) {
        throw DatasetFormatException.at(file, "edge " + (edge + 1L), problem);
      }
    }

    private int whole(int edge, Numbers numbers, int column, int bound, int first) {
      double number = numbers.at(edge, column) - first;
      if (!(number >= 0 && number < bound) || number != Math.rint(number)) {
        boolean node = node(column);
        throw DatasetFormatException.at(
            file,
            "edge " + (edge + 1L),
            "expected a %s in [%s, %s), found %s%s"
                .formatted(
                    node ? "node" : "relation",
                    first,
                    bound + first,
                    number + first,
                    node && first == 0 && number == bound
                        ? "; if nodes are counted from 1, set firstNode(1)"
                        : ""));
      }
      least = node(column) ? Math.min(least, (int) number) : least;
      return (int) number;
    }

    private boolean node(int column) {
      return column == from || column == to;
    }

    /** Adds an edge and returns the problem if it is invalid, or otherwise an empty string. */
    private String problem(int u, int v, double added, String kind, boolean told) {
      if (u == v) {
        return said.dropsSelfLoops
            ? ""
            : "expected two different nodes, found the self-loop "
                + DatasetFiles.shortened(names.of(u))
                + "; droppingSelfLoops() skips self-loops, for models that add their own or use"
                + " none";
      }
      Relation relation = relations.get(kind);
      if (relation == null) {
        if (relations.size() == MAX_RELATIONS) {
          return "expected at most " + MAX_RELATIONS + " types";
        }
        if (type.isPresent() && !said.order.isEmpty() && !said.order.contains(kind)) {
          return "expected a type listed in relations(...), found \""
              + DatasetFiles.shortened(kind)
              + "\"; list all types, in the order in which the model numbers them";
        }
        // The graph of each relation has n + 1 row offsets.
        budget.take(Integer.BYTES * (names.nodeCount() + 1L));
        relation = new Relation();
        relations.put(kind, relation);
      }
      return relation.add(u, v, added, told)
          ? ""
          : "expected each edge once, found ("
              + DatasetFiles.shortened(names.of(u))
              + ", "
              + DatasetFiles.shortened(names.of(v))
              + ") a second time; "
              + OF_REPEATED;
    }

    /** The edges of one type. */
    private final class Relation {

      private final Graph.Builder edges =
          said.repeated == Repeated.ONCE
              ? rows.builder(names.nodeCount()).mergingDuplicates()
              : rows.builder(names.nodeCount());
      private final LongOpenHashSet seen = new LongOpenHashSet();
      private final Long2DoubleOpenHashMap sums = new Long2DoubleOpenHashMap();

      /**
       * Adds an edge, unless it is repeated and repeated edges are an error.
       *
       * @param told whether a repeated edge is rejected immediately instead of after sorting
       * @return whether it was added
       */
      boolean add(int u, int v, double added, boolean told) {
        boolean ordered = rows != EdgeDirection.UNDIRECTED || u < v;
        long edge = ordered ? NodePairs.pack(u, v) : NodePairs.pack(v, u);
        if (said.repeated == Repeated.COUNT || said.repeated == Repeated.SUM) {
          sums.addTo(edge, added);
        } else if (told && said.repeated == Repeated.REFUSE && !seen.add(edge)) {
          return false;
        } else if (weight.isPresent()) {
          edges.addEdge(u, v, added);
        } else {
          edges.addEdge(u, v);
        }
        return true;
      }

      Graph graph() {
        sums.forEach(
            (edge, sum) -> edges.addEdge(NodePairs.first(edge), NodePairs.second(edge), sum));
        Graph built;
        try {
          built = edges.build();
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              e.getMessage()
                  + "; "
                  + OF_REPEATED
                  + (said.direction == EdgeDirection.UNDIRECTED
                      ? "; without direction(UNDIRECTED), each may be listed in both directions"
                      : ""),
              e);
        }
        return rows.graph(built, names);
      }
    }
  }
}
