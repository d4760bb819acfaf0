package io.linkteller.attack.direct;

import io.linkteller.attack.Finding;
import io.linkteller.attack.PairFunction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.InferenceNodes;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Reads pairs that an answer shows directly: n numbers for each of n nodes, the answer of link
 * predictors, are scores of pairs; columns of whole numbers below n, the answer of recommenders and
 * explainers, are rows of other nodes.
 *
 * <p>One query of all nodes with their own features. O(n²) time and memory.
 */
public final class ShownPairsAttack {

  private ShownPairsAttack() {}

  /**
   * Reads the answer to one query.
   *
   * @param session the nodes, the belief and the black box
   * @return the scores of the pairs that the answer shows
   * @throws UnsuitableModelException if the answer has neither n columns nor a column of node
   *     numbers
   */
  public static Finding find(QuerySession session) {
    InferenceNodes nodes = session.nodes();
    PairScores.requireStorable(nodes.targets().size(), nodes.isDirected());
    DMatrixRMaj answer = session.ask(nodes.query(), "the query about all nodes");
    Finding shown = Finding.of(scores(shown(answer), nodes));
    return answer.numCols == answer.numRows
        ? shown.withEvidenceAbove(Double.NEGATIVE_INFINITY)
        : shown;
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

  /** Returns the score that each row of an answer gives to each other row. */
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

  /**
   * Returns whether a column holds node numbers. Numbers up to the number of columns may be
   * classes.
   */
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
