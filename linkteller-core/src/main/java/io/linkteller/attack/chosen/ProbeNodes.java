package io.linkteller.attack.chosen;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The few nodes that are probed individually to identify the aggregation. */
final class ProbeNodes {

  private static final int MAX_NODES = 8;

  private final double[] pi;
  private final boolean[] isolated;
  private final int[] rows;

  private ProbeNodes(double[] pi, boolean[] isolated, int[] targetRows) {
    this.pi = pi;
    this.isolated = isolated;
    this.rows = targetRows.length <= MAX_NODES ? withOthers(targetRows) : among(targetRows);
  }

  /** Chooses at most 8 nodes. */
  static ProbeNodes of(double[] pi, boolean[] isolated, int[] targetRows) {
    return new ProbeNodes(pi, isolated, targetRows);
  }

  /**
   * Chooses the targets with the largest π, which have the most edges, and others that are evenly
   * spread.
   */
  private int[] among(int[] targetRows) {
    IntArrayList chosen = new IntArrayList();
    IntArrayList byPi = new IntArrayList(targetRows);
    byPi.sort((a, b) -> Double.compare(isolated[b] ? 0 : pi[b], isolated[a] ? 0 : pi[a]));
    for (int i = 0; i < MAX_NODES / 2; i++) {
      chosen.add(byPi.getInt(i));
    }
    int step = Math.max(1, targetRows.length / (MAX_NODES - MAX_NODES / 2));
    for (int i = step / 2; i < targetRows.length && chosen.size() < MAX_NODES; i += step) {
      if (!chosen.contains(targetRows[i]) && !isolated[targetRows[i]]) {
        chosen.add(targetRows[i]);
      }
    }
    return chosen.toIntArray();
  }

  /** Adds other nodes, because a few targets may all be isolated. */
  private int[] withOthers(int[] targetRows) {
    IntArrayList chosen = new IntArrayList(targetRows);
    int step = Math.max(1, pi.length / MAX_NODES);
    for (int u = 0; u < pi.length && chosen.size() < MAX_NODES; u += step) {
      if (!chosen.contains(u) && !isolated[u]) {
        chosen.add(u);
      }
    }
    return chosen.toIntArray();
  }

  int[] rows() {
    return rows;
  }

  /** Returns the probed node with the smallest π that is not isolated. */
  int minPi() {
    int minPi = rows[0];
    for (int v : rows) {
      if (!isolated[v] && (isolated[minPi] || pi[v] < pi[minPi])) {
        minPi = v;
      }
    }
    return minPi;
  }
}
