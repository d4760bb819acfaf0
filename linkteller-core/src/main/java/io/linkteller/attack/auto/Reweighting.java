package io.linkteller.attack.auto;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.coarse.CoarseAttack;
import io.linkteller.attack.coarse.LabelStepAttack;
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
    int parallelism = request.settings().parallelism();
    if (answers.form() == AnswerKind.Form.LABELS) {
      return LabelStepAttack.builder()
          .score(request.score())
          .parallelism(parallelism)
          .onProgress(request.settings().listener())
          .build();
    }
    if (request.delta().isEmpty() && !answers.isUnrounded()) {
      return CoarseAttack.builder()
          .reading(answers.reading(false))
          .score(request.score())
          .parallelism(parallelism)
          .onProgress(request.settings().listener())
          .build();
    }
    LinkTeller.Builder builder =
        LinkTeller.builder()
            .score(request.score())
            .parallelism(parallelism)
            .onProgress(request.settings().listener());
    request.delta().ifPresent(builder::delta);
    LinkTeller attack = builder.build();
    return (api, nodes, kHat) -> attack.run(answers.asLogits(api), nodes, kHat);
  }
}
