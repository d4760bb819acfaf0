package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.coarse.CoarseAttack;
import io.linkteller.attack.coarse.LabelStepAttack;
import io.linkteller.attack.influence.EqualFeatures;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.output.AnswerKind;

/** The attack that scales features, in the variant that suits the answers. */
final class Reweighting {

  /** Why an attack that scales features as they are cannot read labels. */
  private static final String LABELS_NEED =
      "labels show influences only where the features of all other nodes are zero, which needs"
          + " features of any size, of all nodes";

  private Reweighting() {}

  /**
   * Returns the paper's attack, or what replaces it if answers are labels or rounded.
   *
   * @throws IllegalArgumentException if a setting is out of range or does not fit the answers
   */
  static LinkAttack of(AttackRequest request) {
    AnswerKind answers = request.answers();
    PairScore score = request.option(InfluenceAttack.SCORE).orElse(PairScore.PAPER);
    if (answers.form() == AnswerKind.Form.LABELS) {
      return labels(request, score);
    }
    return isCoarse(request, score)
        ? coarse(request, score)
        : onLogits(scaling(request, score).build(), answers);
  }

  /**
   * Returns the attack of {@link #of} where all nodes have the same features.
   *
   * @throws IllegalArgumentException if a setting is out of range
   */
  static LinkAttack withEqualFeatures(AttackRequest request, long seed) {
    PairScore score = request.option(InfluenceAttack.SCORE).orElse(PairScore.PAPER);
    if (isCoarse(request, score)) {
      LinkAttack attack = coarse(request, score);
      return (api, nodes, kHat) -> attack.run(api, UniformFeatures.of(nodes, seed), kHat);
    }
    return onLogits(
        scaling(request, score)
            .measuring(EqualFeatures.of(steps(request, score).alsoBeyondCommon(), seed))
            .inEitherSense()
            .build(),
        request.answers());
  }

  /** Returns whether rounding hides what small steps move, and no step is given. */
  private static boolean isCoarse(AttackRequest request, PairScore score) {
    return !request.answers().isUnrounded()
        && request.option(InfluenceAttack.DELTA).isEmpty()
        && score.extent() == InfluenceMatrix.Extent.AMONG_TARGETS;
  }

  private static InfluenceAttack.Builder scaling(AttackRequest request, PairScore score) {
    return InfluenceAttack.builder()
        .measuring(steps(request, score))
        .score(score)
        .settings(request.settings());
  }

  private static FeatureReweighting steps(AttackRequest request, PairScore score) {
    // How far a node reaches is lost in single precision already.
    return request
        .option(InfluenceAttack.DELTA)
        .map(FeatureReweighting::of)
        .orElseGet(
            score.extent() == InfluenceMatrix.Extent.OF_TARGETS
                ? FeatureReweighting::measuringDelta
                : FeatureReweighting::deltaByDigits);
  }

  /**
   * Returns the attack that chooses Δ and, unless it is given, the score by the answers.
   *
   * @throws IllegalArgumentException if a setting is out of range or does not fit the answers
   */
  static LinkAttack adaptive(AttackRequest request) {
    AnswerKind answers = request.answers();
    if (answers.form() == AnswerKind.Form.LABELS) {
      return labels(request, request.option(InfluenceAttack.SCORE).orElse(PairScore.PAPER));
    }
    if (answers.form() == AnswerKind.Form.PROBABILITIES
        && !answers.isUnrounded()
        && request.option(InfluenceAttack.DELTA).isEmpty()) {
      // Near 0 and 1, rounded probabilities hide every influence; this attack moves them away.
      return coarse(
          request, request.option(InfluenceAttack.SCORE).orElse(PairScore.SELF_NORMALIZED));
    }
    InfluenceAttack.Builder builder =
        InfluenceAttack.builder()
            .score(request.option(InfluenceAttack.SCORE).orElse(PairScore.ADAPTIVE))
            .measuring(
                request
                    .option(InfluenceAttack.DELTA)
                    .map(FeatureReweighting::of)
                    .orElseGet(FeatureReweighting::measuringDelta)
                    .alsoBeyondCommon())
            .inEitherSense()
            .settings(request.settings());
    return onLogits(builder.build(), answers);
  }

  /** Returns whether the features of all nodes but one may be replaced by zeros. */
  static boolean mayZero(Access access) {
    return access.features() == Access.Features.ANY && access.featuresOf() == Access.Part.ALL;
  }

  private static LinkAttack labels(AttackRequest request, PairScore score) {
    if (!mayZero(request.access())) {
      throw new IllegalArgumentException(LABELS_NEED);
    }
    return LabelStepAttack.builder().score(score).settings(request.settings()).build();
  }

  private static LinkAttack coarse(AttackRequest request, PairScore score) {
    return CoarseAttack.builder()
        .reading(request.answers().reading(false))
        .score(score)
        .silentBackground(mayZero(request.access()))
        .settings(request.settings())
        .build();
  }

  private static LinkAttack onLogits(InfluenceAttack attack, AnswerKind answers) {
    return (api, nodes, kHat) -> attack.run(answers.asLogits(api), nodes, kHat);
  }
}
