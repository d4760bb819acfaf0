package io.linkteller.testing.export;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.train.Labels;
import io.linkteller.testing.NumpyMatrix;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a data set with a split in GraphSAINT's format. */
public final class GraphSaintFiles {

  private GraphSaintFiles() {}

  /**
   * Writes a fixed data set with twelve nodes.
   *
   * @param directory the directory; created if absent
   */
  public static void writeSmall(Path directory) {
    write(
        SyntheticDataset.builder()
            .nodes(12)
            .edges(8)
            .featureColumns(3)
            .featuresPerNode(1)
            .build()
            .generate("small", 1)
            .withSplit(
                new NodeSplit(
                    IntList.of(0, 1, 2, 3, 4, 5), IntList.of(6, 7, 8), IntList.of(9, 10, 11))),
        directory);
  }

  /**
   * Writes the five files of a data set.
   *
   * @param dataset a data set with a split and a label for each node
   * @param directory the directory; created if absent
   */
  public static void write(Dataset dataset, Path directory) {
    NodeSplit split = dataset.split().orElseThrow();
    Graph.Builder train = Graph.builder(dataset.graph().nodeCount());
    dataset
        .graph()
        .forEachEdge(
            (u, v) -> {
              if (split.train().contains(u) && split.train().contains(v)) {
                train.addEdge(u, v);
              }
            });
    try {
      Files.createDirectories(directory);
      adjacency(dataset.graph()).write(directory.resolve("adj_full.npz"));
      adjacency(train.build()).write(directory.resolve("adj_train.npz"));
      double[][] features = new double[dataset.features().rows()][dataset.features().cols()];
      for (int row = 0; row < features.length; row++) {
        dataset.features().copyRow(row, features[row]);
      }
      NumpyMatrix.write(directory.resolve("feats.npy"), features);
      Files.writeString(
          directory.resolve("class_map.json"),
          dataset
              .graph()
              .nodes()
              .intStream()
              .mapToObj(v -> "\"" + v + "\": " + classes(dataset.labels(), v))
              .collect(Collectors.joining(", ", "{", "}")));
      Files.writeString(
          directory.resolve("role.json"),
          "{\"tr\": %s, \"va\": %s, \"te\": %s}"
              .formatted(split.train(), split.validation(), split.test()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String classes(Labels labels, int v) {
    return labels.isMultiLabel()
        ? IntStream.range(0, labels.classCount())
            .mapToObj(label -> labels.has(v, label) ? "1" : "0")
            .collect(Collectors.joining(", ", "[", "]"))
        : Integer.toString(labels.requireSingle().classOf(v));
  }

  private static NumpyArchiveWriter adjacency(Graph graph) {
    double[] ones = new double[2 * graph.edgeCount()];
    Arrays.fill(ones, 1);
    return new NumpyArchiveWriter()
        .add("indices", graph.copyNeighbors())
        .add("indptr", graph.copyOffsets())
        .add("format", "csr")
        .add("shape", new int[] {graph.nodeCount(), graph.nodeCount()})
        .add("data", ones);
  }
}
