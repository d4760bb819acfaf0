package io.linkteller.attack.direct;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Finds the neighbors of each target by querying subsets of the targets.
 *
 * <p>Let P be the V^(I) of a query, R the part of P that moves across the boundary, and k the
 * number of layers. A node of P \ R changes its label if it is within k hops of R in the subgraph
 * that P induces. Two consequences hold for every k and every architecture:
 *
 * <ul>
 *   <li>A node that does not change is not adjacent to R.
 *   <li>If no two nodes of P \ R are adjacent, a node that changes is adjacent to R.
 * </ul>
 *
 * The targets are added one after another. In the first query for a target v, P consists of v and
 * the targets added before it, and R = {v}. The set F of nodes that change includes all neighbors
 * of v in P. The graph among the targets added before v is known, so F can be colored such that no
 * two nodes of the same color are adjacent. One query for each color then shows exactly which nodes
 * are neighbors of v.
 *
 * <p>Nodes of high degree are added last, because once they are added, nearly all nodes are within
 * k hops of each other. Degrees are estimated from queries of random subsets.
 *
 * <p>Finally, the graph is checked against queries of random subsets: among the nodes that do not
 * move, those with a moving neighbor must change, and those in a component in which no node moves
 * must not.
 */
final class NeighborSearch {

  /**
   * The share of the connected targets (those with a neighbor) in each query that estimates
   * degrees.
   */
  private static final double SAMPLED = 0.2;

  /**
   * The share of the targets in a query that move, when degrees are estimated or the result is
   * checked.
   */
  private static final double MOVED = 0.3;

  /** The number of connected targets for each query that estimates degrees. */
  private static final int TARGETS_PER_ESTIMATE = 4;

  /** The maximum number of queries that estimate degrees. */
  private static final int MAX_ESTIMATES = 256;

  /** The number of queries that check the result. */
  private static final int CHECKS = 8;

  /** The maximum share of contradictions in the check. */
  private static final double MAX_CONTRADICTIONS = 0.1;

  /** With at most this many connected targets, the order makes little difference. */
  private static final int FEW = 16;

  private final LabelOracle oracle;
  private final DecisionBoundary boundary;
  private final Workers workers;
  private final long seed;
  private final BitSet[] neighbors;

  NeighborSearch(LabelOracle oracle, DecisionBoundary boundary, Workers workers, long seed) {
    this.oracle = oracle;
    this.boundary = boundary;
    this.workers = workers;
    this.seed = seed;
    this.neighbors = new BitSet[oracle.targets()];
    Arrays.setAll(neighbors, v -> new BitSet());
  }

  /**
   * Returns the neighbors of each target among the targets.
   *
   * @throws UnsuitableModelException if the answers contradict the graph derived from them
   */
  BitSet[] find() {
    BitSet placed = new BitSet();
    for (int v : order(connected())) {
      if (!placed.isEmpty()) {
        place(v, placed);
      }
      placed.set(v);
    }
    check();
    return neighbors;
  }

  private void check() {
    BitSet everyone = new BitSet();
    everyone.set(0, oracle.targets());
    SplittableRandom random = new SplittableRandom(seed + 1);
    List<BitSet> about = new ArrayList<>();
    List<BitSet> moved = new ArrayList<>();
    for (int i = 0; i < CHECKS; i++) {
      about.add(part(everyone, i % 2 == 0 ? 1 : 0.5, random));
      moved.add(part(about.get(i), MOVED, random));
    }
    List<BitSet> changed = changed(about, moved);
    int contradictions = 0;
    int changes = 0;
    for (int i = 0; i < CHECKS; i++) {
      BitSet reached = reached(about.get(i), moved.get(i));
      for (int u = about.get(i).nextSetBit(0); u >= 0; u = about.get(i).nextSetBit(u + 1)) {
        boolean isChanged = changed.get(i).get(u);
        boolean adjacent = !moved.get(i).get(u) && neighbors[u].intersects(moved.get(i));
        changes += isChanged || adjacent ? 1 : 0;
        contradictions += isChanged ? (reached.get(u) ? 0 : 1) : (adjacent ? 1 : 0);
      }
    }
    boolean nothing =
        Arrays.stream(neighbors).allMatch(BitSet::isEmpty) && oracle.equalNodesDiffered();
    if (nothing || contradictions > MAX_CONTRADICTIONS * changes) {
      throw new UnsuitableModelException(
          "labels contradict the graph derived from them "
              + (nothing ? "" : "for " + contradictions + " of " + changes + " nodes ")
              + "in a check: the influence of a neighbor has no fixed sign, or equal features do"
              + " not make nodes equal");
    }
  }

  /** Returns the nodes connected to those that move, within the subgraph of a query. */
  private BitSet reached(BitSet about, BitSet moved) {
    BitSet reached = (BitSet) moved.clone();
    BitSet border = moved;
    while (!border.isEmpty()) {
      BitSet next = new BitSet();
      border.stream().forEach(v -> next.or(neighbors[v]));
      next.and(about);
      next.andNot(reached);
      reached.or(next);
      border = next;
    }
    return reached;
  }

  /**
   * Returns the targets with a neighbor. The positions of any two targets differ in some bit. For
   * each bit, one query moves the targets whose bit is 1, and another moves those whose bit is 0.
   */
  private BitSet connected() {
    int n = oracle.targets();
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
    BitSet everyone = new BitSet();
    everyone.set(0, n);
    List<BitSet> halves = new ArrayList<>();
    for (int bit = 0; bit < bits; bit++) {
      for (int value = 0; value <= 1; value++) {
        BitSet half = new BitSet();
        for (int v = 0; v < n; v++) {
          half.set(v, ((v >> bit) & 1) == value);
        }
        halves.add(half);
      }
    }
    BitSet connected = new BitSet();
    for (BitSet changed : changed(Arrays.asList(copies(everyone, halves.size())), halves)) {
      connected.or(changed);
    }
    return connected;
  }

  private static BitSet[] copies(BitSet set, int count) {
    BitSet[] copies = new BitSet[count];
    Arrays.fill(copies, set);
    return copies;
  }

  /** Returns the connected targets in ascending order of their estimated degrees. */
  private int[] order(BitSet connected) {
    int n = oracle.targets();
    int count = connected.cardinality();
    double[] rate = new double[n];
    if (count > FEW) {
      SplittableRandom random = new SplittableRandom(seed);
      int queries =
          Math.min(MAX_ESTIMATES, (count + TARGETS_PER_ESTIMATE - 1) / TARGETS_PER_ESTIMATE);
      List<BitSet> about = new ArrayList<>();
      List<BitSet> moved = new ArrayList<>();
      for (int i = 0; i < queries; i++) {
        BitSet sample = part(connected, SAMPLED, random);
        about.add(sample);
        moved.add(part(sample, MOVED, random));
      }
      List<BitSet> changed = changed(about, moved);
      for (int v = connected.nextSetBit(0); v >= 0; v = connected.nextSetBit(v + 1)) {
        int still = 0;
        int changes = 0;
        for (int i = 0; i < queries; i++) {
          still += about.get(i).get(v) && !moved.get(i).get(v) ? 1 : 0;
          changes += changed.get(i).get(v) ? 1 : 0;
        }
        rate[v] = still == 0 ? 0 : changes / (double) still;
      }
    }
    return connected.stream()
        .boxed()
        .sorted(Comparator.comparingDouble((Integer v) -> rate[v]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static BitSet part(BitSet set, double share, SplittableRandom random) {
    BitSet part = new BitSet();
    for (int v = set.nextSetBit(0); v >= 0; v = set.nextSetBit(v + 1)) {
      part.set(v, random.nextDouble() < share);
    }
    return part;
  }

  private void place(int v, BitSet placed) {
    BitSet within = changed(v, placed);
    List<BitSet> colors = colors(within);
    List<BitSet> about = new ArrayList<>();
    List<BitSet> moved = new ArrayList<>();
    for (BitSet color : colors) {
      BitSet both = (BitSet) color.clone();
      both.set(v);
      about.add(both);
      moved.add(only(v));
    }
    changed(about, moved).forEach(adjacent -> connect(v, adjacent));
  }

  private void connect(int v, BitSet adjacent) {
    for (int u = adjacent.nextSetBit(0); u >= 0; u = adjacent.nextSetBit(u + 1)) {
      neighbors[u].set(v);
      neighbors[v].set(u);
    }
  }

  private static BitSet only(int v) {
    BitSet set = new BitSet();
    set.set(v);
    return set;
  }

  private BitSet changed(int v, BitSet placed) {
    BitSet about = (BitSet) placed.clone();
    about.set(v);
    return oracle.changed(about, only(v), boundary);
  }

  /** Sends several queries, concurrently if there are several threads. */
  private List<BitSet> changed(List<BitSet> about, List<BitSet> moved) {
    BitSet[] changed = new BitSet[about.size()];
    workers.forRows(
        changed.length,
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            changed[i] =
                moved.get(i).isEmpty()
                    ? new BitSet()
                    : oracle.changed(about.get(i), moved.get(i), boundary);
          }
        });
    return List.of(changed);
  }

  /**
   * Partitions nodes into sets without adjacent nodes. In descending order of degree, each node is
   * added to the first set that has none of its neighbors.
   */
  private List<BitSet> colors(BitSet set) {
    int[] degree = new int[neighbors.length];
    set.stream()
        .forEach(
            u -> {
              BitSet common = (BitSet) neighbors[u].clone();
              common.and(set);
              degree[u] = common.cardinality();
            });
    List<BitSet> colors = new ArrayList<>();
    IntStream descending =
        set.stream()
            .boxed()
            .sorted(Comparator.comparingInt((Integer u) -> -degree[u]))
            .mapToInt(Integer::intValue);
    descending.forEach(
        u ->
            colors.stream()
                .filter(color -> !color.intersects(neighbors[u]))
                .findFirst()
                .orElseGet(
                    () -> {
                      colors.add(new BitSet());
                      return colors.get(colors.size() - 1);
                    })
                .set(u));
    return colors;
  }
}
