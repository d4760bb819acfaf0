package io.linkteller.attack;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.parallel.Workers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;

/**
 * LinkTeller on answers that are rounded or noisy: before it attacks it measures how coarse they
 * are, and chooses how loud to probe.
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
 * <p>The choice: the baseline is asked {@value #NOISE_QUERIES} times, from which comes the noise of
 * each node, and with the blur of the known rounding its floor. On {@value #PILOTS} targets the
 * background is taken that shows more nodes moving beyond their floors, and then the smallest
 * change from a ladder of two steps a decade, 1e-4 to 100, at which the movement of at least
 * {@value #NEIGHBOURS} times as many nodes as k̂ lets a node have neighbours is seen: what lies
 * above the floor must hold the edges, and the smaller the change the nearer the network is to
 * linear. Changes are negative; on the twitch graphs these did better than positive ones of the
 * same size.
 *
 * <p>Costs |V^(C)| + 1 queries times the repeats, and at most about 120 for the choice.
 *
 * <p>Immutable. The result does not depend on the number of threads if answers do not vary.
 */
public final class CoarseAttack implements LinkAttack {

  private static final int NOISE_QUERIES = 5;
  private static final int PILOTS = 8;
  private static final int NEIGHBOURS = 3;

  /** How often a query is asked by default if answers to the same query differ. */
  private static final int NOISY_REPEATS = 9;

  /** A movement of so many standard errors is not noise. */
  private static final double ERRORS = 3;

  /** The change at which backgrounds are compared: it takes a node's features away. */
  private static final double COMPARED = -1;

  private static final int LADDER = 13;

  private final OutputReading reading;
  private final PairScore score;
  private final Workers workers;
  private final AttackListener listener;
  private final int repeats;

  private CoarseAttack(Builder builder) {
    this.reading = builder.reading;
    this.score = builder.score;
    this.workers = builder.workers;
    this.listener = builder.listener;
    this.repeats = builder.repeats;
  }

  /**
   * Starts from the paper's score and one query at a time.
   *
   * @param reading what Bob knows of the numbers that the black box shows
   * @return a builder
   */
  public static Builder reading(OutputReading reading) {
    return new Builder(reading);
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder {

    private final OutputReading reading;
    private PairScore score = PairScore.PAPER;
    private Workers workers = Workers.sequential();
    private AttackListener listener = AttackListener.SILENT;
    private int repeats;

    private Builder(OutputReading reading) {
      this.reading = reading;
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
      this.score = score.requireAmongTargets();
      return this;
    }

    /**
     * Sets how many queries may be under way at once.
     *
     * @param threads at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder parallelism(int threads) {
      this.workers = Workers.of(threads);
      return this;
    }

    /**
     * Sets who is told of each probe of the attack proper.
     *
     * @param listener the listener; calls come one at a time
     * @return this builder
     */
    public Builder onProgress(AttackListener listener) {
      this.listener = listener;
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

    /**
     * Builds the attack.
     *
     * @return an immutable attack that may be used many times
     */
    public CoarseAttack build() {
      return new CoarseAttack(this);
    }
  }

  @Override
  public LinkPrediction attack(InferenceApi api, InferenceNodes nodes, double kHat) {
    long start = System.nanoTime();
    ProbeLoudness choice = choose(api, nodes, kHat);
    int n = nodes.targets().size();
    RowProbes probes = RowProbes.of(nodes, choice.silent());
    DMatrixRMaj baseline = averaged(api, probes.baseline(), choice.repeats(), "the baseline query");
    InfluenceMatrix.Builder rows =
        new InfluenceMatrix.Builder(
            new InfluenceScope(nodes, InfluenceExtent.AMONG_TARGETS), choice.change());
    AtomicInteger answered = new AtomicInteger(1);
    tell(1, n + 1);
    workers.forRows(
        n,
        1,
        (from, to) -> {
          double[] norms = new double[n];
          for (int v = from; v < to; v++) {
            DMatrixRMaj answer = probed(api, nodes, probes, v, choice.change(), choice.repeats());
            requireWidth(baseline, answer, RowProbes.name(nodes, v, choice.change()));
            for (int u = 0; u < n; u++) {
              norms[u] =
                  distance(answer, baseline, nodes.rowOfTarget(u)) / Math.abs(choice.change());
            }
            rows.set(v, norms);
            synchronized (answered) {
              tell(answered.incrementAndGet(), n + 1);
            }
          }
        });
    return LinkPrediction.of(
        "LinkTeller (" + choice + ")",
        nodes,
        kHat,
        score.of(rows.build()),
        choice.queries() + (n + 1) * choice.repeats(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private void tell(int answered, int total) {
    listener.onAnswer(answered, total);
  }

  /**
   * Measures how coarse the answers are and chooses how loud to probe, without attacking.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density, in (0, 1]
   * @return the choice
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws InferenceException if the black box fails
   */
  public ProbeLoudness choose(InferenceApi api, InferenceNodes nodes, double kHat) {
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    Ear own = Ear.of(this, api, nodes, false);
    Ear silent = Ear.of(this, api, nodes, true);
    Ear better = silent.hears(COMPARED) > own.hears(COMPARED) ? silent : own;
    double wanted =
        Math.min(nodes.nodes().size(), Math.max(1, NEIGHBOURS * kHat * nodes.nodes().size()));
    double change = 0;
    double loudest = 0;
    double most = -1;
    for (int step = 0; step < LADDER; step++) {
      double candidate = -Math.pow(10, (step - 8) / 2.0);
      double heard = better.hears(candidate);
      if (heard > most) {
        most = heard;
        loudest = candidate;
      }
      if (heard >= wanted) {
        change = candidate;
        break;
      }
    }
    return new ProbeLoudness(
        better == silent,
        // Where no change shows as much as there must be, the one that shows most.
        change == 0 ? loudest : change,
        better.repeats,
        most,
        own.queries + silent.queries);
  }

  /** What can be heard before one background. */
  private static final class Ear {

    private final CoarseAttack attack;
    private final InferenceApi api;
    private final InferenceNodes nodes;
    private final RowProbes probes;
    private final DMatrixRMaj baseline;
    private final double[] floor;
    private final int repeats;
    private int queries;

    private Ear(
        CoarseAttack attack,
        InferenceApi api,
        InferenceNodes nodes,
        RowProbes probes,
        DMatrixRMaj baseline,
        double[] floor,
        int repeats) {
      this.attack = attack;
      this.api = api;
      this.nodes = nodes;
      this.probes = probes;
      this.baseline = baseline;
      this.floor = floor;
      this.repeats = repeats;
      this.queries = NOISE_QUERIES;
    }

    static Ear of(CoarseAttack attack, InferenceApi api, InferenceNodes nodes, boolean silent) {
      RowProbes probes = RowProbes.of(nodes, silent);
      String name = "a baseline query for noise";
      DMatrixRMaj shown = Answers.ask(api, probes.baseline(), name).copy();
      DMatrixRMaj first = attack.reading.logits(shown);
      int n = first.numRows;
      double[] sum = first.data.clone();
      double[] squares = new double[n];
      for (int i = 1; i < NOISE_QUERIES; i++) {
        DMatrixRMaj again = attack.reading.logits(Answers.ask(api, probes.baseline(), name));
        requireWidth(first, again, name);
        for (int row = 0; row < n; row++) {
          // Differences from the first answer have twice the variance of an answer.
          squares[row] += Math.pow(distance(again, first, row), 2) / 2 / (NOISE_QUERIES - 1);
        }
        for (int j = 0; j < sum.length; j++) {
          sum[j] += again.data[j];
        }
      }
      boolean noisy = false;
      for (double square : squares) {
        noisy |= square > 0;
      }
      int repeats = attack.repeats > 0 ? attack.repeats : noisy ? NOISY_REPEATS : 1;
      double[] floor = attack.reading.blur(shown);
      for (int row = 0; row < n; row++) {
        double error = Math.sqrt(squares[row] * (1.0 / repeats + 1.0 / NOISE_QUERIES));
        floor[row] = Math.max(floor[row], ERRORS * error);
      }
      for (int j = 0; noisy && j < sum.length; j++) {
        first.data[j] = sum[j] / NOISE_QUERIES;
      }
      return new Ear(attack, api, nodes, probes, first, floor, repeats);
    }

    /** How many nodes a probe moves beyond their floors, on average. */
    double hears(double change) {
      int targets = nodes.targets().size();
      int pilots = Math.min(PILOTS, targets);
      long visible = 0;
      for (int pilot = 0; pilot < pilots; pilot++) {
        int v = (int) ((long) pilot * targets / pilots);
        DMatrixRMaj answer = attack.probed(api, nodes, probes, v, change, repeats);
        requireWidth(baseline, answer, "a pilot query");
        for (int row = 0; row < baseline.numRows; row++) {
          boolean moved = distance(answer, baseline, row) > floor[row];
          visible += moved && row != nodes.rowOfTarget(v) ? 1 : 0;
        }
      }
      queries += pilots * repeats;
      return visible / (double) pilots;
    }
  }

  private DMatrixRMaj probed(
      InferenceApi api,
      InferenceNodes nodes,
      RowProbes probes,
      int position,
      double change,
      int times) {
    return averaged(
        api, probes.probe(position, change), times, RowProbes.name(nodes, position, change));
  }

  /** The mean of the logits of several answers to the same query. */
  private DMatrixRMaj averaged(InferenceApi api, InferenceQuery query, int times, String name) {
    if (Thread.currentThread().isInterrupted()) {
      throw new InferenceException("the attack was interrupted before " + name);
    }
    DMatrixRMaj mean = reading.logits(Answers.ask(api, query, name));
    for (int i = 1; i < times; i++) {
      DMatrixRMaj next = reading.logits(Answers.ask(api, query, name));
      requireWidth(mean, next, name);
      for (int j = 0; j < mean.getNumElements(); j++) {
        mean.data[j] += (next.data[j] - mean.data[j]) / (i + 1);
      }
    }
    return mean;
  }

  private static void requireWidth(DMatrixRMaj expected, DMatrixRMaj answer, String name) {
    if (answer.numCols != expected.numCols) {
      throw new InferenceException(
          name
              + " returned "
              + answer.numCols
              + " numbers a node where another had "
              + expected.numCols);
    }
  }

  private static double distance(DMatrixRMaj a, DMatrixRMaj b, int row) {
    double squares = 0;
    for (int i = row * a.numCols; i < (row + 1) * a.numCols; i++) {
      double difference = a.data[i] - b.data[i];
      squares += difference * difference;
    }
    return Math.sqrt(squares);
  }
}
