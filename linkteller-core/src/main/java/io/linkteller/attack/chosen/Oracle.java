package io.linkteller.attack.chosen;

import io.linkteller.attack.AttackListener;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;

/**
 * The black box as a function of s: the answer to X = C s x₀ᵀ minus the answer to zero features,
 * divided by C. Counts its queries. Safe to share between threads if the black box is.
 */
final class Oracle {

  private final InferenceApi api;
  private final InferenceNodes nodes;
  private final double[] x0;
  private final double scale;
  private final AttackListener listener;
  private final int expected;
  private final AtomicInteger asked;
  private final DMatrixRMaj zero;

  /**
   * Asks about zero features, which is the first query.
   *
   * @param expected the expected number of queries
   */
  Oracle(
      InferenceApi api,
      InferenceNodes nodes,
      double[] x0,
      double scale,
      AttackListener listener,
      int expected) {
    this.api = api;
    this.nodes = nodes;
    this.x0 = x0;
    this.scale = scale;
    this.listener = listener;
    this.expected = expected;
    this.asked = new AtomicInteger();
    InferenceQuery query = nodes.queryWith(LowRankFeatures.of(new double[nodeCount()], x0));
    this.zero = Answers.ask(api, query, "the query of zero features").copy();
    count();
  }

  private Oracle(Oracle other, double scale) {
    this.api = other.api;
    this.nodes = other.nodes;
    this.x0 = other.x0;
    this.scale = scale;
    this.listener = other.listener;
    this.expected = other.expected;
    this.asked = other.asked;
    this.zero = other.zero;
  }

  /** The same oracle for -x₀; queries are counted together. */
  Oracle reversed() {
    return new Oracle(this, -scale);
  }

  /** The same oracle with C / 1000, after a query that could not be answered, which counts. */
  Oracle lowered() {
    count();
    return new Oracle(this, scale / 1000);
  }

  /** |C|, the magnitude of features. */
  double scale() {
    return Math.abs(scale);
  }

  /** n, the number of inference nodes. */
  int nodeCount() {
    return nodes.nodes().size();
  }

  /** c, the number of logits per node. */
  int width() {
    return zero.numCols;
  }

  /** A query that {@link #changed} alters in one row, and its answer. */
  static final class Base {

    private final double[] s;
    private final InferenceQuery query;
    private final DMatrixRMaj answer;

    private Base(double[] s, InferenceQuery query, DMatrixRMaj answer) {
      this.s = s;
      this.query = query;
      this.answer = answer;
    }

    DMatrixRMaj answer() {
      return answer;
    }
  }

  /** Asks about s; the answer is n x c. */
  DMatrixRMaj ask(double[] s, String name) {
    return base(s, name).answer();
  }

  /** Asks about s and keeps the query, of which {@link #changed} makes edits. */
  Base base(double[] s, String name) {
    double[] scaled = new double[s.length];
    for (int u = 0; u < s.length; u++) {
      scaled[u] = scale * s[u];
    }
    InferenceQuery query = nodes.queryWith(LowRankFeatures.of(scaled, x0));
    return new Base(s.clone(), query, difference(answer(query, name), zero, 1 / Math.abs(scale)));
  }

  /**
   * Asks about s with one entry changed.
   *
   * @param row the entry, not zero in the base
   * @param value what it becomes
   * @return how the answer differs from that to the base, n x c
   */
  DMatrixRMaj changed(Base base, int row, double value) {
    DMatrixRMaj answer =
        difference(
            answer(
                base.query.with(FeatureEdit.scaling(row, value / base.s[row])),
                "the query that sets node " + nodes.nodes().getInt(row) + " to " + value),
            zero,
            1 / Math.abs(scale));
    return difference(answer, base.answer(), 1);
  }

  private DMatrixRMaj answer(InferenceQuery query, String name) {
    DMatrixRMaj answer = Answers.ask(api, query, name, width()).copy();
    count();
    return answer;
  }

  private void count() {
    synchronized (asked) {
      int count = asked.incrementAndGet();
      listener.onAnswer(count, Math.max(expected, count));
    }
  }

  private static DMatrixRMaj difference(DMatrixRMaj a, DMatrixRMaj b, double factor) {
    DMatrixRMaj out = new DMatrixRMaj(a.numRows, a.numCols);
    for (int i = 0; i < out.getNumElements(); i++) {
      out.data[i] = (a.data[i] - b.data[i]) * factor;
    }
    return out;
  }
}
