package io.linkteller.attack;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * The result of an attack: the scores of all pairs of targets, and the m best pairs, which are
 * predicted to be edges if there is evidence for them. On {@linkplain InferenceNodes#directed
 * directed} nodes, pairs are ordered, and predicted pairs are arcs. Immutable.
 */
public final class LinkPrediction {

  /**
   * If at least this share of the predicted arcs are predicted in both directions, directions count
   * as unknown.
   */
  private static final double BOTH_WAYS = 0.9;

  /** The attack that was run, its targets, its cost and its warnings. */
  private record Origin(
      String attack,
      IntList targets,
      int nodeCount,
      int queries,
      int verificationQueries,
      Duration elapsed,
      List<AttackWarning> warnings) {}

  private final Origin origin;
  private final double kHat;
  private final Finding finding;
  private final long[] guesses;
  private final int evident;

  private LinkPrediction(Origin origin, double kHat, Finding finding, long[] guesses) {
    this.origin = origin;
    this.kHat = kHat;
    this.finding = finding;
    this.guesses = guesses;
    // Pairs with evidence score higher than all others, so they come first.
    this.evident = (int) Math.min(guesses.length, finding.evidentCount());
  }

  private static LinkPrediction ranked(Origin origin, double kHat, Finding finding) {
    PairScores scores = finding.scores();
    long[] guesses = scores.best(predictedCount(kHat, scores.pairCount()));
    return new LinkPrediction(origin, kHat, finding, guesses);
  }

  /**
   * Creates the result of an attack.
   *
   * @param attack the display name of the attack
   * @param nodes the nodes that were attacked
   * @param kHat k̂, in (0, 1]
   * @param scores the scores of all pairs of targets, by position
   * @param queries the number of queries sent, at least 0
   * @param elapsed the wall-clock time
   * @return the prediction: the m = ceil(k̂ n(n - 1)/2) best pairs of the n targets or, on directed
   *     nodes, the m = ceil(k̂ n(n - 1)) best arcs, where the score of an unordered pair applies to
   *     both of its arcs
   * @throws IllegalArgumentException if {@code kHat} is out of range, there are fewer than two
   *     targets, {@code scores} is for a different number of targets or for ordered pairs of
   *     undirected nodes, or {@code queries} is negative
   */
  public static LinkPrediction of(
      String attack,
      InferenceNodes nodes,
      double kHat,
      PairScores scores,
      int queries,
      Duration elapsed) {
    return of(attack, nodes, kHat, Finding.of(scores), queries, elapsed);
  }

  /**
   * Creates the result of an attack from its finding. An attack that queries a black box need only
   * return its {@link Finding}: {@link QuerySession} counts the queries and measures the time.
   *
   * @param attack the display name of the attack
   * @param nodes the nodes that were attacked
   * @param kHat k̂, in (0, 1]
   * @param finding the scores and the evidence for them
   * @param queries the number of queries sent, at least 0
   * @param elapsed the wall-clock time
   * @return the prediction
   * @throws IllegalArgumentException if {@code kHat} is out of range, there are fewer than two
   *     targets, the scores do not fit the nodes, or {@code queries} is negative
   */
  public static LinkPrediction of(
      String attack,
      InferenceNodes nodes,
      double kHat,
      Finding finding,
      int queries,
      Duration elapsed) {
    PairScores scores = finding.scores();
    if (scores.targetCount() != nodes.targets().size()) {
      throw new IllegalArgumentException(
          "scores are for n = "
              + scores.targetCount()
              + " targets, but n = "
              + nodes.targets().size()
              + " were attacked");
    }
    if (scores.isOrdered() && !nodes.isDirected()) {
      throw new IllegalArgumentException(
          "scores are for ordered pairs, but the nodes that were attacked are not directed");
    }
    if (queries < 0) {
      throw new IllegalArgumentException("queries = " + queries + " is negative");
    }
    int largest = -1;
    for (int i = 0; i < nodes.nodes().size(); i++) {
      largest = Math.max(largest, nodes.nodes().getInt(i));
    }
    return ranked(
        new Origin(
            attack, nodes.targets(), Math.incrementExact(largest), queries, 0, elapsed, List.of()),
        kHat,
        nodes.isDirected() ? finding.withScores(scores.ordered()) : finding);
  }

  /**
   * Returns m = ceil(k̂ n(n - 1)/2), computed from the decimal representation of k̂: for k̂ = 0.04
   * and 124,750 pairs, m is 4,990, despite the binary rounding of 0.04.
   *
   * @param kHat k̂, in (0, 1]
   * @param targets n, at least 2
   * @return m, in [1, n(n - 1)/2]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static long edgeCount(double kHat, int targets) {
    if (targets < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + targets);
    }
    return predictedCount(kHat, NodePairs.count(targets));
  }

  /**
   * Returns m = ceil(k̂ p), the number of pairs out of p that are predicted for a belief. For the
   * unordered pairs of n targets, this is {@link #edgeCount}.
   *
   * @param kHat k̂, in (0, 1]
   * @param pairs p, the number of pairs of targets ({@link InferenceNodes#pairCount}), at least 1
   * @return m, in [1, p]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static long predictedCount(double kHat, long pairs) {
    if (!(kHat > 0 && kHat <= 1)) {
      throw new IllegalArgumentException("kHat = " + kHat + " is outside (0, 1]");
    }
    if (pairs < 1) {
      throw new IllegalArgumentException("an attack needs at least 2 targets to pair");
    }
    return BigDecimal.valueOf(kHat)
        .multiply(BigDecimal.valueOf(pairs))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /**
   * Returns a k̂ for which {@link #predictedCount} returns m.
   *
   * @param m the number of predicted pairs, in [1, p]
   * @param pairs p, the number of pairs of targets
   * @return k̂, about m / p
   * @throws IllegalArgumentException if {@code m} is out of range
   */
  public static double beliefOf(long m, long pairs) {
    if (m < 1 || m > pairs) {
      throw new IllegalArgumentException("m = " + m + " is outside [1, " + pairs + "]");
    }
    double share = (double) m / pairs;
    // If the quotient was rounded up, the ceiling would yield m + 1.
    return predictedCount(share, pairs) == m ? share : (m - 0.5) / pairs;
  }

  /**
   * Returns the prediction for another density belief, without querying the black box again.
   *
   * @param kHat k̂, in (0, 1]
   * @return a prediction with the same ranking
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public LinkPrediction withBelief(double kHat) {
    return ranked(origin, kHat, finding);
  }

  /**
   * Returns the prediction for the attack's own estimate of the density.
   *
   * @return a prediction with the same ranking; empty if the attack has no estimate, or one that
   *     rounds to zero edges
   */
  public Optional<LinkPrediction> atOwnDensity() {
    long pairs = scores().pairCount();
    long own = Math.round(finding.density().orElse(0) * pairs);
    return own > 0 ? Optional.of(withBelief(beliefOf(own, pairs))) : Optional.empty();
  }

  /**
   * Returns this prediction with a different finding about the same pairs.
   *
   * @param other the scores of the same pairs and the evidence for them
   * @return a prediction for the same belief
   */
  public LinkPrediction with(Finding other) {
    return ranked(origin, kHat, other);
  }

  /**
   * Returns whether nearly every predicted arc is predicted together with its reverse, as happens
   * if the model passes messages both ways. Scores then do not reveal the direction of an arc.
   *
   * @return whether the reverses of at least 90% of the predicted arcs are also predicted; false if
   *     pairs are not ordered or no arc is predicted
   */
  public boolean predictsBothWays() {
    if (!isDirected() || evident == 0) {
      return false;
    }
    LongOpenHashSet named = new LongOpenHashSet(guesses, 0, evident);
    long reversed =
        named.longStream().filter(arc -> named.contains(NodePairs.reverse(arc))).count();
    return reversed >= BOTH_WAYS * evident;
  }

  /**
   * Returns this prediction with the warnings of the attack and the number of verification queries.
   */
  LinkPrediction withWarnings(List<AttackWarning> warnings, int verificationQueries) {
    return new LinkPrediction(
        new Origin(
            origin.attack(),
            origin.targets(),
            origin.nodeCount(),
            origin.queries(),
            verificationQueries,
            origin.elapsed(),
            warnings),
        kHat,
        finding,
        guesses);
  }

  /** {@return the name of the attack} */
  public String attack() {
    return origin.attack();
  }

  /** {@return V^(C)} */
  public IntList targets() {
    return origin.targets();
  }

  /** {@return k̂, Bob's belief about the density among the targets} */
  public double kHat() {
    return kHat;
  }

  /**
   * Returns the number of pairs that k̂ calls for, with or without evidence.
   *
   * @return m = ceil(k̂ p) for p pairs of targets
   */
  public int m() {
    return guesses.length;
  }

  /**
   * Returns the number of pairs with evidence among the m best pairs. These pairs come first.
   *
   * @return the number, in [0, m]
   */
  public int evidenceCount() {
    return evident;
  }

  /** Returns a warning if most of the m pairs have no evidence. */
  Optional<AttackWarning> warningOfGuesses() {
    int without = m() - evident;
    String message = without + " of the " + m() + " pairs that kHat calls for have no evidence";
    return without <= m() / 2
        ? Optional.empty()
        : Optional.of(
            new AttackWarning(AttackWarning.Kind.MOST_SCORES_ZERO, message, IntList.of()));
  }

  /** {@return the scores of all pairs} */
  public PairScores scores() {
    return finding.scores();
  }

  /**
   * {@return whether pairs are ordered, so that each is an arc from its first node to its second}
   */
  public boolean isDirected() {
    return scores().isOrdered();
  }

  /** {@return the finding of the attack, which does not depend on k̂} */
  public Finding finding() {
    return finding;
  }

  /** {@return the warnings of the attack, in the order in which they were reported} */
  public List<AttackWarning> warnings() {
    return origin.warnings();
  }

  /**
   * Returns the predicted edges, best first: the pairs with evidence among the m best pairs.
   *
   * @return {@link #evidenceCount} pairs of node ids, unmodifiable
   */
  public List<ScoredPair> edges() {
    return new Pairs(evident);
  }

  /**
   * Returns the m best pairs, best first. Pairs from index {@link #evidenceCount} on are included
   * only because k̂ calls for m pairs, and their order is arbitrary. Metrics at k̂ count all m
   * pairs, as in the paper.
   *
   * @return m pairs of node ids, unmodifiable
   */
  public List<ScoredPair> guesses() {
    return new Pairs(guesses.length);
  }

  /**
   * Returns one of the m best pairs as positions in V^(C).
   *
   * @param rank the rank of the pair, 0 for the best, in [0, m)
   * @return the pair, packed by {@link NodePairs#pack}: the earlier target first or, for an arc,
   *     the source
   */
  public long positionsAt(int rank) {
    return guesses[rank];
  }

  /**
   * Returns the predicted edges as a graph. Its nodes are the ids from 0 to the largest id in
   * V^(I).
   *
   * @return the graph of the predicted edges
   */
  public Graph toGraph() {
    Graph.Builder graph = Graph.builder(origin.nodeCount());
    if (isDirected()) {
      graph.directed();
    }
    for (int rank = 0; rank < evident; rank++) {
      graph.addEdge(
          targets().getInt(NodePairs.first(guesses[rank])),
          targets().getInt(NodePairs.second(guesses[rank])));
    }
    return graph.build();
  }

  /**
   * Returns the number of queries that the attack sent.
   *
   * @return the number of queries, including those answered from a journal
   */
  public int queries() {
    return origin.queries();
  }

  /**
   * {@return the number of additional queries that verified whether the black box identifies nodes
   * by id}
   */
  public int verificationQueries() {
    return origin.verificationQueries();
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

  private final class Pairs extends AbstractList<ScoredPair> implements RandomAccess {

    private final int size;

    Pairs(int size) {
      this.size = size;
    }

    @Override
    public ScoredPair get(int rank) {
      Objects.checkIndex(rank, size);
      int i = NodePairs.first(guesses[rank]);
      int j = NodePairs.second(guesses[rank]);
      return new ScoredPair(targets().getInt(i), targets().getInt(j), scores().score(i, j));
    }

    @Override
    public int size() {
      return size;
    }
  }
}
