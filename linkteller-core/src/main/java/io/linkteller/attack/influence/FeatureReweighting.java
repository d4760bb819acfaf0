package io.linkteller.attack.influence;

import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.QuerySession;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerPrecision;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.NormOps_DDRM;

/**
 * The measurement of Algorithm 1: scales one node's features by 1 + Δ and compares the logits of
 * all observed nodes before and after.
 *
 * <p>The influence matrix of node v is I_v = (P' - P)/Δ, where P contains the logits for X, and P'
 * the logits for X with row v scaled; the influence of v on u is the Euclidean norm of row u. By
 * Theorem 1, it is zero if v is more than k hops from u in a k-layer network. P takes one query,
 * and each probed node takes one more; the paper queries P again for each target.
 *
 * <p>Apart from the queries, takes O(|V^(C)|² c) time for influences among the targets and c logits
 * per node. Immutable.
 */
public final class FeatureReweighting implements Measurement {

  /** The default Δ: small compared with the features, large compared with rounding errors. */
  private static final double DEFAULT_DELTA = 1e-4;

  /** The paper's measurement: Δ = 1e-4, all features. */
  public static final FeatureReweighting PAPER = of(DEFAULT_DELTA);

  /**
   * The largest relative errors of answers for which the first three of the {@link #DELTAS} are
   * used. 1e-12 covers doubles computed in several steps, 1e-6 single precision and six decimals,
   * and 1e-5 noise of this size. For larger errors, Δ is 1.
   */
  private static final double[] PRECISIONS = {1e-12, 1e-6, 1e-5};

  private static final double[] DELTAS = {DEFAULT_DELTA, 1e-2, 0.1, 1};

  /** The number of baseline queries from which noise is measured. */
  private static final int BASELINES = 3;

  /**
   * A move counts if it exceeds this multiple of the noise; by chance, one in several thousand
   * moves does.
   */
  private static final double ERRORS = 3;

  /**
   * The minimum number of probes for the warning that everything moved. Fewer targets may well be
   * within reach of each other.
   */
  private static final int MANY = 10;

  /** How Δ is chosen. */
  private enum Step {
    GIVEN,
    BY_DIGITS,
    BY_DIGITS_AND_NOISE
  }

  private final double delta;
  private final Step step;

  /** The distance up to which logits count as unmoved. */
  private final double floor;

  /** The vector, of length d, whose product with Δ is added to features that are all zero. */
  private final Optional<double[]> added;

  private FeatureReweighting(double delta, Step step, double floor, Optional<double[]> added) {
    this.delta = delta;
    this.step = step;
    this.floor = floor;
    this.added = added;
  }

  /**
   * Returns a measurement with a given Δ: a probe scales a node's features by 1 + Δ.
   *
   * @param delta Δ, finite, not zero, and large enough that 1 + Δ differs from 1
   * @return the measurement
   * @throws IllegalArgumentException if {@code delta} does not meet these conditions
   */
  public static FeatureReweighting of(double delta) {
    if (!Double.isFinite(delta) || 1 + delta == 1) {
      throw new IllegalArgumentException(
          "delta = " + delta + " must be finite and change 1 when added to it");
    }
    return new FeatureReweighting(delta, Step.GIVEN, 0, Optional.empty());
  }

  /**
   * Returns a measurement that chooses Δ based on the precision of the answers, which it measures
   * with two more baseline queries: 1e-4 for doubles, 0.01 for single precision and about six
   * decimals, and 0.1 or 1 for lower precision. A move counts only if it exceeds three times the
   * noise between equal queries. Scores that depend on how far a node reaches, such as {@code
   * PairScore.REACH_WEIGHTED}, need this measurement unless answers are doubles.
   *
   * @return the measurement
   */
  public static FeatureReweighting measuringDelta() {
    return new FeatureReweighting(DEFAULT_DELTA, Step.BY_DIGITS_AND_NOISE, 0, Optional.empty());
  }

  /**
   * Returns a measurement that chooses Δ based on the digits of the answer to the baseline query:
   * 1e-4 for doubles, 0.01 for single precision and about six decimals, and 0.1 or 1 for lower
   * precision. Unlike {@link #measuringDelta}, it sends no additional query and does not detect
   * noise.
   *
   * @return the measurement
   */
  public static FeatureReweighting deltaByDigits() {
    return new FeatureReweighting(DEFAULT_DELTA, Step.BY_DIGITS, 0, Optional.empty());
  }

  /**
   * Returns this measurement with a different probe for targets whose features are all zero: Δ
   * times a vector is added to the features. By default, they are scaled like all others, which has
   * no effect, and the warning {@link AttackWarning.Kind#NO_FEATURES_TO_SCALE} is reported. The
   * influences of such a target are proportional to the vector, which should therefore be about as
   * large as the other nodes' features.
   *
   * @param vector d finite numbers, not all zero; copied
   * @return the measurement
   * @throws IllegalArgumentException if a number is not finite, or all numbers are zero
   */
  public FeatureReweighting adding(double... vector) {
    for (int col = 0; col < vector.length; col++) {
      if (!Double.isFinite(vector[col])) {
        throw new IllegalArgumentException(
            "vector[" + col + "] = " + vector[col] + " is not a finite number");
      }
    }
    if (Arrays.stream(vector).allMatch(x -> x == 0)) {
      throw new IllegalArgumentException(
          "all " + vector.length + " numbers of vector are zero: adding them changes nothing");
    }
    return new FeatureReweighting(delta, step, floor, Optional.of(vector.clone()));
  }

  @Override
  public InfluenceMatrix measure(QuerySession session, InfluenceMatrix.Extent extent) {
    InferenceNodes nodes = session.nodes();
    added.ifPresent(vector -> requireWidth(vector, nodes));
    InferenceQuery query = extent.query(nodes);
    int baselines = step == Step.BY_DIGITS_AND_NOISE ? BASELINES : 1;
    session.expect(extent.probedCount(nodes) + baselines);
    if (added.isEmpty()) {
      warnOfFeatures(session);
    }
    List<DMatrixRMaj> answers = new ArrayList<>();
    for (int i = 0; i < baselines; i++) {
      answers.add(session.ask(query, "the baseline query of " + nodes.nodes().size() + " nodes"));
    }
    warnOfBaseline(answers.get(0), session);
    FeatureReweighting probing = step == Step.GIVEN ? this : withStepFor(answers);
    InfluenceMatrix influences = probing.probeAll(session, extent, query, mean(answers));
    warnOfInfluences(influences, session);
    return influences;
  }

  /** Returns the settings as text, which identifies the queries in journals. */
  @Override
  public String toString() {
    return "delta = "
        + switch (step) {
          case GIVEN -> Double.toString(delta);
          case BY_DIGITS -> "by digits";
          case BY_DIGITS_AND_NOISE -> "measured";
        };
  }

  /**
   * Chooses Δ and the floor. Rounding hides small influences, and with them how far a node reaches.
   * A larger Δ reveals them again, but also makes more relu units change sign. The floor excludes
   * nodes that only noise moves.
   */
  private FeatureReweighting withStepFor(List<DMatrixRMaj> answers) {
    DMatrixRMaj first = answers.get(0);
    double noise = answers.size() > 1 ? AnswerPrecision.noise(answers) : 0;
    double size = NormOps_DDRM.elementP(first, 2) / Math.sqrt(first.numRows);
    double precision = Math.max(AnswerPrecision.ofDigits(first), size > 0 ? noise / size : 0);
    int coarseness = 0;
    while (coarseness < PRECISIONS.length && precision > PRECISIONS[coarseness]) {
      coarseness++;
    }
    return new FeatureReweighting(DELTAS[coarseness], Step.GIVEN, ERRORS * noise, added);
  }

  private static DMatrixRMaj mean(List<DMatrixRMaj> answers) {
    DMatrixRMaj mean = answers.get(0).copy();
    for (int k = 1; k < answers.size(); k++) {
      for (int i = 0; i < mean.getNumElements(); i++) {
        // If answers are equal, this adds exactly 0.
        mean.data[i] += (answers.get(k).data[i] - mean.data[i]) / (k + 1);
      }
    }
    return mean;
  }

  private InfluenceMatrix probeAll(
      QuerySession session,
      InfluenceMatrix.Extent extent,
      InferenceQuery query,
      DMatrixRMaj baseline) {
    InferenceNodes nodes = session.nodes();
    int[] rows = extent.rows(nodes);
    int[] answerRows = extent.answerRows(nodes);
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, delta);
    session.askAll(
        extent.probedCount(nodes),
        v -> query.with(edit(query.base(), rows[v])),
        v -> name(nodes, v),
        (answer, v) -> {
          double[] norms = distances(answer, baseline, answerRows);
          requireFinite(norms, nodes, rows, v);
          influences.set(v, norms);
        });
    return influences.build();
  }

  private static void requireWidth(double[] vector, InferenceNodes nodes) {
    if (vector.length != nodes.features().cols()) {
      throw new IllegalArgumentException(
          String.format(
              "a vector of %d numbers cannot be added to %d features",
              vector.length, nodes.features().cols()));
    }
  }

  private FeatureEdit edit(FeatureMatrix features, int row) {
    if (added.isPresent() && features.isZeroRow(row)) {
      double[] values = added.get().clone();
      for (int col = 0; col < values.length; col++) {
        values[col] *= delta;
      }
      return FeatureEdit.replacing(row, values);
    }
    return FeatureEdit.scaling(row, 1 + delta);
  }

  /** Returns how far the logits of each observed node moved, divided by |Δ|. */
  private double[] distances(DMatrixRMaj answer, DMatrixRMaj baseline, int[] answerRows) {
    double[] norms = new double[answerRows.length];
    int width = baseline.numCols;
    for (int u = 0; u < norms.length; u++) {
      double squares = 0;
      for (int i = answerRows[u] * width; i < (answerRows[u] + 1) * width; i++) {
        double difference = answer.data[i] - baseline.data[i];
        squares += difference * difference;
      }
      // Skip the square root, because a probe does not change most rows of an answer.
      double moved = squares == 0 ? 0 : Math.sqrt(squares);
      norms[u] = moved <= floor ? 0 : moved / Math.abs(delta);
    }
    return norms;
  }

  private void requireFinite(double[] norms, InferenceNodes nodes, int[] rows, int position) {
    for (int u = 0; u < norms.length; u++) {
      if (!Double.isFinite(norms[u])) {
        throw new InferenceException(
            name(nodes, position)
                + " moved the logits of node "
                + nodes.nodes().getInt(rows[u])
                + " so far that the distance overflowed");
      }
    }
  }

  private String name(InferenceNodes nodes, int position) {
    int node = nodes.targets().getInt(position);
    return "the query that scales node " + node + " (target " + position + ") by 1 + " + delta;
  }

  private static void warnOfFeatures(QuerySession session) {
    IntList without = session.nodes().targetsWithoutFeatures();
    if (!without.isEmpty()) {
      session.warn(
          new AttackWarning(
              AttackWarning.Kind.NO_FEATURES_TO_SCALE,
              String.format(
                  "%d of %d targets have no features to scale, so their influence is measured as"
                      + " zero",
                  without.size(), session.targetCount()),
              without));
    }
  }

  private static void warnOfBaseline(DMatrixRMaj answer, QuerySession session) {
    if (answer.numRows > 1 && allRowsEqual(answer)) {
      session.warn(
          AttackWarning.Kind.ANSWERS_EQUAL,
          String.format(
              "the answers for all %d nodes are equal: the model does not distinguish them",
              answer.numRows));
    }
    if (isWithinUnitInterval(answer)) {
      session.warn(
          AttackWarning.Kind.ANSWERS_LOOK_LIKE_PROBABILITIES,
          "all numbers of the answer lie in [0, 1], as probabilities do: an attack on logits finds"
              + " more");
    }
  }

  private static void warnOfInfluences(InfluenceMatrix influences, QuerySession session) {
    int probed = influences.probedCount();
    if (influences.storedCount() == 0) {
      session.warn(
          AttackWarning.Kind.NOTHING_MOVED,
          "none of " + probed + " probes moved any answer, so all pairs score 0");
    } else if (probed >= MANY
        && influences.storedCount() == (long) probed * influences.observedCount()) {
      session.warn(
          AttackWarning.Kind.EVERYTHING_MOVED,
          String.format(
              "each of %d probes moved the answers for all %d nodes: answers to equal queries may"
                  + " differ, or depend on every row of a query; an attack that measures noise,"
                  + " such as auto, may find more",
              probed, influences.observedCount()));
    }
  }

  private static boolean allRowsEqual(DMatrixRMaj answer) {
    int width = answer.numCols;
    return IntStream.range(1, answer.numRows)
        .map(row -> row * width)
        .allMatch(at -> Arrays.equals(answer.data, 0, width, answer.data, at, at + width));
  }

  private static boolean isWithinUnitInterval(DMatrixRMaj answer) {
    return Arrays.stream(answer.data, 0, answer.getNumElements()).allMatch(x -> x >= 0 && x <= 1);
  }
}
