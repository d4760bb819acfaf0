package io.linkteller.attack.coarse;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.EitherSense;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;

/**
 * The result of {@link CoarseAttack#measure}: the influences among the targets and the confidence
 * in each. Immutable.
 */
public final class MeasuredInfluences {

  private final InferenceNodes nodes;
  private final InfluenceMatrix influences;
  private final PairConfidence confidence;
  private final ProbeSettings probe;
  private final int queries;
  private final Duration elapsed;

  /**
   * Checks that a score needs only influences among targets: coarse answers cannot show which of
   * the other influences are exactly zero.
   *
   * @throws IllegalArgumentException if the score needs influences beyond those among targets
   */
  static PairScore requireAmongTargets(PairScore score) {
    if (score.extent() != InfluenceMatrix.Extent.AMONG_TARGETS) {
      throw new IllegalArgumentException(
          "score = " + score + " needs answers that are neither rounded nor noisy");
    }
    return score;
  }

  MeasuredInfluences(
      InferenceNodes nodes,
      InfluenceMatrix influences,
      PairConfidence confidence,
      ProbeSettings probe,
      int queries,
      Duration elapsed) {
    this.nodes = nodes;
    this.influences = influences;
    this.confidence = confidence;
    this.probe = probe;
    this.queries = queries;
    this.elapsed = elapsed;
  }

  /**
   * {@return the influences among the targets, all measured, each from means of repeated answers}
   */
  public InfluenceMatrix influences() {
    return influences;
  }

  /** {@return the confidence that influences and pairs are not noise, by position} */
  public PairConfidence confidence() {
    return confidence;
  }

  /** {@return how the targets were probed} */
  public ProbeSettings probe() {
    return probe;
  }

  /** {@return the number of queries of the choice, the baseline and the probes} */
  public int queries() {
    return queries;
  }

  /**
   * Ranks all pairs by their influences, in either sense ({@link EitherSense}), without querying
   * the black box again.
   *
   * @param score how influences are combined into the score of a pair
   * @param kHat k̂, in (0, 1]
   * @return the prediction
   * @throws IllegalArgumentException if {@code kHat} is out of range, or the score needs influences
   *     beyond those among targets
   */
  public LinkPrediction ranked(PairScore score, double kHat) {
    return EitherSense.of(
        influences,
        LinkPrediction.of(
            "LinkTeller (" + probe + ")",
            nodes,
            kHat,
            requireAmongTargets(score).of(influences),
            queries,
            elapsed));
  }
}
