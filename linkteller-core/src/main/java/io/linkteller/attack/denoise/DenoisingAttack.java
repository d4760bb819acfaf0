package io.linkteller.attack.denoise;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.score.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.privacy.ResponseRates;
import java.time.Duration;
import java.util.Optional;

/**
 * An attack on the true graph behind a model that is served on a perturbed one. Another attack
 * reads the perturbed graph among the targets; {@link GraphDenoiser} then estimates the true one.
 *
 * <pre>{@code
 * LinkPrediction found =
 *     DenoisingAttack.builder(ResponseRates.ofEdgeRand(2))
 *         .reading(ChosenFeatureAttack.builder().build())
 *         .build()
 *         .run(api, nodes, kHat);
 * }</pre>
 *
 * <p>The attacker is assumed to know the mechanism and its ε. The queries, the features that the
 * attacker must be allowed to send, and how conspicuous they are depend on the other attack. The
 * more accurately it reads the perturbed graph, the better the result: its own errors are not
 * modelled. Where degrees differ, no ε that keeps the graph useful stops this attack. This does not
 * contradict the privacy guarantee: ε bounds the additional information about one edge, given all
 * others.
 */
public final class DenoisingAttack implements LinkAttack {

  /** The factor by which the density may differ from k̂. */
  private static final double BELIEF_RANGE = 4;

  private static final double STANDARD_DEVIATIONS = 6;

  private final ResponseRates rates;
  private final LinkAttack reader;
  private final GraphDenoiser denoiser;
  private final AttackSettings settings;

  private DenoisingAttack(Builder builder) {
    this.rates = builder.rates;
    this.settings = builder.settings();
    this.reader =
        builder.reader.orElseGet(
            () -> ChosenFeatureAttack.builder().settings(settings.withoutJournal()).build());
    this.denoiser =
        GraphDenoiser.builder(rates).seed(builder.seed).parallelism(settings.parallelism()).build();
  }

  /**
   * Starts an attack.
   *
   * @param rates the probabilities with which the mechanism shows an edge
   * @return a builder
   */
  public static Builder builder(ResponseRates rates) {
    return new Builder(rates);
  }

  /**
   * Attacks a black box that serves a perturbed graph.
   *
   * @param kHat k̂, the belief of the density of the <em>true</em> graph among the targets
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before the first query rather than after the last.
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    return settings.recorded(
        api,
        nodes,
        "DenoisingAttack, rates = " + rates,
        recorder -> denoised(recorder, nodes, kHat));
  }

  private LinkPrediction denoised(InferenceApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    LinkPrediction read = reader.run(api, nodes, rates.shownDensity(kHat));
    PairScores scores = denoiser.posterior(shown(read, kHat));
    return LinkPrediction.of(
        "denoising of " + read.attack(),
        nodes,
        kHat,
        scores,
        read.queries(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Returns the perturbed graph on the positions of the targets. If the number of positive scores
   * is a plausible number of edges, the attack has read the graph exactly, and these pairs are its
   * edges. Otherwise the best pairs are taken, as many as edges are expected.
   */
  private Graph shown(LinkPrediction read, double kHat) {
    PairScores scores = read.scores();
    long[] positive = {0};
    scores.forEachStored((i, j, score) -> positive[0] += score > 0 ? 1 : 0);
    Graph.Builder shown = Graph.builder(scores.targetCount());
    if (isPlausible(positive[0], scores.pairCount(), kHat)) {
      scores.forEachStored(
          (i, j, score) -> {
            if (score > 0) {
              shown.addEdge(i, j);
            }
          });
    } else {
      for (int rank = 0; rank < read.m(); rank++) {
        long pair = read.positionsAt(rank);
        shown.addEdge(NodePairs.first(pair), NodePairs.second(pair));
      }
    }
    return shown.build();
  }

  /**
   * Returns whether a true density within the range of the belief explains this number of edges.
   */
  private boolean isPlausible(long edges, long pairs, double kHat) {
    double least = rates.shownDensity(kHat / BELIEF_RANGE);
    double most = rates.shownDensity(Math.min(1, kHat * BELIEF_RANGE));
    return edges >= pairs * least - noise(pairs, least)
        && edges <= pairs * most + noise(pairs, most);
  }

  private static double noise(long pairs, double density) {
    return STANDARD_DEVIATIONS * Math.sqrt(pairs * density * (1 - density));
  }

  @Override
  public String toString() {
    return "DenoisingAttack[rates = " + rates + ", reader = " + reader + "]";
  }

  /** Builds a {@link DenoisingAttack}. */
  public static final class Builder extends AttackBuilder<Builder> {

    private final ResponseRates rates;
    private Optional<LinkAttack> reader = Optional.empty();
    private long seed = 42;

    private Builder(ResponseRates rates) {
      this.rates = rates;
    }

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the attack that reads the perturbed graph. It asks its queries with its own listener and
     * parallelism; a {@link #journal} set here records its answers.
     *
     * @param attack any attack; default {@link ChosenFeatureAttack} with the listener and the
     *     parallelism of this builder
     * @return this builder
     */
    public Builder reading(LinkAttack attack) {
      this.reader = Optional.of(attack);
      return this;
    }

    /**
     * Sets the seed of the estimate's numerical search.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public DenoisingAttack build() {
      return new DenoisingAttack(this);
    }
  }
}
