package io.linkteller.attack;

import io.linkteller.attack.score.PairScore;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.privacy.ResponseRates;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The settings of an attack that is created by name; see {@link
 * LinkAttackProvider#create(AttackRequest)}. An attack ignores those that it has no use for.
 * Immutable.
 *
 * <pre>{@code
 * AttackRequest request = AttackRequest.builder().answers(AnswerKind.LOGITS).parallelism(2).build();
 * LinkPrediction found = LinkAttackProvider.named("auto").create(request).run(api, nodes, kHat);
 * }</pre>
 */
public final class AttackRequest {

  private final AttackSettings settings;
  private final AnswerKind answers;
  private final Optional<PairScore> score;
  private final OptionalDouble delta;
  private final long seed;
  private final Optional<LinkAttackProvider> reader;
  private final Optional<ResponseRates> rates;

  private AttackRequest(Builder builder) {
    this.settings = builder.settings();
    this.answers = builder.answers;
    this.score = builder.score;
    this.delta = builder.delta;
    this.seed = builder.seed;
    this.reader = builder.reader;
    this.rates = builder.rates;
  }

  /** {@return a builder for exact logits and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the settings that all attacks share} */
  public AttackSettings settings() {
    return settings;
  }

  /** {@return what the black box answers with} */
  public AnswerKind answers() {
    return answers;
  }

  /** {@return how influences are combined into the score of a pair, empty for the default} */
  public Optional<PairScore> score() {
    return score;
  }

  /** {@return Δ, empty if the attack chooses it} */
  public OptionalDouble delta() {
    return delta;
  }

  /** {@return the seed of random guesses} */
  public long seed() {
    return seed;
  }

  /** {@return the attack that reads a perturbed graph, empty for the default} */
  public Optional<LinkAttackProvider> reader() {
    return reader;
  }

  /** {@return what is known of the perturbation of the served graph, empty if nothing} */
  public Optional<ResponseRates> rates() {
    return rates;
  }

  /** Settings of the request. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private AnswerKind answers = AnswerKind.LOGITS;
    private Optional<PairScore> score = Optional.empty();
    private OptionalDouble delta = OptionalDouble.empty();
    private long seed = 42;
    private Optional<LinkAttackProvider> reader = Optional.empty();
    private Optional<ResponseRates> rates = Optional.empty();

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
     * Sets how influences are combined into the score of a pair.
     *
     * @param combination the score; by default that of the attack
     * @return this builder
     */
    public Builder score(PairScore combination) {
      this.score = Optional.of(combination);
      return this;
    }

    /**
     * Sets Δ.
     *
     * @param change Δ; by default the attack chooses it
     * @return this builder
     */
    public Builder delta(double change) {
      this.delta = OptionalDouble.of(change);
      return this;
    }

    /**
     * Sets the seed of random guesses.
     *
     * @param number any number; default 42
     * @return this builder
     */
    public Builder seed(long number) {
      this.seed = number;
      return this;
    }

    /**
     * Sets the attack that reads a perturbed graph.
     *
     * @param attack an attack that queries the model
     * @return this builder
     */
    public Builder reader(LinkAttackProvider attack) {
      this.reader = Optional.of(attack);
      return this;
    }

    /**
     * Sets what is known of the perturbation of the served graph.
     *
     * @param known the probabilities with which the mechanism shows an edge
     * @return this builder
     */
    public Builder rates(ResponseRates known) {
      this.rates = Optional.of(known);
      return this;
    }

    /** {@return an immutable request} */
    public AttackRequest build() {
      return new AttackRequest(this);
    }
  }
}
