package io.linkteller.attack.coarse;

import io.linkteller.inference.InferenceNodes;
import org.ejml.data.DMatrixRMaj;

/**
 * Measures the noise of each node on one background, and the number of nodes that a probe moves
 * beyond their noise.
 */
final class NoiseProbe {

  static final int NOISE_QUERIES = 5;
  static final int PILOTS = 8;

  /** The default number of repeats if answers to the same query differ. */
  private static final int NOISY_REPEATS = 9;

  /** The number of standard errors above which a movement is not noise. */
  private static final double ERRORS = 3;

  private final BlackBox box;
  private final InferenceNodes nodes;
  private final RowProbes probes;
  private final DMatrixRMaj baseline;
  private final double[] floor;
  private final boolean noisy;
  private final int repeats;
  private int queries;

  private NoiseProbe(
      BlackBox box,
      InferenceNodes nodes,
      RowProbes probes,
      DMatrixRMaj baseline,
      double[] floor,
      boolean noisy,
      int repeats) {
    this.box = box;
    this.nodes = nodes;
    this.probes = probes;
    this.baseline = baseline;
    this.floor = floor;
    this.noisy = noisy;
    this.repeats = repeats;
    this.queries = NOISE_QUERIES;
  }

  /**
   * Measures the noise of each node.
   *
   * @param lends whether a target without features may be given those of another
   * @param asked the number of repeats of a query, 0 to choose it by the noise
   * @param knownNoisy whether answers are known to vary, even if they do not on this background
   */
  static NoiseProbe of(
      BlackBox box,
      InferenceNodes nodes,
      boolean silent,
      boolean lends,
      int asked,
      boolean knownNoisy) {
    RowProbes probes = RowProbes.observingAll(nodes, silent, lends);
    String name = "a baseline query for noise";
    DMatrixRMaj shown = box.shown(probes.baseline(), name);
    DMatrixRMaj first = box.reading().logits(shown);
    int n = first.numRows;
    double[] sum = first.data.clone();
    double[] squares = new double[n];
    for (int i = 1; i < NOISE_QUERIES; i++) {
      DMatrixRMaj again = box.logits(probes.baseline(), name, first.numCols);
      for (int row = 0; row < n; row++) {
        // Differences from the first answer have twice the variance of a single answer.
        squares[row] += Math.pow(BlackBox.distance(again, first, row), 2) / 2 / (NOISE_QUERIES - 1);
      }
      for (int j = 0; j < sum.length; j++) {
        sum[j] += again.data[j];
      }
    }
    boolean varies = false;
    for (double square : squares) {
      varies |= square > 0;
    }
    boolean noisy = varies || knownNoisy;
    int repeats = asked > 0 ? asked : noisy ? NOISY_REPEATS : 1;
    double[] floor = box.reading().blur(shown);
    for (int row = 0; row < n; row++) {
      double error = Math.sqrt(squares[row] * (1.0 / repeats + 1.0 / NOISE_QUERIES));
      floor[row] = Math.max(floor[row], ERRORS * error);
    }
    for (int j = 0; varies && j < sum.length; j++) {
      first.data[j] = sum[j] / NOISE_QUERIES;
    }
    return new NoiseProbe(box, nodes, probes, first, floor, noisy, repeats);
  }

  /** {@return whether answers to the same query differ} */
  boolean isNoisy() {
    return noisy;
  }

  /** {@return how often each probe is repeated} */
  int repeats() {
    return repeats;
  }

  /** {@return the number of queries asked so far} */
  int queries() {
    return queries;
  }

  /**
   * Returns the number of nodes that a probe moves beyond their floors, on average over the pilots.
   */
  double movedBy(double change) {
    int targets = nodes.targets().size();
    int pilots = Math.min(PILOTS, targets);
    long visible = 0;
    for (int pilot = 0; pilot < pilots; pilot++) {
      int v = (int) ((long) pilot * targets / pilots);
      DMatrixRMaj answer =
          box.averaged(
              probes.probe(v, change), repeats, RowProbes.name(nodes, v, change), baseline.numCols);
      for (int row = 0; row < baseline.numRows; row++) {
        boolean moved = BlackBox.distance(answer, baseline, row) > floor[row];
        visible += moved && row != nodes.rowOfTarget(v) ? 1 : 0;
      }
    }
    queries += pilots * repeats;
    return visible / (double) pilots;
  }
}
