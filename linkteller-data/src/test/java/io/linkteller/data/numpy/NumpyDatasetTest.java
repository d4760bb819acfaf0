package io.linkteller.data.numpy;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import java.nio.file.Path;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NumpyDatasetTest {

  @TempDir private Path directory;

  /** Two arcs are 2 x 2 in either form; they are read as in PyTorch Geometric. */
  @Test
  void edgesMayBeRowsOrColumns() {
    Graph two = Graph.builder(4).directed().addEdge(0, 2).addEdge(1, 3).build();
    assertEquals(two, read(new double[][] {{0, 1}, {2, 3}}));
    Graph three = Graph.builder(4).directed().addEdge(0, 1).addEdge(1, 2).addEdge(3, 0).build();
    assertEquals(three, read(new double[][] {{0, 1, 3}, {1, 2, 0}}));
    assertEquals(three, read(new double[][] {{0, 1}, {1, 2}, {3, 0}}));
  }

  @Test
  void transposedFeaturesAreSuspectedIfEdgesExceedTheRows() {
    assertRefused(
        DatasetFormatException.class,
        "has 4 rows of 9 features, a row per node: if its columns are the nodes, save x.T",
        () -> read(9, new double[][] {{0, 8}, {8, 1}}));
    assertRefused(
        DatasetFormatException.class,
        "expected a node in [0, 4), found 8.0",
        () -> read(3, new double[][] {{0, 8}, {8, 1}}));
  }

  private Graph read(double[][] edges) {
    return read(1, edges);
  }

  private Graph read(int features, double[][] edges) {
    Path archive = directory.resolve("graph.npz");
    new NumpyArchiveWriter()
        .add("x", new DMatrixRMaj(4, features))
        .add("edge_index", new DMatrixRMaj(edges))
        .write(archive);
    return NumpyDataset.load(archive, EdgeListReader.of(EdgeDirection.DIRECTED)).graph();
  }
}
