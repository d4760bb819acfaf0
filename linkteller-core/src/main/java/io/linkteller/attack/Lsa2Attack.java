package io.linkteller.attack;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import java.time.Duration;
import org.ejml.data.DMatrixRMaj;

/**
 * LSA2, the link-stealing baseline of the paper (He, Jia, Backes, Gong, Zhang: "Stealing Links from
 * Graph Neural Networks", USENIX Security 2021, Attack-2): connected nodes are taken to be alike,
 * so pairs are ranked by the correlation of their posteriors, or of their features. Rows are
 * centred at the mean over the targets; the score of a pair is the cosine of its two rows, 0 where
 * a row is zero.
 *
 * <p>One query for posteriors, none for features. O(n² d) for n targets and d columns.
 */
public final class Lsa2Attack implements LinkAttack {

  private enum Source {
    POSTERIORS("LSA2-post"),
    FEATURES("LSA2-attr");

    private final String title;

    Source(String title) {
      this.title = title;
    }
  }

  private final Source source;

  private Lsa2Attack(Source source) {
    this.source = source;
  }

  /**
   * Compares posteriors: the softmax of the logits, or the sigmoid of a single one.
   *
   * @return LSA2-post
   */
  public static Lsa2Attack onPosteriors() {
    return new Lsa2Attack(Source.POSTERIORS);
  }

  /**
   * Compares the nodes' features.
   *
   * @return LSA2-attr
   */
  public static Lsa2Attack onFeatures() {
    return new Lsa2Attack(Source.FEATURES);
  }

  @Override
  public LinkPrediction attack(InferenceApi api, InferenceNodes nodes, double kHat) {
    int n = nodes.targets().size();
    // Refused before the work, not after it.
    DensityBelief.edgeCount(kHat, n);
    long start = System.nanoTime();
    DMatrixRMaj rows = new DMatrixRMaj(n, 0);
    int queries = 0;
    switch (source) {
      case POSTERIORS -> {
        rows = targetRows(nodes, Answers.ask(api, nodes.query(), "the query for posteriors"));
        rows = Posterior.ofSingleLabel(rows.numCols).probabilities(rows);
        queries = 1;
      }
      case FEATURES -> rows = targetRows(nodes, nodes.features().toDense());
    }
    DMatrixRMaj unit = centredUnitRows(rows);
    PairScores scores = PairScores.ofAll(n, (i, j) -> dot(unit, i, j));
    return LinkPrediction.of(
        source.title, nodes, kHat, scores, queries, Duration.ofNanos(System.nanoTime() - start));
  }

  private static DMatrixRMaj targetRows(InferenceNodes nodes, DMatrixRMaj all) {
    int width = all.numCols;
    DMatrixRMaj rows = new DMatrixRMaj(nodes.targets().size(), width);
    for (int i = 0; i < rows.numRows; i++) {
      System.arraycopy(all.data, nodes.rowOfTarget(i) * width, rows.data, i * width, width);
    }
    return rows;
  }

  private static DMatrixRMaj centredUnitRows(DMatrixRMaj rows) {
    int width = rows.numCols;
    double[] mean = new double[width];
    double largest = 0;
    for (int i = 0; i < rows.getNumElements(); i++) {
      mean[i % width] += rows.data[i];
      largest = Math.max(largest, Math.abs(rows.data[i]));
    }
    // What a row like all others leaves behind after centring is rounding, and has no direction.
    double rounding = largest * Math.ulp((double) rows.numRows) * width;
    for (int from = 0; from < rows.getNumElements(); from += width) {
      double squares = 0;
      for (int c = 0; c < width; c++) {
        rows.data[from + c] -= mean[c] / rows.numRows;
        squares += rows.data[from + c] * rows.data[from + c];
      }
      double norm = Math.sqrt(squares);
      for (int c = 0; c < width; c++) {
        rows.data[from + c] = norm > rounding ? rows.data[from + c] / norm : 0;
      }
    }
    return rows;
  }

  private static double dot(DMatrixRMaj rows, int i, int j) {
    double sum = 0;
    for (int c = 0; c < rows.numCols; c++) {
      sum += rows.data[i * rows.numCols + c] * rows.data[j * rows.numCols + c];
    }
    return sum;
  }
}
