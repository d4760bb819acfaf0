package io.linkteller.attack.coarse;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.parallel.Workers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/**
 * LinkTeller for answers that are rounded or noisy. Before the attack it measures how coarse the
 * answers are and chooses how strongly to probe.
 *
 * <p>Rounding hides the effect of the paper's small Δ, and in probabilities near 0 or 1 that of
 * every Δ. Because Bob owns the features of all nodes, he may probe a node not only among the other
 * nodes' own features but also against a silent background, with zero features in all rows but one.
 * The logits are then small, so that probabilities are away from 0 and 1. Without features all
 * nodes also have the same relu activation pattern, so that influences are nearly those of a linear
 * network: entries of Âᵏ times a factor of the probed node, which rank better than the paper's
 * influences. Such probes are more conspicuous: most features are zero, whereas the paper's probe
 * looks like the data.
 *
 * <p>To choose, the attack asks the baseline {@value NoiseProbe#NOISE_QUERIES} times. This gives
 * the noise of each node and, with the known rounding, its noise floor. On {@value
 * NoiseProbe#PILOTS} pilot targets it then selects the background for which more nodes move beyond
 * their floors, the silent one if as many and most do on both, and the smallest change of a ladder
 * with two steps per decade, from 1e-4 to 100, at which at least {@value #NEIGHBORS} times as many
 * nodes move as a node has neighbors at density k̂: the nodes above the floor must include the
 * neighbors, and the smaller the change the more linear the network. Changes are negative; on the
 * twitch graphs these gave better results than positive ones of the same size.
 *
 * <p>With R repeats the attack costs R queries per target, R for the baseline, and at most 10 + 112
 * R for the choice: the baselines of both backgrounds, and R per pilot for each background and each
 * change of the ladder except -1, at which the backgrounds are compared. If answers to the same
 * query differ, {@link #measure} also computes for each pair the confidence that its influence is
 * not noise ({@link PairConfidence}); this requires {@value #NOISY_BASELINES} queries of the
 * baseline, or R if that is more.
 *
 * <p>Immutable. The result does not depend on the number of threads, provided that an answer
 * depends only on the query and on how often it was asked before.
 */
public final class CoarseAttack implements LinkAttack {

  private static final int NEIGHBORS = 3;

  /**
   * The number of baseline queries if answers to the same query differ. All pairs share the error
   * of their mean, and they provide the covariance of the noise.
   */
  private static final int NOISY_BASELINES = 64;

  /** The change at which backgrounds are compared: it takes a node's features away. */
  private static final double COMPARED = -1;

  private static final int LADDER = 13;

  private final OutputReading reading;
  private final PairScore score;
  private final int repeats;
  private final boolean zeros;
  private final AttackSettings settings;

  private CoarseAttack(Builder builder) {
    this.reading = builder.reading;
    this.score = builder.score;
    this.repeats = builder.repeats;
    this.zeros = builder.zeros;
    this.settings = builder.settings();
  }

  /** {@return a builder with answers read as logits, the paper's score and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private OutputReading reading = OutputReading.ofLogits();
    private PairScore score = PairScore.PAPER;
    private int repeats;
    private boolean zeros = true;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets how to interpret the numbers that the black box returns.
     *
     * @param reading how answers are converted to logits, and how they are rounded; default {@link
     *     OutputReading#ofLogits}
     * @return this builder
     */
    public Builder reading(OutputReading reading) {
      this.reading = reading;
      return this;
    }

    /**
     * Sets how the influences between two targets are combined into the score of their pair.
     *
     * @param score the score; default {@link PairScore#PAPER}
     * @return this builder
     * @throws IllegalArgumentException if the score needs influences beyond those among targets
     */
    public Builder score(PairScore score) {
      this.score = MeasuredInfluences.requireAmongTargets(score);
      return this;
    }

    /**
     * Sets how often each query is repeated. Answers to the same query are averaged.
     *
     * @param times at least 1; default 1 if answers are deterministic, else 9
     * @return this builder
     * @throws IllegalArgumentException if {@code times} is below 1
     */
    public Builder repeats(int times) {
      if (times < 1) {
        throw new IllegalArgumentException("repeats = " + times + " is below 1");
      }
      this.repeats = times;
      return this;
    }

    /**
     * Sets whether queries may replace the features of all nodes but one by zeros. If not, only the
     * features of the targets are scaled.
     *
     * @param allowed whether they may; default true
     * @return this builder
     */
    public Builder silentBackground(boolean allowed) {
      this.zeros = allowed;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public CoarseAttack build() {
      return new CoarseAttack(this);
    }
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return measure(api, nodes, kHat).ranked(score, kHat);
  }

  /**
   * Chooses how strongly to probe and measures the influences among the targets, with the
   * confidence that they are not noise. {@link #run} ranks the pairs by these influences.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density, in (0, 1]: the choice depends on it
   * @return the influences, which may be ranked by any score and for any density belief
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws InferenceException if the black box fails
   */
  public MeasuredInfluences measure(InferenceApi api, InferenceNodes nodes, double kHat) {
    return recorded(api, nodes, recorder -> measured(recorder, nodes, kHat));
  }

  private <T> T recorded(InferenceApi api, InferenceNodes nodes, Function<InferenceApi, T> ask) {
    // All queries follow from these settings and the answers.
    String name =
        "CoarseAttack, repeats = "
            + (repeats == 0 ? "as needed" : repeats)
            + (zeros ? "" : ", own features only");
    return settings.recorded(api, nodes, name, ask);
  }

  /**
   * Measures influences on all inference nodes with settings that were chosen before.
   *
   * @param api the black box
   * @param nodes the nodes and targets, among them those for which the settings were chosen
   * @param choice the settings
   * @return the influences of the targets on all nodes
   * @throws InferenceException if the black box fails
   */
  public InfluenceMatrix measure(InferenceApi api, InferenceNodes nodes, ProbeSettings choice) {
    return measured(api, nodes, InfluenceMatrix.Extent.OF_TARGETS, choice, answer -> {});
  }

  private MeasuredInfluences measured(InferenceApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    ProbeSettings choice = chosen(api, nodes, kHat);
    BaselineNoise.Collector collector = new BaselineNoise.Collector(nodes, choice.baselines());
    InfluenceMatrix influences =
        measured(api, nodes, InfluenceMatrix.Extent.AMONG_TARGETS, choice, collector);
    return new MeasuredInfluences(
        nodes,
        influences,
        new PairConfidence(influences, collector.noise(), choice.repeats()),
        choice,
        choice.queries() + nodes.targets().size() * choice.repeats() + choice.baselines(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private InfluenceMatrix measured(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      ProbeSettings choice,
      Consumer<DMatrixRMaj> baselines) {
    BlackBox box = new BlackBox(api, reading);
    int n = nodes.targets().size();
    int[] answerRows = extent.answerRows(nodes);
    RowProbes probes = RowProbes.of(nodes, choice.silent(), zeros, extent.query(nodes));
    DMatrixRMaj baseline =
        box.averaged(probes.baseline(), choice.baselines(), "the baseline query", baselines);
    InfluenceMatrix.Builder rows = InfluenceMatrix.builder(nodes, extent, choice.change());
    AnswerCount count = new AnswerCount(settings.listener(), n + 1);
    count.increment();
    Workers.of(settings.parallelism())
        .forRows(
            n,
            1,
            (from, to) -> {
              double[] norms = new double[answerRows.length];
              for (int v = from; v < to; v++) {
                String name = RowProbes.name(nodes, v, choice.change());
                DMatrixRMaj answer =
                    box.averaged(
                        probes.probe(v, choice.change()), choice.repeats(), name, baseline.numCols);
                for (int u = 0; u < norms.length; u++) {
                  norms[u] =
                      BlackBox.distance(answer, baseline, answerRows[u])
                          / Math.abs(choice.change());
                }
                rows.set(v, norms);
                count.increment();
              }
            });
    return rows.build();
  }

  /**
   * Measures how coarse the answers are and chooses how strongly to probe, without attacking.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density, in (0, 1]
   * @return the choice
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws InferenceException if the black box fails
   */
  public ProbeSettings choose(InferenceApi api, InferenceNodes nodes, double kHat) {
    return recorded(api, nodes, recorder -> chosen(recorder, nodes, kHat));
  }

  private ProbeSettings chosen(InferenceApi api, InferenceNodes nodes, double kHat) {
    LinkPrediction.namedCount(kHat, nodes.pairCount());
    BlackBox box = new BlackBox(api, reading);
    NoiseProbe own = NoiseProbe.of(box, nodes, false, zeros, repeats, false);
    // On a silent background, noise from random aggregation shows in the probes only.
    NoiseProbe silent = zeros ? NoiseProbe.of(box, nodes, true, true, repeats, own.isNoisy()) : own;
    double amongOwn = own.movedBy(COMPARED);
    double withSilence = zeros ? silent.movedBy(COMPARED) : amongOwn;
    // Where most nodes move each other, how far they do depends less on features among equal ones.
    boolean isCoupled = withSilence == amongOwn && 2 * amongOwn > nodes.nodes().size() - 1;
    NoiseProbe better = isCoupled || withSilence > amongOwn ? silent : own;
    double wanted =
        Math.min(nodes.nodes().size(), Math.max(1, NEIGHBORS * kHat * nodes.nodes().size()));
    double change = 0;
    double strongest = 0;
    double most = -1;
    for (int step = 0; step < LADDER; step++) {
      double candidate = -Math.pow(10, (step - 8) / 2.0);
      double moved =
          candidate == COMPARED ? Math.max(withSilence, amongOwn) : better.movedBy(candidate);
      if (moved > most) {
        most = moved;
        strongest = candidate;
      }
      if (moved >= wanted) {
        change = candidate;
        break;
      }
    }
    return new ProbeSettings(
        zeros && better == silent,
        // If no change moves enough nodes, take the one that moves most.
        change == 0 ? strongest : change,
        better.repeats(),
        better.isNoisy() ? Math.max(NOISY_BASELINES, better.repeats()) : better.repeats(),
        most,
        own.queries() + (zeros ? silent.queries() : 0));
  }
}
