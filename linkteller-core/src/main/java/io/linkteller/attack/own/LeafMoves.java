package io.linkteller.attack.own;

import io.linkteller.inference.output.AnswerPrecision;
import java.util.Arrays;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * How far the leaf of each target moves, that is, how much its answer changes, when another leaf
 * joins at one of the targets, and how far noise moves it. Without noise, exactly the leaves of
 * that one target and of its neighbors move.
 */
final class LeafMoves {

  /** The number of own nodes without links: only noise moves their answers. */
  static final int LONE = 4;

  /**
   * Moves up to this many times the largest move of a lone node's answer count as noise. If noise
   * has a log-concave density (normal, Laplace, uniform), moves have an increasing hazard rate, so
   * the probability S(x) of a move beyond x satisfies S(c x) ≤ S(x)<sup>c</sup>. Hence a move
   * exceeds c times the largest of K others with a probability of at most 1 / C(K + c, c). The
   * probability that any of n² moves of leaves exceeds four times the largest of 4n moves of lone
   * nodes is less than 0.1 / n².
   */
  static final int NOISE = 4;

  /**
   * The number of times that the first query is repeated to measure noise, if a leaf moves in most
   * queries.
   */
  private static final int REPEATED = 8;

  /**
   * If a leaf moves only due to noise, its median move is at most this many times its largest move
   * in repeated queries. A move due to noise is below 1/c of its median with a probability of at
   * most 1 - 2<sup>-1/c</sup>, so all eight moves are below it with a probability of at most
   * 10<sup>-11</sup>.
   */
  private static final int REPEATED_NOISE = 16;

  /** Entry (i, j) is how far the leaf of target i moves when a leaf joins at target j. */
  private final double[][] moved;

  /** Entry j is the move of the answer that shows whether target j has anything to send. */
  private final double[] sent;

  /** The maximum distance that the leaf of each target moves without an edge. */
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
    // Noise below the unit of rounding appears in few answers, but moves these by a whole unit.
    double rounding = 1.5 * AnswerPrecision.ofDigits(leaves) * CommonOps_DDRM.elementMaxAbs(leaves);
    this.limit =
        Arrays.stream(noise(usual, lone)).map(noise -> Math.max(noise, rounding)).toArray();
  }

  /**
   * Returns the maximum distance by which noise moves each leaf. It is {@value #NOISE} times the
   * largest move of lone nodes, and proportionally more if the median move of the leaf is larger
   * than that of lone nodes. If lone nodes show no noise, it is c times the median move x of the
   * leaf, where c = 4 log₂ n but at least 16, because S(c x) ≤ 2<sup>-c</sup>.
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

  /** Returns the median move of each leaf, which is 0 if only a few edges move it. */
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
   * Returns how far noise usually moves each leaf: its median move, or less if the median is due to
   * edges of its target. If a leaf moves further than noise moves lone nodes, the first query is
   * repeated to measure noise alone.
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

  /**
   * Updates column j with the largest moves so far: entry i belongs to row {@code first} + i of the
   * answers.
   */
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
   * Returns for each pair whether an edge would have moved a leaf. If so, and no leaf moved, the
   * pair is not an edge. In a graph of n nodes, an edge passes at least the share 1/n of what its
   * target visibly passes to an own node, unless a unit on the way is closed. Closed units cannot
   * be observed. However, if the leaf at one end of an edge moves and the leaf at the other end
   * does not, units between them are closed, so no pair can be excluded. Nor can any pair be
   * excluded if moves show no edge at all.
   */
  boolean[][] visible() {
    int m = moved.length;
    boolean[][] visible = new boolean[m][m];
    boolean passes = true;
    boolean shown = false;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        boolean seen = isVisible(i, j);
        visible[i][j] |= seen;
        visible[j][i] |= seen;
        passes &= !seen || moved[i][j] > limit[i] || moved[j][i] <= limit[j];
        shown |= i != j && moved[i][j] > limit[i] && moved[j][i] > limit[j];
      }
    }
    return passes && shown ? visible : new boolean[m][m];
  }

  /** Returns whether an edge would move the leaf of target i when a leaf joins at target j. */
  private boolean isVisible(int i, int j) {
    return i != j && moved[i][i] > limit[i] && sent[j] / nodeCount > Math.max(limit[i], limit[j]);
  }

  /**
   * Returns the evidence for each pair: the move of one target's leaf when a leaf joins at the
   * other, divided by the limit of that leaf. Values above 1 indicate edges.
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
