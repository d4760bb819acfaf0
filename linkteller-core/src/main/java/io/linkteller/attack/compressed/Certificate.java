package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;

/**
 * Measures how well a graph or a decoded matrix predicts answers to which it was not fitted: the
 * distance between predictions and answers, relative to the effect that nodes have on each other's
 * answers.
 *
 * @param misfit the norm of Y - β Â^k R divided by that of Y - β diag(Â^k) R; 0 is exact, 1 is the
 *     misfit of a graph without edges
 * @param floor the misfit that the errors of the answers alone would cause
 * @param edges the number of edges of the graph, 0 for a matrix
 */
record Certificate(double misfit, double floor, int edges) {

  /**
   * The maximum misfit of a certified graph, as a multiple of the floor, unless the misfit is
   * negligible.
   */
  private static final double MARGIN = 8;

  /**
   * The maximum misfit of a certified graph, as a multiple of the floor, if the misfit exceeds
   * {@link #oneEdge}.
   */
  static final double NEAR = 3;

  /**
   * The maximum misfit of a certified graph, as a multiple of the floor, if the misfit is not far
   * below {@link #oneEdge}.
   */
  private static final double CLOSE = 1.5;

  /** A misfit is far below {@link #oneEdge} if it is at most this fraction of it. */
  private static final double FAR = 0.125;

  /** The fraction of {@link #oneEdge} that the misfit of every wrong graph exceeds. */
  private static final double NEGLIGIBLE = 1e-3;

  /** The misfit above which errors hide wrong edges, unless the graph has very few edges. */
  static final double MAX_MISFIT = 0.05;

  /**
   * The graph without edges explains the answers for n nodes if it leaves less than 1/(8 n) of
   * their sum of squares unexplained, a quarter of the 1/(2 n) that one missing edge would leave.
   */
  private static final double ONE_EDGE = 8;

  /** The largest misfit of a single power at which several powers are tried. */
  private static final double POLYNOMIAL_BELOW = 0.7;

  /** The highest power of Â if each power has a scalar factor: APPNP takes ten steps. */
  static final int SCALAR_POWERS = 10;

  /**
   * Returns whether only the errors of the answers remain unexplained. Because the error was
   * measured only once, the misfit may slightly exceed the floor. It may exceed the floor by more
   * if a wrong edge would cause a larger misfit: a relu mask that closes for only a few moves
   * changes the answers by far more than the measured error.
   */
  boolean isClean() {
    boolean isNegligible = edges > 0 && misfit <= NEGLIGIBLE * oneEdge();
    return isNegligible
        || ((misfit <= FAR * oneEdge() || misfit <= CLOSE * floor)
            && misfit <= MARGIN * floor
            && misfit <= Math.max(Math.min(NEAR * floor, MAX_MISFIT), oneEdge()));
  }

  /**
   * Returns whether the misfit is of the order of the errors, or far below that of one wrong edge.
   * This weaker condition applies to answers for fewer nodes, for which a barely open mask may
   * close.
   */
  boolean explains() {
    return misfit <= Math.max(MARGIN * floor, FAR * oneEdge());
  }

  /** Returns half the misfit that one wrong edge causes in a graph with this number of edges. */
  private double oneEdge() {
    return edges == 0 ? Double.POSITIVE_INFINITY : 0.5 / Math.sqrt(edges);
  }

  /**
   * Compares the predictions of a graph with answers.
   *
   * @param fitted the columns to which β is fitted; β is a square matrix with one row per column of
   *     a query
   * @param held the held-out columns, which are predicted
   */
  static Certificate of(NamedGraph graph, Columns fitted, Columns held) {
    double[] power = graph.power(fitted);
    double[] own = ownParts(graph, scale(power, fitted.y()));
    // The common response was measured with an error; fitting it to more numbers reduces that
    // error.
    double[] response = MatrixPolynomial.fit(new double[][] {power}, fitted)[0];
    double[] predicted = MatrixPolynomial.product(held.width(), graph.power(held), response);
    return compare(predicted, own, held, graph.edgeCount())
        .orWorse(
            compare(
                MatrixPolynomial.product(fitted.width(), power, response),
                own,
                fitted,
                graph.edgeCount()));
  }

  /**
   * Returns this or another certificate of the same graph, whichever is further above its floor: a
   * few held-out answers may not reveal a wrong pair that the fitted ones reveal.
   */
  private Certificate orWorse(Certificate other) {
    return other.misfit * floor > misfit * other.floor ? other : this;
  }

  /**
   * Compares the graph without edges with answers, relative to the size of the answers. One edge
   * would change two of the n answers by about half.
   */
  static Certificate ofNoEdge(NamedGraph empty, Columns fitted, Columns held) {
    double[] response = MatrixPolynomial.fit(new double[][] {empty.power(fitted)}, fitted)[0];
    double[] predicted = MatrixPolynomial.product(held.width(), empty.power(held), response);
    Certificate found = distance(predicted, new double[predicted.length], held, 0);
    return found.misfit() * found.misfit() * ONE_EDGE * held.n() < 1
        ? found
        : new Certificate(1, found.floor(), 1);
  }

  /**
   * Compares a subgraph with answers for its nodes.
   *
   * @param response how the answers of the whole graph depend on the moves
   */
  static Certificate of(NamedGraph left, MatrixPolynomial response, Columns held) {
    NamedGraph none = new NamedGraph(left.propagation(), left.depth(), new int[left.n()][0]);
    double[] self = response.predict(none, held);
    return distance(response.predict(left, held), self, held, left.edgeCount());
  }

  /**
   * Returns how answers depend on moves, through one power of Â or several, for a graph that
   * explains the answers.
   */
  static MatrixPolynomial response(NamedGraph graph, Columns fitted) {
    double[][] matrices = new double[graph.depth() + 1][fitted.width() * fitted.width()];
    matrices[graph.depth()] = MatrixPolynomial.fit(new double[][] {graph.power(fitted)}, fitted)[0];
    MatrixPolynomial power = new MatrixPolynomial(fitted.width(), matrices);
    return of(graph, power, fitted).isClean()
        ? power
        : MatrixPolynomial.fit(graph, SCALAR_POWERS, fitted.apart());
  }

  /**
   * Compares a graph with answers that combine several powers of Â, each with a scalar factor, as
   * in APPNP; returns the given certificate if several powers do not improve on it.
   */
  static Certificate ofPowers(Certificate power, NamedGraph graph, Columns fitted, Columns held) {
    Columns from = fitted.apart();
    if (power.isClean() || power.misfit() > POLYNOMIAL_BELOW || from.count() <= SCALAR_POWERS + 1) {
      return power;
    }
    double[] own = ownParts(graph, scale(graph.power(fitted), fitted.y()));
    MatrixPolynomial powers = MatrixPolynomial.fit(graph, SCALAR_POWERS, from);
    Certificate other =
        compare(powers.predict(graph, held.apart()), own, held, graph.edgeCount())
            .orWorse(compare(powers.predict(graph, from), own, fitted, graph.edgeCount()));
    return other.misfit() < power.misfit() ? other : power;
  }

  /** Compares the predictions of a decoded n x n matrix with answers. */
  static Certificate ofMatrix(double[] entries, Columns held, Workers workers) {
    double[] own = new double[held.n()];
    for (int v = 0; v < own.length; v++) {
      own[v] = entries[v * held.n() + v];
    }
    return compare(held.product(entries, workers), own, held, 0);
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

  private static Certificate compare(double[] predicted, double[] own, Columns held, int edges) {
    int m = held.count();
    double[] self = new double[predicted.length];
    for (int i = 0; i < self.length; i++) {
      self[i] = own[i / m] * held.r()[i];
    }
    return distance(predicted, held.coupling().away(self, m), held, edges);
  }

  private static Certificate distance(double[] predicted, double[] self, Columns held, int edges) {
    double off = 0;
    double rests = 0;
    double all = 0;
    for (int i = 0; i < predicted.length; i++) {
      double difference = held.y()[i] - predicted[i];
      double rest = held.y()[i] - self[i];
      off += difference * difference;
      rests += rest * rest;
      all += held.y()[i] * held.y()[i];
    }
    // Subtracting a badly fitted effect of nodes on themselves could make the remainder too large.
    double others = Math.min(rests, all);
    if (others == 0) {
      return new Certificate(0, 0, edges);
    }
    double errors = held.error() * held.error() * predicted.length;
    return new Certificate(Math.sqrt(off / others), Math.sqrt(errors / others), edges);
  }

  /** Returns the diagonal of β Â^k. */
  private static double[] ownParts(NamedGraph graph, double scale) {
    int n = graph.n();
    double[] own = new double[n];
    for (int v = 0; v < n; v++) {
      own[v] = scale * walks(graph, v, v, graph.depth());
    }
    return own;
  }

  /** Returns (Â^k)_vu as a sum over all walks of k steps. */
  private static double walks(NamedGraph graph, int from, int to, int steps) {
    if (steps == 1) {
      if (from == to) {
        return graph.own(from);
      }
      return graph.hasEdge(from, to) ? graph.weight(from, to) : 0;
    }
    double sum = graph.own(from) * walks(graph, from, to, steps - 1);
    for (int u : graph.neighbors()[from]) {
      sum += graph.weight(from, u) * walks(graph, u, to, steps - 1);
    }
    return sum;
  }
}
