package io.linkteller.attack.direct;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.AnswerWidthException;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.QueryBudgetException;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Queries subsets of the targets until the answers decide every pair. */
final class SubsetSearch {

  /**
   * The shares of the targets in random subsets: large for sparse graphs, smaller for denser ones.
   */
  private static final double[] SHARES = {0.5, 0.25, 0.125};

  /** The minimum number of random subsets. */
  private static final int MIN_RANDOM = 24;

  /**
   * The minimum share of the targets whose lone answers random subsets must reveal. If it is lower,
   * nearly every subset contains a neighbor of nearly every node.
   */
  private static final double MIN_KNOWN = 0.1;

  /** The number of targets that are queried alone to find out how small subsets have to be. */
  private static final int SCOUTS = 8;

  /** The minimum share of the {@link #SCOUTS} that must have no neighbor in a subset. */
  private static final double MIN_LONE = 0.25;

  /** The maximum number of neighbors that a node is expected to have in a chosen subset. */
  private static final double EXPECTED = 1;

  /**
   * The number of consecutive queries that decide nothing after which subsets get smaller, and the
   * largest factor by which they shrink.
   */
  private static final int SMALLER = 4;

  /** The maximum number of queries per target, in addition to {@link #FEW}. */
  private static final int MAX_QUERIES_PER_TARGET = 10;

  /**
   * The number of queries allowed in addition to those per target, and the maximum number of
   * consecutive queries that decide nothing.
   */
  private static final int FEW = 64;

  /**
   * The number of consecutive queries that may fail. It is larger than the number that may decide
   * nothing.
   */
  private static final int MAX_FAILURES = 4 * FEW;

  /** The lower bound of the estimated probability that an undecided pair is an edge. */
  private static final double MIN_PROBABILITY = 1e-5;

  /** The upper bound of the estimated probability that an undecided pair is an edge. */
  private static final double MAX_PROBABILITY = 0.5;

  /**
   * The maximum share of changed answers that may contradict the graph. If there are more, no
   * answer is trusted.
   */
  private static final double MAX_CONTRADICTIONS = 0.02;

  private final SubsetOracle oracle;
  private final SplittableRandom random;
  private final int n;

  /** Whether the answer for u depends only on the arcs to u, not on those from it. */
  private final boolean directed;

  private final KnownPairs known;

  /** The estimated probability that an undecided pair is an edge. */
  private double likely;

  /** The number of consecutive queries that have failed. */
  private int failures;

  SubsetSearch(SubsetOracle oracle, long seed) {
    this.oracle = oracle;
    this.random = new SplittableRandom(seed);
    this.n = oracle.targets();
    this.directed = oracle.isDirected();
    this.known = new KnownPairs(oracle);
  }

  /**
   * Returns a score of 1 for each edge, between 0 and {@value #MAX_PROBABILITY} for each pair that
   * the queries do not decide, and 0 for all other pairs.
   *
   * @throws UnsuitableModelException if the graph is too dense, or answers contradict each other
   */
  PairScores find() {
    askRandomSubsets();
    decideAll();
    if (known.contradictions() > 0) {
      known.startAgain();
      decideAll();
    }
    requireFewContradictions();
    if (findsNothing()) {
      throw new UnsuitableModelException(
          "no answer depends on the other nodes of a query: the graph is not restricted to them,"
              + " or has no edge among the targets");
    }
    return scores();
  }

  /**
   * Sends queries until every pair is decided, queries no longer decide any pair, answers
   * contradict each other, or the maximum number of queries is reached.
   */
  private void decideAll() {
    askAlone();
    likely = density();
    long left = undecided();
    int fruitless = 0;
    while (left > 0
        && fruitless < FEW
        && oracle.asked() < maxQueries()
        && (known.isAskedAlone() ? !contradictsItself() : known.contradictions() == 0)) {
      askChosen(fruitless < SMALLER ? EXPECTED : EXPECTED / (1 + fruitless % SMALLER));
      long now = undecided();
      fruitless = now < left ? 0 : fruitless + 1;
      left = now;
    }
  }

  private boolean findsNothing() {
    return known.stream().allMatch(target -> target.neighbors.isEmpty());
  }

  private boolean contradictsItself() {
    return known.contradictions() > MAX_CONTRADICTIONS * known.changes();
  }

  private void requireFewContradictions() {
    if (contradictsItself()) {
      throw new UnsuitableModelException(
          known.contradictions()
              + " of "
              + known.changes()
              + " answers contradict the graph that the others show: answers depend on more than"
              + " the neighbors of a node");
    }
  }

  private PairScores scores() {
    LongArrayList pairs = new LongArrayList();
    DoubleArrayList scores = new DoubleArrayList();
    for (int v = 0; v < n; v++) {
      for (int u = directed ? 0 : v + 1; u < n; u++) {
        if (known.of(u).candidates.get(v)) {
          pairs.add(NodePairs.pack(v, u));
          scores.add(known.of(u).neighbors.get(v) ? 1 : Math.min(MAX_PROBABILITY, weight(u, v)));
        }
      }
    }
    return PairScores.ofStored(n, directed, pairs.toLongArray(), scores.toDoubleArray());
  }

  private void askRandomSubsets() {
    for (int asked = 0, gained = n; asked < MIN_RANDOM || gained >= SHARES.length; ) {
      int before = knownAlone();
      for (double share : SHARES) {
        BitSet subset = new BitSet();
        for (int u = 0; u < n; u++) {
          subset.set(u, random.nextDouble() < share);
        }
        if (subset.isEmpty()) {
          subset.set(0);
        }
        if (asked == 0) {
          oracle.calibrate(subset);
        }
        ask(subset);
        asked++;
      }
      gained = knownAlone() - before;
    }
    if (knownAlone() < MIN_KNOWN * n) {
      refuseUnlessWithinReach();
    }
  }

  /**
   * Rejects graphs that need too many queries. If s is the largest size of subsets in which enough
   * nodes have no neighbor, the density is about 1 / s. Each pair then has the binary entropy H(1 /
   * s), and an answer for s nodes carries about s / 2 bits.
   */
  private void refuseUnlessWithinReach() {
    int size = largestWithLoneNodes();
    if (size < 2) {
      throw new UnsuitableModelException(
          failures > 0
              ? "queries of single targets or pairs fail"
              : "targets get different answers alone and in pairs: answers depend on all nodes of"
                  + " a query, or the graph is too dense");
    }
    double p = 1.0 / size;
    double entropy = -(p * Math.log(p) + (1 - p) * Math.log1p(-p)) / Math.log(2);
    double expected = 2.0 * NodePairs.count(n, directed) * entropy / size;
    if (expected > maxQueries()) {
      throw new UnsuitableModelException(
          String.format(
              Locale.ROOT,
              "the graph is too dense: only subsets of %d targets leave enough of them without a"
                  + " neighbor, which takes about %,.0f queries, more than %,d",
              size,
              expected,
              maxQueries()));
    }
  }

  /**
   * Returns the largest size of subsets in which enough nodes have no neighbor, or 1 if there is
   * none.
   */
  private int largestWithLoneNodes() {
    List<Integer> scouts = random.ints(0, n).distinct().limit(Math.min(SCOUTS, n)).boxed().toList();
    for (int scout : scouts) {
      if (known.of(scout).alone.isEmpty()) {
        askAlone(scout);
      }
    }
    for (int size = Math.max(2, n / 16); size >= 2; size /= 2) {
      int lone = 0;
      for (int from = 0; from < scouts.size(); from += size) {
        List<Integer> together = scouts.subList(from, Math.min(from + size, scouts.size()));
        BitSet subset = new BitSet();
        together.forEach(subset::set);
        while (subset.cardinality() < Math.min(size, n)) {
          subset.set(random.nextInt(n));
        }
        ask(subset);
        lone += (int) together.stream().filter(scout -> isLone(scout, subset)).count();
      }
      if (lone >= MIN_LONE * scouts.size()) {
        return size;
      }
    }
    return 1;
  }

  private boolean isLone(int u, BitSet subset) {
    return known.of(u).alone.filter(alone -> alone.subsets.contains(subset)).isPresent();
  }

  private void askAlone() {
    for (int u = 0; u < n; u++) {
      if (known.of(u).alone.isEmpty()) {
        askAlone(u);
      }
    }
  }

  private void askAlone(int u) {
    BitSet only = new BitSet();
    only.set(u);
    ask(only);
  }

  private int maxQueries() {
    return MAX_QUERIES_PER_TARGET * n + FEW;
  }

  private int knownAlone() {
    return (int) known.stream().filter(target -> target.alone.isPresent()).count();
  }

  /** Returns the share of changed answers that contradict the graph. */
  double loss() {
    return known.contradictions() / (double) Math.max(1, known.changes());
  }

  /** Returns the number of undecided pairs. */
  long undecided() {
    long undecided = known.stream().mapToLong(KnownPairs.Target::undecided).sum();
    return directed ? undecided : undecided / 2;
  }

  /** Returns the share of edges among the decided pairs, within the bounds of a probability. */
  private double density() {
    double edges = 0;
    double decided = 0;
    for (KnownPairs.Target target : known.targets()) {
      edges += target.neighbors.cardinality();
      decided += n - 1 - target.undecided();
    }
    return likelihood(decided == 0 ? 0 : edges / decided);
  }

  private static double likelihood(double probability) {
    return Math.max(MIN_PROBABILITY, Math.min(MAX_PROBABILITY, probability));
  }

  /**
   * Queries a subset with nearly as many undecided pairs as its answers can decide.
   *
   * @param expected the maximum number of neighbors that a node is expected to have in the subset;
   *     smaller after queries that decided nothing, for example because they included both
   *     candidates for one neighbor
   */
  private void askChosen(double expected) {
    Integer[] order = new Integer[n];
    double[] priority = new double[n];
    int[] undecided = undecidedOfEach();
    for (int u = 0; u < n; u++) {
      order[u] = u;
      priority[u] = -random.nextDouble() * undecided[u];
    }
    Arrays.sort(order, Comparator.comparingDouble(u -> priority[u]));
    double[] load = new double[n];
    BitSet subset = new BitSet();
    for (int u : order) {
      // After a failure, the same nodes together would fail again.
      if (undecided[u] > 0
          && load[u] <= expected
          && (failures == 0 || random.nextBoolean())
          && fits(u, subset, load, expected)) {
        subset.set(u);
        for (int v = 0; v < n; v++) {
          load[v] += weight(v, u);
        }
      }
    }
    if (subset.isEmpty()) {
      return;
    }
    int before = known.changes();
    ask(subset);
    double changed = (known.changes() - before) / (double) subset.cardinality();
    // Answers carry the most information if about half of them change.
    likely = likelihood(changed > 0.5 ? 1.5 * likely : changed < 0.3 ? 0.8 * likely : likely);
  }

  /**
   * Returns the number of undecided pairs of each node, in both directions if arcs are directed.
   */
  private int[] undecidedOfEach() {
    int[] undecided = new int[n];
    for (int u = 0; u < n; u++) {
      undecided[u] += known.of(u).undecided();
      if (directed) {
        BitSet open = (BitSet) known.of(u).candidates.clone();
        open.andNot(known.of(u).neighbors);
        open.stream().forEach(v -> undecided[v]++);
      }
    }
    return undecided;
  }

  private boolean fits(int u, BitSet subset, double[] load, double expected) {
    for (int v = subset.nextSetBit(0); v >= 0; v = subset.nextSetBit(v + 1)) {
      if (load[v] + weight(v, u) > expected) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the probability that v is a neighbor of u or, if it is known to be one, a number so
   * large that no subset contains both.
   */
  private double weight(int u, int v) {
    if (known.of(u).neighbors.get(v)) {
      // The answer for v may still show whether the reverse of a known arc exists.
      boolean reverseOpen =
          directed && known.of(v).candidates.get(u) && !known.of(v).neighbors.get(u);
      return reverseOpen ? 0 : 2 * EXPECTED;
    }
    return known.of(u).candidates.get(v) ? Math.max(likely, known.suspicion(u, v)) : 0;
  }

  /**
   * Queries a subset. A failed query is ignored.
   *
   * @throws InferenceException if too many consecutive queries fail
   */
  private void ask(BitSet subset) {
    failures = isAnswered(subset) ? 0 : failures + 1;
  }

  private boolean isAnswered(BitSet subset) {
    try {
      known.take(subset, oracle.ask(subset));
      return true;
    } catch (InferenceException e) {
      if (QueryBudgetException.isCauseOf(e)
          || e instanceof AnswerWidthException
          || failures > MAX_FAILURES) {
        throw e;
      }
      return false;
    }
  }
}
