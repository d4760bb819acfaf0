package io.linkteller.dp;

import io.linkteller.dp.sampling.RankCursor;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.Arrays;
import java.util.Locale;

/**
 * Selects cells of the strict upper triangle of an adjacency matrix: n (n - 1)/2 cells in row
 * order, some present, the others absent. The lower triangle is its mirror image, since an
 * undirected edge is one secret and is perturbed once.
 */
final class CellSelection {

  private CellSelection() {}

  static long absentCells(Graph graph) {
    return NodePairs.count(graph.nodeCount()) - graph.edgeCount();
  }

  /**
   * Returns the graph that keeps some of the present cells and fills some of the absent ones. O(n +
   * |E| + edges of the result).
   *
   * @param kept ranks among the present cells
   * @param filled ranks among the absent cells
   * @param expectedEdges the approximate number of edges, used to allocate memory
   * @param mostEdges the largest number of edges
   * @throws PerturbationRefusedException if there are more
   */
  static Graph keepingAndFilling(
      Graph graph, RankCursor kept, RankCursor filled, double expectedEdges, long mostEdges) {
    int nodeCount = graph.requireSimple("the mechanism").nodeCount();
    Rows rows = new Rows(nodeCount, expectedEdges, mostEdges);
    long nextKept = kept.next();
    long nextFilled = filled.next();
    long rank = 0;
    long absentBefore = 0;
    for (int u = 0; u < nodeCount; u++) {
      int to = graph.degree(u);
      int from = to;
      while (from > 0 && graph.neighbor(u, from - 1) > u) {
        from--;
      }
      int at = from;
      long absentToHere = absentBefore + (nodeCount - 1 - u) - (to - from);
      while (nextFilled < absentToHere) {
        // The column, had the row no present cells beyond those passed.
        long column = u + 1 + (nextFilled - absentBefore) + (at - from);
        for (; at < to && graph.neighbor(u, at) <= column; at++, column++, rank++) {
          if (rank == nextKept) {
            rows.add(graph.neighbor(u, at));
            nextKept = kept.next();
          }
        }
        rows.add((int) column);
        nextFilled = filled.next();
      }
      for (; at < to; at++, rank++) {
        if (rank == nextKept) {
          rows.add(graph.neighbor(u, at));
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
    private final long most;
    private final int[] offsets;
    private int[] columns;
    private int size;

    Rows(int nodeCount, double expectedEdges, long most) {
      this.nodeCount = nodeCount;
      this.most = Math.min(most, Graph.MAX_EDGES);
      this.offsets = new int[nodeCount + 1];
      // Counts of independent cells spread by at most the root of their mean.
      double room = expectedEdges + 8 * Math.sqrt(expectedEdges) + 16;
      this.columns = new int[(int) Math.min(room, (double) this.most)];
    }

    void add(int column) {
      if (size == columns.length) {
        if (size == most) {
          throw new PerturbationRefusedException(
              String.format(
                  Locale.ROOT,
                  "the perturbed graph has more than %,d edges, the most that fit. Take a larger"
                      + " epsilon, or give the process more memory.",
                  most));
        }
        columns = Arrays.copyOf(columns, (int) Math.min(most, size * 3L / 2 + 16));
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
