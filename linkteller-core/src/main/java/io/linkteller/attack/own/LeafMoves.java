package io.linkteller.attack.own;

import io.linkteller.inference.output.AnswerPrecision;
import java.util.Arrays;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * How far the leaf of each target moves when a further leaf joins at another, and what noise makes
 * of it: exactly the leaves of the target and of its neighbors move.
 */
final class LeafMoves {

  /** Own nodes that are linked to nothing: what moves their answers is noise. */
  static final int LONE = 4;

  /**
   * How many times the largest move of a lone node's answer is taken to be noise. Noise of a
   * log-concave density (normal, Laplace, uniform) moves answers with an increasing hazard rate, so
   * that the probability S(x) of a move beyond x satisfies S(c x) ≤ S(x)<sup>c</sup>. Hence a move
   * exceeds c times the largest of K others with a probability of at most 1 / C(K + c, c), and any
   * of n² moves of leaves four times the largest of 4n of lone nodes with less than 0.1 / n².
   */
  static final int NOISE = 4;

  /** How often the first query is asked again where a leaf mostly moves, to see what noise does. */
  private static final int REPEATED = 8;

  /**
   * How many times the largest move of a leaf in queries asked again exceeds its median move. As a
   * move of noise is below 1/c of its median with a probability of at most 1 - 2<sup>-1/c</sup>, it
   * does not in all of eight with one of 10<sup>-11</sup>.
   */
  private static final int REPEATED_NOISE = 16;

  /** How far the leaf of target i moves when a leaf joins at target j, in row i. */
  private final double[][] moved;

  /** How far an answer moves that shows that target j has something to send. */
  private final double[] sent;

  /** How far the leaf of each target moves at most without an edge. */
  private final double[] limit;

  /** The number of nodes of the service's graph. */
  private final int nodeCount;

  LeafMoves(
      int nodeCount,
      DMatrixRMaj before,
      double[][] moved,
      double[] sent,
      double[][] lone,
      double[] usual) {
    DMatrixRMaj leaves = CommonOps_DDRM.extract(before, 0, moved.length, 0, before.numCols);
    this.moved = moved;
    this.sent = sent;
    this.nodeCount = nodeCount;
    // Noise of less than a rounding shows in few answers, and moves them by a whole one.
    double rounding = 1.5 * AnswerPrecision.ofDigits(leaves) * CommonOps_DDRM.elementMaxAbs(leaves);
    this.limit =
        Arrays.stream(noise(usual, lone)).map(noise -> Math.max(noise, rounding)).toArray();
  }

  /**
   * Returns how far noise moves each leaf: a few times the most that it moves lone nodes, and more
   * if it moves the leaf usually, in the median, more than those. Where lone nodes show none, as
   * S(c x) ≤ 2<sup>-c </sup> for the median x of a leaf's moves, c = 4 log₂ n times that, and at
   * least 16 times.
   */
  static double[] noise(double[] usual, double[][] lone) {
    double[] ofLone = Arrays.stream(lone).flatMapToDouble(Arrays::stream).sorted().toArray();
    double most = ofLone.length == 0 ? 0 : ofLone[ofLone.length - 1];
    double median = ofLone.length == 0 ? 0 : ofLone[(ofLone.length - 1) / 2];
    double medians = Math.max(16, 4 * Math.log(usual.length) / Math.log(2));
    double[] noise = new double[usual.length];
    for (int i = 0; i < noise.length; i++) {
      double larger = median > 0 ? Math.max(1, usual[i] / median) : 1;
      noise[i] = most > 0 ? NOISE * most * larger : medians * usual[i];
    }
    return noise;
  }

  /** Returns the median move of each leaf, which is 0 where nothing but few edges moves it. */
  static double[] medians(double[][] moved) {
    double[] medians = new double[moved.length];
    for (int i = 0; i < medians.length; i++) {
      double[] sorted = moved[i].clone();
      Arrays.sort(sorted);
      medians[i] = sorted[(sorted.length - 1) / 2];
    }
    return medians;
  }

  /**
   * Returns how far each leaf moves usually if no target does: its median move, or less if targets
   * linked to it move it mostly. That is so if it moves further than noise moves lone nodes; then
   * the first query, asked again, shows what noise alone does.
   */
  static double[] usual(
      DMatrixRMaj before,
      double[][] moved,
      double[][] lone,
      int queries,
      Supplier<DMatrixRMaj> again) {
    double[] usual = medians(moved);
    double ofLone = Arrays.stream(lone).flatMapToDouble(Arrays::stream).max().orElse(0);
    if (queries > 0 && Arrays.stream(usual).max().orElse(0) > NOISE * ofLone) {
      double[][] unmoved = new double[usual.length][1];
      for (int q = 0; q < Math.min(REPEATED, queries); q++) {
        keep(before, again.get(), 0, unmoved, 0);
      }
      for (int i = 0; i < usual.length; i++) {
        double most = unmoved[i][0];
        usual[i] = Math.max(most, Math.min(usual[i], REPEATED_NOISE * most));
      }
    }
    return usual;
  }

  /** Returns the largest number of a column. */
  static double largest(double[][] moves, int j) {
    double most = 0;
    for (double[] row : moves) {
      most = Math.max(most, row[j]);
    }
    return most;
  }

  /** Keeps in column j how far rows of an answer, from the first on, moved at most. */
  static void keep(DMatrixRMaj before, DMatrixRMaj after, int first, double[][] moved, int j) {
    int width = before.numCols;
    for (int i = 0; i < moved.length; i++) {
      for (int c = 0; c < width; c++) {
        int at = (first + i) * width + c;
        moved[i][j] = Math.max(moved[i][j], Math.abs(after.data[at] - before.data[at]));
      }
    }
  }

  /**
   * Returns for each pair whether an edge would have moved a leaf, so that none moving shows that
   * there is no edge. An edge passes at least the share 1/n of what its own target is seen to pass
   * in a graph of n nodes, if no unit on the way is closed. Whether it is cannot be seen; but where
   * the leaf at one end of an edge does not see what that at the other does, units are closed in
   * between, and nothing shows that there is no edge. Nor does anything where moves show no edge at
   * all.
   */
  boolean[][] told() {
    int m = moved.length;
    boolean[][] told = new boolean[m][m];
    boolean passes = true;
    boolean shown = false;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        boolean seen = isTold(i, j);
        told[i][j] |= seen;
        told[j][i] |= seen;
        passes &= !seen || moved[i][j] > limit[i] || moved[j][i] <= limit[j];
        shown |= i != j && moved[i][j] > limit[i] && moved[j][i] > limit[j];
      }
    }
    return passes && shown ? told : new boolean[m][m];
  }

  /** Returns whether an edge would move the leaf of target i when a leaf joins at target j. */
  private boolean isTold(int i, int j) {
    return i != j && moved[i][i] > limit[i] && sent[j] / nodeCount > Math.max(limit[i], limit[j]);
  }

  /**
   * Returns the evidence for each pair: how many times further than its limit the leaf of one
   * target moves when a leaf joins at the other. Edges exceed 1.
   */
  double[][] evidence() {
    int m = moved.length;
    double[][] evidence = new double[m][m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double times =
            Math.min(moved[i][j] / Math.max(limit[i], Double.MIN_NORMAL), Double.MAX_VALUE);
        evidence[i][j] = Math.max(evidence[i][j], times);
        evidence[j][i] = Math.max(evidence[j][i], times);
      }
    }
    return evidence;
  }
}
