package io.linkteller.attack.direct;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps track of what queries of subsets reveal about each pair of targets. The lone answer of a
 * target is its answer when it is queried alone. If a query of a subset returns the lone answer,
 * the target's pairs with the subset are excluded. If it returns another answer and all of these
 * pairs but one are excluded, the remaining pair is an edge.
 */
final class KnownPairs {

  /** An answer for a node, and the subsets whose queries returned it. */
  static final class Sighting {

    final double[] answer;

    /** The nodes that all these subsets contain. */
    final BitSet common;

    final List<BitSet> subsets = new ArrayList<>();

    private Sighting(double[] answer, BitSet subset) {
      this.answer = answer;
      this.common = (BitSet) subset.clone();
    }
  }

  /** The facts known about one target. */
  static final class Target {

    /** The nodes that may be neighbors, or sources of arcs to the target. */
    final BitSet candidates = new BitSet();

    /** The candidates that are proven to be neighbors. */
    final BitSet neighbors = new BitSet();

    /** The distinct answers for the target. */
    final List<Sighting> sightings = new ArrayList<>();

    /** The lone answer, if it is known. */
    Optional<Sighting> alone = Optional.empty();

    /** The subsets in which the target has a neighbor that is not proven yet. */
    List<BitSet> open = new ArrayList<>();

    int undecided() {
      return candidates.cardinality() - neighbors.cardinality();
    }
  }

  private final SubsetOracle oracle;
  private final int n;

  /** Whether the answer for u depends only on the arcs to u, not on those from it. */
  private final boolean directed;

  private final Target[] targets;

  /**
   * Entry (u, v) is the likelihood, given the open subsets of u, that v is a neighbor of u or the
   * source of an arc to u.
   */
  private final float[][] suspicion;

  /** Whether lone answers are taken only from queries of single nodes. */
  private boolean isAskedAlone;

  /** The number of answers that differ from the lone answer. */
  private int changes;

  private int contradictions;

  KnownPairs(SubsetOracle oracle) {
    this.oracle = oracle;
    this.n = oracle.targets();
    this.directed = oracle.isDirected();
    this.targets = new Target[n];
    this.suspicion = new float[n][n];
    for (int u = 0; u < n; u++) {
      targets[u] = new Target();
      targets[u].candidates.set(0, n);
      targets[u].candidates.clear(u);
    }
  }

  Target of(int u) {
    return targets[u];
  }

  List<Target> targets() {
    return List.of(targets);
  }

  Stream<Target> stream() {
    return Arrays.stream(targets);
  }

  /** Returns the likelihood, given the open subsets of u, that v is a neighbor of u; at least 0. */
  float suspicion(int u, int v) {
    return suspicion[u][v];
  }

  /** Returns whether lone answers are taken only from queries of single nodes. */
  boolean isAskedAlone() {
    return isAskedAlone;
  }

  /** Returns the number of answers that differ from the lone answer. */
  int changes() {
    return changes;
  }

  /** Returns the number of answers that contradict other answers. */
  int contradictions() {
    return contradictions;
  }

  /**
   * Discards all decisions but keeps the answers. An answer that recurs in subsets without a common
   * node need not be the lone answer: under attention without self-loops, for example, any source
   * of an arc may cause it. From now on, lone answers are taken only from queries of single nodes.
   */
  void startAgain() {
    isAskedAlone = true;
    contradictions = 0;
    changes = 0;
    for (int u = 0; u < n; u++) {
      Target target = targets[u];
      target.candidates.set(0, n);
      target.candidates.clear(u);
      target.neighbors.clear();
      target.alone = Optional.empty();
      target.open.clear();
    }
  }

  /** Adds the answers to a query of a subset, one row for each of its targets. */
  void take(BitSet subset, double[][] rows) {
    int row = 0;
    for (int u = subset.nextSetBit(0); u >= 0; u = subset.nextSetBit(u + 1)) {
      sight(u, rows[row++], subset);
    }
    while (recognizeAlone()) {
      // Excluding a pair may reveal the lone answer of another node.
    }
    prove();
  }

  private void sight(int u, double[] answer, BitSet subset) {
    Target target = targets[u];
    Sighting sighting =
        target.sightings.stream()
            .filter(earlier -> oracle.isSame(earlier.answer, answer))
            .findFirst()
            .orElseGet(
                () -> {
                  target.sightings.add(new Sighting(answer, subset));
                  return target.sightings.get(target.sightings.size() - 1);
                });
    sighting.common.and(subset);
    sighting.subsets.add(subset);
    target.alone.ifPresent(alone -> decide(u, subset, alone == sighting));
  }

  /** Finds lone answers, which cannot be due to a neighbor. Returns whether there was a new one. */
  private boolean recognizeAlone() {
    boolean any = false;
    for (int u = 0; u < n; u++) {
      Target target = targets[u];
      if (target.alone.isPresent()) {
        continue;
      }
      target.alone =
          target.sightings.stream().filter(sighting -> isAlone(sighting, target)).findFirst();
      if (target.alone.isPresent()) {
        any = true;
        Sighting alone = target.alone.get();
        for (Sighting sighting : target.sightings) {
          for (BitSet subset : sighting.subsets) {
            decide(u, subset, sighting == alone);
          }
        }
      }
    }
    return any;
  }

  private boolean isAlone(Sighting sighting, Target target) {
    return isAskedAlone
        ? sighting.subsets.stream().anyMatch(subset -> subset.cardinality() == 1)
        : !sighting.common.intersects(target.candidates);
  }

  private void decide(int u, BitSet subset, boolean alone) {
    if (!alone) {
      changes++;
      targets[u].open.add(subset);
      return;
    }
    boolean own = oracle.hasFeatures(u);
    for (int v = subset.nextSetBit(0); v >= 0; v = subset.nextSetBit(v + 1)) {
      // A neighbor without features might not change this answer; its own answer decides the pair.
      if (v != u && (!own || oracle.hasFeatures(v))) {
        exclude(u, v);
      }
    }
  }

  private void exclude(int u, int v) {
    if (!targets[u].neighbors.get(v)) {
      targets[u].candidates.clear(v);
      if (!directed) {
        targets[v].candidates.clear(u);
      }
    } else {
      contradictions++;
    }
  }

  /** Concludes that the only remaining candidate for a changed answer is a neighbor. */
  private void prove() {
    for (float[] row : suspicion) {
      Arrays.fill(row, 0);
    }
    for (int u = 0; u < n; u++) {
      List<BitSet> open = new ArrayList<>();
      for (BitSet subset : targets[u].open) {
        BitSet left = (BitSet) subset.clone();
        left.and(targets[u].candidates);
        if (left.isEmpty()) {
          contradictions++;
        } else if (left.cardinality() == 1) {
          int v = left.nextSetBit(0);
          targets[u].neighbors.set(v);
          if (!directed) {
            targets[v].neighbors.set(u);
          }
        } else if (!left.intersects(targets[u].neighbors)) {
          open.add(left);
          suspect(u, left);
        }
      }
      targets[u].open = open;
    }
  }

  private void suspect(int u, BitSet left) {
    float share = 1f / left.cardinality();
    for (int v = left.nextSetBit(0); v >= 0; v = left.nextSetBit(v + 1)) {
      suspicion[u][v] = Math.max(suspicion[u][v], share);
      if (!directed) {
        suspicion[v][u] = suspicion[u][v];
      }
    }
  }
}
