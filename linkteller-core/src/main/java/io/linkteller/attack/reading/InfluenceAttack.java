package io.linkteller.attack.reading;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.influence.Measurement;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/**
 * An attack that measures influences with any {@link Measurement} and derives a graph from them
 * with any {@link PairScore}. {@link FeatureReweighting#PAPER} and {@link PairScore#PAPER}, the
 * defaults, are Algorithm 1 of the paper; they send one query for the base features and one per
 * target, |V^(C)| + 1 in total. Some scores also need the influences on nodes other than targets
 * ({@link PairScore#extent}). {@code io.linkteller.LinkTeller} creates this attack.
 *
 * <p>Immutable; an instance may be run many times.
 */
public final class InfluenceAttack implements LinkAttack {

  /** The option that sets the score of attacks that measure influences. */
  public static final AttackOption<PairScore> SCORE =
      AttackOption.of(
          "score", "how influences are combined into the score of a pair", PairScore::named);

  /** The option that sets Δ of attacks that scale features. */
  public static final AttackOption<Double> DELTA =
      AttackOption.of("delta", "the relative change of a node's features", Double::valueOf);

  private final Measurement measurement;
  private final PairScore score;
  private final AttackSettings settings;

  private InfluenceAttack(Builder builder) {
    this.measurement = builder.measurement;
    this.score = builder.score;
    this.settings = builder.settings();
  }

  /** {@return a builder with the paper's settings} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Measures the influences and scores the pairs.
   *
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  @Override
  public Finding find(QuerySession session) {
    InfluenceMatrix influences = measurement.measure(session, score.extent());
    return Finding.of(score.of(influences, session.parallelism()));
  }

  /**
   * Measures the influences that the score needs, without ranking the pairs.
   *
   * @param api the black box
   * @param nodes the nodes Bob may query, with their features, and his targets
   * @return the influences
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public InfluenceMatrix influences(InferenceApi api, InferenceNodes nodes) {
    return settings.open(
        journalKey(), api, nodes, 1, session -> measurement.measure(session, score.extent()));
  }

  @Override
  public String name() {
    return measurement.attack();
  }

  @Override
  public String journalKey() {
    return name() + ", " + measurement;
  }

  @Override
  public AttackSettings settings() {
    return settings;
  }

  @Override
  public String toString() {
    return measurement.attack() + "[" + measurement + ", score = " + score.name() + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private Measurement measurement = FeatureReweighting.PAPER;
    private PairScore score = PairScore.PAPER;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets how influences are measured.
     *
     * @param influences the measurement; default {@link FeatureReweighting#PAPER}
     * @return this builder
     */
    public Builder measuring(Measurement influences) {
      this.measurement = influences;
      return this;
    }

    /**
     * Sets how influences are combined into the score of a pair. The score determines the number of
     * queries; see {@link PairScore#queryCount}.
     *
     * @param combination the score; default {@link PairScore#PAPER}
     * @return this builder
     */
    public Builder score(PairScore combination) {
      this.score = combination;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public InfluenceAttack build() {
      return new InfluenceAttack(this);
    }
  }
}
