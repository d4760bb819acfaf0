package io.linkteller.experiment;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The trade-off between attack success and benign accuracy under a limit of Q queries per node set
 * (appendix D.1 of the paper). For each Q, LinkTeller uses the Q - 1 targets that it could probe.
 * Benign users send known numbers of queries about their nodes; queries beyond the Q-th are not
 * answered and count as wrong predictions.
 *
 * <pre>{@code
 * QueryLimitTradeOff.Table table =
 *     QueryLimitTradeOff.builder().limits(1, 11, 51, 501).benignQueries(1, 3, 12).build()
 *         .run(api, nodes, graph, accuracy, kHat);
 * int q = table.choose().limit();
 * }</pre>
 *
 * <p>Choose Q on validation data, then run again with that Q alone on other data for the reported
 * result. Immutable.
 */
public final class QueryLimitTradeOff {

  /**
   * A limit and its effect.
   *
   * @param limit Q, the number of answered queries per node set
   * @param probed the number of targets that the attack could probe
   * @param attack the counts of the attack's guesses at its belief
   * @param benignAccuracy the share of correct predictions among all that benign users requested
   */
  public record Point(int limit, int probed, EdgeMetrics attack, double benignAccuracy) {

    /**
     * Returns the criterion for choosing a limit: benign accuracy minus the attack's F1.
     *
     * @return in [-1, 1]; larger is better
     */
    public double gain() {
      return benignAccuracy - attack.f1();
    }
  }

  /**
   * The results of all limits that were tried.
   *
   * @param points one point per limit, ascending; unmodifiable
   */
  public record Table(List<Point> points) {

    /**
     * Copies the points.
     *
     * @param points one point per limit, ascending
     */
    public Table {
      points = List.copyOf(points);
    }

    /**
     * Chooses the limit with the largest {@link Point#gain}; on ties, the larger limit.
     *
     * @return its point
     */
    public Point choose() {
      return points.stream()
          .max(Comparator.comparingDouble(Point::gain).thenComparingInt(Point::limit))
          .orElseThrow();
    }
  }

  private final IntList limits;
  private final IntList benignQueries;
  private final PairScore score;
  private final InfluenceAttack attack;

  private QueryLimitTradeOff(Builder builder) {
    this.limits = builder.limits;
    this.benignQueries = builder.benignQueries;
    this.score = builder.score;
    this.attack = LinkTeller.builder().measuring(FeatureReweighting.of(builder.delta)).build();
  }

  /**
   * Returns a builder with Δ = 1e-4 and {@link PairScore#MAX}, which scores a pair if one of its
   * nodes was probed.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Tries every limit.
   *
   * @param api the black box without a guard
   * @param nodes the nodes of the queries, and the targets, at least two. Targets are probed in
   *     their order
   * @param truth the true graph, on all nodes of the served graph
   * @param accuracy the share of correct predictions in an answer to a benign query, in [0, 1]
   * @param kHat k̂, in (0, 1]
   * @return the table
   * @throws IllegalArgumentException if an argument is out of range
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public Table run(
      InferenceApi api, InferenceNodes nodes, Graph truth, double accuracy, double kHat) {
    if (!(accuracy >= 0 && accuracy <= 1)) {
      throw new IllegalArgumentException("accuracy = " + accuracy + " is outside [0, 1]");
    }
    InfluenceMatrix all = attack.influences(api, nodes);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      int limit = limits.getInt(i);
      // The base query comes before the probes.
      int probed = Math.min(limit - 1, all.probedCount());
      LinkPrediction found =
          LinkPrediction.of(
              "LinkTeller within " + limit + " queries",
              nodes,
              kHat,
              score.of(first(probed, all, nodes)),
              probed + 1,
              Duration.ZERO);
      points.add(
          new Point(
              limit,
              probed,
              PredictionMetrics.edges(found, truth),
              accuracy * answeredShare(limit)));
    }
    return new Table(points);
  }

  /** Returns the influences of the first targets, and 0 for the others. */
  private static InfluenceMatrix first(int probed, InfluenceMatrix all, InferenceNodes nodes) {
    InfluenceMatrix.Builder known = InfluenceMatrix.builder(nodes, all.extent(), all.delta());
    for (int v = 0; v < all.probedCount(); v++) {
      double[] influences = new double[all.observedCount()];
      if (v < probed) {
        Arrays.setAll(influences, all.row(v)::at);
      }
      known.set(v, influences);
    }
    return known.build();
  }

  private double answeredShare(int limit) {
    long asked = 0;
    long answered = 0;
    for (int i = 0; i < benignQueries.size(); i++) {
      asked += benignQueries.getInt(i);
      answered += Math.min(benignQueries.getInt(i), limit);
    }
    return (double) answered / asked;
  }

  /** A builder of the experiment. Not thread-safe. */
  public static final class Builder {

    private IntList limits = IntList.of(1, 2, 6, 11, 26, 51, 101, 251, 501);
    private IntList benignQueries = IntList.of(1);
    private PairScore score = PairScore.MAX;
    private double delta = 1e-4;

    private Builder() {}

    /**
     * Sets the limits to try.
     *
     * @param limits each at least 1, ascending; default 1 to 501, the number of queries for the
     *     paper's 500 targets
     * @return this builder
     * @throws IllegalArgumentException if there is none, one is below 1, or they do not ascend
     */
    public Builder limits(int... limits) {
      this.limits = positive("limit", limits);
      for (int i = 1; i < limits.length; i++) {
        if (limits[i] <= limits[i - 1]) {
          throw new IllegalArgumentException(
              "limits " + limits[i - 1] + " and " + limits[i] + " do not ascend");
        }
      }
      return this;
    }

    /**
     * Sets the numbers of queries of benign users for the same nodes.
     *
     * @param queries one number per user, each at least 1; default one user with one query
     * @return this builder
     * @throws IllegalArgumentException if there is none, or one is below 1
     */
    public Builder benignQueries(int... queries) {
      this.benignQueries = positive("number of benign queries", queries);
      return this;
    }

    private static IntList positive(String name, int... values) {
      if (values.length == 0) {
        throw new IllegalArgumentException("there is no " + name);
      }
      for (int value : values) {
        if (value < 1) {
          throw new IllegalArgumentException(name + " = " + value + " is below 1");
        }
      }
      return new IntImmutableList(values);
    }

    /**
     * Sets the attack's score of pairs.
     *
     * @param score default {@link PairScore#MAX}
     * @return this builder
     */
    public Builder score(PairScore score) {
      this.score = score;
      return this;
    }

    /**
     * Sets the attack's Δ.
     *
     * @param delta as for {@link InfluenceAttack.Builder#delta}; default 1e-4
     * @return this builder
     */
    public Builder delta(double delta) {
      this.delta = delta;
      return this;
    }

    /**
     * Builds the experiment.
     *
     * @return the experiment
     * @throws IllegalArgumentException if Δ is out of range
     */
    public QueryLimitTradeOff build() {
      return new QueryLimitTradeOff(this);
    }
  }
}
