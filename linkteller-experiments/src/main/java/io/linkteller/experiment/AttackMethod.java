package io.linkteller.experiment;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.train.Labels;
import java.util.List;

/**
 * An attack in an experiment.
 *
 * @param name its name in tables; attacks with different results must have different names
 * @param attack the attack
 * @param queriesModel whether it queries the black box; if not, its result is the same for every
 *     model, so it runs once instead of once per model
 */
public record AttackMethod(String name, LinkAttack attack, boolean queriesModel) {

  /** The black box of attacks that send no queries. */
  static final InferenceApi NOBODY =
      query -> {
        throw new IllegalStateException("an attack that is declared to query no model queries one");
      };

  /**
   * The paper's attack with its score, the influence of the later target of a pair on the earlier.
   */
  public static final AttackMethod LINK_TELLER =
      new AttackMethod("LinkTeller", LinkTeller.builder().build(), true);

  /** The attack by the correlation of posteriors. */
  public static final AttackMethod LSA2_POST =
      new AttackMethod("LSA2-post", Lsa2Attack.onPosteriors(), true);

  private static final AttackMethod LSA2_POST_OF_SEVERAL_LABELS =
      new AttackMethod(LSA2_POST.name(), Lsa2Attack.onPosteriors(Posterior.SIGMOID), true);

  /** The attack by the correlation of features. */
  public static final AttackMethod LSA2_ATTR =
      new AttackMethod("LSA2-attr", Lsa2Attack.onFeatures(), false);

  /** The three attacks that the paper compares. */
  public static final List<AttackMethod> PAPER = List.of(LINK_TELLER, LSA2_POST, LSA2_ATTR);

  /**
   * Returns the variant of this attack for models with the given labels: {@link #LSA2_POST}
   * compares sigmoids instead of softmax outputs if a node may have several labels.
   *
   * @param labels the labels that the model predicts
   * @return the attack, with the same name
   */
  public AttackMethod on(Labels labels) {
    return labels.isMultiLabel() && equals(LSA2_POST) ? LSA2_POST_OF_SEVERAL_LABELS : this;
  }

  /** Attacks a sample of targets with their true density as belief. */
  LinkPrediction find(
      Scenario scenario, InferenceApi api, NodeSample sample, RoundedDensity density) {
    return on(scenario.served().labels())
        .attack()
        .run(api, nodes(scenario, sample), density.kHat(BeliefFactor.RIGHT));
  }

  /** Returns the nodes that an attack needs; without queries these are only the targets. */
  InferenceNodes nodes(Scenario scenario, NodeSample sample) {
    FeatureMatrix features = scenario.served().features();
    return queriesModel
        ? InferenceNodes.of(features).targeting(sample.nodes())
        : InferenceNodes.of(sample.nodes(), features.selectRows(sample.nodes()));
  }
}
