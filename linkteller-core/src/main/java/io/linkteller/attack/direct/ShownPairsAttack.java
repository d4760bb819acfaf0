package io.linkteller.attack.direct;

import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairFunction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Reads pairs that an answer shows without further ado: n numbers for each of n nodes, as link
 * predictors answer with, are scores of pairs, or of a function of the graph, whose inverse and
 * logarithm are tried; columns of whole numbers of which none reaches n, as recommendations and
 * explanations have them, are the rows of other nodes.
 *
 * <p>One query about all nodes with their own features. O(n³) time and O(n²) memory for up to 1,000
 * nodes, O(n²) time beyond. Immutable.
 */
public final class ShownPairsAttack {

  /** The number of nodes above which the matrix is taken as it is. */
  private static final int MOST_INVERTED = 1000;

  /** The share of squares that the named pairs hold in a matrix that is as sparse as a graph. */
  private static final double SPARSE = 0.8;

  private ShownPairsAttack() {}

  /**
   * Reads the answer to one query.
   *
   * @param session the nodes, the belief and the black box
   * @return the scores of the pairs that the answer shows
   * @throws UnsuitableModelException if the answer has neither n columns nor one of numbers of
   *     nodes
   */
  public static Finding find(QuerySession session) {
    InferenceNodes nodes = session.nodes();
    DMatrixRMaj answer = session.ask(nodes.query(), "the query about all nodes");
    int n = nodes.targets().size();
    PairScores.requireStorable(n, nodes.isDirected());
    PairScores shown = scores(shown(answer), nodes);
    if (answer.numCols != answer.numRows) {
      return Finding.of(shown);
    }
    return Finding.of(ofFunction(answer, nodes, session.kHat()).orElse(shown))
        .withEvidenceAbove(Double.NEGATIVE_INFINITY);
  }

  private static PairScores scores(DMatrixRMaj shown, InferenceNodes nodes) {
    PairFunction score =
        nodes.isDirected()
            ? (i, j) -> shown.get(nodes.rowOfTarget(i), nodes.rowOfTarget(j))
            : (i, j) ->
                shown.get(nodes.rowOfTarget(i), nodes.rowOfTarget(j))
                    + shown.get(nodes.rowOfTarget(j), nodes.rowOfTarget(i));
    return PairScores.ofAll(nodes.targets().size(), nodes.isDirected(), score);
  }

  /**
   * Returns the scores of the matrix of which the answer is a function, if its inverse or its
   * logarithm is as sparse as a graph: random walks with restart are the inverse of I - (1 - α)P,
   * heat kernels the exponential of a Laplacian.
   */
  private static Optional<PairScores> ofFunction(
      DMatrixRMaj answer, InferenceNodes nodes, double kHat) {
    if (answer.numRows > MOST_INVERTED) {
      return Optional.empty();
    }
    double sparsest = SPARSE;
    Optional<PairScores> found = Optional.empty();
    for (DMatrixRMaj matrix : List.of(negativeInverse(answer), logarithm(answer))) {
      if (!MatrixFeatures_DDRM.hasUncountable(matrix)) {
        PairScores scores = scores(matrix, nodes);
        double share = shareOfLargest(scores, kHat);
        if (share > sparsest) {
          sparsest = share;
          found = Optional.of(scores);
        }
      }
    }
    return found;
  }

  private static DMatrixRMaj negativeInverse(DMatrixRMaj answer) {
    DMatrixRMaj inverse = new DMatrixRMaj(answer.numRows, answer.numCols);
    if (!CommonOps_DDRM.invert(answer, inverse)) {
      inverse.fill(Double.NaN);
    }
    CommonOps_DDRM.changeSign(inverse);
    return inverse;
  }

  /** Returns the logarithm of the symmetric part, NaN if it has a value that is not positive. */
  private static DMatrixRMaj logarithm(DMatrixRMaj answer) {
    int n = answer.numRows;
    DMatrixRMaj symmetric = CommonOps_DDRM.transpose(answer, null);
    CommonOps_DDRM.addEquals(symmetric, answer);
    CommonOps_DDRM.scale(0.5, symmetric);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
    DMatrixRMaj logarithm = new DMatrixRMaj(n, n);
    if (!eigen.decompose(symmetric)) {
      logarithm.fill(Double.NaN);
      return logarithm;
    }
    for (int i = 0; i < n; i++) {
      DMatrixRMaj vector = eigen.getEigenVector(i);
      CommonOps_DDRM.multAddTransB(
          Math.log(eigen.getEigenvalue(i).real), vector, vector, logarithm);
    }
    return logarithm;
  }

  /** Returns the share of squares, beyond the median, that the m largest scores hold. */
  private static double shareOfLargest(PairScores scores, double kHat) {
    double[] sorted = scores.storedScores();
    Arrays.sort(sorted);
    double median = sorted[sorted.length / 2];
    long from = sorted.length - LinkPrediction.namedCount(kHat, sorted.length);
    double all = 0;
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double square = (sorted[i] - median) * (sorted[i] - median);
      all += square;
      largest += i >= from ? square : 0;
    }
    return all == 0 ? 0 : largest / all;
  }

  /** Returns a score of each row of an answer for each other. */
  private static DMatrixRMaj shown(DMatrixRMaj answer) {
    int n = answer.numRows;
    if (answer.numCols == n) {
      return answer;
    }
    int[] columns =
        IntStream.range(0, answer.numCols).filter(col -> isOfNodes(answer, col)).toArray();
    if (columns.length == 0) {
      throw new UnsuitableModelException(
          "answers are neither a number for each node nor numbers of nodes");
    }
    DMatrixRMaj shown = new DMatrixRMaj(n, n);
    for (int row = 0; row < n; row++) {
      for (int col : columns) {
        shown.add(row, (int) answer.unsafe_get(row, col), 1);
      }
    }
    return shown;
  }

  /** Returns whether a column names nodes: fewer than as many classes as columns, it does not. */
  private static boolean isOfNodes(DMatrixRMaj answer, int col) {
    double largest = 0;
    for (int row = 0; row < answer.numRows; row++) {
      double value = answer.unsafe_get(row, col);
      if (value != Math.rint(value) || value < 0 || value >= answer.numRows) {
        return false;
      }
      largest = Math.max(largest, value);
    }
    return largest > Math.max(1, answer.numCols);
  }
}
