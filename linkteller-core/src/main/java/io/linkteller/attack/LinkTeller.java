package io.linkteller.attack;

import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerPrecision;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.NormOps_DDRM;

/**
 * LinkTeller (Wu, Long, Zhang, Li: "LinkTeller: Recovering Private Edges from Graph Neural Networks
 * via Influence Analysis", IEEE S&amp;P 2022, Algorithm 1): measures how much scaling one target's
 * features by 1 + Δ changes every target's logits, ranks the pairs of targets by this influence,
 * and predicts the first m to be edges.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), 0.004);
 *
 * LinkPrediction found = LinkTeller.builder()
 *     .delta(1e-4)
 *     .score(PairScore.SELF_NORMALIZED)
 *     .parallelism(2)
 *     .build()
 *     .run(api, nodes, kHat);
 * }</pre>
 *
 * <p>The influence matrix of node v is I_v = (P' - P)/Δ where P are the logits for X and P' the
 * logits for X with row v scaled; the influence of v on u is the Euclidean norm of row u. By
 * Theorem 1 it is zero when v is more than k hops from u in a k-layer network. The attack asks one
 * query for P and one per target, |V^(C)| + 1 in total; the paper queries P again for each target.
 * A score may need more: the influence on all nodes, or of all nodes ({@link PairScore#extent}).
 *
 * <p>Immutable; may be run many times. Apart from the queries it takes O(|V^(C)|² c) time for c
 * logits and scores that use only the influences among targets.
 */
public final class LinkTeller implements LinkAttack {

  /** The default Δ: small compared with the features, large compared with rounding errors. */
  private static final double DEFAULT_DELTA = 1e-4;

  /**
   * The relative precision up to which each Δ is used: doubles computed in several steps; single
   * precision and six decimals; noise of such a size. Beyond, Δ is 1.
   */
  private static final double[] PRECISIONS = {1e-12, 1e-6, 1e-5};

  private static final double[] DELTAS = {DEFAULT_DELTA, 1e-2, 0.1, 1};

  /** The number of baseline queries from which noise is measured. */
  private static final int BASELINES = 3;

  /** The ratio to the noise above which a movement counts; one in thousands does by chance. */
  private static final double ERRORS = 3;

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

  private final PairScore score;
  private final Optional<IntList> columns;
  private final Optional<double[]> added;
  private final AttackSettings settings;

  private LinkTeller(Builder builder) {
    this.delta = builder.delta;
    this.step = builder.step;
    this.floor = 0;
    this.score = builder.score;
    this.columns = builder.columns;
    this.added = builder.added;
    this.settings = builder.settings();
  }

  private LinkTeller(LinkTeller measuring, double delta, double floor) {
    this.delta = delta;
    this.step = Step.GIVEN;
    this.floor = floor;
    this.score = measuring.score;
    this.columns = measuring.columns;
    this.added = measuring.added;
    this.settings = measuring.settings;
  }

  /**
   * Runs the attack with the paper's settings: Δ = 1e-4, the paper's score, one query at a time.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density among the targets, in (0, 1]
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  public static LinkPrediction attack(InferenceApi api, InferenceNodes nodes, double kHat) {
    return builder().build().run(api, nodes, kHat);
  }

  /** {@return a builder with the paper's settings} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box.
   *
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before the first query rather than after the last.
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    long start = System.nanoTime();
    Measurement measured = measure(api, nodes);
    LinkPrediction found =
        LinkPrediction.of(
            "LinkTeller",
            nodes,
            kHat,
            score.of(measured.influences(), settings.parallelism()),
            measured.queries(),
            Duration.ofNanos(System.nanoTime() - start));
    Warnings.ofRanking(measured.influences(), found).forEach(settings.listener()::onWarning);
    return found;
  }

  /**
   * Measures the influences that the score needs, without ranking the pairs.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets
   * @return the influences
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  public InfluenceMatrix influences(InferenceApi api, InferenceNodes nodes) {
    return measure(api, nodes).influences();
  }

  @Override
  public String toString() {
    return "LinkTeller[delta = " + named(step, delta) + ", score = " + score + "]";
  }

  private static String named(Step step, double delta) {
    return switch (step) {
      case GIVEN -> Double.toString(delta);
      case BY_DIGITS -> "by digits";
      case BY_DIGITS_AND_NOISE -> "measured";
    };
  }

  private record Measurement(InfluenceMatrix influences, int queries) {}

  private Measurement measure(InferenceApi api, InferenceNodes nodes) {
    added.ifPresent(vector -> requireWidth(vector, nodes));
    columns.ifPresent(chosen -> requireColumns(chosen, nodes));
    // Journals compare the features of each query, and so Δ; it is named here for the error
    // message.
    String name = "LinkTeller, delta = " + named(step, delta);
    return settings.recorded(api, nodes, name, recorded -> ask(recorded, nodes));
  }

  private Measurement ask(InferenceApi api, InferenceNodes nodes) {
    InferenceQuery query = score.extent().query(nodes);
    int baselines = step == Step.BY_DIGITS_AND_NOISE ? BASELINES : 1;
    AnswerCount count =
        new AnswerCount(settings.listener(), score.extent().probedCount(nodes) + baselines);
    if (added.isEmpty()) {
      Warnings.ofFeatures(nodes).forEach(settings.listener()::onWarning);
    }
    List<DMatrixRMaj> answers = new ArrayList<>();
    try {
      for (int i = 0; i < baselines; i++) {
        answers.add(
            Answers.ask(api, query, "the baseline query of " + nodes.nodes().size() + " nodes")
                .copy());
        count.increment();
      }
      Warnings.ofBaseline(answers.get(0)).forEach(settings.listener()::onWarning);
    } catch (RuntimeException e) {
      throw new UnfinishedAttackException(
          e, InfluenceMatrix.builder(nodes, score.extent(), delta).build());
    }
    LinkTeller probing = step == Step.GIVEN ? this : withStepFor(answers);
    return probing.probeAll(api, nodes, query, mean(answers), count);
  }

  /**
   * Chooses Δ and the floor. Rounding hides small influences, and with them how far a node reaches;
   * a larger Δ shows them again, at the price that more relu units change sign. Noise moves nodes
   * that a probe does not reach.
   */
  private LinkTeller withStepFor(List<DMatrixRMaj> answers) {
    DMatrixRMaj first = answers.get(0);
    double noise = answers.size() > 1 ? AnswerPrecision.noise(answers) : 0;
    double size = NormOps_DDRM.elementP(first, 2) / Math.sqrt(first.numRows);
    double precision = Math.max(AnswerPrecision.ofDigits(first), size > 0 ? noise / size : 0);
    int coarseness = 0;
    while (coarseness < PRECISIONS.length && precision > PRECISIONS[coarseness]) {
      coarseness++;
    }
    return new LinkTeller(this, DELTAS[coarseness], ERRORS * noise);
  }

  private static DMatrixRMaj mean(List<DMatrixRMaj> answers) {
    DMatrixRMaj mean = answers.get(0).copy();
    for (int k = 1; k < answers.size(); k++) {
      for (int i = 0; i < mean.getNumElements(); i++) {
        // Stays exactly the same where answers are equal.
        mean.data[i] += (answers.get(k).data[i] - mean.data[i]) / (k + 1);
      }
    }
    return mean;
  }

  private Measurement probeAll(
      InferenceApi api,
      InferenceNodes nodes,
      InferenceQuery query,
      DMatrixRMaj baseline,
      AnswerCount count) {
    InfluenceExtent extent = score.extent();
    int[] rows = extent.rows(nodes);
    int[] answerRows = extent.answerRows(nodes);
    int probed = extent.probedCount(nodes);
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, delta);
    int batch = Math.max(1, api.batchSize());
    try {
      Workers.of(settings.parallelism())
          .forRows(
              probed,
              batch,
              (from, to) -> {
                double[] norms = new double[rows.length];
                // A single thread receives all rows as one block.
                for (int first = from; first < to; first += Math.min(batch, to - first)) {
                  int last = Math.min(to, first + Math.min(batch, to - first));
                  List<DMatrixRMaj> answers =
                      probe(api, nodes, query, rows, first, last, baseline.numCols);
                  for (int v = first; v < last; v++) {
                    distances(answers.get(v - first), baseline, answerRows, norms);
                    requireFinite(norms, nodes, rows, v);
                    influences.set(v, norms);
                    count.increment();
                  }
                }
              });
    } catch (RuntimeException e) {
      // A failed query, or a listener that cancels: keep the influences measured so far.
      throw new UnfinishedAttackException(e, influences.build());
    }
    return new Measurement(influences.build(), count.answered());
  }

  private static void requireWidth(double[] vector, InferenceNodes nodes) {
    if (vector.length != nodes.features().cols()) {
      throw new IllegalArgumentException(
          "a vector of "
              + vector.length
              + " numbers cannot be added to "
              + nodes.features().cols()
              + " features");
    }
  }

  private static void requireColumns(IntList columns, InferenceNodes nodes) {
    int width = nodes.features().cols();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.getInt(i) >= width) {
        throw new IllegalArgumentException(
            "column " + columns.getInt(i) + " is outside [0, " + width + ")");
      }
    }
  }

  /** Probes the nodes at several positions in one batch. */
  private List<DMatrixRMaj> probe(
      InferenceApi api,
      InferenceNodes nodes,
      InferenceQuery query,
      int[] rows,
      int from,
      int to,
      int width) {
    List<InferenceQuery> probes = new ArrayList<>(to - from);
    for (int v = from; v < to; v++) {
      probes.add(query.with(edit(query.base(), rows[v])));
    }
    return Answers.askAll(api, probes, i -> name(nodes, rows, from + i), width);
  }

  private FeatureEdit edit(FeatureMatrix features, int row) {
    if (added.isPresent() && features.isZeroRow(row)) {
      double[] values = added.get().clone();
      for (int col = 0; col < values.length; col++) {
        values[col] *= delta;
      }
      return FeatureEdit.replacing(row, values);
    }
    return columns.isPresent()
        ? FeatureEdit.scalingColumns(features, row, 1 + delta, columns.get())
        : FeatureEdit.scaling(row, 1 + delta);
  }

  /** Computes how far the logits of each observed node moved, divided by |Δ|. */
  private void distances(
      DMatrixRMaj answer, DMatrixRMaj baseline, int[] answerRows, double[] norms) {
    int width = baseline.numCols;
    for (int u = 0; u < norms.length; u++) {
      double moved =
          DenseKernels.distance(answer.data, baseline.data, answerRows[u] * width, width);
      norms[u] = moved <= floor ? 0 : moved / Math.abs(delta);
    }
  }

  private void requireFinite(double[] norms, InferenceNodes nodes, int[] rows, int position) {
    for (int u = 0; u < norms.length; u++) {
      if (!Double.isFinite(norms[u])) {
        throw new InferenceException(
            name(nodes, rows, position)
                + " moved the logits of node "
                + id(nodes, rows[u])
                + " so far that the distance overflowed");
      }
    }
  }

  private String name(InferenceNodes nodes, int[] rows, int position) {
    boolean isTarget = position < nodes.targets().size();
    return "the query that scales node "
        + id(nodes, rows[position])
        + (isTarget ? " (target " + position + ")" : "")
        + " by 1 + "
        + delta;
  }

  private static int id(InferenceNodes nodes, int row) {
    return nodes.nodes().getInt(row);
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private double delta = DEFAULT_DELTA;
    private Step step = Step.GIVEN;
    private PairScore score = PairScore.PAPER;
    private Optional<IntList> columns = Optional.empty();
    private Optional<double[]> added = Optional.empty();

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets Δ: a probe scales a node's features by 1 + Δ.
     *
     * @param delta Δ, finite, not zero, and large enough that 1 + Δ differs from 1; default 1e-4
     * @return this builder
     * @throws IllegalArgumentException if {@code delta} is not such a number
     */
    public Builder delta(double delta) {
      if (!Double.isFinite(delta) || 1 + delta == 1) {
        throw new IllegalArgumentException(
            "delta = " + delta + " must be finite and change 1 when added to it");
      }
      this.delta = delta;
      this.step = Step.GIVEN;
      return this;
    }

    /**
     * Chooses Δ by the precision of the answers, which two more baseline queries show: 1e-4 for
     * doubles, 0.01 for single precision and about six decimals, 0.1 and 1 below. A movement counts
     * only if it exceeds the noise between equal queries. Scores that look at how far a node
     * reaches, such as {@link PairScore#REACH_WEIGHTED}, need this unless answers are doubles.
     *
     * @return this builder
     */
    public Builder measuredDelta() {
      this.step = Step.BY_DIGITS_AND_NOISE;
      return this;
    }

    /**
     * Chooses Δ by the digits of the answer to the baseline query: 1e-4 for doubles, 0.01 for
     * single precision and about six decimals, 0.1 and 1 below. Unlike {@link #measuredDelta}, this
     * takes no further query and does not notice noise.
     *
     * @return this builder
     */
    public Builder deltaByDigits() {
      this.step = Step.BY_DIGITS;
      return this;
    }

    /**
     * Sets how influences are combined into the score of a pair. The score determines the queries:
     * see {@link PairScore#queryCount}.
     *
     * @param score the score; default {@link PairScore#PAPER}
     * @return this builder
     */
    public Builder score(PairScore score) {
      this.score = score;
      return this;
    }

    /**
     * Restricts probes to some features: only these columns are scaled (appendix D.3 of the paper).
     * A target whose features are zero in all of these columns has no measured influence.
     *
     * @param columns the features that the attacker controls, each in [0, d), at least one; default
     *     all
     * @return this builder
     * @throws IllegalArgumentException if there is no column, or a column is negative
     */
    public Builder columns(IntList columns) {
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("columns is empty, so there is nothing to scale");
      }
      for (int i = 0; i < columns.size(); i++) {
        if (columns.getInt(i) < 0) {
          throw new IllegalArgumentException("column " + columns.getInt(i) + " is negative");
        }
      }
      this.columns = Optional.of(new IntImmutableList(columns));
      return this;
    }

    /**
     * Probes targets whose features are all zero by adding Δ times a vector, because scaling them
     * has no effect. By default such targets are not probed, with the warning {@link
     * AttackWarning.Kind#NO_FEATURES_TO_SCALE}. The influences of such a target are proportional to
     * the vector, which should therefore be about as large as the other nodes' features.
     *
     * @param vector d finite numbers, not all zero; copied
     * @return this builder
     * @throws IllegalArgumentException if a number is not finite, or all numbers are zero
     */
    public Builder adding(double... vector) {
      boolean zero = true;
      for (int col = 0; col < vector.length; col++) {
        if (!Double.isFinite(vector[col])) {
          throw new IllegalArgumentException(
              "vector[" + col + "] = " + vector[col] + " is not a finite number");
        }
        zero &= vector[col] == 0;
      }
      if (zero) {
        throw new IllegalArgumentException(
            "all " + vector.length + " numbers of vector are zero: adding them changes nothing");
      }
      this.added = Optional.of(vector.clone());
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public LinkTeller build() {
      return new LinkTeller(this);
    }
  }
}
