package io.linkteller.graph;

import java.util.Arrays;

/** The strict upper triangle of an adjacency matrix, in compressed sparse rows. */
final class UpperTriangle {

  private final int nodeCount;
  private final int[] offsets;
  private final int[] columns;

  private UpperTriangle(int nodeCount, int[] offsets, int[] columns) {
    this.nodeCount = nodeCount;
    this.offsets = offsets;
    this.columns = columns;
  }

  /** Checks arrays as described in {@link Graph#ofUpperTriangle}; they are not copied. */
  static UpperTriangle of(int nodeCount, int[] offsets, int[] columns) {
    check(nodeCount, offsets, columns);
    return new UpperTriangle(nodeCount, offsets, columns);
  }

  private static void check(int nodeCount, int[] offsets, int[] columns) {
    if (nodeCount < 0) {
      throw new IllegalArgumentException("nodeCount = " + nodeCount + " is negative");
    }
    if (offsets.length != nodeCount + 1) {
      throw new IllegalArgumentException(
          "offsets has length "
              + offsets.length
              + " instead of "
              + (nodeCount + 1L)
              + ", nodeCount + 1");
    }
    if (offsets[0] != 0) {
      throw new IllegalArgumentException("offsets[0] = " + offsets[0] + " is not 0");
    }
    if (offsets[nodeCount] > columns.length || offsets[nodeCount] > Graph.MAX_EDGES) {
      throw new IllegalArgumentException(
          "offsets["
              + nodeCount
              + "] = "
              + offsets[nodeCount]
              + " is above "
              + Math.min(columns.length, Graph.MAX_EDGES));
    }
    for (int u = 0; u < nodeCount; u++) {
      if (offsets[u + 1] < offsets[u] || offsets[u + 1] > offsets[nodeCount]) {
        throw new IllegalArgumentException(
            "offsets[" + (u + 1) + "] = " + offsets[u + 1] + " does not ascend");
      }
      int previous = u;
      for (int i = offsets[u]; i < offsets[u + 1]; i++) {
        if (columns[i] <= previous || columns[i] >= nodeCount) {
          throw new IllegalArgumentException(
              "columns["
                  + i
                  + "] = "
                  + columns[i]
                  + " in row "
                  + u
                  + " is outside ("
                  + previous
                  + ", "
                  + nodeCount
                  + ")");
        }
        previous = columns[i];
      }
    }
  }

  /** Returns the n + 1 row offsets of the symmetric matrix. */
  int[] rowOffsets() {
    int[] rows = new int[nodeCount + 1];
    for (int u = 0; u < nodeCount; u++) {
      rows[u + 1] += offsets[u + 1] - offsets[u];
      for (int i = offsets[u]; i < offsets[u + 1]; i++) {
        rows[columns[i] + 1]++;
      }
    }
    for (int u = 0; u < nodeCount; u++) {
      rows[u + 1] += rows[u];
    }
    return rows;
  }

  /** Returns the columns of the symmetric matrix, row by row, ascending in each row. */
  int[] entries(int[] rowOffsets) {
    int[] at = Arrays.copyOf(rowOffsets, nodeCount);
    int[] entries = new int[rowOffsets[nodeCount]];
    // Rows are processed in ascending order, so when row u is reached its smaller neighbors have
    // already been written to it, in order.
    for (int u = 0; u < nodeCount; u++) {
      int larger = offsets[u + 1] - offsets[u];
      System.arraycopy(columns, offsets[u], entries, at[u], larger);
      for (int i = offsets[u]; i < offsets[u + 1]; i++) {
        entries[at[columns[i]]++] = u;
      }
    }
    return entries;
  }
}
