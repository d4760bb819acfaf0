package io.linkteller.attack.compressed;

import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.Finding;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
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
 * LinkPrediction found = LinkTeller.named("compressed").run(api, nodes, kHat);
 * }</pre>
 *
 * <ol>
 *   <li>A few queries determine the {@link Measurement}.
 *   <li>Queries are sent in batches. After each, M is decoded from all but the last queries.
 *   <li>If M predicts those, graphs are read from it ({@link MatrixRoot}) and repaired against the
 *       answers.
 *   <li>The graph whose answers are nearest to the held-out ones is kept. If they are as near as
 *       the error of the answers allows, no more queries are sent.
 *   <li>Halves of the nodes are queried as if there were no others ({@link Rivals}). A graph that
 *       also explains these answers is certified.
 * </ol>
 *
 * <p>Models whose answers are several powers of Â with a matrix for each (GraphSAGE, residual
 * connections) have no M and are rejected after a few queries.
 *
 * <p>The attacker chooses the features of all targets in every query, and the API answers for the
 * subgraph that they induce. In addition to the queries, each batch takes O(n³) time and O(n²)
 * memory for n targets. Immutable.
 */
public final class CompressedProbing {

  /** The maximum number of targets: decoding takes cubic time. */
  public static final int PRACTICAL_TARGETS = 5000;

  /** The number of queries needed for any number of targets. */
  private static final int MIN_QUERIES = 40;

  /** The minimum number of queries for odd parts: up to 44 calibrate them. */
  private static final int MIN_ODD = 60;

  /** The misfit of a graph whose edges are mostly right: no other measurement is tried. */
  private static final double MOSTLY_RIGHT = 0.5;

  private CompressedProbing() {}

  /**
   * Recovers the graph among the targets. Only the number of columns of the features matters.
   *
   * @param session the nodes and the black box
   * @param queries the largest number of queries, at least 1; if empty, one more than there are
   *     targets, but at least 40
   * @param seed the seed of all features
   * @return the graph, and whether it is certified
   * @throws UnsuitableModelException if answers do not move with the features, or no graph explains
   *     them
   */
  public static Finding find(QuerySession session, OptionalInt queries, long seed) {
    CompressedRecovery found = recover(session, queries, seed);
    if (!found.certified()) {
      session.warn(AttackWarning.Kind.PAIRS_UNDECIDED, found.doubt());
    }
    return found.finding();
  }

  static CompressedRecovery recover(QuerySession session, OptionalInt queries, long seed) {
    int most = queries.orElse(Math.max(MIN_QUERIES, session.targetCount() + 1));
    Prober prober = new Prober(session, most);
    List<UnsuitableModelException> failures = new ArrayList<>();
    Optional<SmallMoves> first = suited(() -> new SmallMoves(prober, seed), failures);
    List<Supplier<CompressedRecovery>> ways = new ArrayList<>();
    first.ifPresent(moves -> ways.add(() -> new Search(prober, moves, seed).run()));
    // If errors hide all but large effects, odd parts show more.
    boolean oddFirst = first.filter(moves -> moves.floor() <= Certificate.MAX_MISFIT).isEmpty();
    if (mayAskOddParts(prober)) {
      ways.add(oddFirst ? 0 : ways.size(), () -> ofOddParts(prober, seed));
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

  private static CompressedRecovery ofOddParts(Prober prober, long seed) {
    // Small moves may have failed with the last queries.
    if (!mayAskOddParts(prober)) {
      throw new UnsuitableModelException("odd parts need " + MIN_ODD + " queries");
    }
    return new Search(prober, new OddParts(prober, seed), seed).run();
  }

  /** Returns a result, or nothing if the model is unsuitable. */
  private static <T> Optional<T> suited(Supplier<T> way, List<UnsuitableModelException> failures) {
    try {
      return Optional.of(way.get());
    } catch (UnsuitableModelException e) {
      failures.add(e);
      return Optional.empty();
    }
  }

  /** Returns whether no other measurement is tried; after odd parts, a small misfit suffices. */
  private static boolean isEnough(CompressedRecovery found, boolean ofOddParts) {
    return found.certified() || found.kHat() == 0 || (ofOddParts && found.misfit() <= MOSTLY_RIGHT);
  }

  private static boolean mayAskOddParts(Prober prober) {
    return prober.left() >= MIN_ODD;
  }
}
