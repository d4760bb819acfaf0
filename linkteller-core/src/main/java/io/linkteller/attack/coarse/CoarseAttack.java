package io.linkteller.attack.coarse;

import io.linkteller.attack.AnswerCount;
import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.parallel.Workers;
import java.time.Duration;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/**
 * LinkTeller on answers that are rounded or noisy: before it attacks it measures how coarse they
 * are, and chooses how strongly to probe.
 *
 * <p>Rounding hides what the paper's small Δ does, and in probabilities near 0 or 1 whatever any Δ
 * does. Bob owns the features of all nodes, so besides probing a node among the others' own
 * features he may silence those: he asks about zero features everywhere but in one row. The logits
 * are then small, so that probabilities are in the range where they move; and as without features
 * all nodes have the same relu masks, influences are nearly those of a linear network, entries of
 * Âᵏ times a factor of the probed node, which ranks better than the paper's probe does. It is also
 * more conspicuous: the same zero features over and over, where the paper's probe looks like the
 * data.
 *
 * <p>The choice: the baseline is asked {@value NoiseProbe#NOISE_QUERIES} times, from which comes
 * the noise of each node, and with the blur of the known rounding its floor. On {@value
 * NoiseProbe#PILOTS} targets the background is taken that shows more nodes moving beyond their
 * floors, and then the smallest change from a ladder of two steps a decade, 1e-4 to 100, at which
 * the movement of at least {@value #NEIGHBOURS} times as many nodes as k̂ lets a node have
 * neighbours is seen: what lies above the floor must hold the edges, and the smaller the change the
 * nearer the network is to linear. Changes are negative; on the twitch graphs these did better than
 * positive ones of the same size.
 *
 * <p>Costs R queries a target for R repeats, R for the baseline, and for the choice at most 10 +
 * 112 R: the baselines of both backgrounds for the noise, and R for each pilot before each
 * background and at each change of the ladder but -1, at which the backgrounds were compared. Where
 * answers to the same query differ, {@link #measure} tells for each pair how confident Bob may be
 * that there is more than noise ({@link PairConfidence}); for that the baseline is asked {@value
 * #NOISY_BASELINES} times, or R if that is more.
 *
 * <p>Immutable. The result does not depend on the number of threads if the answers do not: if they
 * vary, each answer may depend on the query and on how often it was asked before.
 */
public final class CoarseAttack implements LinkAttack {

  private static final int NEIGHBOURS = 3;

  /**
   * How often the baseline is asked if answers to the same query differ: all pairs share its error,
   * and the covariance of the noise comes from it.
   */
  private static final int NOISY_BASELINES = 64;

  /** The change at which backgrounds are compared: it takes a node's features away. */
  private static final double COMPARED = -1;

  private static final int LADDER = 13;

  private final OutputReading reading;
  private final PairScore score;
  private final int repeats;
  private final AttackSettings settings;

  private CoarseAttack(Builder builder) {
    this.reading = builder.reading;
    this.score = builder.score;
    this.repeats = builder.repeats;
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

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets what Bob knows of the numbers that the black box shows.
     *
     * @param reading how answers become logits, and how they are rounded; default {@link
     *     OutputReading#ofLogits}
     * @return this builder
     */
    public Builder reading(OutputReading reading) {
      this.reading = reading;
      return this;
    }

    /**
     * Sets how the influences between two targets become the score of their pair.
     *
     * @param score the score; default {@link PairScore#PAPER}
     * @return this builder
     * @throws IllegalArgumentException if the score looks beyond the targets for what is exactly
     *     zero
     */
    public Builder score(PairScore score) {
      this.score = MeasuredInfluences.requireAmongTargets(score);
      return this;
    }

    /**
     * Sets how often each query is asked, its answers averaged.
     *
     * @param times at least 1; default 1 if answers to the same query are the same, else 9
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
   * confidence that they are not noise. {@link #run} ranks just these.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density, in (0, 1]: the choice depends on it
   * @return the influences; they may be ranked by any score and cut at any belief
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws InferenceException if the black box fails
   */
  public MeasuredInfluences measure(InferenceApi api, InferenceNodes nodes, double kHat) {
    return recorded(api, nodes, recorder -> measured(recorder, nodes, kHat));
  }

  private <T> T recorded(InferenceApi api, InferenceNodes nodes, Function<InferenceApi, T> ask) {
    // The queries depend on these; the answers to them decide the rest.
    String name = "CoarseAttack, repeats = " + (repeats == 0 ? "as needed" : repeats);
    return settings.recorded(api, nodes, name, ask);
  }

  private MeasuredInfluences measured(InferenceApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    ProbeSettings choice = chosen(api, nodes, kHat);
    BlackBox box = new BlackBox(api, reading);
    int n = nodes.targets().size();
    RowProbes probes = RowProbes.observingTargets(nodes, choice.silent());
    BaselineNoise.Collector collector = new BaselineNoise.Collector(nodes, choice.baselines());
    DMatrixRMaj baseline =
        box.averaged(probes.baseline(), choice.baselines(), "the baseline query", collector);
    InfluenceMatrix.Builder rows =
        InfluenceMatrix.builder(nodes, InfluenceExtent.AMONG_TARGETS, choice.change());
    AnswerCount count = new AnswerCount(settings.listener(), n + 1);
    count.increment();
    Workers.of(settings.parallelism())
        .forRows(
            n,
            1,
            (from, to) -> {
              double[] norms = new double[n];
              for (int v = from; v < to; v++) {
                String name = RowProbes.name(nodes, v, choice.change());
                DMatrixRMaj answer =
                    box.averaged(
                        probes.probe(v, choice.change()), choice.repeats(), name, baseline.numCols);
                for (int u = 0; u < n; u++) {
                  norms[u] =
                      BlackBox.distance(answer, baseline, nodes.answerRowOfTarget(u))
                          / Math.abs(choice.change());
                }
                rows.set(v, norms);
                count.increment();
              }
            });
    InfluenceMatrix influences = rows.build();
    return new MeasuredInfluences(
        nodes,
        influences,
        new PairConfidence(influences, collector.noise(), choice.repeats()),
        choice,
        choice.queries() + n * choice.repeats() + choice.baselines(),
        Duration.ofNanos(System.nanoTime() - start));
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
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    BlackBox box = new BlackBox(api, reading);
    NoiseProbe own = NoiseProbe.of(box, nodes, false, repeats, false);
    // Silence hides what a random model leaves out, but not from the probes.
    NoiseProbe silent = NoiseProbe.of(box, nodes, true, repeats, own.isNoisy());
    double withSilence = silent.movedBy(COMPARED);
    double amongOwn = own.movedBy(COMPARED);
    NoiseProbe better = withSilence > amongOwn ? silent : own;
    double wanted =
        Math.min(nodes.nodes().size(), Math.max(1, NEIGHBOURS * kHat * nodes.nodes().size()));
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
        better == silent,
        // Where no change shows as much as there must be, the one that shows most.
        change == 0 ? strongest : change,
        better.repeats(),
        better.isNoisy() ? Math.max(NOISY_BASELINES, better.repeats()) : better.repeats(),
        most,
        own.queries() + silent.queries());
  }
}
