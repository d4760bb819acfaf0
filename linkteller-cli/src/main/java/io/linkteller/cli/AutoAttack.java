package io.linkteller.cli;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.spectral.SpectralRecovery;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The strongest attack that the answers allow: {@code kinks}; where the model is none that these
 * can read, {@code spectral-root}; where that explains the answers by no model either, or they are
 * no logits, the paper's. The queries of all that were tried count.
 */
final class AutoAttack implements LinkAttack {

  /** The spectral root decomposes a matrix with a row per target, which takes cubic time. */
  private static final int MOST_SPECTRAL_TARGETS = 1500;

  private final AttackSetup setup;

  private AutoAttack(AttackSetup setup) {
    this.setup = setup;
  }

  static LinkAttack of(AttackSetup setup) {
    // Refuses settings out of range now, not after the last query of another attack.
    setup.reweighting();
    return new AutoAttack(setup);
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    AtomicInteger asked = new AtomicInteger();
    InferenceApi counted =
        query -> {
          asked.incrementAndGet();
          return api.predict(query);
        };
    LinkPrediction found =
        exact(counted, nodes, kHat).orElseGet(() -> setup.reweighting().run(counted, nodes, kHat));
    return LinkPrediction.of(
        found.attack(),
        nodes,
        kHat,
        found.scores(),
        asked.get(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private Optional<LinkPrediction> exact(InferenceApi api, InferenceNodes nodes, double kHat) {
    if (!setup.shown().areLogits()) {
      fallBack("linkteller", "outputs are not logits");
      return Optional.empty();
    }
    try {
      return Optional.of(AttackKind.kinks(setup).run(api, nodes, kHat));
    } catch (QueryBudgetException e) {
      throw e;
    } catch (InferenceException e) {
      // Huge features overflow in some models, which then answer NaN.
      return spectral(api, nodes, kHat, String.valueOf(e.getMessage()));
    }
  }

  private Optional<LinkPrediction> spectral(
      InferenceApi api, InferenceNodes nodes, double kHat, String reason) {
    if (nodes.targets().size() > MOST_SPECTRAL_TARGETS) {
      fallBack("linkteller", reason);
      return Optional.empty();
    }
    fallBack("spectral-root", reason);
    try {
      long start = System.nanoTime();
      SpectralRecovery found = AttackKind.spectralRoot(setup).recover(api, nodes);
      if (found.diagnosis().isRead()) {
        setup.notices().accept("spectral-root reads " + found.diagnosis());
        return Optional.of(
            LinkPrediction.of(
                "spectral root",
                nodes,
                kHat,
                found.scores(),
                found.queries(),
                Duration.ofNanos(System.nanoTime() - start)));
      }
      fallBack("linkteller", "no model explains the answers: " + found.diagnosis());
    } catch (QueryBudgetException e) {
      throw e;
    } catch (InferenceException e) {
      fallBack("linkteller", String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private void fallBack(String attack, String reason) {
    setup.notices().accept("falls back to --attack " + attack + ": " + reason);
  }
}
