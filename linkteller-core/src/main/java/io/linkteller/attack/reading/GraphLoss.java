package io.linkteller.attack.reading;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how well a predicted graph explains which rows of the answer a held-out probe moves, and
 * by how much. The loss can compare attacks of any kind, because it needs only the graph that they
 * predict.
 *
 * <ol>
 *   <li>Each held-out probe of a node v yields a row y_v: how far the answers for the other targets
 *       move. The row is scaled to length 1, because the graph does not explain the total effect of
 *       v's features.
 *   <li>The graph explains y_vu by b_u + c₁ Â_vu + c₂ (Â²)_vu + c₃ (Â³)_vu. All rows share the
 *       coefficients c, which have the same sign: negative if neighbors move each other less than
 *       other nodes do. The term b_u is the effect of all probes on u. It consists of noise, which
 *       grows with the number of u's neighbors and the size of their features, and of coupling
 *       between all nodes, such as a normalization over the graph. Without b_u, a graph that links
 *       the noisiest nodes would explain some of the noise.
 *   <li>Â is the best of four propagation matrices: the symmetric and the random-walk normalization
 *       of both A + I and A.
 *   <li>The loss is the residual sum of squares, divided by the same sum with b alone: 0 for a
 *       graph that explains everything, 1 for a graph that explains nothing.
 * </ol>
 *
 * <p>In a directed graph, Â_vu is nonzero for arcs from v to u, and degrees are in-degrees.
 *
 * <p>Takes O(h (n + |E|)) time for h held-out probes of n targets. Immutable.
 */
public final class GraphLoss {

  /**
   * A propagation matrix Â_wu = d_w^(-1 + exponent) d_u^(-exponent), where {@code loop} is included
   * in the degrees d.
   */
  private record Propagation(int loop, double exponent) {}

  private static final List<Propagation> PROPAGATIONS =
      List.of(
          new Propagation(0, 0.5),
          new Propagation(0, 1),
          new Propagation(1, 0.5),
          new Propagation(1, 1));

  /** The largest power of Â. */
  private static final int POWERS = 3;

  /**
   * For each held-out probe, the movements of the targets, scaled to length 1; 0 for the probed
   * node.
   */
  private final double[][] rows;

  private final int[] probed;
  private final int targets;

  private GraphLoss(double[][] rows, int[] probed, int targets) {
    this.rows = rows;
    this.probed = probed;
    this.targets = targets;
  }

  /**
   * Creates the loss on held-out influences.
   *
   * @param influences the influences of some targets on all targets and possibly on other nodes
   * @param rows for each probe, its position in {@code influences}
   * @param probed for each probe, the position of its node among all targets
   * @param observed for each target, its position in {@code influences}
   * @return the loss
   */
  public static GraphLoss of(InfluenceMatrix influences, int[] rows, int[] probed, int[] observed) {
    double[][] moved = new double[probed.length][observed.length];
    for (int i = 0; i < probed.length; i++) {
      double squares = 0;
      InfluenceMatrix.Row row = influences.row(rows[i]);
      for (int u = 0; u < observed.length; u++) {
        if (u != probed[i]) {
          moved[i][u] = row.at(observed[u]);
          squares += moved[i][u] * moved[i][u];
        }
      }
      for (int u = 0; u < observed.length && squares > 0; u++) {
        moved[i][u] /= Math.sqrt(squares);
      }
    }
    return new GraphLoss(moved, probed.clone(), observed.length);
  }

  /**
   * Returns the loss of the predicted edges.
   *
   * @param prediction a prediction on all targets
   * @return the loss, at least 0; 1 if the graph explains nothing, or nothing moved
   */
  public double of(LinkPrediction prediction) {
    Named graph = graph(prediction);
    return PROPAGATIONS.stream().mapToDouble(each -> loss(graph, each)).min().orElseThrow();
  }

  /**
   * A predicted graph: the successors of each node, and the degrees, which are in-degrees if the
   * graph is directed.
   */
  private static final class Named {

    private final int[][] following;
    private final int[] degrees;

    Named(int[][] following, int[] degrees) {
      this.following = following;
      this.degrees = degrees;
    }
  }

  private Named graph(LinkPrediction prediction) {
    IntArrayList[] following = new IntArrayList[targets];
    Arrays.setAll(following, v -> new IntArrayList());
    int[] degrees = new int[targets];
    for (int rank = 0; rank < prediction.evidenceCount(); rank++) {
      int i = NodePairs.first(prediction.positionsAt(rank));
      int j = NodePairs.second(prediction.positionsAt(rank));
      following[i].add(j);
      degrees[j]++;
      if (!prediction.isDirected()) {
        following[j].add(i);
        degrees[i]++;
      }
    }
    int[][] lists = new int[targets][];
    Arrays.setAll(lists, v -> following[v].toIntArray());
    return new Named(lists, degrees);
  }

  private double loss(Named graph, Propagation propagation) {
    double[][] products = new double[POWERS][POWERS];
    double[] moments = new double[POWERS];
    double squares = 0;
    double[][] powers = new double[POWERS][targets];
    double[][] sums = new double[POWERS][targets];
    double[] moved = new double[targets];
    int[] counts = new int[targets];
    for (int i = 0; i < rows.length; i++) {
      fill(powers, graph, probed[i], propagation);
      for (int u = 0; u < targets; u++) {
        if (u == probed[i]) {
          continue;
        }
        double y = rows[i][u];
        squares += y * y;
        moved[u] += y;
        counts[u]++;
        for (int a = 0; a < POWERS; a++) {
          moments[a] += powers[a][u] * y;
          sums[a][u] += powers[a][u];
          for (int b = 0; b < POWERS; b++) {
            products[a][b] += powers[a][u] * powers[b][u];
          }
        }
      }
    }
    // Subtracting the mean of u over all probes fits b_u.
    for (int u = 0; u < targets; u++) {
      double count = Math.max(1, counts[u]);
      squares -= moved[u] * moved[u] / count;
      for (int a = 0; a < POWERS; a++) {
        moments[a] -= sums[a][u] * moved[u] / count;
        for (int b = 0; b < POWERS; b++) {
          products[a][b] -= sums[a][u] * sums[b][u] / count;
        }
      }
    }
    double[] coefficients = coefficients(products, moments);
    double left = squares;
    for (int a = 0; a < POWERS; a++) {
      left -= coefficients[a] * moments[a];
    }
    return squares <= 0 ? 1 : Math.max(0, left) / squares;
  }

  /** Fills in row v of Â, Â², Â³. */
  private static void fill(double[][] powers, Named graph, int v, Propagation propagation) {
    int loop = propagation.loop();
    double exponent = propagation.exponent();
    for (int power = 0; power < POWERS; power++) {
      double[] next = powers[power];
      Arrays.fill(next, 0);
      for (int w = 0; w < next.length; w++) {
        double x = power == 0 ? (w == v ? 1 : 0) : powers[power - 1][w];
        if (x != 0) {
          double from = x * outgoing(graph.degrees[w] + loop, exponent);
          if (loop == 1) {
            next[w] += from * Math.pow(graph.degrees[w] + 1.0, -exponent);
          }
          for (int u : graph.following[w]) {
            next[u] += from * Math.pow(graph.degrees[u] + loop, -exponent);
          }
        }
      }
    }
  }

  /** Returns the factor of an arc's source, whose in-degree may be 0. */
  private static double outgoing(int degree, double exponent) {
    return Math.pow(Math.max(1, degree), exponent - 1);
  }

  /** Returns the best coefficients of equal sign, by trying all supports. */
  private static double[] coefficients(double[][] products, double[] moments) {
    double[] best = new double[POWERS];
    double most = 0;
    for (int support = 1; support < 1 << POWERS; support++) {
      int[] terms = new int[Integer.bitCount(support)];
      for (int term = 0, at = 0; term < POWERS; term++) {
        if ((support >> term & 1) == 1) {
          terms[at++] = term;
        }
      }
      double[] solution = solve(products, moments, terms);
      double explained = 0;
      int positive = 0;
      int negative = 0;
      for (int i = 0; i < solution.length; i++) {
        positive += solution[i] > 0 ? 1 : 0;
        negative += solution[i] < 0 ? 1 : 0;
        explained += solution[i] * moments[terms[i]];
      }
      if ((positive == 0 || negative == 0) && explained > most) {
        most = explained;
        Arrays.fill(best, 0);
        for (int i = 0; i < solution.length; i++) {
          best[terms[i]] = solution[i];
        }
      }
    }
    return best;
  }

  /** Solves the normal equations of some terms; empty if these are linearly dependent. */
  private static double[] solve(double[][] products, double[] moments, int[] terms) {
    int k = terms.length;
    double[][] a = new double[k][k];
    double[] x = new double[k];
    for (int i = 0; i < k; i++) {
      x[i] = moments[terms[i]];
      for (int j = 0; j < k; j++) {
        a[i][j] = products[terms[i]][terms[j]];
      }
    }
    for (int i = 0; i < k; i++) {
      // The matrix is positive semidefinite, so no rows need to be exchanged.
      if (a[i][i] <= 1e-12 * products[terms[i]][terms[i]]) {
        return new double[0];
      }
      for (int r = 0; r < k; r++) {
        if (r != i) {
          double factor = a[r][i] / a[i][i];
          for (int c = i; c < k; c++) {
            a[r][c] -= factor * a[i][c];
          }
          x[r] -= factor * x[i];
        }
      }
    }
    for (int i = 0; i < k; i++) {
      x[i] /= a[i][i];
    }
    return x;
  }
}
