package io.linkteller.attack.coarse;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * LinkTeller for labels only: measures how much v must be changed before u's label changes. All
 * other nodes are silent (zero features), so that all are about equally far from another label. As
 * the features of v move along t ↦ t x_v, nodes that v influences more change first. The influence
 * of v on u is estimated by 1/|t| for the smallest |t| at which u's label differs from its label
 * without features. Both signs of t are tried, because one of them may not lead towards another
 * label.
 *
 * <p>The values of t are chosen by bisection. Starting from the ends of [{@value #SMALLEST},
 * {@value #LARGEST}] and a coarse ladder between them, the interval in which most labels change,
 * weighted by its length in log t, is halved until all queries are used. Each answer serves all
 * nodes at once.
 *
 * <p>Costs q |V^(C)| + 1 queries, by default with q = {@value #DEFAULT_QUERIES}, compared with one
 * query per target for logits. If no t changes the label of a node, the influence on it is 0.
 * Immutable; the result does not depend on the number of threads.
 */
public final class LabelStepAttack implements LinkAttack {

  private static final double SMALLEST = 1e-2;
  private static final double LARGEST = 1e4;

  /** The default number of queries per target. */
  public static final int DEFAULT_QUERIES = 24;

  /** The number of initial steps for each sign: both ends and two between them. */
  private static final int COARSE = 4;

  private final PairScore score;
  private final int queriesPerTarget;
  private final AttackSettings settings;

  private LabelStepAttack(Builder builder) {
    this.score = builder.score;
    this.queriesPerTarget = builder.queriesPerTarget;
    this.settings = builder.settings();
  }

  /** {@return a builder with the paper's score and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private PairScore score = PairScore.PAPER;
    private int queriesPerTarget = DEFAULT_QUERIES;

    private Builder() {}

    @Override
    protected Builder self() {
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
     * Sets the number of queries per target.
     *
     * @param queries q, even, at least 8; default {@value LabelStepAttack#DEFAULT_QUERIES}
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is odd or below 8
     */
    public Builder queriesPerTarget(int queries) {
      if (queries < 2 * COARSE || queries % 2 != 0) {
        throw new IllegalArgumentException(
            "queries = " + queries + " must be even and at least " + 2 * COARSE);
      }
      this.queriesPerTarget = queries;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public LabelStepAttack build() {
      return new LabelStepAttack(this);
    }
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        "LinkTeller on labels",
        "LabelStepAttack, queries per target = " + queriesPerTarget,
        api,
        nodes,
        kHat,
        (asked, inner) -> Finding.of(score.of(measure(asked, nodes, inner))));
  }

  private InfluenceMatrix measure(InferenceApi api, InferenceNodes nodes, AttackSettings inner) {
    int n = nodes.targets().size();
    RowProbes probes = RowProbes.observingTargets(nodes);
    DMatrixRMaj baseline = Answers.ask(api, probes.baseline(), "the baseline query").copy();
    InfluenceMatrix.Builder rows =
        InfluenceMatrix.builder(nodes, InfluenceMatrix.Extent.AMONG_TARGETS, 1);
    AnswerCount count = new AnswerCount(inner.listener(), n + 1);
    count.increment();
    Workers.of(inner.parallelism())
        .forRows(
            n,
            1,
            (from, to) -> {
              for (int v = from; v < to; v++) {
                double[] influences = new double[n];
                for (int sign = -1; sign <= 1; sign += 2) {
                  new Path(api, nodes, probes, baseline, v, sign).follow(influences);
                }
                rows.set(v, influences);
                count.increment();
              }
            });
    return rows.build();
  }

  /** The path t ↦ t x_v of one target for one sign of t. */
  private final class Path {

    private final InferenceApi api;
    private final InferenceNodes nodes;
    private final RowProbes probes;
    private final DMatrixRMaj baseline;
    private final int target;
    private final int sign;
    private final double[] logs = new double[queriesPerTarget / 2];

    /** For each step queried, ascending: whether each target's label differs from the baseline. */
    private final boolean[][] changed = new boolean[queriesPerTarget / 2][];

    private int steps;

    Path(
        InferenceApi api,
        InferenceNodes nodes,
        RowProbes probes,
        DMatrixRMaj baseline,
        int target,
        int sign) {
      this.api = api;
      this.nodes = nodes;
      this.probes = probes;
      this.baseline = baseline;
      this.target = target;
      this.sign = sign;
    }

    void follow(double[] influences) {
      double low = Math.log(SMALLEST);
      double high = Math.log(LARGEST);
      for (int i = 0; i < COARSE; i++) {
        ask(low + i * (high - low) / (COARSE - 1));
      }
      while (steps < logs.length) {
        ask(middleOfTheBusiest());
      }
      for (int u = 0; u < influences.length; u++) {
        int first = firstChange(u);
        if (first < steps) {
          double log = first == 0 ? logs[0] : (logs[first - 1] + logs[first]) / 2;
          influences[u] = Math.max(influences[u], Math.exp(-log));
        }
      }
    }

    private int firstChange(int u) {
      int step = 0;
      while (step < steps && !changed[step][u]) {
        step++;
      }
      return step;
    }

    private double middleOfTheBusiest() {
      int[] flips = new int[steps + 1];
      for (int u = 0; u < nodes.targets().size(); u++) {
        flips[firstChange(u)]++;
      }
      int best = 1;
      for (int step = 1; step < steps; step++) {
        if (busyness(flips, step) > busyness(flips, best)) {
          best = step;
        }
      }
      return (logs[best - 1] + logs[best]) / 2;
    }

    private double busyness(int[] flips, int step) {
      // The added constant makes the longest interval win if no label changes.
      return (flips[step] + 1e-3) * (logs[step] - logs[step - 1]);
    }

    private void ask(double log) {
      double change = sign * Math.exp(log);
      String name = RowProbes.name(nodes, target, change);
      DMatrixRMaj answer = Answers.ask(api, probes.probe(target, change), name);
      boolean[] differs = new boolean[nodes.targets().size()];
      int width = baseline.numCols;
      for (int u = 0; u < differs.length; u++) {
        int from = nodes.answerRowOfTarget(u) * width;
        differs[u] =
            answer.numCols != width
                || !Arrays.equals(
                    answer.data, from, from + width, baseline.data, from, from + width);
      }
      int at = steps++;
      while (at > 0 && logs[at - 1] > log) {
        logs[at] = logs[at - 1];
        changed[at] = changed[at - 1];
        at--;
      }
      logs[at] = log;
      changed[at] = differs;
    }
  }
}
