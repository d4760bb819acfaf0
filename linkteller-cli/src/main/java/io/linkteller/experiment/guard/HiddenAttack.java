package io.linkteller.experiment.guard;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.chosen.GroupTestingAttack;
import io.linkteller.attack.chosen.UniformFeatures;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.spectral.SpectralRoot;
import java.util.List;

/**
 * An attack on a guarded model.
 *
 * @param name its name in reports
 * @param attack the attack
 * @param manyRows whether it changes more rows than a guard considers a probe, so that only a query
 *     limit stops it
 */
record HiddenAttack(String name, LinkAttack attack, boolean manyRows) {

  /**
   * Returns the attacks of the library that change features, and one that changes many rows at
   * once.
   */
  static List<HiddenAttack> all() {
    return List.of(
        linkTeller("LinkTeller, delta = 0.0001", PairScore.PAPER, 1e-4),
        linkTeller("LinkTeller, delta = 1", PairScore.PAPER, 1),
        linkTeller("REACH, delta = 1", PairScore.REACH_WEIGHTED, 1),
        new HiddenAttack(
            "LinkTeller, equal features",
            (api, nodes, kHat) ->
                LinkTeller.builder()
                    .score(PairScore.REACH_WEIGHTED)
                    .delta(1)
                    .build()
                    .run(api, UniformFeatures.of(nodes, 42), kHat),
            false),
        new HiddenAttack("kinks", ChosenFeatureAttack.builder().build(), false),
        new HiddenAttack("group testing", GroupTestingAttack.builder().build(), false),
        new HiddenAttack("spectral root", SpectralRoot.builder().build(), false),
        new HiddenAttack("re-weighting in groups", new GroupedReweighting(5), true));
  }

  private static HiddenAttack linkTeller(String name, PairScore score, double delta) {
    return new HiddenAttack(name, LinkTeller.builder().score(score).delta(delta).build(), false);
  }
}
