package io.linkteller.dp;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps a privacy budget over all graphs of one owner, and refuses to spend more.
 *
 * <p>The owner's edges come in <em>parts</em>, each a graph under a name: for inductive training,
 * the graph that was trained on and the graph that is served; for transductive training, one graph.
 *
 * <ul>
 *   <li><b>Within a part, sequential composition</b>: perturbing a graph at ε and again at ε'
 *       spends ε + ε', for an edge of it is in both results.
 *   <li><b>Across parts, parallel composition</b> (Lemma 1): no edge is in two parts, so a change
 *       of one edge changes the results of one part only, and the whole spends the largest ε of a
 *       part.
 *   <li><b>Reuse is free</b> (Theorems 2 and 3): what is made of a perturbed graph without looking
 *       back at the graph is post-processing: training, serving the same graph as in transductive
 *       inference, and {@link #released} any number of times.
 * </ul>
 *
 * <p>The bound of parallel composition rests on the parts having no edge in common, and on which
 * part a pair of nodes belongs to being no secret: split by nodes or by origin, never by a look at
 * the edges. Different parts may number their nodes differently, so the ledger takes the names at
 * their word; it refuses to see the same graph under two names. Lemma 1 also needs the parts to be
 * perturbed with independent random bits: mechanisms that share a seed do not give it, and what the
 * ledger then says is an experiment's reckoning, not a promise. {@link #withBudget(double, int)} is
 * for parts that share one numbering, and there the edges are compared.
 *
 * <p>An ε is read as the decimal number it prints as, so that three times 0.1 is 0.3. Mutable, safe
 * for use by several threads.
 */
public final class PrivacyLedger {

  /**
   * A perturbation that was paid for.
   *
   * @param part the part's name
   * @param guarantee what was promised, ε included
   */
  public record Entry(String part, PrivacyGuarantee guarantee) {}

  private static final int NUMBERED_APART = -1;

  private final BigDecimal budget;
  private final int sharedNodes;
  private final Map<String, Graph> parts = new LinkedHashMap<>();
  private final Map<String, BigDecimal> spent = new HashMap<>();
  private final Map<String, List<PerturbedGraph>> released = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();

  private PrivacyLedger(double budget, int sharedNodes) {
    this.budget = BigDecimal.valueOf(PrivacyGuarantee.checkedEpsilon(budget));
    this.sharedNodes = sharedNodes;
  }

  /**
   * Opens a ledger for parts that number their nodes apart.
   *
   * @param epsilon the budget ε of the whole, positive and finite
   * @return a ledger with nothing spent
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static PrivacyLedger withBudget(double epsilon) {
    return new PrivacyLedger(epsilon, NUMBERED_APART);
  }

  /**
   * Opens a ledger for parts on the same numbered nodes. A part that has an edge of another part is
   * refused.
   *
   * @param epsilon the budget ε of the whole, positive and finite
   * @param nodeCount n, the same for all parts
   * @return a ledger with nothing spent
   * @throws IllegalArgumentException if ε is not positive or not finite, or n is negative
   */
  public static PrivacyLedger withBudget(double epsilon, int nodeCount) {
    if (nodeCount < 0) {
      throw new IllegalArgumentException("nodeCount = " + nodeCount + " is negative");
    }
    return new PrivacyLedger(epsilon, nodeCount);
  }

  /**
   * Perturbs a part, if the budget covers it. Nothing is spent when the budget does not suffice or
   * the part is refused. A mechanism that was started is paid for, even if it fails: why it fails
   * can tell a noisy number of edges, and trying again would tell another.
   *
   * @param part the part's name
   * @param graph the part, the same each time the name is used
   * @param mechanism the mechanism
   * @return the perturbed part
   * @throws PrivacyBudgetExceededException if the part would then have spent more than the budget,
   *     or if the result's guarantee is worse than the mechanism's and takes it there; such a
   *     result is charged and withheld
   * @throws IllegalArgumentException if the graph is not the one first seen under this name, is
   *     known under another name, or shares an edge with another part on the same nodes
   */
  public synchronized PerturbedGraph perturb(String part, Graph graph, GraphMechanism mechanism) {
    checkPart(part, graph);
    PrivacyGuarantee promised = mechanism.guarantee();
    BigDecimal before = spent.getOrDefault(part, BigDecimal.ZERO);
    BigDecimal after = before.add(BigDecimal.valueOf(promised.epsilon()));
    checkBudget(part, promised, before, after);
    parts.put(part, graph);
    spent.put(part, after);
    int entry = entries.size();
    entries.add(new Entry(part, promised));
    PerturbedGraph perturbed = mechanism.perturb(graph);
    PrivacyGuarantee given = perturbed.guarantee();
    if (given.epsilon() > promised.epsilon()) {
      after = before.add(BigDecimal.valueOf(given.epsilon()));
      spent.put(part, after);
      entries.set(entry, new Entry(part, given));
      checkBudget(part, given, before, after);
    }
    released.computeIfAbsent(part, name -> new ArrayList<>()).add(perturbed);
    return perturbed;
  }

  private void checkBudget(
      String part, PrivacyGuarantee guarantee, BigDecimal before, BigDecimal after) {
    if (after.compareTo(budget) > 0) {
      throw new PrivacyBudgetExceededException(
          "perturbing \""
              + part
              + "\" at epsilon = "
              + guarantee.epsilon()
              + " would bring it from "
              + before.toPlainString()
              + " to "
              + after.toPlainString()
              + ", beyond the budget of "
              + budget.toPlainString());
    }
  }

  /**
   * Returns a mechanism as a perturber that charges this ledger each time it is called, for a graph
   * owner to be protected by.
   *
   * @param part the part's name
   * @param mechanism the mechanism
   * @return the perturber; it throws what {@link #perturb} throws
   */
  public GraphPerturber charging(String part, GraphMechanism mechanism) {
    return graph -> perturb(part, graph, mechanism);
  }

  /**
   * Returns what has been released of a part. Using it again costs nothing (Theorem 3).
   *
   * @param part the part's name
   * @return the perturbed graphs in the order of their release, unmodifiable; empty for a part that
   *     was never perturbed
   */
  public synchronized List<PerturbedGraph> released(String part) {
    return List.copyOf(released.getOrDefault(part, List.of()));
  }

  /**
   * Returns the budget.
   *
   * @return ε
   */
  public double budget() {
    return budget.doubleValue();
  }

  /**
   * Returns what the whole has spent: the most that a part has.
   *
   * @return ε, rounded up; 0 before the first perturbation
   */
  public synchronized double spent() {
    return roundedUp(spent.values().stream().reduce(BigDecimal.ZERO, BigDecimal::max));
  }

  /**
   * Returns what a part has spent: the sum over its perturbations.
   *
   * @param part the part's name
   * @return ε, rounded up; 0 for a part that was never perturbed
   */
  public synchronized double spent(String part) {
    return roundedUp(spent.getOrDefault(part, BigDecimal.ZERO));
  }

  /**
   * Returns what a part may still spend. A perturbation at just this ε is within the budget.
   *
   * @param part the part's name
   * @return ε, rounded down, at least 0
   */
  public synchronized double remaining(String part) {
    return roundedDown(
        budget.subtract(spent.getOrDefault(part, BigDecimal.ZERO)).max(BigDecimal.ZERO));
  }

  /** The nearest double that prints as no more than a decimal number. */
  private static double roundedDown(BigDecimal exact) {
    double rounded = exact.doubleValue();
    while (BigDecimal.valueOf(rounded).compareTo(exact) > 0) {
      rounded = Math.nextDown(rounded);
    }
    return rounded;
  }

  /** The nearest double that prints as no less than a decimal number. */
  private static double roundedUp(BigDecimal exact) {
    double rounded = exact.doubleValue();
    while (BigDecimal.valueOf(rounded).compareTo(exact) < 0) {
      rounded = Math.nextUp(rounded);
    }
    return rounded;
  }

  /**
   * Returns every perturbation that was paid for.
   *
   * @return the entries in order, unmodifiable
   */
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  private void checkPart(String part, Graph graph) {
    if (sharedNodes != NUMBERED_APART && graph.nodeCount() != sharedNodes) {
      throw new IllegalArgumentException(
          "part \"" + part + "\" has " + graph.nodeCount() + " nodes, not " + sharedNodes);
    }
    if (parts.containsKey(part) && !graph.equals(parts.get(part))) {
      throw new IllegalArgumentException(
          "part \"" + part + "\" was another graph when it was first perturbed");
    }
    parts.forEach(
        (other, known) -> {
          if (other.equals(part)) {
            return;
          }
          if (graph.edgeCount() > 0 && graph.equals(known)) {
            throw new IllegalArgumentException(
                "part \"" + part + "\" is the graph known as \"" + other + "\"");
          }
          if (sharedNodes != NUMBERED_APART) {
            checkDisjoint(part, graph, other, known);
          }
        });
  }

  private static void checkDisjoint(String part, Graph graph, String other, Graph known) {
    graph.forEachEdge(
        (u, v) -> {
          if (known.hasEdge(u, v)) {
            throw new IllegalArgumentException(
                "parts \""
                    + part
                    + "\" and \""
                    + other
                    + "\" share the edge ("
                    + u
                    + ", "
                    + v
                    + "), so their costs add up; perturb them as one part");
          }
        });
  }

  @Override
  public String toString() {
    return "PrivacyLedger[budget = " + budget() + ", spent = " + spent() + "]";
  }
}
