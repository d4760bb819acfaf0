package io.linkteller.data.numpy;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.csv.CsvDataset;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.source.ArrayFile;
import io.linkteller.data.source.ForeignFormat;
import io.linkteller.data.source.SparseMatrix;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Reads a graph from arrays in the layout of PyTorch Geometric: {@code x} (n x d), {@code
 * edge_index} (2 x m, whose first row contains the sources), {@code edge_weight} and {@code
 * edge_type} (m numbers each), and {@code y} (n classes, -1 if unknown). Edges may also be given as
 * a sparse matrix from {@code scipy.sparse.save_npz}, whose rows are the sources, or as a table.
 * The path of an array in an archive is written as {@code arrays.npz/x}.
 */
public final class NumpyDataset {

  private static final String ARRAY = "\u0093";

  private static final String ARCHIVE = "PK\3\4";

  private static final String RELATIONS = "num_relations";

  private static final String EDGES = "edge_index";

  private static final String WEIGHTS = "edge_weight";

  private static final String TYPES = "edge_type";

  private static final Set<String> READ = Set.of("x", "y", EDGES, TYPES, RELATIONS);

  private NumpyDataset() {}

  /**
   * Reads an archive written by {@code numpy.savez} with {@code x} and {@code edge_index}, and, if
   * present, {@code edge_weight}, {@code edge_type} and {@code y}.
   *
   * @param archive the file
   * @param edges the reader of the edges
   * @return the data set, named after the directory of the archive
   * @throws DatasetFormatException if an array is missing or malformed; the message names it
   */
  public static Dataset load(Path archive, EdgeListReader edges) {
    Optional<Path> labels = within(archive, names(archive), "y");
    return load(
        archive.resolve("x"),
        labels,
        NodeNames::numbers,
        names -> graph(archive, names, edges, Optional.empty(), Optional.empty()));
  }

  /**
   * Reads features and labels, each from an array or a table as in {@link CsvDataset}, and edges
   * from any source.
   *
   * @param features the features, n x d
   * @param labels the classes; without them, all labels are unknown
   * @param names returns the names of n nodes in the order of the features; used only if the
   *     features are an array
   * @param edges returns the graph for the names of the nodes
   * @return the data set, named after the directory of the features
   * @throws DatasetFormatException if an array is missing or malformed; the message names it
   */
  public static Dataset load(
      Path features,
      Optional<Path> labels,
      IntFunction<NodeNames> names,
      Function<NodeNames, Graph> edges) {
    if (isTable(features)) {
      Dataset read =
          CsvDataset.load(features, labels.filter(NumpyDataset::isTable), Optional.empty(), edges);
      if (labels.isEmpty() || isTable(labels.get())) {
        return read;
      }
      requireRows(labels.get(), read.names());
      return read.withLabels(labels(labels.get(), read.names().nodeCount()));
    }
    NumpyArray x = ArrayFile.read(features);
    if (x.shape().size() != 2) {
      throw DatasetFormatException.inFile(
          features, "has shape " + x.shape() + ", but n x d is expected");
    }
    int nodes = x.shape().get(0);
    if (x.size() == 0) {
      // Also prevents an array without data from declaring two billion nodes.
      throw DatasetFormatException.inFile(
          features, "has shape " + x.shape() + ", but at least one feature is expected");
    }
    FeatureMatrix copied = ArrayFile.features(features, x, FeatureMatrix::dense);
    NodeNames called = names.apply(nodes);
    Path name = features.toAbsolutePath().getParent();
    return new Dataset(
            String.valueOf(name == null ? features : name.getFileName()),
            graph(features, x.shape(), () -> edges.apply(called)),
            copied,
            labels
                .map(file -> isTable(file) ? CsvDataset.labels(file, called) : labels(file, nodes))
                .orElseGet(() -> Labels.unknown(nodes)))
        .withNames(called);
  }

  /**
   * Returns the graph. If an edge has a node out of range, the exception suggests that the columns
   * of the features may be the nodes.
   */
  private static Graph graph(Path features, List<Integer> shape, Supplier<Graph> edges) {
    try {
      return edges.get();
    } catch (DatasetFormatException e) {
      int nodes = shape.get(0);
      if (shape.get(1) > nodes && String.valueOf(e.getMessage()).contains("[0, " + nodes + ")")) {
        throw e.adding(
            ("; %s has %s rows of %s features, a row per node: if its columns are the nodes, save"
                    + " x.T")
                .formatted(features, nodes, shape.get(1)));
      }
      throw e;
    }
  }

  /**
   * Reads edges from an archive, an array, a sparse matrix or a table, depending on the content.
   *
   * @param file the file
   * @param names the names of the nodes; arrays contain their numbers
   * @param reader the reader of the edges
   * @param weightFile an array with the weight of each edge, if weights are in a separate file
   * @param typeFile an array with the relation of each edge, if relations are in a separate file
   * @return the graph
   * @throws DatasetFormatException if the file is missing or malformed; the message names it
   */
  public static Graph graph(
      Path file,
      NodeNames names,
      EdgeListReader reader,
      Optional<Path> weightFile,
      Optional<Path> typeFile) {
    if (!isArrays(file)) {
      return reader.read(file, names);
    }
    requireRows(file, names);
    boolean archive = startsWith(file, ARCHIVE);
    List<String> inside = archive ? names(file) : List.of();
    if (SparseMatrix.isIn(inside)) {
      SparseMatrix matrix = SparseMatrix.read(file);
      int n = names.nodeCount();
      if (matrix.size() != n) {
        throw DatasetFormatException.inFile(file, "is a matrix that is not " + n + " x " + n);
      }
      return reader.readMatrix(file, names, matrix.rows().length, matrix::at);
    }
    Path edges = archive ? file.resolve(EDGES) : file;
    Optional<Path> weights = weightFile.or(() -> within(file, inside, WEIGHTS));
    Optional<Path> types = typeFile.or(() -> within(file, inside, TYPES));

    NumpyArray ends = ArrayFile.read(edges);
    List<Integer> shape = ends.shape();
    if (shape.size() != 2 || shape.stream().noneMatch(NumpyDataset::isWidth)) {
      throw DatasetFormatException.inFile(
          edges,
          shape.equals(List.of(names.nodeCount(), names.nodeCount()))
              ? EdgeListReader.DENSE
              : "has shape " + shape + ", but 2 x m is expected, with sources first");
    }
    // 2 x m as in PyTorch Geometric, or m x 2.
    boolean wide = shape.get(0) == 2 || (isWidth(shape.get(0)) && shape.get(1) != 2);
    int width = shape.get(wide ? 0 : 1);
    int count = shape.get(wide ? 1 : 0);
    List<String> columns = new ArrayList<>(List.of("source", "target"));
    IntStream.range(2, width).forEach(i -> columns.add(Integer.toString(i + 1)));
    List<NumpyArray> beside = new ArrayList<>();
    weights.ifPresent(
        given -> {
          columns.add(WEIGHTS);
          beside.add(perEdge(given, "weights", count));
        });
    types.ifPresent(
        given -> {
          columns.add(TYPES);
          beside.add(perEdge(given, "types", count));
        });
    return reader.read(
        edges,
        names,
        columns,
        count,
        (edge, column) ->
            column < width
                ? ends.get(wide ? column * count + edge : edge * width + column)
                : beside.get(column - width).get(edge),
        types.map(NumpyDataset::relations).orElse(1));
  }

  /** Checks that nodes have no names, because the rows of an array have only numbers. */
  private static void requireRows(Path file, NodeNames names) {
    if (!names.areNumbers()) {
      throw DatasetFormatException.inFile(
          file,
          "identifies nodes by row, but nodes have names, such as "
              + names.of(0)
              + "; write it as a table with these names, or write the features as an array, too:"
              + " numpy.save('x.npy', x)");
    }
  }

  /**
   * Returns whether an edge may have this many numbers: two ends and, optionally, a weight and a
   * relation.
   */
  private static boolean isWidth(int size) {
    return size >= 2 && size <= 4;
  }

  private static Optional<Path> within(Path archive, List<String> names, String name) {
    return Optional.of(name).filter(names::contains).map(archive::resolve);
  }

  /**
   * Returns whether a file to be written is an archive of arrays according to its name.
   *
   * @param file the file
   * @return whether its name ends with {@code .npz}
   */
  public static boolean isArchive(Path file) {
    return String.valueOf(file.getFileName()).endsWith(".npz");
  }

  /**
   * Writes data with one class per node as an archive. Creates the directory if it does not exist.
   *
   * @param data the data
   * @param archive the file to write
   */
  public static void write(Dataset data, Path archive) {
    AtomicFile.createDirectories(archive.resolveSibling(""));
    int[] classes =
        data.graph().nodes().intStream().map(data.labels().requireSingle()::classOf).toArray();
    edges(data.graph()).add("x", data.features().toDense()).add("y", classes).write(archive);
  }

  /**
   * Writes a graph as an archive. Undirected edges are written in both directions.
   *
   * @param graph the graph
   * @param archive the file to write
   */
  public static void write(Graph graph, Path archive) {
    edges(graph).write(archive);
  }

  private static NumpyArchiveWriter edges(Graph graph) {
    IntArrayList sources = new IntArrayList();
    IntArrayList targets = new IntArrayList();
    IntArrayList types = new IntArrayList();
    DoubleArrayList weights = new DoubleArrayList();
    List<Graph> relations = graph.relations().isEmpty() ? List.of(graph) : graph.relations();
    for (int r = 0; r < relations.size(); r++) {
      Graph relation = relations.get(r);
      for (int v = 0; v < graph.nodeCount(); v++) {
        for (int i = 0; i < relation.degree(v); i++) {
          sources.add(relation.neighbor(v, i));
          targets.add(v);
          types.add(r);
          weights.add(relation.weight(v, i));
        }
      }
    }
    NumpyArchiveWriter arrays =
        new NumpyArchiveWriter().add(EDGES, sources.toIntArray(), targets.toIntArray());
    if (relations.stream().anyMatch(Graph::isWeighted)) {
      arrays.add(WEIGHTS, weights.toDoubleArray());
    }
    if (!graph.relations().isEmpty()) {
      // The last relations may have no edges.
      arrays.add(TYPES, types.toIntArray()).add(RELATIONS, new int[] {relations.size()});
    }
    return arrays;
  }

  /**
   * Returns a remark on each array that has one number per edge but is not read.
   *
   * @param archive the file
   * @return the remarks
   */
  public static List<String> unread(Path archive) {
    List<String> names = startsWith(archive, ARCHIVE) ? names(archive) : List.of();
    if (names.contains(WEIGHTS) || !names.contains(EDGES)) {
      return List.of();
    }
    Map<String, Long> sizes = NumpyFile.sizes(archive, names);
    long edges = sizes.getOrDefault(EDGES, 0L) / 2;
    return names.stream()
        .filter(name -> !READ.contains(name) && sizes.getOrDefault(name, 0L) == edges)
        .map(
            name ->
                ("%s: the array \"%s\" has one number per edge but is not read; name it"
                        + " edge_weight if it is a weight, or use --ignore-weights if edges have"
                        + " none")
                    .formatted(archive, name))
        .toList();
  }

  private static NumpyArray perEdge(Path file, String what, int edges) {
    NumpyArray numbers = ArrayFile.read(file);
    if (numbers.size() != edges) {
      throw DatasetFormatException.inFile(
          file, "has " + numbers.size() + " " + what + " for " + edges + " edges");
    }
    return numbers;
  }

  /** Returns the number of relations stated in the archive that contains an array of types. */
  private static int relations(Path types) {
    return Optional.ofNullable(types.getParent())
        .filter(file -> startsWith(file, ARCHIVE) && names(file).contains(RELATIONS))
        .map(file -> relationsIn(file.resolve(RELATIONS)))
        .orElse(1);
  }

  private static int relationsIn(Path file) {
    double number = perEdge(file, "numbers", 1).get(0);
    if (!(number >= 1 && number <= EdgeListReader.MAX_RELATIONS) || number != Math.rint(number)) {
      throw DatasetFormatException.inFile(
          file,
          "is %s, which is not a number of relations in [1, %s]"
              .formatted(number, EdgeListReader.MAX_RELATIONS));
    }
    return (int) number;
  }

  private static Labels labels(Path file, int nodes) {
    NumpyArray y = ArrayFile.read(file);
    if (y.size() != nodes) {
      throw DatasetFormatException.inFile(
          file,
          "has %s labels for %s nodes; provide one class per node, or -1 if it is unknown%s"
              .formatted(
                  y.size(),
                  nodes,
                  y.size() % nodes == 0 ? ", such as y.argmax(1) of one-hot rows" : ""));
    }
    int[] classes = new int[nodes];
    for (int v = 0; v < nodes; v++) {
      double value = y.get(v);
      boolean unknown = Double.isNaN(value) || value == Labels.UNKNOWN;
      if (!unknown && (!(value >= 0 && value <= Short.MAX_VALUE) || value != Math.rint(value))) {
        throw DatasetFormatException.inFile(
            file,
            ("the label of node %s is %s, which is neither a class, counted from 0, nor -1"
                    + " (unknown)")
                .formatted(v, value));
      }
      classes[v] = unknown ? Labels.UNKNOWN : (int) value;
    }
    return Labels.single(classes, Math.max(1, Arrays.stream(classes).max().orElse(0) + 1));
  }

  private static boolean isTable(Path file) {
    return Files.isRegularFile(file) && !isArrays(file);
  }

  /**
   * Returns whether a file is an array or an archive of arrays according to its content.
   *
   * @param file the file, which may be an array in an archive
   * @return true for an array or an archive
   */
  public static boolean isArrays(Path file) {
    return startsWith(file, ARRAY) || startsWith(file, ARCHIVE) || isInArchive(file);
  }

  private static boolean isInArchive(Path file) {
    return Optional.ofNullable(file.getParent()).filter(Files::isRegularFile).isPresent();
  }

  /**
   * Returns whether a file is an archive according to its content.
   *
   * @param file the file
   * @return true for an archive
   */
  public static boolean isArchiveOfArrays(Path file) {
    return startsWith(file, ARCHIVE);
  }

  private static boolean startsWith(Path file, String magic) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(magic.length()), StandardCharsets.ISO_8859_1).equals(magic);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the names of the arrays of an archive.
   *
   * @param archive the file
   * @return the names
   * @throws DatasetFormatException if the file is not such an archive
   */
  public static List<String> names(Path archive) {
    ForeignFormat.refuse(archive);
    try {
      List<String> names = NumpyFile.names(archive);
      if (names.contains("edge_attr") && !names.contains(WEIGHTS) && !names.contains(TYPES)) {
        throw DatasetFormatException.inFile(
            archive,
            "has edge_attr, whose meaning is unknown; rename it edge_weight if it is the weight of"
                + " each edge or edge_type if it numbers relations, or remove it");
      }
      return names;
    } catch (NumpyFormatException e) {
      throw DatasetFormatException.at(archive, "as arrays", String.valueOf(e.getMessage()), e);
    }
  }
}
