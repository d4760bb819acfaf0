package io.linkteller.attack;

import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.belief.PriorKnowledge;
import io.linkteller.attack.score.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * What an attack found: the scores of all pairs of targets, and the m best of them, which it calls
 * edges. Immutable.
 */
public final class LinkPrediction {

  /** What was attacked, how, and at what cost. */
  private record Origin(
      String attack, IntList targets, int nodeCount, int queries, Duration elapsed) {}

  private final Origin origin;
  private final double kHat;
  private final PairScores scores;
  private final long[] edges;
  private final int known;
  private final int ruledOut;

  /** Pairs known to be edges stand before those that are guessed, and are none of the m guesses. */
  private LinkPrediction(Origin origin, double kHat, PairScores scores, int known, int ruledOut) {
    long guesses = DensityBelief.edgeCount(kHat, origin.targets().size());
    this.origin = origin;
    this.kHat = kHat;
    this.scores = scores;
    this.edges = scores.best(Math.min(guesses + known, scores.pairCount() - ruledOut));
    this.known = known;
    this.ruledOut = ruledOut;
  }

  /**
   * Returns the result of an attack, one of your own included.
   *
   * @param attack the name of the attack, for people
   * @param nodes what was attacked
   * @param kHat k̂, in (0, 1]
   * @param scores the scores of all pairs of targets, by position
   * @param queries how many queries were asked, at least 0
   * @param elapsed wall time
   * @return the prediction: the m = ceil(k̂ n(n - 1)/2) best pairs of the n targets
   * @throws IllegalArgumentException if {@code kHat} is out of range, there are fewer than two
   *     targets, {@code scores} are of another number of targets, or {@code queries} is negative
   */
  public static LinkPrediction of(
      String attack,
      InferenceNodes nodes,
      double kHat,
      PairScores scores,
      int queries,
      Duration elapsed) {
    if (scores.targetCount() != nodes.targets().size()) {
      throw new IllegalArgumentException(
          "scores are for n = "
              + scores.targetCount()
              + " targets, but n = "
              + nodes.targets().size()
              + " were attacked");
    }
    if (queries < 0) {
      throw new IllegalArgumentException("queries = " + queries + " is negative");
    }
    int largest = -1;
    for (int i = 0; i < nodes.nodes().size(); i++) {
      largest = Math.max(largest, nodes.nodes().getInt(i));
    }
    return new LinkPrediction(
        new Origin(attack, nodes.targets(), Math.incrementExact(largest), queries, elapsed),
        kHat,
        scores,
        0,
        0);
  }

  /**
   * Returns these scores cut at another belief, without asking the black box again.
   *
   * @param kHat k̂, in (0, 1]
   * @return a prediction with the same ranking
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public LinkPrediction withBelief(double kHat) {
    return new LinkPrediction(origin, kHat, scores, known, ruledOut);
  }

  /**
   * Returns this prediction for an attacker who knows about some pairs already (appendix D.3 of the
   * paper). Known edges come first and known non-edges last, whatever their influence; neither
   * counts against the m = ceil(k̂ n(n - 1)/2) guesses, all of which go to pairs not known.
   *
   * @param prior what is known; pairs with a node that is no target are left aside
   * @return a prediction of the known edges and m others, or as many as there are before the known
   *     non-edges
   * @throws IllegalArgumentException if a target is no node of the known graphs, or something was
   *     known before
   */
  public LinkPrediction given(PriorKnowledge prior) {
    if (known + ruledOut > 0) {
      throw new IllegalArgumentException(
          known + ruledOut + " pairs are known already; give all that is known at once");
    }
    PriorKnowledge ofTargets = prior.among(targets());
    return new LinkPrediction(
        origin,
        kHat,
        ofTargets.rank(scores),
        ofTargets.edges().edgeCount(),
        ofTargets.nonEdges().edgeCount());
  }

  /**
   * Returns how many of {@link #edges}, the first of them, were known before the attack.
   *
   * @return at least 0; 0 unless made by {@link #given}
   */
  public int knownCount() {
    return known;
  }

  /** {@return the name of the attack} */
  public String attack() {
    return origin.attack();
  }

  /** {@return V^(C)} */
  public IntList targets() {
    return origin.targets();
  }

  /** {@return Bob's belief of the density among the targets} */
  public double kHat() {
    return kHat;
  }

  /**
   * Returns the number of predicted edges.
   *
   * @return m = ceil(k̂ n(n - 1)/2), plus the number of edges known before
   */
  public int m() {
    return edges.length;
  }

  /**
   * Returns how many of the predicted edges have a score above 0. The others are guesses without a
   * sign of an edge, in the order of ties, where scores are influences or counts.
   *
   * @return in [0, m]
   */
  public int positiveCount() {
    int positive = 0;
    for (long pair : edges) {
      positive += scores.score(NodePairs.first(pair), NodePairs.second(pair)) > 0 ? 1 : 0;
    }
    return positive;
  }

  /** {@return the scores of all pairs} */
  public PairScores scores() {
    return scores;
  }

  /**
   * Returns the predicted edges, best first.
   *
   * @return m pairs of node ids, unmodifiable
   */
  public List<ScoredPair> edges() {
    return new Edges();
  }

  /**
   * Returns one predicted edge as positions in V^(C).
   *
   * @param rank which, counted from 0 for the best, in [0, m)
   * @return the pair, packed as {@link NodePairs#pack} does, the earlier target first
   */
  public long positionsAt(int rank) {
    return edges[rank];
  }

  /**
   * Returns the predicted edges as a graph on the ids 0 to the largest id of V^(I).
   *
   * @return a graph of m edges
   */
  public Graph toGraph() {
    Graph.Builder graph = Graph.builder(origin.nodeCount());
    for (long pair : edges) {
      graph.addEdge(
          targets().getInt(NodePairs.first(pair)), targets().getInt(NodePairs.second(pair)));
    }
    return graph.build();
  }

  /**
   * Returns the number of queries that this attack asked.
   *
   * @return the number of queries, those answered from a journal included
   */
  public int queries() {
    return origin.queries();
  }

  /** {@return how long the attack took} */
  public Duration elapsed() {
    return origin.elapsed();
  }

  @Override
  public String toString() {
    return attack()
        + "[targets = "
        + targets().size()
        + ", kHat = "
        + kHat
        + ", m = "
        + m()
        + ", queries = "
        + queries()
        + "]";
  }

  private final class Edges extends AbstractList<ScoredPair> implements RandomAccess {

    @Override
    public ScoredPair get(int rank) {
      int i = NodePairs.first(edges[rank]);
      int j = NodePairs.second(edges[rank]);
      return new ScoredPair(targets().getInt(i), targets().getInt(j), scores.score(i, j));
    }

    @Override
    public int size() {
      return edges.length;
    }
  }
}
