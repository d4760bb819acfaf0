package io.linkteller.graph;

import java.util.Arrays;

/** Checks an adjacency matrix in compressed sparse rows. */
final class AdjacencyRows {

  private AdjacencyRows() {}

  /** Checks arrays as described in {@link Graph#ofAdjacencyRows}. */
  static void check(int[] offsets, int[] neighbors) {
    int n = offsets.length - 1;
    if (n < 0 || offsets[0] != 0 || offsets[n] != neighbors.length) {
      throw new IllegalArgumentException(
          "offsets must ascend from 0 to the number of neighbors, "
              + neighbors.length
              + "; got "
              + (n < 0 ? "none" : offsets[0] + " to " + offsets[n]));
    }
    for (int u = 0; u < n; u++) {
      if (offsets[u + 1] < offsets[u] || offsets[u + 1] > neighbors.length) {
        throw new IllegalArgumentException(
            "offsets[" + (u + 1) + "] = " + offsets[u + 1] + " does not ascend");
      }
      int previous = -1;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int w = neighbors[e];
        if (w <= previous || w >= n || w == u) {
          throw new IllegalArgumentException(
              "neighbor "
                  + w
                  + " of node "
                  + u
                  + " is out of order, outside [0, "
                  + n
                  + ") or the node itself");
        }
        previous = w;
      }
    }
    // Rows are visited in ascending order and are ascending themselves, so the entries of row w
    // must be encountered in order as its neighbors are visited.
    int[] met = Arrays.copyOf(offsets, n);
    for (int u = 0; u < n; u++) {
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int w = neighbors[e];
        if (met[w] == offsets[w + 1] || neighbors[met[w]] != u) {
          throw new IllegalArgumentException(
              "node " + w + " is a neighbor of " + u + ", but " + u + " is not one of " + w);
        }
        met[w]++;
      }
    }
  }
}
