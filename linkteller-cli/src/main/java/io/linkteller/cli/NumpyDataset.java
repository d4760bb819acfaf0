package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import io.linkteller.models.train.Labels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a graph from arrays in the layout of PyTorch Geometric: {@code x}, n x d, {@code
 * edge_index}, 2 x m, and {@code y}, n classes. An edge may be present in one or both directions.
 * Self-loops are dropped, as models add them if needed.
 */
final class NumpyDataset {

  private NumpyDataset() {}

  /** Reads the arrays. Without labels, all nodes have the same class. */
  static Dataset load(Path features, Path edges, Optional<Path> labels) {
    NumpyArray x = array(features);
    if (x.shape().size() != 2) {
      throw DatasetFormatException.inFile(
          features, "is of shape " + x.shape() + " where n x d is expected");
    }
    int nodes = x.shape().get(0);
    if (x.size() == 0) {
      // Also prevents an array without data from declaring two billion nodes.
      throw DatasetFormatException.inFile(
          features, "is of shape " + x.shape() + " where at least one feature is expected");
    }
    Path name = features.toAbsolutePath().getParent();
    return new Dataset(
        String.valueOf(name == null ? features : name.getFileName()),
        graph(edges, nodes),
        FeatureMatrix.dense(x.toMatrix()),
        labels.map(file -> labels(file, nodes)).orElseGet(() -> Labels.single(new int[nodes], 1)));
  }

  private static Graph graph(Path file, int nodes) {
    NumpyArray pairs = array(file);
    boolean wide = pairs.shape().size() == 2 && pairs.shape().get(0) == 2;
    if (!wide && !(pairs.shape().size() == 2 && pairs.shape().get(1) == 2)) {
      throw DatasetFormatException.inFile(
          file, "is of shape " + pairs.shape() + " where 2 x m is expected");
    }
    int count = pairs.size() / 2;
    Graph.Builder graph = Graph.builder(nodes).mergingDuplicates();
    for (int i = 0; i < count; i++) {
      int u = node(file, pairs, wide ? i : 2 * i, nodes);
      int v = node(file, pairs, wide ? count + i : 2 * i + 1, nodes);
      if (u != v) {
        graph.addEdge(u, v);
      }
    }
    return graph.build();
  }

  private static int node(Path file, NumpyArray pairs, int at, int nodes) {
    double value = pairs.get(at);
    if (!(value >= 0 && value < nodes) || value != Math.rint(value)) {
      throw DatasetFormatException.inFile(
          file, "entry " + at + " is " + value + ", no node in [0, " + nodes + ")");
    }
    return (int) value;
  }

  private static Labels labels(Path file, int nodes) {
    NumpyArray y = array(file);
    if (y.size() != nodes) {
      throw DatasetFormatException.inFile(
          file, "has " + y.size() + " labels for " + nodes + " nodes");
    }
    int[] classes = new int[nodes];
    for (int v = 0; v < nodes; v++) {
      double value = y.get(v);
      if (!(value >= 0 && value <= Short.MAX_VALUE) || value != Math.rint(value)) {
        throw DatasetFormatException.inFile(
            file, "the label of node " + v + " is " + value + ", no number of a class");
      }
      classes[v] = (int) value;
    }
    return Labels.single(classes, Arrays.stream(classes).max().orElse(0) + 1);
  }

  private static NumpyArray array(Path file) {
    try {
      return NumpyFile.readArray(file);
    } catch (NumpyFormatException e) {
      throw DatasetFormatException.at(file, "as an array", String.valueOf(e.getMessage()), e);
    }
  }
}
