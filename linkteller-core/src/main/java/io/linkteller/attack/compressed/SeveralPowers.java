package io.linkteller.attack.compressed;

import io.linkteller.attack.spectral.Propagation;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Reads a graph from answers that several powers of Â make, each with a matrix of its own, as those
 * of GraphSAGE or of residual connections: no common matrix M explains them, and there is no root.
 *
 * <ol>
 *   <li>P₀ is what nodes do to themselves in the mean. Nodes that nothing else explains have no
 *       edges; their masks may be others, and they are left out.
 *   <li>E = Y - R P₀. The correlation of E_v with R_u is about Â_vu P₁ where u is a neighbor of v,
 *       so the pairs with the largest share one direction, which is P₁.
 *   <li>Edges are added one by one, and the matrices fitted to them ({@link GraphRepair#grow}).
 * </ol>
 *
 * O(n² m w) for numbers w of each query, and O(n² m) for each round of edges.
 */
final class SeveralPowers {

  /**
   * The models that differ when each power has a matrix. Where nodes without edges are left alone
   * by Â, their own matrix tells P₀; the others begin with the edges found under these.
   */
  private static final List<Propagation> MODELS =
      List.of(
          Propagation.MEAN_WITH_IDENTITY,
          Propagation.FIRST_ORDER,
          Propagation.AUGMENTED,
          Propagation.RANDOM_WALK,
          Propagation.SUM);

  /** How far above the measured error what a node does not explain itself may be. */
  private static final double ALONE = 8;

  /** The share of the nodes from whose strongest pairs P₁ is taken. */
  private static final int PAIRS = 4;

  private SeveralPowers() {}

  /**
   * Reads a graph under each model.
   *
   * @param fitted the columns that edges and matrices are fitted to
   * @param held the columns that are predicted
   * @return the graphs among all nodes, in no order; empty if nodes answer for themselves alone
   */
  static List<CompressedProbing.Reading> readings(Columns fitted, Columns held, Workers workers) {
    int[] members = answeringForOthers(fitted);
    if (members.length < 2 || fitted.count() < 2 * fitted.width()) {
      return List.of();
    }
    Columns of = fitted.among(members);
    Columns heldOf = held.among(members);
    NamedGraph none = new NamedGraph(Propagation.FIRST_ORDER, 0, new int[members.length][0]);
    MatrixPolynomial own = MatrixPolynomial.fit(none, 0, of);
    double[] rest = own.predict(none, of);
    for (int i = 0; i < rest.length; i++) {
      rest[i] = of.y()[i] - rest[i];
    }
    Optional<double[]> neighbor = ofNeighbors(of, rest);
    List<CompressedProbing.Reading> readings = new ArrayList<>();
    if (neighbor.isEmpty()) {
      return readings;
    }
    double[][] matrices = new double[Certificate.MATRIX_POWERS + 1][of.width() * of.width()];
    matrices[0] = own.matrices()[0];
    matrices[1] = neighbor.get();
    MatrixPolynomial start = new MatrixPolynomial(of.width(), matrices);
    int[][] edges = new int[members.length][0];
    Certificate best = new Certificate(Double.POSITIVE_INFINITY, 0, 0);
    for (Propagation model : MODELS) {
      NamedGraph from = new NamedGraph(model, Certificate.MATRIX_POWERS, edges);
      boolean first = from.edgeCount() == 0;
      NamedGraph graph =
          GraphRepair.grow(
              from,
              first ? start : MatrixPolynomial.fit(from, Certificate.MATRIX_POWERS, of),
              of,
              workers);
      Certificate certificate = Certificate.ofMatrices(graph, of, heldOf);
      readings.add(new CompressedProbing.Reading(graph.among(members, fitted.n()), certificate));
      // Where no edge explains anything under one model, there are too few answers for others, too.
      if (certificate.isClean() || certificate.misfit() > InfluenceDecoder.NOTHING) {
        break;
      }
      if (certificate.misfit() < best.misfit()) {
        best = certificate;
        edges = graph.neighbors();
      }
    }
    return readings;
  }

  /** The nodes whose answers are not explained by their own moves. */
  private static int[] answeringForOthers(Columns columns) {
    int n = columns.n();
    double alone = ALONE * columns.error();
    return IntStream.range(0, n)
        .filter(
            v -> {
              Columns one = columns.among(new int[] {v});
              NamedGraph none = new NamedGraph(Propagation.FIRST_ORDER, 0, new int[1][0]);
              double[] own = MatrixPolynomial.fit(none, 0, one).predict(none, one);
              double squares = 0;
              for (int i = 0; i < own.length; i++) {
                squares += Math.pow(one.y()[i] - own[i], 2);
              }
              int free = columns.count() - columns.width() * columns.width();
              return squares > alone * alone * Math.max(1, free);
            })
        .toArray();
  }

  /** P₁ from the pairs whose correlation is strongest. */
  private static Optional<double[]> ofNeighbors(Columns columns, double[] rest) {
    int n = columns.n();
    int m = columns.count();
    int width = columns.width();
    int size = width * width;
    double[][] strongest = new double[n][size];
    double[] strength = new double[n];
    double[] block = new double[size];
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        if (u == v) {
          continue;
        }
        Arrays.fill(block, 0);
        for (int from = 0; from < m; from += width) {
          for (int i = 0; i < width; i++) {
            double moved = columns.r()[u * m + from + i];
            for (int j = 0; j < width; j++) {
              block[i * width + j] += moved * rest[v * m + from + j];
            }
          }
        }
        double squares = dot(block, block);
        if (squares > strength[v]) {
          strength[v] = squares;
          strongest[v] = block.clone();
        }
      }
    }
    Arrays.sort(strongest, (x, y) -> Double.compare(dot(y, y), dot(x, x)));
    int pairs = Math.max(1, n / PAIRS);
    DMatrixRMaj stacked = new DMatrixRMaj(Arrays.copyOf(strongest, pairs));
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(pairs, size, false, true, true);
    if (!svd.decompose(stacked.copy())) {
      return Optional.empty();
    }
    double[] values = svd.getSingularValues();
    int leading = 0;
    for (int i = 1; i < values.length; i++) {
      leading = values[i] > values[leading] ? i : leading;
    }
    double[] direction = new double[size];
    for (int i = 0; i < size; i++) {
      direction[i] = svd.getV(null, false).get(i, leading);
    }
    double[] along = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      along[i] = dot(strongest[i], direction);
    }
    Arrays.sort(along);
    // R Rᵀ is about m/w on its diagonal.
    double scale = along[pairs / 2] / (m / (double) width);
    for (int i = 0; i < size; i++) {
      direction[i] *= scale;
    }
    return Optional.of(direction);
  }

  private static double dot(double[] x, double[] y) {
    return DenseKernels.dot(x, 0, y, 0, x.length);
  }
}
