package io.linkteller.attack.direct;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Reads pairs that an answer shows without further ado: n numbers for each of n nodes, as link
 * predictors answer with, are scores of pairs; columns of whole numbers of which none reaches n, as
 * recommendations and explanations have them, are the rows of other nodes.
 *
 * <p>One query about all nodes with their own features. O(n²) time and memory for n targets.
 * Immutable.
 */
public final class ShownPairsAttack implements LinkAttack {

  /** The attack, which has no settings. */
  public static final ShownPairsAttack ATTACK = new ShownPairsAttack();

  private ShownPairsAttack() {}

  /**
   * Attacks a black box.
   *
   * @throws UnsuitableModelException if the answer has neither n columns nor one of numbers of
   *     nodes
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return AttackSettings.DEFAULT.run(
        "shown pairs", "shown pairs", api, nodes, kHat, (asked, inner) -> read(asked, nodes));
  }

  private static Finding read(InferenceApi api, InferenceNodes nodes) {
    DMatrixRMaj answer = Answers.ask(api, nodes.query(), "the query about all nodes");
    int n = nodes.targets().size();
    PairScores.requireStorable(n);
    double[][] shown = shown(answer);
    PairScores.PairFunction score =
        nodes.isDirected()
            ? (i, j) -> shown[nodes.rowOfTarget(i)][nodes.rowOfTarget(j)]
            : (i, j) ->
                shown[nodes.rowOfTarget(i)][nodes.rowOfTarget(j)]
                    + shown[nodes.rowOfTarget(j)][nodes.rowOfTarget(i)];
    Finding found = Finding.of(PairScores.ofAll(n, nodes.isDirected(), score));
    return answer.numCols == answer.numRows
        ? found.withEvidenceAbove(Double.NEGATIVE_INFINITY)
        : found;
  }

  /** Returns a score of each row of an answer for each other. */
  private static double[][] shown(DMatrixRMaj answer) {
    int n = answer.numRows;
    double[][] shown = new double[n][n];
    int[] columns =
        IntStream.range(0, answer.numCols).filter(col -> isOfNodes(answer, col)).toArray();
    if (answer.numCols != n && columns.length == 0) {
      throw new UnsuitableModelException(
          "answers are neither a number for each node nor numbers of nodes");
    }
    for (int row = 0; row < n; row++) {
      if (answer.numCols == n) {
        System.arraycopy(answer.data, row * n, shown[row], 0, n);
      } else {
        for (int col : columns) {
          shown[row][(int) answer.unsafe_get(row, col)]++;
        }
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

  @Override
  public String toString() {
    return "ShownPairsAttack";
  }
}
