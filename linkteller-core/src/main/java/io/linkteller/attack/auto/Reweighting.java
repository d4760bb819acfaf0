package io.linkteller.attack.auto;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.coarse.CoarseAttack;
import io.linkteller.attack.coarse.LabelStepAttack;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.PairScore;
import io.linkteller.inference.output.AnswerKind;

/** The attack that scales features, in the variant that suits the answers. */
final class Reweighting {

  private Reweighting() {}

  /**
   * Returns the paper's attack, or what replaces it if answers are labels or rounded.
   *
   * @throws IllegalArgumentException if a setting is out of range or does not fit the answers
   */
  static LinkAttack of(AttackRequest request) {
    AnswerKind answers = request.answers();
    PairScore score = request.score().orElse(PairScore.PAPER);
    if (answers.form() == AnswerKind.Form.LABELS) {
      return labels(request, score);
    }
    boolean rounded = !answers.isUnrounded() && request.delta().isEmpty();
    if (rounded && score.extent() == InfluenceExtent.AMONG_TARGETS) {
      return coarse(request, score);
    }
    LinkTeller.Builder builder =
        LinkTeller.builder().deltaByDigits().score(score).settings(request.settings());
    if (score.extent() == InfluenceExtent.OF_TARGETS) {
      // How far a node reaches is lost in single precision already.
      builder.measuredDelta();
    }
    request.delta().ifPresent(builder::delta);
    return onLogits(builder.build(), answers);
  }

  /**
   * Returns the attack that chooses Δ and, unless it is given, the score by the answers.
   *
   * @throws IllegalArgumentException if a setting is out of range or does not fit the answers
   */
  static LinkAttack adaptive(AttackRequest request) {
    AnswerKind answers = request.answers();
    if (answers.form() == AnswerKind.Form.LABELS) {
      return labels(request, request.score().orElse(PairScore.PAPER));
    }
    if (answers.form() == AnswerKind.Form.PROBABILITIES
        && !answers.isUnrounded()
        && request.delta().isEmpty()) {
      // Near 0 and 1, rounded probabilities hide every influence; this attack moves them away.
      return coarse(request, request.score().orElse(PairScore.SELF_NORMALIZED));
    }
    LinkTeller.Builder builder =
        LinkTeller.builder()
            .score(request.score().orElse(PairScore.ADAPTIVE))
            .measuredDelta()
            .settings(request.settings());
    request.delta().ifPresent(builder::delta);
    return onLogits(builder.build(), answers);
  }

  private static LinkAttack labels(AttackRequest request, PairScore score) {
    return LabelStepAttack.builder().score(score).settings(request.settings()).build();
  }

  private static LinkAttack coarse(AttackRequest request, PairScore score) {
    return CoarseAttack.builder()
        .reading(request.answers().reading(false))
        .score(score)
        .settings(request.settings())
        .build();
  }

  private static LinkAttack onLogits(LinkTeller attack, AnswerKind answers) {
    return (api, nodes, kHat) -> attack.run(answers.asLogits(api), nodes, kHat);
  }
}
