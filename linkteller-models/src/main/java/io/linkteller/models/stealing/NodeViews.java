package io.linkteller.models.stealing;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * What the attacker sees of some nodes: their posteriors and, if features are known, those and the
 * posteriors of a reference model. Turns pairs of nodes into inputs of a classifier.
 */
final class NodeViews {

  /** Added to probabilities under a logarithm, as the authors of the attack do. */
  private static final double EPSILON = 1e-5;

  /** Mean, product, absolute and squared difference. */
  private static final int OPERATORS = 4;

  private final Int2IntOpenHashMap rows = new Int2IntOpenHashMap();
  private final DMatrixRMaj[] views;
  private final int posteriors;
  private final boolean combining;

  /**
   * Creates views.
   *
   * @param nodes the ids of the nodes, in the order of the rows
   * @param views the posteriors, and either nothing or those of a reference model and the features
   * @param combining whether inputs include the entries of posteriors themselves, so that they only
   *     fit models with as many classes
   */
  NodeViews(IntList nodes, DMatrixRMaj[] views, boolean combining) {
    for (int row = 0; row < nodes.size(); row++) {
      rows.put(nodes.getInt(row), row);
    }
    this.views = views;
    this.posteriors = Math.min(views.length, 2);
    this.combining = combining;
  }

  /** Returns the number of inputs for a pair. */
  int width() {
    int width = PairDistances.COUNT * views.length + OPERATORS * posteriors;
    for (int view = 0; combining && view < posteriors; view++) {
      width += OPERATORS * views[view].numCols;
    }
    return width;
  }

  /** Writes the inputs for a pair of nodes, given by their ids, into an array. */
  void write(int u, int v, double[] out, int from) {
    int a = rows.get(u);
    int b = rows.get(v);
    int at = from;
    for (DMatrixRMaj view : views) {
      int width = view.numCols;
      PairDistances.of(view.data, a * width, view.data, b * width, width, out, at);
      at += PairDistances.COUNT;
    }
    for (int p = 0; p < posteriors; p++) {
      at = combine(entropy(views[p], a), entropy(views[p], b), out, at);
    }
    for (int p = 0; combining && p < posteriors; p++) {
      for (int c = 0; c < views[p].numCols; c++) {
        at = combine(views[p].get(a, c), views[p].get(b, c), out, at);
      }
    }
  }

  /** Returns the correlation distance of two nodes in a view. */
  double correlation(int view, int u, int v, double[] scratch) {
    DMatrixRMaj of = views[view];
    int width = of.numCols;
    PairDistances.of(of.data, rows.get(u) * width, of.data, rows.get(v) * width, width, scratch, 0);
    return scratch[PairDistances.CORRELATION];
  }

  private static int combine(double x, double y, double[] out, int at) {
    out[at] = (x + y) / 2;
    out[at + 1] = x * y;
    out[at + 2] = Math.abs(x - y);
    out[at + 3] = (x - y) * (x - y);
    return at + OPERATORS;
  }

  private static double entropy(DMatrixRMaj posteriors, int row) {
    double sum = 0;
    for (int c = 0; c < posteriors.numCols; c++) {
      double p = posteriors.get(row, c) + EPSILON;
      sum -= p * Math.log(p);
    }
    return sum;
  }
}
