package io.linkteller.dp;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.Arrays;

/**
 * The strict upper triangle of an adjacency matrix, whose cells the mechanisms perturb: n (n - 1)/2
 * cells in row order, some present, the others absent. The lower triangle follows it: an undirected
 * edge is one secret and is perturbed once.
 */
final class UpperTriangle {

  private final int nodeCount;
  private final int[] offsets;
  private final int[] columns;

  private UpperTriangle(int nodeCount, int[] offsets, int[] columns) {
    this.nodeCount = nodeCount;
    this.offsets = offsets;
    this.columns = columns;
  }

  static UpperTriangle of(Graph graph) {
    int[] offsets = new int[graph.nodeCount() + 1];
    graph.forEachEdge((u, v) -> offsets[u + 1]++);
    for (int u = 0; u < graph.nodeCount(); u++) {
      offsets[u + 1] += offsets[u];
    }
    int[] columns = new int[graph.edgeCount()];
    int[] size = new int[1];
    graph.forEachEdge((u, v) -> columns[size[0]++] = v);
    return new UpperTriangle(graph.nodeCount(), offsets, columns);
  }

  long presentCells() {
    return columns.length;
  }

  long absentCells() {
    return NodePairs.count(nodeCount) - columns.length;
  }

  /**
   * The graph that keeps some of the present cells and fills some of the absent ones. O(n + |E| +
   * edges of the result).
   *
   * @param kept ranks among the present cells
   * @param filled ranks among the absent cells
   * @param expectedEdges about how many edges there will be; only for memory's sake
   */
  Graph keepingAndFilling(RankCursor kept, RankCursor filled, double expectedEdges) {
    Rows rows = new Rows(nodeCount, expectedEdges);
    long nextKept = kept.next();
    long nextFilled = filled.next();
    long absentBefore = 0;
    for (int u = 0; u < nodeCount; u++) {
      int from = offsets[u];
      int to = offsets[u + 1];
      int at = from;
      long absentToHere = absentBefore + (nodeCount - 1 - u) - (to - from);
      while (nextFilled < absentToHere) {
        // The column, had the row no present cells beyond those passed.
        long column = u + 1 + (nextFilled - absentBefore) + (at - from);
        for (; at < to && columns[at] <= column; at++, column++) {
          if (at == nextKept) {
            rows.add(columns[at]);
            nextKept = kept.next();
          }
        }
        rows.add((int) column);
        nextFilled = filled.next();
      }
      for (; at < to; at++) {
        if (at == nextKept) {
          rows.add(columns[at]);
          nextKept = kept.next();
        }
      }
      rows.endRow(u);
      absentBefore = absentToHere;
    }
    return rows.graph();
  }

  /** A growing upper triangle. */
  private static final class Rows {

    private final int nodeCount;
    private final int[] offsets;
    private int[] columns;
    private int size;

    Rows(int nodeCount, double expectedEdges) {
      this.nodeCount = nodeCount;
      this.offsets = new int[nodeCount + 1];
      // Counts of independent cells spread by at most the root of their mean.
      double room = expectedEdges + 8 * Math.sqrt(expectedEdges) + 16;
      this.columns = new int[(int) Math.min(room, Graph.MAX_EDGES)];
    }

    void add(int column) {
      if (size == columns.length) {
        if (size == Graph.MAX_EDGES) {
          throw new IllegalStateException(
              "the perturbed graph has more than " + Graph.MAX_EDGES + " edges");
        }
        columns = Arrays.copyOf(columns, (int) Math.min(Graph.MAX_EDGES, size * 3L / 2 + 16));
      }
      columns[size++] = column;
    }

    void endRow(int row) {
      offsets[row + 1] = size;
    }

    Graph graph() {
      return Graph.ofUpperTriangle(nodeCount, offsets, columns);
    }
  }
}
