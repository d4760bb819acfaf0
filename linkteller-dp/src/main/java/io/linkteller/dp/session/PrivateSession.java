package io.linkteller.dp.session;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.PerturbationRefusedException;
import io.linkteller.dp.noise.SumMechanism;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivateGraph;
import io.linkteller.privacy.ledger.LedgerEntry;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The session of one private graph. Everything that depends on the edges leaves through it:
 * perturbed graphs, noisy sums, models trained on them, and exceptions.
 *
 * <p>A mechanism states a claim; the session charges it to the ledger before the mechanism runs.
 * The result carries the guarantee that was charged ({@link ChargedGuarantee}), composed with that
 * of everything released from the graph so far ({@link #guarantee}), because a release, or a model
 * trained on it, may depend on all earlier releases.
 *
 * <p><b>What does not leave.</b> The graph is checked once, when the session opens; errors at that
 * point are for the owner. Afterwards, the message of an exception depends only on arguments,
 * charges and released values. If a mechanism fails on the graph, the caller learns that it failed,
 * which its claim must cover ({@link ReleaseFailedException}). Only the owner learns why ({@link
 * Builder#onFailure}). The interrupt flag of the caller's thread reveals nothing either: an
 * interrupt while the graph is read is dropped, because code that reads the graph could cause it.
 * The time that a release takes is not hidden.
 *
 * <pre>{@code
 * PrivateSession session =
 *     PrivateSession.builder(graph, ledger).part("friends").degreeBound(200).open();
 * PerturbedGraph released = session.perturb(LapGraph.withEpsilon(2));
 * AggregateTraining trained = Gap.builder().train(session, x, labels, nodes, noise);
 * session.guarantee();   // of both together
 * }</pre>
 *
 * <p>Thread-safe. Releases from a seed ({@link #forExperiments}) are repeatable if they are made in
 * the same order.
 */
public final class PrivateSession implements PrivateGraph {

  private final Graph graph;
  private final PrivacyLedger ledger;
  private final String part;
  private final OptionalInt degreeBound;
  private final boolean identified;
  private final boolean seeded;
  private final Supplier<Chance> chances;
  private final Consumer<Throwable> owner;
  private final Supplier<Optional<ChargedGuarantee>> released;

  private PrivateSession(Builder builder) {
    this.graph = builder.graph;
    this.ledger = builder.ledger;
    this.part = builder.part;
    this.degreeBound = builder.degreeBound;
    this.identified = builder.identifiers.isPresent();
    this.seeded = builder.seeded;
    this.chances = builder.chances;
    this.owner = builder.quietly();
    PrivacyLedger charged = ledger;
    String name = part;
    // Released objects keep a reference to this supplier, which must not refer to the graph.
    this.released = () -> charged.guaranteeOf(name);
  }

  /**
   * Opens a session with its own ledger, in memory.
   *
   * @param graph A
   * @param epsilon the budget ε, positive and finite; δ is 0
   * @return the session
   * @throws IllegalArgumentException if ε is out of range
   */
  public static PrivateSession withBudget(Graph graph, double epsilon) {
    return builder(graph, PrivacyLedger.builder(epsilon).build()).open();
  }

  /**
   * Returns a builder for a session for experiments, on a graph that needs no protection: random
   * bits come from a seed, everything released is marked as seeded, and the budget is practically
   * unlimited.
   *
   * @param graph A
   * @param seed any number
   * @return a builder
   */
  public static Builder forExperiments(Graph graph, long seed) {
    PrivacyLedger unlimited =
        PrivacyLedger.builder(Double.MAX_VALUE).delta(Math.nextDown(1)).forExperiments().build();
    return builder(graph, unlimited).seed(seed);
  }

  /**
   * Returns a builder for a session.
   *
   * @param graph A
   * @param ledger the ledger of all graphs of the owner
   * @return a builder
   */
  public static Builder builder(Graph graph, PrivacyLedger ledger) {
    return new Builder(graph, ledger);
  }

  /** Collects the settings of a session. */
  public static final class Builder {

    private final Graph graph;
    private final PrivacyLedger ledger;
    private String part = "graph";
    private Optional<List<String>> identifiers = Optional.empty();
    private int shared;
    private OptionalInt degreeBound = OptionalInt.empty();
    private boolean seeded;
    private Supplier<Chance> chances = Chance::secure;
    private Consumer<Throwable> owner = failure -> {};

    private Builder(Graph graph, PrivacyLedger ledger) {
      this.graph =
          graph.requireUnweighted(
              "a session hides edges but not their weights, which are just as private: it");
      this.ledger = ledger;
    }

    /**
     * Names the graph in the ledger.
     *
     * @param name the name; default {@code graph}
     * @return this builder
     */
    public Builder part(String name) {
      this.part = name;
      return this;
    }

    /**
     * Identifies the nodes, so that this graph composes in parallel with others of the ledger that
     * share at most one node with it. Without identifiers, all releases add up.
     *
     * @param stable the identifier of each node, distinct; the same node must have the same
     *     identifier in every graph, in any of Unicode's normal forms (compared in NFKC)
     * @param mayShare the number of nodes that this graph may share with another identified one, as
     *     declared by the owner; releases of graphs that share more than one node add up
     * @return this builder
     * @throws IllegalArgumentException if there is not one distinct identifier per node, one is
     *     empty, has leading or trailing blanks or contains hidden characters, or {@code mayShare}
     *     is negative
     */
    public Builder nodes(List<String> stable, int mayShare) {
      List<String> normal = NodePrints.normal(stable);
      if (normal.size() != graph.nodeCount()
          || normal.stream().distinct().count() != normal.size()) {
        throw new IllegalArgumentException(
            "%s identifiers were given, but each of the %s nodes needs a distinct one"
                .formatted(normal.size(), graph.nodeCount()));
      }
      if (mayShare < 0) {
        throw new IllegalArgumentException("mayShare = " + mayShare + " is negative");
      }
      this.identifiers = Optional.of(normal);
      this.shared = mayShare;
      return this;
    }

    /**
     * Declares a public bound on degrees, which mechanisms that protect all edges of a node need.
     * It is checked only when the session opens.
     *
     * @param bound D, at least 1
     * @return this builder
     * @throws IllegalArgumentException if D is below 1
     */
    public Builder degreeBound(int bound) {
      if (bound < 1) {
        throw new IllegalArgumentException("degreeBound = " + bound + " is below 1");
      }
      this.degreeBound = OptionalInt.of(bound);
      return this;
    }

    /**
     * Takes random bits from a seed, for experiments. The ledger must accept seeds.
     *
     * @param experimentSeed any number
     * @return this builder
     */
    public Builder seed(long experimentSeed) {
      SplittableRandom seeds = new SplittableRandom(experimentSeed);
      this.seeded = true;
      return chances(
          () -> {
            synchronized (seeds) {
              return Chance.forExperiments(seeds.nextLong());
            }
          });
    }

    /** Replaces the source of random bits, for tests. */
    Builder chances(Supplier<Chance> each) {
      this.chances = each;
      return this;
    }

    /**
     * Sets the listener that receives the cause when a mechanism or a model fails. Only the owner
     * may see the cause, because it may depend on the private graph.
     *
     * @param listener receives the cause
     * @return this builder
     */
    public Builder onFailure(Consumer<Throwable> listener) {
      this.owner = listener;
      return this;
    }

    /**
     * Returns a listener that suppresses the exceptions of the given one, which would reveal
     * failures.
     */
    private Consumer<Throwable> quietly() {
      Consumer<Throwable> listener = owner;
      return failure -> {
        try {
          uninterrupted(
              () -> {
                listener.accept(failure);
                return failure;
              });
        } catch (Throwable ofListener) {
          // Ignored: whether there was a failure may depend on the graph.
        }
      };
    }

    /**
     * Checks the graph and opens the session. Exceptions at this point are for the owner.
     *
     * @return the session
     * @throws IllegalArgumentException if a node has more neighbors than the declared bound, or the
     *     graph shares more nodes with another part than declared
     */
    public PrivateSession open() {
      for (int node = 0; degreeBound.isPresent() && node < graph.nodeCount(); node++) {
        if (graph.degree(node) > degreeBound.getAsInt()) {
          throw new IllegalArgumentException(
              "a node has more than degreeBound = " + degreeBound.getAsInt() + " neighbors");
        }
      }
      ledger.open(part, identifiers, shared);
      return new PrivateSession(this);
    }
  }

  /** {@return the part of the ledger to which this graph belongs} */
  public String part() {
    return part;
  }

  /** {@return the ledger} */
  public PrivacyLedger ledger() {
    return ledger;
  }

  @Override
  public int nodeCount() {
    return graph.nodeCount();
  }

  /**
   * Returns the guarantee of everything that was released from this graph, by this session or
   * others of its ledger, together with everything released from graphs that may have edges in
   * common with it.
   *
   * @return the composed guarantee; empty if nothing was released
   */
  public Optional<ChargedGuarantee> guarantee() {
    return released.get();
  }

  /**
   * Releases a perturbed graph.
   *
   * @param mechanism the mechanism
   * @return the perturbed graph, charged
   * @throws PrivacyBudgetExceededException if the budget does not cover it; nothing is charged
   * @throws PerturbationRefusedException if a mechanism of this library refuses, which is charged
   *     like a result
   * @throws ReleaseFailedException if the mechanism fails, which is charged like a result
   * @throws IllegalArgumentException if the mechanism is seeded and the ledger is not for
   *     experiments
   */
  public PerturbedGraph perturb(GraphMechanism mechanism) {
    PrivacyGuarantee claim = marked(mechanism.guarantee());
    LedgerEntry entry = ledger.charge(part, identified, claim);
    // Exceptions of external mechanisms may reveal the graph, even if they are refusals by a
    // mechanism of ours that an external one calls.
    boolean isOurs =
        mechanism.getClass().getPackageName().equals(GraphMechanism.class.getPackageName());
    return recorded(
        entry,
        claim,
        read(claim, (own, chance) -> ofSameSize(mechanism.perturb(own, chance)), isOurs));
  }

  /**
   * Releases the result of any perturber. The result is withheld if its guarantee is worse than the
   * claim. This guarantee may depend on the graph, so only the owner learns it.
   *
   * @param perturber the perturber, with its own random bits
   * @param claim the guarantee of each call
   * @return the perturbed graph, charged
   * @throws PrivacyBudgetExceededException if the budget does not cover it; nothing is charged
   * @throws ReleaseFailedException if the perturber fails or breaks the claim
   * @throws IllegalArgumentException if the claim is seeded and the ledger is not for experiments
   */
  public PerturbedGraph perturb(GraphPerturber perturber, PrivacyGuarantee claim) {
    PrivacyGuarantee charged = marked(claim);
    LedgerEntry entry = ledger.charge(part, identified, charged);
    // Checked while the graph is read, because only the owner may learn which failure it was.
    Graph perturbed =
        read(
            charged,
            (own, chance) -> {
              PerturbedGraph result = perturber.perturb(own);
              PrivacyGuarantee given = result.guarantee();
              if (given.epsilon() > claim.epsilon()
                  || given.delta() > claim.delta()
                  || !given.neighbors().includes(claim.neighbors())
                  || (given.isSeeded() && !charged.isSeeded())) {
                throw new IllegalStateException(
                    claim + " was claimed, but the result has " + given);
              }
              return ofSameSize(result.graph());
            });
    return recorded(entry, charged, perturbed);
  }

  private Graph ofSameSize(Graph perturbed) {
    if (perturbed.nodeCount() != nodeCount()) {
      throw new IllegalStateException(perturbed.nodeCount() + " nodes were returned");
    }
    return perturbed;
  }

  private PerturbedGraph recorded(LedgerEntry entry, PrivacyGuarantee claim, Graph perturbed) {
    ledger.recordRelease(entry.number(), perturbed);
    return new PerturbedGraph(perturbed, claim, entry, released);
  }

  /**
   * Releases the result of any random function of the graph.
   *
   * @param claim the guarantee of each call of the function, including its exceptions
   * @param function the function; the graph must not leave it in any other way
   * @param <T> the type of the result
   * @return the result, charged
   * @throws PrivacyBudgetExceededException if the budget does not cover it; nothing is charged
   * @throws ReleaseFailedException if the function fails, which is charged like a result
   * @throws IllegalArgumentException if the claim is seeded and the ledger is not for experiments
   */
  public <T> Release<T> release(PrivacyGuarantee claim, BiFunction<Graph, Chance, T> function) {
    PrivacyGuarantee charged = marked(claim);
    LedgerEntry entry = ledger.charge(part, identified, charged);
    return new Release<>(
        read(charged, function), new ChargedGuarantee(entry, charged).withAllOf(released));
  }

  /**
   * {@inheritDoc}
   *
   * @throws PrivacyBudgetExceededException if the budget does not cover them; nothing is charged
   */
  @Override
  public NoisySums sums(NeighborAggregation mechanism, int releases) {
    if (releases < 1) {
      throw new IllegalArgumentException("releases = " + releases + " is below 1");
    }
    graph.requireSimple("the sum of neighbors");
    OptionalInt needed = mechanism.degreeBound();
    if (needed.isPresent()
        && (degreeBound.isEmpty() || degreeBound.getAsInt() > needed.getAsInt())) {
      throw new IllegalArgumentException(
          "%s is for graphs with degrees up to %s; declare that degreeBound when the session opens"
              .formatted(mechanism, needed.getAsInt()));
    }
    PrivacyGuarantee claim = marked(mechanism.guarantee(releases));
    return new NoisySums(
        nodeCount(),
        releases,
        claim,
        ledger.charge(part, identified, claim),
        released,
        mechanism::requireRows,
        rows ->
            read(
                claim,
                (own, chance) ->
                    mechanism instanceof SumMechanism sums
                        ? sums.aggregate(own, rows, chance)
                        : mechanism.aggregate(own, rows)));
  }

  private PrivacyGuarantee marked(PrivacyGuarantee claim) {
    return seeded ? claim.seeded() : claim;
  }

  private <T> T read(PrivacyGuarantee claim, BiFunction<Graph, Chance, T> function) {
    return read(claim, function, false);
  }

  /**
   * Reads the graph under a charge that covers every outcome, including a refusal by a mechanism of
   * ours.
   */
  // Catches errors too: whether a stack or heap is exhausted may depend on the graph.
  private <T> T read(
      PrivacyGuarantee claim, BiFunction<Graph, Chance, T> function, boolean mayRefuse) {
    try {
      return uninterrupted(() -> Objects.requireNonNull(function.apply(graph, chances.get()), ""));
    } catch (Throwable failure) {
      if (mayRefuse && failure instanceof PerturbationRefusedException refusal) {
        throw refusal;
      }
      owner.accept(failure);
      throw new ReleaseFailedException(claim.mechanism());
    }
  }

  /** Runs a read and then restores the interrupt flag of the thread. */
  private static <T> T uninterrupted(Supplier<T> reading) {
    boolean interrupted = Thread.currentThread().isInterrupted();
    try {
      return reading.get();
    } finally {
      Thread.interrupted();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String toString() {
    return "PrivateSession[part = " + part + ", " + nodeCount() + " nodes, " + ledger + "]";
  }
}
