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
 * Reads pairs directly from an answer. Link predictors return n numbers for each of n nodes, which
 * are scores of pairs, so every pair has evidence. Recommenders and explainers return columns of
 * whole numbers below n, which are the row numbers of other nodes, so only the pairs that occur
 * have evidence. Columns without a number above the number of columns may be classes and are
 * ignored.
 *
 * <p>Sends one query of all nodes with their own features. Takes O(n²) time and memory.
 */
public final class ShownPairsAttack {

  private ShownPairsAttack() {}

  /**
   * Reads the answer to one query.
   *
   * @param session the nodes and the black box
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

  /** Returns an n x n matrix: the score that each row of an answer assigns to every other row. */
  private static DMatrixRMaj shown(DMatrixRMaj answer) {
    int n = answer.numRows;
    if (answer.numCols == n) {
      return answer;
    }
    int[] columns =
        IntStream.range(0, answer.numCols).filter(col -> isOfNodes(answer, col)).toArray();
    if (columns.length == 0) {
      throw new UnsuitableModelException(
          "answers contain neither one number for each node nor node numbers");
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
   * Returns whether a column contains node numbers. If none of them is larger than the number of
   * columns, they may be classes instead.
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
    return largest > answer.numCols;
  }
}
