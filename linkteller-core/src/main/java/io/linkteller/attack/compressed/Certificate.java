package io.linkteller.attack.compressed;

/**
 * How well a graph, or a decoded matrix, predicts answers that it was not fitted to: the distance
 * of the prediction from the answers, as a share of what the other nodes contribute to them.
 *
 * @param misfit the root of the sum of squares of Y - β Â^k R over that of Y - β diag(Â^k) R; 0 is
 *     exact, 1 is what no edge at all explains
 * @param floor the misfit that the errors of the answers alone cause
 * @param edges the number of edges of the graph, 0 for a matrix
 */
record Certificate(double misfit, double floor, int edges) {

  /** How far above the measured error a certified graph may be, if it is better than one edge. */
  private static final double MARGIN = 8;

  /** How far above the measured error a certified graph may be in any case. */
  private static final double NEAR = 3;

  /** The misfit of one power above which several powers are not tried. */
  private static final double POLYNOMIAL_BELOW = 0.7;

  /** The highest power of Â where each has one factor: APPNP makes ten steps. */
  private static final int SCALAR_POWERS = 10;

  /** The highest power of Â where each has a matrix. */
  private static final int MATRIX_POWERS = 3;

  /**
   * Returns whether nothing but the errors of the answers is left unexplained. The error was
   * measured once, so answers may be further off, but by less than one wrong edge among so many
   * would cause.
   */
  boolean isClean() {
    double oneEdge = edges == 0 ? Double.POSITIVE_INFINITY : 0.5 / Math.sqrt(edges);
    return misfit <= MARGIN * floor && misfit <= Math.max(NEAR * floor, oneEdge);
  }

  /**
   * Compares a graph with answers.
   *
   * @param fitted the columns from which β is taken
   * @param held the columns that are predicted
   */
  static Certificate of(NamedGraph graph, Columns fitted, Columns held) {
    double[] predicted = graph.power(fitted);
    double scale = scale(predicted, fitted.y());
    double[] own = ownParts(graph, scale);
    return compare(scale, graph.power(held), own, held, graph.edgeCount());
  }

  /**
   * Compares a graph with answers that several powers of Â make, each with a factor or a matrix of
   * its own, as those of APPNP or residual connections.
   *
   * @param power the comparison with a single power
   * @param fitted the columns from which factors are taken
   * @param held the columns that are predicted
   */
  static Certificate ofPowers(Certificate power, NamedGraph graph, Columns fitted, Columns held) {
    if (power.misfit() > POLYNOMIAL_BELOW) {
      return power;
    }
    double[] own = ownParts(graph, scale(graph.power(fitted), fitted.y()));
    Certificate best = power;
    for (boolean matrices : new boolean[] {false, true}) {
      Columns from = matrices ? fitted : fitted.apart();
      int highest = matrices ? MATRIX_POWERS : SCALAR_POWERS;
      if (!best.isClean() && fitted.count() > from.width() * (highest + 1)) {
        double[] polynomial =
            MatrixPolynomial.predict(graph, highest, from, matrices ? held : held.apart());
        Certificate other = compare(1, polynomial, own, held, graph.edgeCount());
        best = other.misfit() < best.misfit() ? other : best;
      }
    }
    return best;
  }

  /** Compares a decoded matrix, n x n, with answers. */
  static Certificate ofMatrix(double[] entries, Columns held) {
    int n = held.n();
    int m = held.count();
    double[] predicted = new double[n * m];
    double[] own = new double[n];
    for (int v = 0; v < n; v++) {
      own[v] = entries[v * n + v];
      for (int u = 0; u < n; u++) {
        double entry = entries[v * n + u];
        if (entry != 0) {
          for (int j = 0; j < m; j++) {
            predicted[v * m + j] += entry * held.r()[u * m + j];
          }
        }
      }
    }
    return compare(1, held.coupling().away(predicted, m), own, held, 0);
  }

  static double scale(double[] predicted, double[] y) {
    double product = 0;
    double squares = 0;
    for (int i = 0; i < y.length; i++) {
      product += predicted[i] * y[i];
      squares += predicted[i] * predicted[i];
    }
    return squares == 0 ? 0 : product / squares;
  }

  private static Certificate compare(
      double scale, double[] predicted, double[] own, Columns held, int edges) {
    int m = held.count();
    double[] self = new double[predicted.length];
    for (int i = 0; i < self.length; i++) {
      self[i] = own[i / m] * held.r()[i];
    }
    self = held.coupling().away(self, m);
    double off = 0;
    double others = 0;
    for (int i = 0; i < predicted.length; i++) {
      double difference = held.y()[i] - scale * predicted[i];
      double rest = held.y()[i] - self[i];
      off += difference * difference;
      others += rest * rest;
    }
    if (others == 0) {
      return new Certificate(0, 0, edges);
    }
    double errors = held.error() * held.error() * predicted.length;
    return new Certificate(Math.sqrt(off / others), Math.sqrt(errors / others), edges);
  }

  /** The diagonal of β Â^k. */
  private static double[] ownParts(NamedGraph graph, double scale) {
    int n = graph.n();
    double[] own = new double[n];
    for (int v = 0; v < n; v++) {
      own[v] = scale * walks(graph, v, v, graph.depth());
    }
    return own;
  }

  /** (Â^k)_vu, by all walks of k steps. */
  private static double walks(NamedGraph graph, int from, int to, int steps) {
    int[] of = graph.neighbors()[from];
    if (steps == 1) {
      if (from == to) {
        return graph.propagation().own(of.length);
      }
      return graph.hasEdge(from, to)
          ? graph.propagation().neighbor(of.length, graph.neighbors()[to].length)
          : 0;
    }
    double sum = graph.propagation().own(of.length) * walks(graph, from, to, steps - 1);
    for (int u : of) {
      sum +=
          graph.propagation().neighbor(of.length, graph.neighbors()[u].length)
              * walks(graph, u, to, steps - 1);
    }
    return sum;
  }
}
