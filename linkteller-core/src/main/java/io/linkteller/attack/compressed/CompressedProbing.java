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
 * Recovers the graph among the targets with far fewer queries than there are targets. Every query
 * moves the features of all nodes, and the influences M, which are sparse and nonnegative, are
 * decoded from the answers.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.named("compressed").run(api, nodes, kHat);
 * }</pre>
 *
 * <ol>
 *   <li>A few queries choose and calibrate the {@link Measurement}.
 *   <li>Queries are sent in batches. After each batch, M is decoded from all answers but the last
 *       few, which are held out.
 *   <li>If M predicts the held-out answers, graphs are derived from it ({@link MatrixRoot}) and
 *       repaired against the answers.
 *   <li>The graph whose predictions are closest to the held-out answers is kept. Once its
 *       predictions are as close as the error of the answers allows, no more batches are sent.
 *   <li>Random halves of the nodes are queried as if there were no other nodes ({@link Rivals}). A
 *       graph that also explains these answers is certified.
 * </ol>
 *
 * <p>Models whose answers combine several powers of Â, each with its own matrix (GraphSAGE,
 * residual connections), have no single M and are rejected after a few queries.
 *
 * <p>The attacker chooses the features of all targets in every query, and the API answers for the
 * subgraph that they induce. In addition to the queries, each batch takes O(n³) time and O(n²)
 * memory for n targets.
 */
public final class CompressedProbing {

  /** The largest practical number of targets, because decoding takes cubic time. */
  public static final int PRACTICAL_TARGETS = 5000;

  /** The smallest default limit on queries, however few the targets. */
  private static final int MIN_QUERIES = 40;

  /**
   * The number of queries that must be left to measure {@link OddParts}; calibration alone takes up
   * to 44.
   */
  private static final int MIN_ODD = 60;

  /** The misfit up to which most edges of a graph are right, so no other measurement is tried. */
  private static final double MOSTLY_RIGHT = 0.5;

  private CompressedProbing() {}

  /**
   * Recovers the graph among the targets. Only the number and the typical size of the targets' own
   * features are used.
   *
   * @param session the nodes and the black box
   * @param queries the maximum number of queries, at least 1; if empty, the number of targets plus
   *     1, but at least 40
   * @param seed the seed of the random features
   * @return the predicted graph, and whether it is certified
   * @throws UnsuitableModelException if the answers do not depend on the features, or no graph
   *     explains the answers
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
    // Odd parts reveal more if errors hide all but large effects.
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
    // Small moves may have used up the queries before they failed.
    if (!mayAskOddParts(prober)) {
      throw new UnsuitableModelException("odd parts need " + MIN_ODD + " queries");
    }
    return new Search(prober, new OddParts(prober, seed), seed).run();
  }

  /** Returns the result, or empty if the model is unsuitable. */
  private static <T> Optional<T> suited(Supplier<T> way, List<UnsuitableModelException> failures) {
    try {
      return Optional.of(way.get());
    } catch (UnsuitableModelException e) {
      failures.add(e);
      return Optional.empty();
    }
  }

  /** Returns whether the search ends with this result; for odd parts, a small misfit suffices. */
  private static boolean isEnough(CompressedRecovery found, boolean ofOddParts) {
    return found.certified() || found.kHat() == 0 || (ofOddParts && found.misfit() <= MOSTLY_RIGHT);
  }

  private static boolean mayAskOddParts(Prober prober) {
    return prober.left() >= MIN_ODD;
  }
}
