package io.linkteller.attack.choice;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;

/** Creates the attack that scales features by a step that suits the answers. */
final class Reweighting {

  /**
   * Δ for rounded probabilities and labels, which small steps do not change. Such answers have too
   * few digits for {@link FeatureReweighting} to choose the step, so the largest of its steps is
   * used.
   */
  private static final double COARSE_DELTA = 1;

  private Reweighting() {}

  /**
   * Returns the paper's attack, with a larger step if answers are labels or rounded.
   *
   * @param onEqualFeatures whether all nodes get the same features, so that influences depend only
   *     on the graph
   */
  static LinkAttack of(AttackRequest request, boolean onEqualFeatures) {
    if (onEqualFeatures && isCoarse(request.answers())) {
      return besideZeros(request);
    }
    InfluenceAttack attack = scaling(request).build();
    return session -> {
      QuerySession queried =
          onEqualFeatures
              ? session.about(UniformFeatures.of(session.nodes(), StandardAttacks.SEED))
              : session;
      return attack.find(queried.through(request.answers()::asLogits));
    };
  }

  /**
   * Returns the attack with features that are all zero except those of the probed node, which are a
   * row of the data. Large features would move probabilities to 0 and 1, where rounding hides every
   * influence.
   */
  private static LinkAttack besideZeros(AttackRequest request) {
    return session -> {
      InferenceNodes nodes = session.nodes();
      FeatureMatrix ofOne = UniformFeatures.ofData(nodes).features();
      if (ofOne.isZeroRow(0)) {
        throw new UnsuitableModelException("no target has features that could be sent");
      }
      double[] row = new double[ofOne.cols()];
      ofOne.copyRow(0, row);
      InferenceNodes zeros = nodes.withFeatures(FeatureMatrix.zero(ofOne.rows(), ofOne.cols()));
      return scaling(request)
          .measuring(steps(request).adding(row))
          .build()
          .find(session.about(zeros).through(request.answers()::asLogits));
    };
  }

  private static InfluenceAttack.Builder scaling(AttackRequest request) {
    return InfluenceAttack.builder().measuring(steps(request)).score(score(request));
  }

  private static PairScore score(AttackRequest request) {
    return request.option(InfluenceAttack.SCORE).orElse(PairScore.PAPER);
  }

  private static FeatureReweighting steps(AttackRequest request) {
    if (request.option(InfluenceAttack.DELTA).isPresent()) {
      return FeatureReweighting.of(request.option(InfluenceAttack.DELTA).get());
    }
    // Scores of the extent OF_TARGETS depend on how far the influence of a node reaches, which even
    // rounding to single precision hides, so the step has to be measured.
    return score(request).extent() == InfluenceMatrix.Extent.OF_TARGETS
        ? measured(request.answers())
        : isCoarse(request.answers())
            ? FeatureReweighting.of(COARSE_DELTA)
            : FeatureReweighting.deltaByDigits();
  }

  /**
   * Returns a measurement that chooses the step from the digits and the noise of answers, or uses
   * {@link #COARSE_DELTA} if they are coarse.
   */
  static FeatureReweighting measured(AnswerKind answers) {
    return isCoarse(answers)
        ? FeatureReweighting.of(COARSE_DELTA)
        : FeatureReweighting.measuringDelta();
  }

  /**
   * Returns whether answers are labels or rounded probabilities. Logits that are computed from such
   * answers have many digits, which do not reveal the rounding.
   */
  static boolean isCoarse(AnswerKind answers) {
    return answers.form() == AnswerKind.Form.LABELS
        || (answers.form() == AnswerKind.Form.PROBABILITIES && !answers.isUnrounded());
  }
}
