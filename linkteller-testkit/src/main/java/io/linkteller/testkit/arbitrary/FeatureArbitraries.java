package io.linkteller.testkit.arbitrary;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.ejml.data.DMatrixRMaj;

/** Arbitrary features, of every kind that a model accepts. */
public final class FeatureArbitraries {

  /** Numbers are multiples of 1 / GRID, which keeps counterexamples short. */
  private static final int GRID = 1000;

  private FeatureArbitraries() {}

  /**
   * Returns dense features with numbers in [-1, 1].
   *
   * @param rows n, at least 1
   * @param columns d, at least 1
   * @return dense features
   */
  public static Arbitrary<FeatureMatrix> dense(int rows, int columns) {
    return Arbitraries.integers()
        .between(-GRID, GRID)
        .list()
        .ofSize(Math.multiplyExact(rows, columns))
        .withoutEdgeCases()
        .map(
            numbers -> {
              DMatrixRMaj matrix = new DMatrixRMaj(rows, columns);
              for (int i = 0; i < matrix.data.length; i++) {
                matrix.data[i] = numbers.get(i) / (double) GRID;
              }
              return FeatureMatrix.dense(matrix);
            });
  }

  /**
   * Returns sparse features of zeros and ones, in which rows may be all zero.
   *
   * @param rows n, at least 1
   * @param columns d, at least 1
   * @return sparse features
   */
  public static Arbitrary<SparseFeatures> sparse(int rows, int columns) {
    return Arbitraries.of(false, true)
        .list()
        .ofSize(Math.multiplyExact(rows, columns))
        .withoutEdgeCases()
        .map(present -> SparseFeatures.ofOnes(columns, ones(rows, columns, present)));
  }

  private static int[][] ones(int rows, int columns, List<Boolean> present) {
    int[][] ones = new int[rows][];
    for (int row = 0; row < rows; row++) {
      IntArrayList of = new IntArrayList();
      for (int col = 0; col < columns; col++) {
        if (present.get(row * columns + col)) {
          of.add(col);
        }
      }
      ones[row] = of.toIntArray();
    }
    return ones;
  }

  /**
   * Returns features of every kind: dense, sparse, standardized, and zero.
   *
   * @param rows n, at least 1
   * @param columns d, at least 1
   * @return features
   */
  public static Arbitrary<FeatureMatrix> any(int rows, int columns) {
    return Arbitraries.oneOf(
        List.of(
            dense(rows, columns),
            sparse(rows, columns).map(sparse -> sparse),
            sparse(rows, columns).map(sparse -> FeatureScaler.fit(sparse).transform(sparse)),
            Arbitraries.just(FeatureMatrix.zero(rows, columns))));
  }

  /**
   * Returns graphs with features of every kind.
   *
   * @param minNodes the minimum number of nodes, at least 1
   * @param maxNodes the maximum number of nodes
   * @param columns d, at least 1
   * @return graphs and features for their nodes
   */
  public static Arbitrary<AttributedGraph> withGraph(int minNodes, int maxNodes, int columns) {
    return GraphArbitraries.graphs(minNodes, maxNodes)
        .flatMap(
            graph ->
                any(graph.nodeCount(), columns)
                    .map(features -> new AttributedGraph(graph, features)));
  }
}
