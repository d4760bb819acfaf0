package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;

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
  static final double NEAR = 3;

  /** How far above the measured error a certified graph may be if that is not far below an edge. */
  private static final double CLOSE = 1.5;

  /** The part of the misfit of an edge below which a misfit is far from it. */
  private static final double FAR = 0.125;

  /** The part of the misfit of an edge that no wrong graph misses by. */
  private static final double NEGLIGIBLE = 1e-3;

  /** The misfit above which errors hide wrong edges, unless there are hardly any edges. */
  static final double MOST = 0.05;

  /** The reciprocal of a part of what one edge of n nodes adds to the squares of n answers. */
  private static final double ONE_EDGE = 8;

  /** The misfit of one power above which several powers are not tried. */
  private static final double POLYNOMIAL_BELOW = 0.7;

  /** The highest power of Â where each has one factor: APPNP makes ten steps. */
  static final int SCALAR_POWERS = 10;

  /**
   * Returns whether nothing but the errors of the answers is left unexplained. The error was
   * measured once, so answers may be further off, but by less than one wrong edge among so many
   * would cause; where a mask closes for a few moves only, by far more than an error without it.
   */
  boolean isClean() {
    boolean isNegligible = edges > 0 && misfit <= NEGLIGIBLE * oneEdge();
    return isNegligible
        || ((misfit <= FAR * oneEdge() || misfit <= CLOSE * floor)
            && misfit <= MARGIN * floor
            && misfit <= Math.max(Math.min(NEAR * floor, MOST), oneEdge()));
  }

  /**
   * Returns whether the errors or far less than one wrong edge are left unexplained, as in answers
   * about fewer nodes, where a mask that is open by a hair may close.
   */
  boolean explains() {
    return misfit <= Math.max(MARGIN * floor, FAR * oneEdge());
  }

  /** The misfit that one wrong edge among so many causes, halved. */
  private double oneEdge() {
    return edges == 0 ? Double.POSITIVE_INFINITY : 0.5 / Math.sqrt(edges);
  }

  /**
   * Compares a graph with answers.
   *
   * @param fitted the columns from which β, a matrix of as many numbers as a query gives, is taken
   * @param held the columns that are predicted
   */
  static Certificate of(NamedGraph graph, Columns fitted, Columns held) {
    double[] power = graph.power(fitted);
    double[] own = ownParts(graph, scale(power, fitted.y()));
    // The common response was measured with an error, and there are more numbers to fit it to now.
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
   * Returns this or another certificate of the same graph, whichever is further above its floor:
   * few answers that were held back may not show a wrong pair that those it was read from show.
   */
  private Certificate orWorse(Certificate other) {
    return other.misfit * floor > misfit * other.floor ? other : this;
  }

  /**
   * Compares no edge at all with answers, as a share of these: one edge would move two of them by
   * about a half.
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
   * Compares what is left of a graph among some nodes with answers about these.
   *
   * @param response what the whole graph answers to a move
   */
  static Certificate of(NamedGraph left, MatrixPolynomial response, Columns held) {
    NamedGraph none = new NamedGraph(left.propagation(), left.depth(), new int[left.n()][0]);
    double[] self = response.predict(none, held);
    return distance(response.predict(left, held), self, held, left.edgeCount());
  }

  /** Returns what a graph that explains answers says to a move, by one power of Â or several. */
  static MatrixPolynomial response(NamedGraph graph, Columns fitted) {
    double[][] matrices = new double[graph.depth() + 1][fitted.width() * fitted.width()];
    matrices[graph.depth()] = MatrixPolynomial.fit(new double[][] {graph.power(fitted)}, fitted)[0];
    MatrixPolynomial power = new MatrixPolynomial(fitted.width(), matrices);
    return of(graph, power, fitted).isClean()
        ? power
        : MatrixPolynomial.fit(graph, SCALAR_POWERS, fitted.apart());
  }

  /** Compares a graph with answers that several powers of Â make, each with a factor: APPNP. */
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

  /** Compares a decoded matrix, n x n, with answers. */
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
    // What nodes do to themselves may be fitted so badly that nothing else seems to count.
    double others = Math.min(rests, all);
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
