package io.linkteller.experiment.guard;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.compressed.CompressedProbing;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.attack.reading.PairScore;
import java.util.List;

/**
 * An attack on a guarded model.
 *
 * @param name its name in reports
 * @param attack the attack
 * @param likeBenign whether its queries look like those of benign clients, so that only a limit on
 *     queries stops it
 */
record HiddenAttack(String name, LinkAttack attack, boolean likeBenign) {

  /**
   * Returns the attacks of the library that change features, and two that change many rows at once.
   */
  static List<HiddenAttack> all() {
    return List.of(
        linkTeller("LinkTeller, delta = 0.0001", PairScore.PAPER, 1e-4),
        linkTeller("LinkTeller, delta = 1", PairScore.PAPER, 1),
        // Steps at which noise begins to hide a probe from the guard, and from the attack.
        linkTeller("REACH, delta = 0.001", PairScore.REACH_WEIGHTED, 1e-3),
        linkTeller("REACH, delta = 0.01", PairScore.REACH_WEIGHTED, 1e-2),
        linkTeller("REACH, delta = 0.1", PairScore.REACH_WEIGHTED, 0.1),
        linkTeller("REACH, delta = 1", PairScore.REACH_WEIGHTED, 1),
        new HiddenAttack(
            "LinkTeller, equal features",
            (api, nodes, kHat) ->
                LinkTeller.builder()
                    .score(PairScore.REACH_WEIGHTED)
                    .measuring(FeatureReweighting.of(1))
                    .build()
                    .run(api, UniformFeatures.of(nodes, 42), kHat),
            false),
        new HiddenAttack("compressed", CompressedProbing.builder().build(), false),
        new HiddenAttack(
            "rays within the range",
            CompressedProbing.builder().movingWithinRange().build(),
            false),
        new HiddenAttack("kinks", ChosenFeatureAttack.builder().build(), false),
        inGroups(GroupedChanges.doubling(), false),
        inGroups(GroupedChanges.replacing(), true));
  }

  private static HiddenAttack inGroups(GroupedChanges attack, boolean likeBenign) {
    return new HiddenAttack(attack.name(), attack, likeBenign);
  }

  private static HiddenAttack linkTeller(String name, PairScore score, double delta) {
    return new HiddenAttack(
        name,
        LinkTeller.builder().score(score).measuring(FeatureReweighting.of(delta)).build(),
        false);
  }
}
