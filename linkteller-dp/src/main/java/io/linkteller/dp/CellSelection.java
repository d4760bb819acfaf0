package io.linkteller.dp;

import io.linkteller.dp.sampling.RankCursor;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.Arrays;
import java.util.Locale;

/**
 * Selects from the present and absent cells of an adjacency matrix: in an undirected graph, the n
 * (n - 1)/2 cells of the strict upper triangle in row order, so that each edge is one secret,
 * perturbed once; in a directed graph, the n (n - 1) cells off the diagonal, so that each arc is a
 * separate secret. Each relation of a graph has its own cells.
 */
final class CellSelection {

  private final Graph graph;
  private final RankCursor kept;
  private final RankCursor filled;
  private final Rows rows;
  private long nextKept;
  private long nextFilled;
  private long rank;
  private long absentBefore;

  private CellSelection(Graph graph, RankCursor kept, RankCursor filled, Rows rows) {
    this.graph = graph;
    this.kept = kept;
    this.filled = filled;
    this.rows = rows;
    this.nextKept = kept.next();
    this.nextFilled = filled.next();
  }

  /** Returns the number of cells, which depends only on n and on whether the graph is directed. */
  static long cells(Graph graph) {
    return NodePairs.count(graph.nodeCount(), graph.isDirected());
  }

  /**
   * Returns the graph that keeps some of the present cells and fills some of the absent ones. Takes
   * O(n + |E| + number of edges of the result) time.
   *
   * @param graph a graph without relations
   * @param kept ranks among the present cells
   * @param filled ranks among the absent cells
   * @param expectedEdges the approximate number of edges, used to allocate memory
   * @param maxEdges the largest permitted number of edges
   * @throws PerturbationRefusedException if the result has more edges than {@code maxEdges}
   */
  static Graph keepingAndFilling(
      Graph graph, RankCursor kept, RankCursor filled, double expectedEdges, long maxEdges) {
    int n = graph.nodeCount();
    Rows rows = new Rows(n, expectedEdges, maxEdges);
    CellSelection cells = new CellSelection(graph, kept, filled, rows);
    for (int u = 0; u < n; u++) {
      int degree = graph.degree(u);
      int larger = degree;
      while (larger > 0 && graph.neighbor(u, larger - 1) > u) {
        larger--;
      }
      if (graph.isDirected()) {
        cells.select(u, 0, u, 0, larger);
      }
      cells.select(u, u + 1, n, larger, degree);
      rows.endRow(u);
    }
    return rows.graph(graph.isDirected());
  }

  /**
   * Selects cells in the columns [first, last) of row u. The present cells there are the neighbors
   * of u with the indices {@code at} to {@code to - 1}.
   */
  private void select(int u, int first, int last, int at, int to) {
    long absentToHere = absentBefore + (last - first) - (to - at);
    // The column of an absent cell is origin + its rank + the index of the next neighbor after it.
    long origin = first - absentBefore - at;
    while (nextFilled < absentToHere) {
      // Assumes that no more neighbors precede the cell; the loop corrects this for each that does.
      long column = origin + nextFilled + at;
      for (; at < to && graph.neighbor(u, at) <= column; at++, column++, rank++) {
        keep(u, at);
      }
      rows.add((int) column);
      nextFilled = filled.next();
    }
    for (; at < to; at++, rank++) {
      keep(u, at);
    }
    absentBefore = absentToHere;
  }

  private void keep(int u, int at) {
    if (rank == nextKept) {
      rows.add(graph.neighbor(u, at));
      nextKept = kept.next();
    }
  }

  /** Rows of cells; cells are appended in order. */
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
      // Eight standard deviations above the mean: the standard deviation of a sum of independent
      // trials is at most the square root of its mean.
      double room = expectedEdges + 8 * Math.sqrt(expectedEdges) + 16;
      this.columns = new int[(int) Math.min(room, (double) this.most)];
    }

    void add(int column) {
      if (size == columns.length) {
        if (size == most) {
          throw new PerturbationRefusedException(
              String.format(
                  Locale.ROOT,
                  "the perturbed graph has more than %,d edges, the most that fit. Use a larger"
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

    Graph graph(boolean directed) {
      if (!directed) {
        return Graph.ofUpperTriangle(nodeCount, offsets, columns);
      }
      Graph.Builder arcs = Graph.builder(nodeCount).directed();
      for (int v = 0; v < nodeCount; v++) {
        for (int i = offsets[v]; i < offsets[v + 1]; i++) {
          arcs.addEdge(columns[i], v);
        }
      }
      return arcs.build();
    }
  }
}
