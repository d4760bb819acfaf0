package io.linkteller.attack.chosen;

import io.linkteller.attack.QuerySession;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import org.ejml.data.DMatrixRMaj;

/**
 * The black box as a function of s: the answer to X = C s x₀ᵀ minus the answer to zero features,
 * divided by |C|. Thread-safe if the black box is.
 */
final class Oracle {

  private final QuerySession session;
  private final InferenceNodes nodes;
  private final double[] x0;
  private final double scale;
  private final DMatrixRMaj zero;

  private Oracle(QuerySession session, double[] x0, double scale, DMatrixRMaj zero) {
    this.session = session;
    this.nodes = session.nodes();
    this.x0 = x0;
    this.scale = scale;
    this.zero = zero;
  }

  /** Creates an oracle and queries zero features. */
  static Oracle of(QuerySession session, double[] x0, double scale) {
    InferenceNodes nodes = session.nodes();
    InferenceQuery query =
        nodes.queryWith(LowRankFeatures.of(new double[nodes.nodes().size()], x0));
    return new Oracle(session, x0, scale, session.ask(query, "the query of zero features"));
  }

  /** Returns the oracle for -x₀. */
  Oracle reversed() {
    return new Oracle(session, x0, -scale, zero);
  }

  /** Returns the oracle with C / 1000. */
  Oracle lowered() {
    return new Oracle(session, x0, scale / 1000, zero);
  }

  /** Returns |C|, the magnitude of features. */
  double scale() {
    return Math.abs(scale);
  }

  /** Returns n, the number of inference nodes. */
  int nodeCount() {
    return nodes.nodes().size();
  }

  /** Returns c, the number of logits per node. */
  int width() {
    return zero.numCols;
  }

  /** A query that {@link #changed} alters in one row, and its answer. */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  record Base(double[] s, InferenceQuery query, DMatrixRMaj answer) {}

  /** Queries s and returns the answer, n x c. */
  DMatrixRMaj ask(double[] s, String name) {
    return base(s, name).answer();
  }

  /** Queries s and keeps the query, so that {@link #changed} can edit it. */
  Base base(double[] s, String name) {
    double[] scaled = new double[s.length];
    for (int u = 0; u < s.length; u++) {
      scaled[u] = scale * s[u];
    }
    InferenceQuery query = nodes.queryWith(LowRankFeatures.of(scaled, x0));
    return new Base(
        s.clone(), query, difference(session.ask(query, name), zero, 1 / Math.abs(scale)));
  }

  /**
   * Queries s with one entry changed.
   *
   * @param row the index of the entry, which is not zero in the base
   * @param value its new value
   * @return the answer minus the answer to the base, n x c
   */
  DMatrixRMaj changed(Base base, int row, double value) {
    DMatrixRMaj answer =
        difference(
            session.ask(
                base.query.with(FeatureEdit.scaling(row, value / base.s[row])),
                "the query that sets node " + nodes.nodes().getInt(row) + " to " + value),
            zero,
            1 / Math.abs(scale));
    return difference(answer, base.answer(), 1);
  }

  private static DMatrixRMaj difference(DMatrixRMaj a, DMatrixRMaj b, double factor) {
    DMatrixRMaj out = new DMatrixRMaj(a.numRows, a.numCols);
    for (int i = 0; i < out.getNumElements(); i++) {
      out.data[i] = (a.data[i] - b.data[i]) * factor;
    }
    return out;
  }
}
