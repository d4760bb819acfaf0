package io.linkteller.experiment.attack;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.baseline.Lsa2Attack;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.train.Labels;
import java.util.List;

/**
 * An attack that takes part in an experiment.
 *
 * @param name what tables call it; no two of different outcome may have the same
 * @param attack the attack
 * @param asksModel whether it asks the black box at all: if not, its outcome is the same for every
 *     model, and it is run once instead of once a model
 */
public record AttackMethod(String name, LinkAttack attack, boolean asksModel) {

  /** The black box of those who ask none. */
  static final InferenceApi NOBODY =
      query -> {
        throw new IllegalStateException("an attack that is said to ask no model asks one");
      };

  /**
   * The paper's attack with its score, from the influence of a pair's later target on its earlier.
   */
  public static final AttackMethod LINK_TELLER =
      new AttackMethod("LinkTeller", LinkTeller.builder().build(), true);

  /** The correlation of posteriors. */
  public static final AttackMethod LSA2_POST =
      new AttackMethod("LSA2-post", Lsa2Attack.onPosteriors(), true);

  private static final AttackMethod LSA2_POST_OF_SEVERAL_LABELS =
      new AttackMethod(LSA2_POST.name(), Lsa2Attack.onPosteriors(Posterior.SIGMOID), true);

  /** The correlation of features. */
  public static final AttackMethod LSA2_ATTR =
      new AttackMethod("LSA2-attr", Lsa2Attack.onFeatures(), false);

  /** The three that the paper compares. */
  public static final List<AttackMethod> PAPER = List.of(LINK_TELLER, LSA2_POST, LSA2_ATTR);

  /**
   * Returns this attack as it is meant for a model of such labels: {@link #LSA2_POST} compares
   * sigmoids, not the softmax, where a node may have several.
   *
   * @param labels what the model predicts
   * @return the attack, of the same name
   */
  public AttackMethod on(Labels labels) {
    return labels.isMultiLabel() && equals(LSA2_POST) ? LSA2_POST_OF_SEVERAL_LABELS : this;
  }

  /** Attacks a sample of targets with the belief that their density is what it is. */
  LinkPrediction find(
      Scenario scenario, InferenceApi api, NodeSample sample, RoundedDensity density) {
    return on(scenario.served().labels())
        .attack()
        .run(api, nodes(scenario, sample), density.kHat(BeliefFactor.RIGHT));
  }

  /** Who asks nothing needs no features but those of the targets. */
  InferenceNodes nodes(Scenario scenario, NodeSample sample) {
    FeatureMatrix features = scenario.served().features();
    return asksModel
        ? InferenceNodes.of(features).targeting(sample.nodes())
        : InferenceNodes.of(sample.nodes(), features.selectRows(sample.nodes()));
  }
}
