package io.linkteller.eval.audit;

import io.linkteller.attack.score.PairScore;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.models.audit.LeakageReport;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a {@link LeakageAudit}: the attacks that were tried, their findings, the attacks
 * that were not tried, and the assumptions needed for wider conclusions. It makes no recommendation
 * on serving the model. As confidential as the graph. Immutable.
 */
public final class LeakageAuditReport {

  /** The ε of the table. */
  private static final double[] EPSILONS = {0.1, 0.5, 1, 2, 4, 8};

  /** A statement of what differential privacy does and does not limit. */
  private static final String EPSILON_ASSUMPTION =
      "Differential privacy limits what the answers add to what the features and the rest of the"
          + " graph already tell. The precision of Theorem 6 holds only where each pair is an edge"
          + " with the same probability, independently of features and of all other pairs; on real"
          + " graphs attacks are more precise. The precision with priors holds where pairs are"
          + " independent given the features, as far as the link predictor's probabilities are"
          + " right. Advantage and true positives hold for any one pair,"
          + " whatever else is known. None of it is promised by a graph that was not perturbed.";

  private final Attacker attacker;
  private final int graphNodes;
  private final int askedNodes;
  private final double kHat;
  private final double confidence;
  private final List<AttackOutcome> attacks;
  private final List<RecallAtQueries> limited;
  private final List<StrongestAttack> strongestByBelief;
  private final StrongestAttack strongest;
  private final LeakageReport exposure;
  private final LeakageReport featuresAlone;
  private final LeakageReport predicted;
  private final double[] priors;
  private final double roundedDensity;
  private final Map<Long, Long> ranksByFeatures;
  private final Map<Long, Long> ranksByPredictor;

  LeakageAuditReport(
      Attacker attacker,
      int graphNodes,
      int askedNodes,
      double kHat,
      double confidence,
      List<AttackOutcome> attacks,
      List<RecallAtQueries> limited,
      List<StrongestAttack> strongestByBelief,
      StrongestAttack strongest,
      LeakageReport exposure,
      LeakageReport featuresAlone,
      LeakageReport predicted,
      double[] priors,
      double roundedDensity) {
    this.attacker = attacker;
    this.graphNodes = graphNodes;
    this.askedNodes = askedNodes;
    this.kHat = kHat;
    this.confidence = confidence;
    this.attacks = List.copyOf(attacks);
    this.limited = List.copyOf(limited);
    this.strongestByBelief = List.copyOf(strongestByBelief);
    this.strongest = strongest;
    this.exposure = exposure;
    this.featuresAlone = featuresAlone;
    this.predicted = predicted;
    this.priors = priors.clone();
    this.roundedDensity = roundedDensity;
    this.ranksByFeatures = ranks(featuresAlone);
    this.ranksByPredictor = ranks(predicted);
  }

  private static Map<Long, Long> ranks(LeakageReport report) {
    Map<Long, Long> ranks = new Long2LongOpenHashMap(report.edgeCount());
    for (ExposedEdge edge : report.edges()) {
      ranks.put(NodePairs.pack(edge.u(), edge.v()), edge.rank());
    }
    return ranks;
  }

  /** {@return the capabilities of the attackers} */
  public Attacker attacker() {
    return attacker;
  }

  /** {@return the number of nodes of the true graph} */
  public int graphNodes() {
    return graphNodes;
  }

  /** {@return |V^(C)|, the number of targets} */
  public int targetCount() {
    return exposure.targets().size();
  }

  /** {@return the number of edges between targets} */
  public int edgeCount() {
    return exposure.edgeCount();
  }

  /** {@return the number of pairs of targets} */
  public long pairCount() {
    return exposure.pairCount();
  }

  /** {@return k, the share of pairs of targets that are edges} */
  public double density() {
    return exposure.density();
  }

  /** {@return k̂, the belief at which attacks are compared} */
  public double kHat() {
    return kHat;
  }

  /** {@return the outcomes of all attacks, the one that found most edges first} */
  public List<AttackOutcome> attacks() {
    return attacks;
  }

  /** {@return the strongest attack at {@link #kHat}} */
  public StrongestAttack strongest() {
    return strongest;
  }

  /** {@return the strongest attack under each belief, ascending} */
  public List<StrongestAttack> strongestByBelief() {
    return strongestByBelief;
  }

  /** {@return the recall of the strongest attack at {@link #kHat}} */
  public double recall() {
    return strongest.found().recall();
  }

  /** {@return the precision of the strongest attack at {@link #kHat}} */
  public double precision() {
    return strongest.found().precision();
  }

  /**
   * {@return the rank of every edge under the strongest attack: {@link LeakageReport#edges} and
   * {@link LeakageReport#nodes}}
   */
  public LeakageReport exposure() {
    return exposure;
  }

  /** {@return the rank of every edge under the similarity of features (LSA2-attr)} */
  public LeakageReport featuresAlone() {
    return featuresAlone;
  }

  /**
   * {@return the rank of every edge under a link predictor on features} It is a logistic regression
   * on similarities of pairs, trained on the true graph with five-fold cross-validation. It
   * represents an attacker who has a similar graph and knows the features only.
   */
  public LeakageReport predictedFromFeatures() {
    return predicted;
  }

  /**
   * Returns the better of the ranks of an edge under the similarity of features and under the link
   * predictor.
   *
   * @param edge an edge of {@link #exposure}
   * @return the smaller of its ranks in {@link #featuresAlone} and {@link #predictedFromFeatures}
   * @throws IllegalArgumentException if it is not an edge between the targets
   */
  public long rankByFeatures(ExposedEdge edge) {
    long pair = NodePairs.pack(edge.u(), edge.v());
    return Math.min(rank(ranksByFeatures, pair), rank(ranksByPredictor, pair));
  }

  private static long rank(Map<Long, Long> ranks, long pair) {
    return Optional.ofNullable(ranks.get(pair))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    NodePairs.first(pair)
                        + " - "
                        + NodePairs.second(pair)
                        + " is no edge between the targets"));
  }

  /**
   * {@return the number of edges predicted by the strongest attack, but neither by the similarity
   * of features nor by the link predictor on features}
   */
  public int namedBeyondFeatures() {
    long m = strongest.found().predicted();
    int beyond = 0;
    for (ExposedEdge edge : exposure.edges().subList(0, exposure.named(kHat))) {
      beyond += rankByFeatures(edge) > m ? 1 : 0;
    }
    return beyond;
  }

  /** {@return the nodes, those with the most edges found by the strongest attack first} */
  public List<ExposedNode> nodes() {
    return exposure.nodes(kHat);
  }

  /** {@return whether the targets are a sample rather than all nodes of the graph} */
  public boolean isSample() {
    return targetCount() < graphNodes;
  }

  /**
   * {@return the Clopper-Pearson interval for the recall on the whole graph, if the targets are a
   * sample} The interval assumes that edges are independent draws. Edges of one node are not, so it
   * is too narrow on graphs with a few nodes of very high degree.
   */
  public Optional<ConfidenceInterval> recallInterval() {
    EdgeMetrics found = strongest.found();
    return isSample()
        ? Optional.of(
            ConfidenceInterval.clopperPearson(found.truePositives(), found.actual(), confidence))
        : Optional.empty();
  }

  /**
   * {@return the interval for the precision, if the targets are a sample; computed as for the
   * recall}
   */
  public Optional<ConfidenceInterval> precisionInterval() {
    EdgeMetrics found = strongest.found();
    return isSample()
        ? Optional.of(
            ConfidenceInterval.clopperPearson(found.truePositives(), found.predicted(), confidence))
        : Optional.empty();
  }

  /**
   * Returns the best recall as a step function of the number of queries that an attacker may send.
   * Each step is the result of an actual run, either of an unlimited attack, or of LinkTeller or
   * the spectral root under a query limit.
   *
   * @return recall by number of queries, both ascending, for attacks available to the attackers
   */
  public List<RecallAtQueries> recallByQueries() {
    return steps(runs());
  }

  /**
   * Returns the best recall of some attacks as a step function of the number of queries.
   *
   * @param names names of attacks, as in {@link AttackOutcome#attack}
   * @return recall by number of queries, both ascending; empty if none of the attacks applies
   */
  public List<RecallAtQueries> recallByQueries(Set<String> names) {
    return steps(runs().stream().filter(run -> names.contains(run.attack())).toList());
  }

  /**
   * Returns the best recall of LinkTeller with the features as they are, under the paper's score or
   * the larger of both directions, as a step function of the number of queries. All runs have the
   * same Δ: the paper's, or 1 where answers are rounded or in single precision.
   *
   * @return recall by number of queries, both ascending; empty if LinkTeller was not run with one
   *     of these scores
   */
  public List<RecallAtQueries> recallByQueriesOfLinkTeller() {
    List<RecallAtQueries> found = List.of();
    for (String name : AttackRunner.linkTellerNames()) {
      List<RecallAtQueries> steps =
          recallByQueries(
              Set.of(name + ", " + PairScore.PAPER.name(), name + ", " + PairScore.MAX.name()));
      found = steps.isEmpty() ? found : steps;
    }
    return found;
  }

  private List<RecallAtQueries> runs() {
    List<RecallAtQueries> runs = new ArrayList<>(limited);
    for (AttackOutcome outcome : attacks) {
      if (outcome.fits() && outcome.counts() && !outcome.whiteBox()) {
        runs.add(
            new RecallAtQueries(
                outcome.queries(), outcome.found().orElseThrow().recall(), outcome.attack()));
      }
    }
    return runs;
  }

  private static List<RecallAtQueries> steps(List<RecallAtQueries> runs) {
    List<RecallAtQueries> ascending = new ArrayList<>(runs);
    ascending.sort(
        Comparator.comparingLong(RecallAtQueries::queries)
            .thenComparing(RecallAtQueries::recall, Comparator.reverseOrder()));
    List<RecallAtQueries> steps = new ArrayList<>();
    double highest = -1;
    for (RecallAtQueries run : ascending) {
      if (run.recall() > highest) {
        highest = run.recall();
        steps.add(run);
      }
    }
    return List.copyOf(steps);
  }

  /**
   * One step of the recall against the number of queries.
   *
   * @param queries the number of queries
   * @param recall the share of edges that is found
   * @param attack the attack that achieves it
   */
  public record RecallAtQueries(long queries, double recall, String attack) {}

  /**
   * {@return the bounds that edge differential privacy would give at several ε} Theorem 6 is taken
   * at the density rounded to one digit, and holds only if pairs are independent. The bound with
   * the link predictor's priors holds if pairs are independent given the features and the priors
   * are correct. The other columns need neither assumption.
   */
  public List<EpsilonRow> epsilons() {
    List<EpsilonRow> rows = new ArrayList<>();
    for (double epsilon : EPSILONS) {
      rows.add(EpsilonRow.of(epsilon, roundedDensity, priors, (int) strongest.found().predicted()));
    }
    return List.copyOf(rows);
  }

  /** {@return the density among the targets rounded to one digit, at which bounds are computed} */
  public double roundedDensity() {
    return roundedDensity;
  }

  /** {@return the assumptions of the figures, one sentence each} */
  public List<String> assumptions() {
    List<String> said = new ArrayList<>(attacker.sentences());
    if (attacks.stream().anyMatch(AttackOutcome::whiteBox)) {
      said.add("Exact influences were computed from the model, besides the queries.");
    } else {
      said.add("The model was asked only; its derivatives were not used.");
    }
    said.add(
        "The strongest attack was chosen with the true graph at hand, and its belief of the density"
            + " is right to one digit.");
    if (isSample()) {
      said.add(
          String.format(
              Locale.ROOT,
              "The targets are a sample of %,d of %,d nodes. Intervals take edges for independent"
                  + " draws from all edges, which edges of one node are not.",
              targetCount(),
              graphNodes));
    }
    if (askedNodes < graphNodes) {
      said.add(
          String.format(
              Locale.ROOT, "Attackers may ask about %,d of %,d nodes.", askedNodes, graphNodes));
    }
    return List.copyOf(said);
  }

  /** {@return the limitations of the audit, one sentence each} */
  public List<String> notTried() {
    List<String> said = new ArrayList<>();
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (AttackOutcome outcome : attacks) {
      if (!outcome.fits()) {
        byReason
            .computeIfAbsent(
                outcome.remark().orElse("no reason given"), reason -> new ArrayList<>())
            .add(outcome.attack());
      }
    }
    byReason.forEach(
        (reason, names) -> said.add(String.join("; ", names) + " did not fit: " + reason + "."));
    for (PairScore score : PairScore.all()) {
      if (attacks.stream().noneMatch(outcome -> outcome.attack().endsWith(", " + score.name()))) {
        said.add("LinkTeller under the score " + score.name() + ".");
      }
    }
    said.add("A better link predictor on features, and one that is combined with the answers.");
    said.add("Attackers who know some of the edges, or have a model of their own to compare with.");
    said.add(
        "Several users who share their answers, and answers of several versions of the model.");
    said.add(
        "Attacks of this library that need more than queries about these nodes: denoising a graph"
            + " that a known mechanism perturbed, adding nodes, and reading the noisy sums behind"
            + " answers.");
    said.add("Attacks that are not in this library.");
    return List.copyOf(said);
  }

  /** {@return the assumption under which the figures are an upper bound of the leakage} */
  public List<String> mustBeBelieved() {
    List<String> said = new ArrayList<>();
    said.add("That no attack is much stronger than the strongest of those tried.");
    said.add("That attackers can do no more than is assumed.");
    said.add(
        "That the model, its features and its graph stay as they were audited: another version is"
            + " another audit.");
    if (isSample()) {
      said.add("That the sample was drawn at random, without looking at the edges.");
    }
    return List.copyOf(said);
  }

  /** {@return the assumption of the ε table} */
  public String epsilonAssumption() {
    return EPSILON_ASSUMPTION;
  }

  @Override
  public String toString() {
    return "LeakageAuditReport[strongest = "
        + strongest.attack()
        + ", recall = "
        + recall()
        + ", precision = "
        + precision()
        + "]";
  }
}
