package io.linkteller.attack.coarse;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;

/**
 * What {@link CoarseAttack#measure} found: influences among the targets, and how sure each is.
 * Immutable.
 */
public final class MeasuredInfluences {

  private final InferenceNodes nodes;
  private final InfluenceMatrix influences;
  private final PairConfidence confidence;
  private final ProbeSettings probe;
  private final int queries;
  private final Duration elapsed;

  /**
   * Returns a score for an attack whose answers are too coarse to show what is exactly zero.
   *
   * @throws IllegalArgumentException if it looks at influences beyond the targets
   */
  static PairScore requireAmongTargets(PairScore score) {
    if (score.extent() != InfluenceExtent.AMONG_TARGETS) {
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
   * Returns the influences, each from means of repeated answers.
   *
   * @return the influences among the targets, all measured
   */
  public InfluenceMatrix influences() {
    return influences;
  }

  /**
   * Returns how sure Bob may be that they are not noise.
   *
   * @return the confidence in each influence and each pair, by position
   */
  public PairConfidence confidence() {
    return confidence;
  }

  /**
   * Returns how the targets were probed.
   *
   * @return the choice
   */
  public ProbeSettings probe() {
    return probe;
  }

  /**
   * Returns how many queries were asked.
   *
   * @return the queries of the choice, the baseline and the probes
   */
  public int queries() {
    return queries;
  }

  /**
   * Ranks all pairs by their influences, without asking the black box again.
   *
   * @param score how influences become the score of a pair
   * @param kHat k̂, in (0, 1]
   * @return the prediction
   * @throws IllegalArgumentException if {@code kHat} is out of range, or the score looks beyond the
   *     targets
   */
  public LinkPrediction ranked(PairScore score, double kHat) {
    return LinkPrediction.of(
        "LinkTeller (" + probe + ")",
        nodes,
        kHat,
        requireAmongTargets(score).of(influences),
        queries,
        elapsed);
  }
}
