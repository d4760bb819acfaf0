package io.linkteller.attack.denoise;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.score.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;

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
 * <p>The attacker knows the mechanism and its ε, as its owner should assume. Queries are those of
 * the other attack; what it may send and how conspicuous it is, too. The better it reads the
 * perturbed graph, the better the result: errors of its own are not modelled. No ε that leaves the
 * graph useful stops it where degrees differ, and it is no breach of the guarantee: ε bounds what
 * one edge adds to what all others tell.
 */
public final class DenoisingAttack implements LinkAttack {

  /** By which factor the density may differ from k̂. */
  private static final double BELIEF_RANGE = 4;

  private static final double STANDARD_DEVIATIONS = 6;

  private final ResponseRates rates;
  private final LinkAttack reader;
  private final GraphDenoiser denoiser;

  private DenoisingAttack(ResponseRates rates, LinkAttack reader, GraphDenoiser denoiser) {
    this.rates = rates;
    this.reader = reader;
    this.denoiser = denoiser;
  }

  /**
   * Starts an attack.
   *
   * @param rates with which probabilities the mechanism shows an edge
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
    // Refused before the first query, not after the last.
    DensityBelief.edgeCount(kHat, nodes.targets().size());
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
   * The perturbed graph on the positions of the targets. An attack that reads it exactly gives a
   * positive score to its edges alone, of which there is a plausible number; of any other the best
   * pairs are taken, as many as are expected.
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

  /** Whether a true density within the range of the belief shows so many edges. */
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
  public static final class Builder {

    private final ResponseRates rates;
    private LinkAttack reader = ChosenFeatureAttack.builder().build();
    private long seed = 42;
    private int threads = 1;

    private Builder(ResponseRates rates) {
      this.rates = rates;
    }

    /**
     * Sets the attack that reads the perturbed graph.
     *
     * @param attack any attack; default {@link ChosenFeatureAttack}
     * @return this builder
     */
    public Builder reading(LinkAttack attack) {
      this.reader = attack;
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

    /**
     * Sets how many threads share the estimate. The result does not depend on it.
     *
     * @param threads at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder parallelism(int threads) {
      if (threads < 1) {
        throw new IllegalArgumentException("threads = " + threads + " is below 1");
      }
      this.threads = threads;
      return this;
    }

    /**
     * Builds the attack.
     *
     * @return an immutable attack that may be used many times
     */
    public DenoisingAttack build() {
      return new DenoisingAttack(
          rates, reader, GraphDenoiser.builder(rates).seed(seed).parallelism(threads).build());
    }
  }
}
