package io.linkteller.eval.audit;

import io.linkteller.graph.NodeNames;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.models.audit.LeakageReport;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a {@link LeakageAudit}: the attacks that were tried, their findings, the attacks
 * that were not tried, and the assumptions needed for wider conclusions. It does not recommend
 * whether to serve the model. The report is as confidential as the graph. Immutable.
 *
 * @param verdict the verdict, which should be shown first
 * @param queriedNodes the number of nodes that attackers may query
 * @param queries the number of queries of the model
 * @param elapsed how long the audit took
 * @param attacks the outcomes of all attacks, starting with the one that found the most edges
 * @param accesses for each access that an attack needs, the strongest attack that needs no more
 * @param exposure the rank of every edge under the strongest attack: {@link LeakageReport#edges}
 *     and {@link LeakageReport#nodes}
 * @param evident the number of pairs for which the strongest attack has evidence
 * @param predictedFromFeatures the rank of every edge under a link predictor on features, a
 *     logistic regression on similarities of pairs, trained on the true graph with five-fold
 *     cross-validation. It represents an attacker who has a similar graph and knows only the
 *     features
 * @param priors for each pair of targets, the probability of an edge according to the link
 *     predictor
 * @param roundedDensity the density among the targets, rounded to one significant digit, at which
 *     bounds are computed
 * @param names the names of the nodes of the graph; by default their numbers
 */
public record LeakageAuditReport(
    LeakageVerdict verdict,
    int queriedNodes,
    AuditQueries queries,
    Duration elapsed,
    List<AttackOutcome> attacks,
    List<AccessRow> accesses,
    LeakageReport exposure,
    long evident,
    LeakageReport predictedFromFeatures,
    DoubleList priors,
    double roundedDensity,
    NodeNames names) {

  /** The values of ε in the table. */
  private static final double[] EPSILONS = {0.1, 0.5, 1, 2, 4, 8};

  /** A statement of what differential privacy does and does not limit. */
  private static final String EPSILON_ASSUMPTION =
      "Differential privacy limits what the answers add to what the features and the rest of the"
          + " graph already reveal. The precision of Theorem 6 holds only if each {pair} is an"
          + " {edge} with the same probability, independently of features and of all other"
          + " {pairs}; on real graphs, attacks can be more precise. The precision with priors holds"
          + " if {pairs} are independent given the features, as far as the link predictor's"
          + " probabilities are correct. Advantage and true positives hold for any one {pair},"
          + " whatever else is known. A graph that was not perturbed provides none of these"
          + " guarantees.";

  /** {@return the number of pairs of targets} */
  public long pairCount() {
    return exposure.pairCount();
  }

  /** {@return k, the share of pairs of targets that are edges} */
  public double density() {
    return exposure.density();
  }

  /**
   * Returns the position of the access of an attack among {@link #accesses}.
   *
   * @param outcome the outcome of an attack that was run
   * @return the position, counted from 1
   * @throws IllegalArgumentException if the attack was not run
   */
  public int accessNumber(AttackOutcome outcome) {
    int at = accesses.stream().map(AccessRow::access).toList().indexOf(outcome.access());
    if (at < 0) {
      throw new IllegalArgumentException(outcome.attack() + " was not run");
    }
    return at + 1;
  }

  /**
   * Returns the rank of an edge under the link predictor on features.
   *
   * @param edge an edge of {@link #exposure}
   * @return its rank in {@link #predictedFromFeatures}
   * @throws IllegalArgumentException if it is not an edge between the targets
   */
  public long rankByFeatures(ExposedEdge edge) {
    return predictedFromFeatures.rank(edge.u(), edge.v());
  }

  /**
   * {@return the number of edges that the strongest attack finds and the link predictor on features
   * misses if each predicts as many pairs as there are edges}
   */
  public int edgesBeyondFeatures() {
    LongOpenHashSet beyond = predicted(exposure, predictedCount());
    beyond.removeAll(predicted(predictedFromFeatures, exposure.edgeCount()));
    return beyond.size();
  }

  /** Returns the edges among the first m pairs of a ranking. */
  private static LongOpenHashSet predicted(LeakageReport ranking, long m) {
    return ranking.edges().subList(0, ranking.edgesAmong(m)).stream()
        .mapToLong(edge -> NodePairs.pack(edge.u(), edge.v()))
        .collect(LongOpenHashSet::new, LongOpenHashSet::add, LongOpenHashSet::addAll);
  }

  /**
   * {@return the nodes, in descending order of the number of their edges that the strongest attack
   * found}
   */
  public List<ExposedNode> nodes() {
    return exposure.exposedNodesAmong(predictedCount());
  }

  /** {@return the edges of {@link #exposure} for which the strongest attack has evidence} */
  public List<ExposedEdge> edgesInEvidence() {
    long predicted = predictedCount();
    return predicted < exposure.edgeCount()
        ? exposure.edges().subList(0, exposure.edgesAmong(predicted))
        : exposure.edges();
  }

  /** Returns the number of edges, or of pairs with evidence if there are fewer of these. */
  private long predictedCount() {
    return Math.min(exposure.edgeCount(), evident);
  }

  /**
   * Returns the steps of the best recall as a function of the number of queries that an attacker
   * may send, if attacks predict as many pairs as there are edges.
   *
   * @return the attacks that find more than all attacks with fewer queries, by ascending number of
   *     queries
   */
  public List<AttackOutcome> recallByQueries() {
    List<AttackOutcome> ascending = new ArrayList<>(attacks);
    // A stable sort: among equal numbers of queries, the attack that found the most stays first.
    ascending.sort(Comparator.comparingLong(AttackOutcome::queries));
    List<AttackOutcome> steps = new ArrayList<>();
    long highest = -1;
    for (AttackOutcome outcome : ascending) {
      if (outcome.foundAtTrueCount() > highest) {
        highest = outcome.foundAtTrueCount();
        steps.add(outcome);
      }
    }
    return List.copyOf(steps);
  }

  /**
   * {@return the bounds that edge differential privacy would guarantee at several ε} The bound of
   * Theorem 6 is computed at the density rounded to one digit and holds only if pairs are
   * independent. The bound with the link predictor's priors holds if pairs are independent given
   * the features and the priors are correct. The other columns need neither assumption.
   */
  public List<EpsilonRow> epsilons() {
    double[] known = priors.toDoubleArray();
    return Arrays.stream(EPSILONS)
        .mapToObj(epsilon -> EpsilonRow.of(epsilon, roundedDensity, known, verdict.edges()))
        .toList();
  }

  /** {@return the assumptions behind the figures, one sentence each} */
  public List<String> assumptions() {
    List<String> said = new ArrayList<>(verdict.allowed().sentences());
    said.add(
        String.format(
            Locale.ROOT,
            "The model was only queried: %,d queries, %,d of them to verify its answers. Its"
                + " derivatives were not used.",
            queries.sent(),
            queries.verification()));
    said.add(
        "The strongest attack was chosen using the true graph, and its belief about the density"
            + " is correct.");
    if (queriedNodes < verdict.graphNodes()) {
      said.add(
          String.format(
              Locale.ROOT,
              "Attackers may query %,d of %,d nodes.",
              queriedNodes,
              verdict.graphNodes()));
    }
    return List.copyOf(said);
  }

  /** {@return the limitations of the audit, one sentence each} */
  public List<String> notTried() {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (AttackOutcome outcome : attacks) {
      if (!outcome.fits()) {
        byReason
            .computeIfAbsent(outcome.reason(), reason -> new ArrayList<>())
            .add(outcome.attack());
      }
    }
    List<String> said = new ArrayList<>();
    byReason.forEach((reason, names) -> said.add(String.join(", ", names) + ": " + reason + "."));
    said.add("A better link predictor on features, or one that is combined with the answers.");
    said.add(
        verdict
            .kind()
            .fill("Attackers who know some of the {edges}, or have a similar model of their own."));
    said.add(
        "Several users who share their answers, and answers from several versions of the model.");
    said.add("Attacks that are not registered.");
    return List.copyOf(said);
  }

  /** {@return the assumptions under which the figures are an upper bound on the leakage} */
  public List<String> upperBoundAssumptions() {
    List<String> said = new ArrayList<>();
    said.add("No attack is much stronger than the strongest of those tried.");
    said.add("Attackers can do no more than is assumed.");
    said.add(
        "The model, its features and its graph do not change: another version needs another"
            + " audit.");
    if (verdict.isSample()) {
      said.add(
          verdict.kind().fill("The sample was drawn at random, without looking at the {edges}."));
    }
    return List.copyOf(said);
  }

  /** {@return the assumptions behind the ε table} */
  public String epsilonAssumption() {
    return verdict.kind().fill(EPSILON_ASSUMPTION);
  }

  @Override
  public String toString() {
    return "LeakageAuditReport" + verdict.sentences();
  }
}
