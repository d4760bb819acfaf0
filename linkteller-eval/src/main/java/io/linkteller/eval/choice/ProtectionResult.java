package io.linkteller.eval.choice;

import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A row of the table: the accuracy of a candidate, and the findings of the strongest attack on it.
 *
 * @param name the name of the candidate
 * @param title its name in tables
 * @param epsilon ε of its guarantee, if it has one
 * @param delta δ of its guarantee, 0 without one
 * @param weights the digest of the settings and parameters of the model, if they are known
 * @param accuracy the accuracy of its answers on the judged nodes, in [0, 1]
 * @param accuracyInterval the interval of the accuracy, if this is the share of nodes that are
 *     classified correctly
 * @param allowed what attackers were allowed, in words
 * @param attack the strongest attack
 * @param queries the number of queries that the attack sent
 * @param access the access that the attack needs, in words
 * @param found the findings of the attack if it predicts as many pairs as there are edges between
 *     targets
 * @param recall the interval of the recall and precision, which are equal
 * @param leastUpperEnd the upper end that the recall would have if no edge had been found
 * @param attacksRun the number of attacks that were run
 * @param attacksNotPossible the number of attacks that are in none of the other counts and lists,
 *     mainly those that were not allowed or do not suit the model
 * @param failed the attacks that failed, each with the reason: their findings are unknown
 * @param leftOut the registered attacks that were allowed but not selected
 * @param ended the attacks that were not run because an earlier one exceeded the limit, so that the
 *     measured leakage is a lower bound
 * @param predictedByLinkPredictor the number of edges that a link predictor on features predicts
 * @param predictedBeyondFeatures the number of edges that the strongest attack predicts and the
 *     link predictor does not predict
 * @param exposed the nodes with the most predicted edges, at most {@value #MAX_NODES}
 */
public record ProtectionResult(
    String name,
    String title,
    OptionalDouble epsilon,
    double delta,
    Optional<String> weights,
    double accuracy,
    Optional<ConfidenceInterval> accuracyInterval,
    List<String> allowed,
    String attack,
    long queries,
    List<String> access,
    EdgeMetrics found,
    ConfidenceInterval recall,
    double leastUpperEnd,
    int attacksRun,
    int attacksNotPossible,
    List<String> failed,
    List<String> leftOut,
    List<String> ended,
    int predictedByLinkPredictor,
    int predictedBeyondFeatures,
    List<ExposedNode> exposed) {

  /** The largest number of nodes that are listed. */
  public static final int MAX_NODES = 10;

  /**
   * Copies the lists.
   *
   * @param name the name of the candidate
   * @param title its name in tables
   * @param epsilon ε of its guarantee, if it has one
   * @param delta δ of its guarantee, 0 without one
   * @param weights the digest of the settings and parameters of the model, if they are known
   * @param accuracy the accuracy of its answers on the judged nodes, in [0, 1]
   * @param accuracyInterval the interval of the accuracy, if this is the share of nodes that are
   *     classified correctly
   * @param allowed what attackers were allowed, in words
   * @param attack the strongest attack
   * @param queries the number of queries that the attack sent
   * @param access the access that the attack needs, in words
   * @param found the findings of the attack if it predicts as many pairs as there are edges between
   *     targets
   * @param recall the interval of the recall and precision, which are equal
   * @param leastUpperEnd the upper end that the recall would have if no edge had been found
   * @param attacksRun the number of attacks that were run
   * @param attacksNotPossible the number of attacks that are in none of the other counts and lists,
   *     mainly those that were not allowed or do not suit the model
   * @param failed the attacks that failed, each with the reason: their findings are unknown
   * @param leftOut the registered attacks that were allowed but not selected
   * @param ended the attacks that were not run because an earlier one exceeded the limit
   * @param predictedByLinkPredictor the number of edges that a link predictor on features predicts
   * @param predictedBeyondFeatures the number of edges that the strongest attack predicts and the
   *     link predictor does not predict
   * @param exposed the nodes with the most predicted edges, at most {@value #MAX_NODES}
   * @throws IllegalArgumentException if {@code accuracy} is outside [0, 1]
   */
  public ProtectionResult {
    if (!(accuracy >= 0 && accuracy <= 1)) {
      throw new IllegalArgumentException("accuracy = " + accuracy + " is outside [0, 1]");
    }
    allowed = List.copyOf(allowed);
    access = List.copyOf(access);
    failed = List.copyOf(failed);
    leftOut = List.copyOf(leftOut);
    ended = List.copyOf(ended);
    exposed = List.copyOf(exposed);
  }

  static ProtectionResult of(
      Candidate candidate,
      ProtectedModel model,
      double accuracy,
      Optional<ConfidenceInterval> accuracyInterval,
      LeakageAuditReport audit) {
    LeakageVerdict verdict = audit.verdict();
    StrongestAttack strongest = verdict.strongest();
    List<ExposedNode> nodes = audit.nodes();
    return new ProtectionResult(
        candidate.name(),
        candidate.title(),
        candidate.epsilon(),
        model.guarantee().map(PrivacyGuarantee::delta).orElse(0.0),
        model.weights(),
        accuracy,
        accuracyInterval,
        Stream.concat(verdict.allowed().sentences().stream(), model.disclosed().stream()).toList(),
        strongest.attack(),
        strongest.queries(),
        strongest.access().sentences(),
        strongest.found(),
        strongest.recall(),
        verdict.leastUpperEnd(),
        verdict.attacksRun(),
        audit.attacks().size()
            - verdict.attacksRun()
            - verdict.failed().size()
            - verdict.skipped().size(),
        verdict.failed(),
        verdict.leftOut(),
        verdict.skipped(),
        audit.predictedFromFeatures().edgesAmong(verdict.edges()),
        audit.edgesBeyondFeatures(),
        nodes.subList(0, Math.min(MAX_NODES, nodes.size())));
  }

  /** {@return the name with ε, such as {@code LapGraph, epsilon = 4}} */
  public String label() {
    return Candidate.label(title, epsilon);
  }

  /** {@return whether it may be chosen: it has a guarantee, or uses no edges} */
  public boolean isProtected() {
    return epsilon.isPresent() || name.equals(Candidate.WITHOUT_EDGES);
  }

  /** {@return ε, 0 if no edge is used, infinity if there is no guarantee} */
  double epsilonOrder() {
    return epsilon.orElse(isProtected() ? 0 : Double.POSITIVE_INFINITY);
  }

  /**
   * Compares the leakage with a limit, as {@link LeakageVerdict#outcome} does.
   *
   * @param limit the largest acceptable recall of the strongest attack
   * @return the outcome
   */
  public LeakageVerdict.Outcome outcome(double limit) {
    if (recall.high() <= limit) {
      return LeakageVerdict.Outcome.PASS;
    }
    return found.recall() <= limit && leastUpperEnd > limit
        ? LeakageVerdict.Outcome.UNDECIDED
        : LeakageVerdict.Outcome.FAIL;
  }

  /**
   * Returns whether the result is also conclusive under another limit: the attacks that were not
   * run could not change the outcome.
   *
   * @param limit the largest acceptable recall, if there is one
   * @return whether it is conclusive
   */
  public boolean decides(OptionalDouble limit) {
    return limit.isEmpty() || ended.isEmpty() || found.recall() > limit.getAsDouble();
  }

  /** {@return the upper end of the leakage, including attacks that were not run} */
  double leakage() {
    return ended.isEmpty() ? recall.high() : 1;
  }

  /**
   * Returns how many targets would be needed to decide, if the leakage is outside a limit only
   * because there are too few targets: the measured recall is below the limit, but its upper end is
   * above it.
   *
   * @param limit the largest acceptable recall of the strongest attack
   * @param targets the number of targets that were measured
   * @param nodes the number of nodes of the graph; if all are targets, there is no sampling error
   * @return the approximate number of targets that bring the upper end down to the limit if the
   *     recall does not change; empty if more targets would not do so
   */
  public OptionalInt targetsFor(double limit, int targets, int nodes) {
    if (found.recall() >= limit || recall.high() <= limit || !failed.isEmpty()) {
      return OptionalInt.empty();
    }
    // The distance of the upper end from the recall is inversely proportional to the square root of
    // the number of draws. These are edges between targets, whose number grows with the square of
    // the number of targets.
    double needed = targets * (recall.high() - found.recall()) / (limit - found.recall());
    return OptionalInt.of((int) Math.min(nodes, Math.ceil(needed)));
  }
}
