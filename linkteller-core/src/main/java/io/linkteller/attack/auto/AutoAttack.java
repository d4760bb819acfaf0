package io.linkteller.attack.auto;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.label.LabelAttack;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.spectral.SpectralRecovery;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The strongest attack that the answers allow. For logits: {@link ChosenFeatureAttack}; if it
 * cannot read the model, {@link SpectralRoot}; if that does not explain the answers either, the
 * paper's. For labels: {@link LabelAttack}; if there is no decision boundary that it can use,
 * {@link io.linkteller.attack.coarse.LabelStepAttack}. For other answers, the paper's. The queries
 * of all attacks that were tried count.
 *
 * <pre>{@code
 * LinkPrediction found = AutoAttack.builder().parallelism(2).build().run(api, nodes, kHat);
 * }</pre>
 *
 * <p>The listener receives each choice ({@link io.linkteller.attack.AttackListener#onChoice}).
 * Immutable.
 */
public final class AutoAttack implements LinkAttack {

  /** The spectral root decomposes a matrix with a row per target, which takes cubic time. */
  private static final int MOST_SPECTRAL_TARGETS = 1500;

  private final AttackRequest request;
  private final LinkAttack reweighting;

  private AutoAttack(AttackRequest request) {
    this.request = request;
    // Reject settings out of range now, not after the last query of another attack.
    this.reweighting = Reweighting.of(request);
  }

  /** {@return a builder for exact logits, the paper's score and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the attack for a request.
   *
   * @param request what the black box answers with, and how to attack it
   * @return the attack
   * @throws IllegalArgumentException if a setting is out of range or does not fit the answers
   */
  static AutoAttack of(AttackRequest request) {
    return new AutoAttack(request);
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before the first query rather than after the last.
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    return request
        .settings()
        .recorded(api, nodes, toString(), recorder -> chosen(recorder, nodes, kHat));
  }

  private LinkPrediction chosen(InferenceApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    AtomicInteger asked = new AtomicInteger();
    InferenceApi counted =
        query -> {
          asked.incrementAndGet();
          return api.predict(query);
        };
    LinkPrediction found =
        exact(counted, nodes, kHat).orElseGet(() -> reweighting.run(counted, nodes, kHat));
    return LinkPrediction.of(
        found.attack(),
        nodes,
        kHat,
        found.scores(),
        asked.get(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private Optional<LinkPrediction> exact(InferenceApi api, InferenceNodes nodes, double kHat) {
    if (request.answers().form() == AnswerKind.Form.LABELS) {
      return fromLabels(api, nodes, kHat);
    }
    if (request.answers().form() != AnswerKind.Form.LOGITS) {
      choose("linkteller", "outputs are not logits");
      return Optional.empty();
    }
    try {
      return Optional.of(
          ChosenFeatureAttack.builder()
              .parallelism(request.settings().parallelism())
              .onProgress(request.settings().listener())
              .build()
              .run(api, nodes, kHat));
    } catch (QueryBudgetException e) {
      throw e;
    } catch (InferenceException e) {
      // Huge features overflow in some models, which then answer NaN.
      return spectral(api, nodes, kHat, String.valueOf(e.getMessage()));
    }
  }

  private Optional<LinkPrediction> fromLabels(InferenceApi api, InferenceNodes nodes, double kHat) {
    try {
      return Optional.of(
          LabelAttack.builder()
              .parallelism(request.settings().parallelism())
              .onProgress(request.settings().listener())
              .build()
              .run(api, nodes, kHat));
    } catch (QueryBudgetException e) {
      throw e;
    } catch (InferenceException e) {
      choose("linkteller", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<LinkPrediction> spectral(
      InferenceApi api, InferenceNodes nodes, double kHat, String reason) {
    if (nodes.targets().size() > MOST_SPECTRAL_TARGETS) {
      choose("linkteller", reason);
      return Optional.empty();
    }
    choose("spectral-root", reason);
    try {
      long start = System.nanoTime();
      SpectralRecovery found =
          SpectralRoot.builder()
              .parallelism(request.settings().parallelism())
              .onProgress(request.settings().listener())
              .build()
              .recover(api, nodes);
      if (found.diagnosis().isRead()) {
        choose("spectral-root", "it reads " + found.diagnosis());
        return Optional.of(
            LinkPrediction.of(
                "spectral root",
                nodes,
                kHat,
                found.scores(),
                found.queries(),
                Duration.ofNanos(System.nanoTime() - start)));
      }
      choose("linkteller", "no model explains the answers: " + found.diagnosis());
    } catch (QueryBudgetException e) {
      throw e;
    } catch (InferenceException e) {
      choose("linkteller", String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private void choose(String attack, String reason) {
    request.settings().listener().onChoice(attack, reason);
  }

  @Override
  public String toString() {
    return "AutoAttack[answers = " + request.answers() + ", score = " + request.score() + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private AnswerKind answers = AnswerKind.LOGITS;
    private PairScore score = PairScore.PAPER;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets what the black box answers with.
     *
     * @param kind the kind of answers; default exact logits
     * @return this builder
     */
    public Builder answers(AnswerKind kind) {
      this.answers = kind;
      return this;
    }

    /**
     * Sets the score if the attack falls back to scaling features.
     *
     * @param combination the score; default {@link PairScore#PAPER}
     * @return this builder
     */
    public Builder score(PairScore combination) {
      this.score = combination;
      return this;
    }

    /**
     * Builds the attack.
     *
     * @return an immutable attack that may be run many times
     * @throws IllegalArgumentException if the score does not fit the answers
     */
    public AutoAttack build() {
      AttackRequest.Builder request =
          AttackRequest.builder()
              .answers(answers)
              .score(score)
              .parallelism(settings().parallelism())
              .onProgress(settings().listener());
      settings().journal().ifPresent(request::journal);
      return new AutoAttack(request.build());
    }
  }
}
