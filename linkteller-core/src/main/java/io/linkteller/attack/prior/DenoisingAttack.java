package io.linkteller.attack.prior;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.privacy.ResponseRates;

/**
 * An attack on the true graph behind a model that is served on a perturbed one. Another attack
 * reads the perturbed graph among the targets; {@link GraphDenoiser} then estimates the true one.
 *
 * <pre>{@code
 * LinkPrediction found =
 *     DenoisingAttack.builder(ResponseRates.ofEdgeRand(2), reader).build().run(api, nodes, kHat);
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

  /** The option by which the attack is given the rates of the mechanism. */
  public static final AttackOption<ResponseRates> RATES =
      AttackOption.of(
          "edge-rand",
          "epsilon of EdgeRand, if it perturbed the graph",
          text -> ResponseRates.ofEdgeRand(Double.parseDouble(text)));

  /** The option by which the attack is given the attack that reads the perturbed graph. */
  public static final AttackOption<LinkAttackProvider> READER =
      AttackOption.of(
          "denoise-from", "the attack that reads the perturbed graph", LinkAttackProvider::named);

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
    this.reader = builder.reader;
    this.denoiser =
        GraphDenoiser.builder(rates).seed(builder.seed).parallelism(settings.parallelism()).build();
  }

  /**
   * Starts an attack.
   *
   * @param rates the probabilities with which the mechanism shows an edge
   * @param reader the attack that reads the perturbed graph; it asks its queries with its own
   *     listener and parallelism, and a journal set in the builder records its answers
   * @return a builder
   */
  public static Builder builder(ResponseRates rates, LinkAttack reader) {
    return new Builder(rates, reader);
  }

  /**
   * Attacks a black box that serves a perturbed graph.
   *
   * @param kHat k̂, the belief of the density of the <em>true</em> graph among the targets
   * @throws UnsuitableModelException if the nodes are directed: degrees and groups are those of an
   *     undirected graph
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    if (nodes.isDirected()) {
      throw new UnsuitableModelException(
          "denoising reads degrees and groups of an undirected graph, but the nodes are directed;"
              + " auto, subsets and linkteller name arcs");
    }
    return settings.run(
        "denoising",
        "DenoisingAttack, rates = " + rates,
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          LinkPrediction read = reader.run(asked, nodes, rates.shownDensity(kHat));
          return Finding.of(denoiser.posterior(shown(read, kHat)))
              .foundBy("denoising of " + read.attack());
        });
  }

  /**
   * Returns the perturbed graph on the positions of the targets. A reader that has a density of its
   * own has decided each pair. Otherwise, if the number of pairs with evidence is a plausible
   * number of edges, these are its edges; if not, the best pairs are taken, as many as are
   * expected.
   */
  private Graph shown(LinkPrediction read, double kHat) {
    Finding finding = read.finding();
    PairScores scores = finding.scores();
    double limit = finding.evidenceAbove();
    long[] evident = {0};
    scores.forEachStored((i, j, score) -> evident[0] += score > limit ? 1 : 0);
    Graph.Builder shown = Graph.builder(scores.targetCount());
    if (finding.density().isPresent() || isPlausible(evident[0], scores.pairCount(), kHat)) {
      scores.forEachStored(
          (i, j, score) -> {
            if (score > limit) {
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
    private final LinkAttack reader;
    private long seed = 42;

    private Builder(ResponseRates rates, LinkAttack reader) {
      this.rates = rates;
      this.reader = reader;
    }

    @Override
    protected Builder self() {
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
