package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * Ranks changes of a graph by their promise: the gain Σ Γ_vu ΔÂ_vu divided by the size of the
 * resulting change of Â^k R, both to first order. Γ is half the negative gradient of the squared
 * error with respect to the entries of Â. Changing an edge changes the rows and columns of both
 * ends, because their degrees change. The effect of a changed degree is summed only once for each
 * node, which takes O(n |E|) time.
 *
 * <p>A change of Â_vu changes Â^k R by Σ_(a + b = k - 1) Â^a e_v ΔÂ_vu (Â^b R)_u. For a random R,
 * the squared norm of this change, divided by the square of ΔÂ_vu, is Σ |Â^a e_v|² |e_u Â^b|²,
 * which is small for nodes of high degree. Products of different changes are neglected, because a
 * random R makes them small.
 */
final class PromisingChanges {

  /**
   * A pair that is toggled between edge and no edge, or an edge with one end moved to another node.
   *
   * @param u the end that stays
   * @param v the other end
   * @param to the node to which the end {@code v} moves, or -1 if the pair is toggled
   * @param promise larger for a better change
   */
  record Change(int u, int v, int to, double promise) {

    NamedGraph of(NamedGraph graph) {
      NamedGraph changed = graph.toggled(u, v);
      return to < 0 ? changed : changed.toggled(u, to);
    }

    /** Returns the nodes whose neighbors change. */
    int[] ends() {
      return to < 0 ? new int[] {u, v} : new int[] {u, v, to};
    }
  }

  /** The number of random signs per node from which squared norms are estimated. */
  private static final int SIGNS = 32;

  private static final int BLOCK_ROWS = 16;

  private final NamedGraph graph;
  private final Propagation propagation;
  private final double[][] gradient;

  /** |Â^a e_v|² for each a and v. */
  private final double[][] ofColumns;

  /** |e_u Â^b|² for each b and u. */
  private final double[][] ofRows;

  /** The gain from the row and column of each node if its degree falls by one. */
  private final double[] gainOfLess;

  /** The squared size of the change whose gain is {@link #gainOfLess}. */
  private final double[] sizeOfLess;

  /** The gain from the row and column of each node if its degree rises by one. */
  private final double[] gainOfMore;

  /** The squared size of the change whose gain is {@link #gainOfMore}. */
  private final double[] sizeOfMore;

  private PromisingChanges(NamedGraph graph, double[][] gradient, int k) {
    int n = graph.n();
    this.ofColumns = squares(graph, k, true);
    this.ofRows = squares(graph, k, false);
    this.graph = graph;
    this.propagation = graph.propagation();
    this.gradient = gradient;
    this.gainOfLess = new double[n];
    this.sizeOfLess = new double[n];
    this.gainOfMore = new double[n];
    this.sizeOfMore = new double[n];
    for (int v = 0; v < n; v++) {
      if (degree(v) > 0) {
        sumDegree(v, -1, gainOfLess, sizeOfLess);
      }
      sumDegree(v, 1, gainOfMore, sizeOfMore);
    }
  }

  /**
   * Returns the most promising changes, best first. The candidates are all pairs and, for each end
   * of each edge, the best node to which it can move.
   *
   * @param gradient Γ, n x n
   * @param k the power of Â
   */
  static List<Change> of(NamedGraph graph, double[][] gradient, int k, int most, Workers workers) {
    PromisingChanges promising = new PromisingChanges(graph, gradient, k);
    return best(graph.n(), promising::addOfNode, most, workers);
  }

  /**
   * Returns the pairs whose toggling changes Â^k R the least, in ascending order of that change.
   */
  static List<Change> leastVisible(NamedGraph graph, int k, int most, Workers workers) {
    int n = graph.n();
    PromisingChanges sizes = new PromisingChanges(graph, new double[n][n], k);
    return best(n, sizes::addSizesOfNode, most, workers);
  }

  /** Returns the best changes among those of all nodes. */
  private static List<Change> best(
      int n, ObjIntConsumer<Best> addOfNode, int most, Workers workers) {
    Best[] blocks = new Best[(n + BLOCK_ROWS - 1) / BLOCK_ROWS];
    workers.forRows(
        blocks.length,
        1,
        (from, to) -> {
          for (int block = from; block < to; block++) {
            blocks[block] = new Best(most);
            int end = Math.min(n, (block + 1) * BLOCK_ROWS);
            for (int u = block * BLOCK_ROWS; u < end; u++) {
              addOfNode.accept(blocks[block], u);
            }
          }
        });
    return Arrays.stream(blocks)
        .flatMap(block -> block.changes.stream())
        .sorted(Best.ORDER)
        .limit(most)
        .toList();
  }

  /** Keeps the most promising of the changes that are added. */
  private static final class Best {

    /**
     * Best first; among equals, by {@code u}, then toggled pairs before moves, then by {@code v}.
     */
    static final Comparator<Change> ORDER =
        Comparator.comparingDouble(Change::promise)
            .reversed()
            .thenComparingInt(Change::u)
            .thenComparing(change -> change.to() >= 0)
            .thenComparingInt(Change::v);

    private final int most;
    private final PriorityQueue<Change> changes = new PriorityQueue<>(ORDER.reversed());

    Best(int most) {
      this.most = most;
    }

    void add(int u, int v, int to, double promise) {
      if (changes.size() == most && promise < changes.element().promise()) {
        return;
      }
      changes.add(new Change(u, v, to, promise));
      if (changes.size() > most) {
        changes.remove();
      }
    }
  }

  private void addOfNode(Best best, int u) {
    for (int v = u + 1; v < graph.n(); v++) {
      double promise = ofPair(u, v);
      if (promise > 0) {
        best.add(u, v, -1, promise);
      }
    }
    if (degree(u) > 0) {
      addMoves(u, best);
    }
  }

  private void addSizesOfNode(Best best, int u) {
    for (int v = u + 1; v < graph.n(); v++) {
      boolean isEdge = graph.hasEdge(u, v);
      double size = sizeOfPair(u, v, isEdge, change(u, v, isEdge), change(v, u, isEdge));
      best.add(u, v, -1, -size);
    }
  }

  /** Estimates the squared norms of the rows of Â^0, ..., Â^(k - 1), or of their columns. */
  private static double[][] squares(NamedGraph graph, int k, boolean ofColumns) {
    int n = graph.n();
    SplittableRandom random = new SplittableRandom(n);
    double[] x = new double[n * SIGNS];
    Arrays.setAll(x, i -> random.nextBoolean() ? 1 : -1);
    double[][] squares = new double[k][n];
    for (int power = 0; power < k; power++) {
      for (int i = 0; i < x.length; i++) {
        squares[power][i / SIGNS] += x[i] * x[i] / SIGNS;
      }
      x = graph.propagate(x, SIGNS, ofColumns);
    }
    return squares;
  }

  /** Returns the squared norm of the change of Â^k R, divided by that of the change of Â_vu. */
  private double weight(int v, int u) {
    int k = ofRows.length;
    double sum = 0;
    for (int b = 0; b < k; b++) {
      sum += ofColumns[k - 1 - b][v] * ofRows[b][u];
    }
    return sum;
  }

  /** Returns the squared size of a change of Â_vw and a change of Â_wv. */
  private double size(int v, int w, double there, double back) {
    return weight(v, w) * there * there + weight(w, v) * back * back;
  }

  private int degree(int v) {
    return graph.neighbors()[v].length;
  }

  private void sumDegree(int v, int step, double[] gain, double[] size) {
    int degree = degree(v);
    double own = propagation.own(degree + step) - propagation.own(degree);
    gain[v] = gradient[v][v] * own;
    size[v] = weight(v, v) * own * own;
    for (int w : graph.neighbors()[v]) {
      double there = rowChange(v, w, step);
      double back = columnChange(v, w, step);
      gain[v] += gain(v, w, there, back);
      size[v] += size(v, w, there, back);
    }
  }

  /** Returns the change of Â_vw if the degree of v changes; 0 if v loses its only neighbor. */
  private double rowChange(int v, int w, int step) {
    return degree(v) + step == 0
        ? 0
        : propagation.neighbor(degree(v) + step, degree(w))
            - propagation.neighbor(degree(v), degree(w));
  }

  /** Returns the change of Â_wv if the degree of v changes; 0 if v loses its only neighbor. */
  private double columnChange(int v, int w, int step) {
    return degree(v) + step == 0
        ? 0
        : propagation.neighbor(degree(w), degree(v) + step)
            - propagation.neighbor(degree(w), degree(v));
  }

  /** Returns the gain from a change of Â_vw and a change of Â_wv. */
  private double gain(int v, int w, double there, double back) {
    return gradient[v][w] * there + gradient[w][v] * back;
  }

  private double ofPair(int u, int v) {
    boolean isEdge = graph.hasEdge(u, v);
    double there = change(u, v, isEdge);
    double back = change(v, u, isEdge);
    double gain =
        (isEdge ? gainWithout(u, v) + gainWithout(v, u) : gainOfMore[u] + gainOfMore[v])
            + gain(u, v, there, back);
    return gain <= 0 ? 0 : promise(gain, sizeOfPair(u, v, isEdge, there, back));
  }

  private double sizeOfPair(int u, int v, boolean isEdge, double there, double back) {
    double size = isEdge ? sizeWithout(u, v) + sizeWithout(v, u) : sizeOfMore[u] + sizeOfMore[v];
    return size + size(u, v, there, back);
  }

  /** Returns the change of Â_uv if the pair is toggled. */
  private double change(int u, int v, boolean isEdge) {
    return isEdge
        ? -propagation.neighbor(degree(u), degree(v))
        : propagation.neighbor(degree(u) + 1, degree(v) + 1);
  }

  /**
   * Adds, for each edge (u, v), the move of v to the best other node; the degree of u does not
   * change.
   */
  private void addMoves(int u, Best best) {
    Gains moved = new Gains(graph.n());
    for (int to : others(u)) {
      double there = propagation.neighbor(degree(u), degree(to) + 1);
      double back = propagation.neighbor(degree(to) + 1, degree(u));
      moved.gain[to] = gainOfMore[to] + gain(u, to, there, back);
      moved.size[to] = sizeOfMore[to] + size(u, to, there, back);
    }
    for (int v : graph.neighbors()[u]) {
      double there = -propagation.neighbor(degree(u), degree(v));
      double back = -propagation.neighbor(degree(v), degree(u));
      double gain = gainWithout(v, u) + gain(u, v, there, back);
      double size = sizeWithout(v, u) + size(u, v, there, back);
      int to = moved.best(gain, size);
      if (to >= 0) {
        best.add(u, v, to, promise(gain + moved.gain[to], size + moved.size[to]));
      }
    }
  }

  /** Returns the other nodes that are not neighbors of u. */
  private int[] others(int u) {
    return IntStream.range(0, graph.n()).filter(t -> t != u && !graph.hasEdge(u, t)).toArray();
  }

  /** The gain and squared size of each node as a new neighbor; -∞ marks a gain that is not set. */
  private static final class Gains {

    private final double[] gain;
    private final double[] size;

    Gains(int n) {
      this.gain = new double[n];
      this.size = new double[n];
      Arrays.fill(gain, Double.NEGATIVE_INFINITY);
    }

    /**
     * Returns the node that is most promising together with a change of the given gain and size, or
     * -1.
     */
    int best(double before, double sizeBefore) {
      int best = -1;
      double most = 0;
      for (int t = 0; t < gain.length; t++) {
        double all = before + gain[t];
        // Comparing squares avoids most of the square roots.
        if (all > 0 && all * all > most * most * (sizeBefore + size[t])) {
          best = t;
          most = promise(all, sizeBefore + size[t]);
        }
      }
      return most > 0 ? best : -1;
    }
  }

  /** Returns the gain from the lower degree of v without the entries of u, its lost neighbor. */
  private double gainWithout(int v, int u) {
    return gainOfLess[v] - gain(v, u, rowChange(v, u, -1), columnChange(v, u, -1));
  }

  private double sizeWithout(int v, int u) {
    double own = size(v, u, rowChange(v, u, -1), columnChange(v, u, -1));
    return Math.max(0, sizeOfLess[v] - own);
  }

  private static double promise(double gain, double size) {
    return gain <= 0 || size == 0 ? 0 : gain / Math.sqrt(size);
  }
}
