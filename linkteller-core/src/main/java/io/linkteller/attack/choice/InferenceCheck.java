package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.influence.RandomDesign;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Examines a black box with a few queries before an attack. Determines the kind and precision of
 * its answers, whether they vary, the cost of a query, whether probes have an effect, and which
 * attack is suitable.
 *
 * <p>Sends at most 25 queries: 5 baseline queries and, for each of up to 4 targets with features,
 * one probe for each Δ of 1e-4, 1e-3, 1e-2, 0.1 and 1. A node counts as moved if its logits move by
 * more than 3 standard errors of its measured noise and by more than rounding can cause. The Δ for
 * attacks that scale the nodes' own features is the smallest at which probes move at least 90% as
 * many nodes as at any other Δ: a smaller Δ loses edges to rounding, and a larger one approximates
 * the derivative less well. The recommended attack is {@link
 * io.linkteller.attack.choice.AutoAttack} for the detected kind of answers.
 *
 * <pre>{@code
 * InferenceCheck check = InferenceCheck.run(api, nodes);
 * System.out.println(check);
 * LinkPrediction found = check.recommended().attack().run(api, nodes, kHat);
 * }</pre>
 *
 * @param output whether answers are logits, probabilities or labels
 * @param posterior the map from logits to probabilities, if answers are probabilities
 * @param precision the precision of answers
 * @param decimals the number of decimals, if answers are rounded to decimals
 * @param deterministic whether answers to the same query are equal
 * @param noise the standard deviation of a number across answers to the same query, 0 if they are
 *     equal
 * @param movedNodes the mean number of nodes, not counting the probed one, that a probe moves at
 *     the recommended Δ
 * @param dependsOnAllRows whether there is a Δ at which every probe moved every other node of the
 *     query: either the model computes something over all rows, such as a normalization, or all
 *     nodes are within reach of each other
 * @param millisPerQuery the median time of a probe, in milliseconds; without probes, the time of
 *     the first query
 * @param bytesPerQuery if the API is a {@link MeteredApi}, the mean number of bytes transferred for
 *     a probe or, without probes, for the first query; otherwise, the size of all features and of
 *     the answer as doubles
 * @param queries the number of queries that the check sent
 * @param recommendation the recommended attack; empty if all nodes have the same answer, or if
 *     probes moved no other node although answers are deterministic, not rounded to decimals, and
 *     not labels. It is always present if no target has features, because then nothing can be
 *     probed
 */
public record InferenceCheck(
    AnswerKind.Form output,
    Optional<Posterior> posterior,
    Precision precision,
    OptionalInt decimals,
    boolean deterministic,
    double noise,
    double movedNodes,
    boolean dependsOnAllRows,
    double millisPerQuery,
    long bytesPerQuery,
    int queries,
    Optional<Recommendation> recommendation) {

  /** The precision of answers. */
  public enum Precision {
    /** 64 bits. */
    DOUBLE,
    /** 32 bits. */
    SINGLE,
    /** Rounded to a number of decimals. */
    DECIMALS
  }

  /** The number of baseline queries. */
  private static final int REPEATS = 5;

  /** The maximum number of probed targets. */
  private static final int PILOTS = 4;

  private static final double[] DELTAS = {1e-4, 1e-3, 1e-2, 0.1, 1};

  /** The number of standard errors above which a move is not noise. */
  private static final double ERRORS = 3;

  /** The share of the maximum number of moved nodes that the recommended Δ must reach. */
  private static final double ENOUGH = 0.9;

  /** The name of the recommended attack. */
  private static final String NAME = "auto";

  /** Milliseconds per nanosecond. */
  private static final double MILLI = 1e-6;

  /**
   * Examines a black box.
   *
   * @param api the black box
   * @param nodes the nodes that may be queried, with their features and targets
   * @return the results of the check
   * @throws InferenceException if the black box fails
   */
  public static InferenceCheck run(InferenceApi api, InferenceNodes nodes) {
    return AttackSettings.DEFAULT.open(
        "check", api, nodes, 1, session -> new Run(api, session).check());
  }

  /**
   * Infers the kind of answers from the numbers of one answer.
   *
   * @param answer an answer to an ordinary query, n x c
   * @return labels if there are only zeros and ones or recurring integers; otherwise probabilities
   *     if all numbers lie in [0, 1]; otherwise logits. Numbers in [0, 1] are also taken for logits
   *     if some of them are 0 in full precision, unless every row sums to 1 or every row has one
   *     positive number
   */
  public static AnswerKind kindOf(DMatrixRMaj answer) {
    AnswerFormat format = AnswerFormat.of(answer);
    AnswerKind.Form form = format.output();
    OptionalInt decimals =
        form == AnswerKind.Form.LABELS
                || (form == AnswerKind.Form.PROBABILITIES && format.decimals().orElse(1) == 0)
            ? OptionalInt.empty()
            : format.decimals();
    return new AnswerKind(form, format.posterior().orElse(Posterior.SOFTMAX), decimals);
  }

  /**
   * Returns the recommended attack.
   *
   * @return the recommendation
   * @throws IllegalStateException if there is no {@link #recommendation}
   */
  public Recommendation recommended() {
    return recommendation.orElseThrow(
        () ->
            new IllegalStateException(
                "features seem to have no effect, so no attack is recommended: " + this));
  }

  @Override
  public String toString() {
    return output.name().toLowerCase(Locale.ROOT)
        + (decimals.isPresent()
            ? " of " + decimals.getAsInt() + " decimals"
            : " in " + precision.name().toLowerCase(Locale.ROOT) + " precision")
        + (deterministic
            ? ", deterministic"
            : String.format(Locale.ROOT, ", noisy (standard deviation %.3g)", noise))
        + String.format(
            Locale.ROOT,
            ", %.3g ms and %d bytes per query, a probe moves %.1f other nodes",
            millisPerQuery,
            bytesPerQuery,
            movedNodes)
        + (dependsOnAllRows ? " (all others at some Δ)" : "")
        + recommendation.map(found -> "; " + found.reason()).orElse("");
  }

  /** One run of the check. */
  private static final class Run {

    private final InferenceApi api;
    private final QuerySession session;
    private final InferenceNodes nodes;
    private final double[] millis = new double[PILOTS * DELTAS.length];
    private int probes;
    private long bytes;

    Run(InferenceApi api, QuerySession session) {
      this.api = api;
      this.session = session;
      this.nodes = session.nodes();
    }

    InferenceCheck check() {
      IntList pilots = pilots();
      InferenceQuery query = nodes.query();
      MeteredApi meter = api instanceof MeteredApi metered ? metered : null;
      long bytesBefore = meter == null ? 0 : meter.bytesMoved();
      long start = System.nanoTime();
      DMatrixRMaj shown = session.ask(query, "the baseline query of the check");
      double baselineMillis = (System.nanoTime() - start) * MILLI;
      long baselineBytes = meter == null ? 0 : meter.bytesMoved() - bytesBefore;
      AnswerFormat format = AnswerFormat.of(shown);
      DMatrixRMaj baseline = format.logits(shown);
      int n = baseline.numRows;
      double[] squares = new double[n];
      double shownSquares = 0;
      for (int i = 1; i < REPEATS; i++) {
        DMatrixRMaj again = session.ask(query, "the baseline query of the check, repeated");
        DMatrixRMaj read = format.logits(again);
        for (int row = 0; row < n; row++) {
          // Differences from the first answer have twice the variance of a single answer.
          squares[row] += square(distance(read, baseline, row)) / 2 / (REPEATS - 1);
          shownSquares += square(distance(again, shown, row)) / 2 / (REPEATS - 1);
        }
      }
      double noise = Math.sqrt(shownSquares / shown.getNumElements());
      double[] floor = format.blur(shown);
      for (int row = 0; row < n; row++) {
        floor[row] = Math.max(floor[row], ERRORS * Math.sqrt(2 * squares[row]));
      }

      double[] moved = new double[DELTAS.length];
      boolean all = false;
      long before = meter == null ? 0 : meter.bytesMoved();
      for (int k = 0; k < DELTAS.length; k++) {
        boolean allAtDelta = n > 1 && !pilots.isEmpty();
        for (int pilot = 0; pilot < pilots.size(); pilot++) {
          int count = moved(query, pilots.getInt(pilot), k, baseline, floor, format);
          moved[k] += count / (double) pilots.size();
          allAtDelta &= count == n - 1;
        }
        all |= allAtDelta;
      }
      bytes =
          meter == null
              ? Double.BYTES * ((long) n * nodes.features().cols() + shown.getNumElements())
              : probes == 0 ? baselineBytes : (meter.bytesMoved() - before) / probes;
      double[] times = Arrays.copyOf(millis, probes);
      Arrays.sort(times);
      double median = probes == 0 ? baselineMillis : times[times.length / 2];

      int chosen = chosen(moved);
      boolean deterministic = noise == 0;
      return new InferenceCheck(
          format.output(),
          format.posterior(),
          format.precision(),
          format.decimals(),
          deterministic,
          noise,
          chosen < 0 ? 0 : moved[chosen],
          all,
          median,
          bytes,
          session.asked(),
          isDeaf(shown, format, deterministic, pilots, chosen)
              ? Optional.empty()
              : Optional.of(recommendation(kind(shown), deterministic, chosen, median)));
    }

    /**
     * Returns whether features seem to have no effect: all nodes have the same answer, or no node
     * moved although moves would have been visible.
     */
    private static boolean isDeaf(
        DMatrixRMaj shown, AnswerFormat format, boolean deterministic, IntList pilots, int chosen) {
      if (pilots.isEmpty()) {
        // There was nothing to scale, and nodes without features naturally have equal answers.
        return false;
      }
      boolean couldBeSeen =
          deterministic && format.output() != AnswerKind.Form.LABELS && format.decimals().isEmpty();
      return isConstant(shown) || (chosen < 0 && couldBeSeen);
    }

    /**
     * Returns the rows of up to 4 targets with features, evenly spread; empty if none has features.
     */
    private IntList pilots() {
      IntList without = nodes.targetsWithoutFeatures();
      IntArrayList with = new IntArrayList();
      for (int position = 0; position < nodes.targets().size(); position++) {
        if (!without.contains(nodes.targets().getInt(position))) {
          with.add(nodes.rowOfTarget(position));
        }
      }
      int count = Math.min(PILOTS, with.size());
      IntArrayList pilots = new IntArrayList();
      for (int i = 0; i < count; i++) {
        pilots.add(with.getInt((int) ((long) i * with.size() / count)));
      }
      return pilots;
    }

    /** Returns the number of nodes other than the probed one that a probe moves. */
    private int moved(
        InferenceQuery query,
        int row,
        int k,
        DMatrixRMaj baseline,
        double[] floor,
        AnswerFormat format) {
      String name =
          "the query that scales node " + nodes.nodes().getInt(row) + " by 1 + " + DELTAS[k];
      long start = System.nanoTime();
      DMatrixRMaj answer = session.ask(query.with(FeatureEdit.scaling(row, 1 + DELTAS[k])), name);
      millis[probes++] = (System.nanoTime() - start) * MILLI;
      DMatrixRMaj read = format.logits(answer);
      int count = 0;
      for (int u = 0; u < floor.length; u++) {
        count += u != row && distance(read, baseline, u) > floor[u] ? 1 : 0;
      }
      return count;
    }

    private static boolean isConstant(DMatrixRMaj answer) {
      int c = answer.numCols;
      return answer.numRows > 1
          && IntStream.range(1, answer.numRows)
              .allMatch(
                  row -> Arrays.equals(answer.data, 0, c, answer.data, row * c, (row + 1) * c));
    }

    private static double square(double value) {
      return value * value;
    }

    private static double distance(DMatrixRMaj left, DMatrixRMaj right, int row) {
      double squares = 0;
      for (int i = row * left.numCols; i < (row + 1) * left.numCols; i++) {
        squares += square(left.data[i] - right.data[i]);
      }
      return Math.sqrt(squares);
    }

    /**
     * Returns the index of the smallest Δ at which nearly the maximum number of nodes move, or -1
     * if none move.
     */
    private static int chosen(double[] moved) {
      double most = Arrays.stream(moved).max().orElse(0);
      for (int k = 0; k < moved.length && most > 0; k++) {
        if (moved[k] >= ENOUGH * most) {
          return k;
        }
      }
      return -1;
    }

    /**
     * Returns the kind of answers. If all numbers are 0, as for nodes without features, they are
     * logits rather than labels.
     */
    private static AnswerKind kind(DMatrixRMaj shown) {
      AnswerKind kind = kindOf(shown);
      return kind.form() == AnswerKind.Form.LABELS && CommonOps_DDRM.elementMaxAbs(shown) == 0
          ? AnswerKind.LOGITS
          : kind;
    }

    /** Recommends {@code auto} and estimates the cost of the first attack that it tries. */
    private Recommendation recommendation(
        AnswerKind kind, boolean deterministic, int chosen, double median) {
      int targets = nodes.targets().size();
      List<LinkAttackProvider> tried = LinkAttackProvider.triedWith(Access.seeing(kind), targets);
      String attacks =
          tried.stream()
              .map(attack -> attack.name() + " (" + attack.expectedQueries(targets) + ")")
              .collect(Collectors.joining(", "));
      long first =
          tried.isEmpty()
              ? targets + 1L + AutoAttack.HELD_BACK
              : tried.get(0).expectedQueries(targets);
      long asked = (deterministic ? 1 : 2) * first;
      String ranked =
          kind.form() == AnswerKind.Form.LABELS
              ? RandomDesign.queryCount(targets) + " queries of random designs rank the pairs"
              : "auto scales the nodes' own features";
      String own =
          probes == 0
              ? "; no target has features of its own to scale"
              : chosen < 0
                  ? ""
                  : "; use linkteller, with a delta of "
                      + DELTAS[chosen]
                      + ", if features must be the nodes' own";
      return new Recommendation(
          NAME,
          chosen < 0 ? 0 : DELTAS[chosen],
          (int) Math.min(asked, Integer.MAX_VALUE),
          Duration.ofNanos((long) (asked * median / MILLI)),
          (deterministic ? "" : "answers vary, which takes about twice as many queries; ")
              + (tried.isEmpty()
                  ? "no attack that decides pairs suits the answers; "
                  : "auto tries, in order of query count, "
                      + attacks
                      + "; if none decides every pair, ")
              + ranked
              + own,
          LinkAttackProvider.named(NAME)
              .create(AttackRequest.builder().access(Access.seeing(kind)).build()));
    }
  }
}
