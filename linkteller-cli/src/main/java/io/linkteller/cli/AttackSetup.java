package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.coarse.CoarseAttack;
import io.linkteller.attack.coarse.LabelAttack;
import io.linkteller.attack.denoise.DenoisingAttack;
import io.linkteller.attack.denoise.ResponseRates;
import io.linkteller.attack.score.PairScore;
import io.linkteller.inference.output.Posterior;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an attack of the catalogue is made of.
 *
 * @param threads how many queries may be under way at once
 * @param listener receives progress and warnings
 * @param shown what the model shows
 * @param posterior how its logits become probabilities
 * @param score how a pair is scored
 * @param delta Δ, if it is given
 * @param seed the seed of random guesses
 * @param reader the attack that reads a perturbed graph
 * @param rates what is known of the perturbation, empty if there is none
 * @param notices receives sentences for the user
 */
record AttackSetup(
    int threads,
    AttackListener listener,
    ShownOptions shown,
    Posterior posterior,
    PairScore score,
    Optional<Double> delta,
    long seed,
    AttackKind reader,
    Optional<ResponseRates> rates,
    Consumer<String> notices) {

  /** The paper's attack, or what replaces it where answers are labels or rounded. */
  LinkAttack reweighting() {
    if (shown.areLabels()) {
      return LabelAttack.builder().score(score).parallelism(threads).onProgress(listener).build();
    }
    if (delta.isEmpty() && shown.areRounded()) {
      return CoarseAttack.builder()
          .reading(shown.reading(posterior))
          .score(score)
          .parallelism(threads)
          .onProgress(listener)
          .build();
    }
    LinkTeller.Builder attack =
        LinkTeller.builder().score(score).parallelism(threads).onProgress(listener);
    return delta.map(attack::delta).orElse(attack).build();
  }

  /** The attack on the graph before its perturbation. */
  LinkAttack denoising() {
    LinkAttack reading = reader.create(this);
    return DenoisingAttack.builder(
            rates.orElseThrow(
                () -> new IllegalArgumentException("--attack denoising needs --protect")))
        .reading(reading)
        .parallelism(threads)
        .build();
  }
}
