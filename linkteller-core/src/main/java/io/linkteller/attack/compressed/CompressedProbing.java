package io.linkteller.attack.compressed;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Recovers the graph among the targets with far fewer queries than targets: all nodes move in every
 * query, and the influences M, which are sparse and nonnegative, are decoded from the answers.
 *
 * <pre>{@code
 * CompressedRecovery found = CompressedProbing.builder().build().recover(api, nodes);
 * }</pre>
 *
 * <ol>
 *   <li>A {@link Measurement} is chosen by what a few queries show.
 *   <li>Queries are asked in batches. After each, M is decoded from all but the last queries.
 *   <li>Where M predicts those, graphs are read from it ({@link MatrixRoot}) and repaired against
 *       the answers.
 *   <li>The graph is kept whose own answers are nearest to those held back. If they are as near as
 *       the error of the answers allows, asking ends.
 *   <li>Halves of the nodes are asked about, as if there were no others ({@link Rivals}). A graph
 *       that explains these answers, too, is certified.
 * </ol>
 *
 * <p>Models whose answers are several powers of Â with a matrix for each (GraphSAGE, residual
 * connections) have no M and are refused after few queries.
 *
 * <p>The attacker chooses the features of all targets in every query, and the API answers for the
 * subgraph that they induce. Time beyond the queries is O(n³) for n targets and each batch, memory
 * O(n²). Immutable.
 */
public final class CompressedProbing implements LinkAttack {

  /** The number of targets beyond which decoding, which takes cubic time, is too slow. */
  public static final int PRACTICAL_TARGETS = 5000;

  /** The queries that any number of targets takes. */
  private static final int LEAST_QUERIES = 40;

  /** The queries without which odd parts are not tried: what they take to calibrate, twice. */
  private static final int LEAST_ODD = 60;

  /** The misfit of a graph whose edges are mostly right: no other measurement is tried. */
  private static final double MOSTLY_RIGHT = 0.5;

  private final OptionalInt queries;
  private final long seed;
  private final boolean oddParts;
  private final AttackSettings settings;

  private CompressedProbing(Builder builder) {
    this.queries = builder.queries;
    this.seed = builder.seed;
    this.oddParts = builder.oddParts;
    this.settings = builder.settings();
  }

  /** {@return a builder of an attack with one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box. The features of {@code nodes} only say how many columns there are.
   *
   * @throws UnsuitableModelException if answers do not move with the features, or no graph explains
   *     them
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        "compressed probing",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          CompressedRecovery found = search(asked, nodes, inner);
          if (!found.certified()) {
            inner.listener().onWarning(found.warning());
          }
          return found.finding();
        });
  }

  /**
   * Recovers the graph among the targets.
   *
   * @param api the black box
   * @param nodes the targets, at least two
   * @return the graph and its certificate
   * @throws IllegalArgumentException if there are fewer than two targets
   * @throws UnsuitableModelException if answers do not move with the features, or no graph explains
   *     them
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public CompressedRecovery recover(InferenceApi api, InferenceNodes nodes) {
    int n = nodes.targets().size();
    if (n < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + n);
    }
    return settings.recorded(
        api, nodes, toString(), recorder -> search(recorder, nodes, settings.withoutJournal()));
  }

  private CompressedRecovery search(InferenceApi api, InferenceNodes nodes, AttackSettings inner) {
    int most = queries.orElse(Math.max(LEAST_QUERIES, nodes.targets().size() + 1));
    Prober prober = new Prober(api, nodes, inner, most);
    List<UnsuitableModelException> failures = new ArrayList<>();
    Optional<SmallMoves> first = suited(() -> new SmallMoves(prober, seed), failures);
    List<Supplier<CompressedRecovery>> ways = new ArrayList<>();
    first.ifPresent(moves -> ways.add(() -> new Search(prober, moves, seed).run()));
    // Where errors hide all but large effects, odd parts tell more.
    boolean oddFirst = first.filter(moves -> moves.floor() <= Certificate.MOST).isEmpty();
    if (mayAskOddParts(prober)) {
      ways.add(
          oddFirst ? 0 : ways.size(),
          () -> new Search(prober, new OddParts(prober, seed), seed).run());
    }
    Optional<CompressedRecovery> best = Optional.empty();
    for (Supplier<CompressedRecovery> way : ways) {
      if (best.isPresent() && (!mayAskOddParts(prober) || isEnough(best.get(), oddFirst))) {
        break;
      }
      Optional<CompressedRecovery> before = best;
      best =
          suited(way, failures)
              .filter(
                  found ->
                      found.certified()
                          || before.filter(other -> other.misfit() <= found.misfit()).isEmpty())
              .or(() -> before);
    }
    return best.map(found -> found.after(prober.asked()))
        .orElseThrow(
            () -> {
              failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
              return failures.get(0);
            });
  }

  /** Returns a result, or nothing of a model that it does not suit. */
  private static <T> Optional<T> suited(Supplier<T> way, List<UnsuitableModelException> failures) {
    try {
      return Optional.of(way.get());
    } catch (UnsuitableModelException e) {
      failures.add(e);
      return Optional.empty();
    }
  }

  /** Returns whether no other way of asking is tried, which small moves need less often. */
  private static boolean isEnough(CompressedRecovery found, boolean ofOddParts) {
    return found.certified() || found.kHat() == 0 || (ofOddParts && found.misfit() <= MOSTLY_RIGHT);
  }

  private boolean mayAskOddParts(Prober prober) {
    return oddParts && prober.left() >= LEAST_ODD;
  }

  @Override
  public String toString() {
    return "CompressedProbing[queries = "
        + (queries.isPresent() ? queries.getAsInt() : "as needed")
        + ", seed = "
        + seed
        + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private OptionalInt queries = OptionalInt.empty();
    private long seed = 42;
    private boolean oddParts = true;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the largest number of queries.
     *
     * @param most at least 1; by default one more than there are targets, but at least 40
     * @return this builder
     * @throws IllegalArgumentException if {@code most} is below 1
     */
    public Builder queries(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("queries = " + most + " is below 1");
      }
      this.queries = OptionalInt.of(most);
      return this;
    }

    /**
     * Sets the seed of all features.
     *
     * @param number any number; default 42
     * @return this builder
     */
    public Builder seed(long number) {
      this.seed = number;
      return this;
    }

    /**
     * Sets whether odd parts of the answers are asked where nothing else is sparse, for models in
     * which all nodes are coupled. Each takes two queries.
     *
     * @param tried default true
     * @return this builder
     */
    public Builder oddParts(boolean tried) {
      this.oddParts = tried;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public CompressedProbing build() {
      return new CompressedProbing(this);
    }
  }
}
