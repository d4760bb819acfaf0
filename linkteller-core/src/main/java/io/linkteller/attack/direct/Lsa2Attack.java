package io.linkteller.attack.direct;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.PairFunction;
import io.linkteller.attack.PairScores;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import io.linkteller.matrix.DenseKernels;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * LSA2, the link-stealing baseline of the paper (He, Jia, Backes, Gong, Zhang: "Stealing Links from
 * Graph Neural Networks", USENIX Security 2021, Attack-2): adjacent nodes are assumed to be
 * similar, so pairs are ranked by the correlation of their posteriors or of their features. Rows
 * are centered at the mean over the targets; the score of a pair is the cosine similarity of its
 * two rows, or 0 if one of them is zero.
 *
 * <p>With two classes, the softmax has one degree of freedom: centered rows are (d, -d), so every
 * cosine is exactly 1, -1 or 0. For other posteriors, a cosine that differs from 1 or -1 only by
 * rounding is set to 1 or -1. The resulting ties are genuine and are broken by the order of the
 * targets.
 *
 * <p>Sends one query for posteriors and none for features. Takes O(n² d) time for n targets and d
 * columns. All pairs are stored, so n is at most 65,536.
 */
public final class Lsa2Attack {

  /** The largest rounding error of the dot product of two parallel unit rows. */
  private static final double ROUNDING = 8 * Math.ulp(1.0);

  private Lsa2Attack() {}

  /**
   * Returns an attack that compares posteriors of a single-label model: the softmax of the logits,
   * or the sigmoid of a single logit.
   *
   * @return LSA2-post
   */
  public static LinkAttack onPosteriors() {
    return onPosteriors(Optional.empty());
  }

  /**
   * Returns an attack that compares posteriors of any model.
   *
   * @param posterior the map from logits to probabilities: {@link Posterior#SIGMOID} if a node may
   *     have several labels
   * @return LSA2-post
   */
  public static LinkAttack onPosteriors(Posterior posterior) {
    return onPosteriors(Optional.of(posterior));
  }

  private static LinkAttack onPosteriors(Optional<Posterior> posterior) {
    LinkAttack attack =
        session -> {
          InferenceNodes nodes = session.nodes();
          PairScores.requireStorable(session.targetCount(), false);
          DMatrixRMaj logits =
              session.ask(nodes.query().observing(nodes.targetRows()), "the query for posteriors");
          DMatrixRMaj rows = probabilities(inOrderOfTargets(nodes, logits), posterior);
          DMatrixRMaj unit = centeredUnitRows(rows);
          return likeness(rows.numRows, (i, j) -> withoutRounding(dot(unit, i, j)));
        };
    return attack.named("lsa2-post", "lsa2-post", AttackSettings.DEFAULT);
  }

  /**
   * Returns an attack that compares the nodes' features.
   *
   * @return LSA2-attr
   */
  public static LinkAttack onFeatures() {
    LinkAttack attack =
        session -> {
          InferenceNodes nodes = session.nodes();
          PairScores.requireStorable(session.targetCount(), false);
          DMatrixRMaj features = nodes.features().selectRows(nodes.targetRows()).toDense();
          DMatrixRMaj unit = centeredUnitRows(inOrderOfTargets(nodes, features));
          return likeness(unit.numRows, (i, j) -> dot(unit, i, j));
        };
    return attack.named("lsa2-attr", "lsa2-attr", AttackSettings.DEFAULT);
  }

  private static Finding likeness(int targets, PairFunction cosine) {
    return Finding.of(PairScores.ofAll(targets, cosine))
        .withEvidenceAbove(Double.NEGATIVE_INFINITY);
  }

  /** Returns the probabilities. If two columns sum to 1, the second is redundant and is dropped. */
  private static DMatrixRMaj probabilities(DMatrixRMaj logits, Optional<Posterior> posterior) {
    Posterior map = posterior.orElseGet(() -> Posterior.ofSingleLabel(logits.numCols));
    DMatrixRMaj all = map.probabilities(logits);
    return map == Posterior.SOFTMAX && all.numCols == 2
        ? CommonOps_DDRM.extract(all, 0, all.numRows, 0, 1)
        : all;
  }

  private static double withoutRounding(double cosine) {
    return Math.abs(Math.abs(cosine) - 1) <= ROUNDING ? Math.signum(cosine) : cosine;
  }

  /** Reorders rows from ascending order of the targets' rows to the order of the targets. */
  private static DMatrixRMaj inOrderOfTargets(InferenceNodes nodes, DMatrixRMaj ascending) {
    int width = ascending.numCols;
    DMatrixRMaj rows = new DMatrixRMaj(nodes.targets().size(), width);
    for (int i = 0; i < rows.numRows; i++) {
      System.arraycopy(
          ascending.data, nodes.answerRowOfTarget(i) * width, rows.data, i * width, width);
    }
    return rows;
  }

  private static DMatrixRMaj centeredUnitRows(DMatrixRMaj rows) {
    int width = rows.numCols;
    double[] mean = new double[width];
    double largest = 0;
    for (int i = 0; i < rows.getNumElements(); i++) {
      mean[i % width] += rows.data[i];
      largest = Math.max(largest, Math.abs(rows.data[i]));
    }
    // A row that equals the mean leaves only rounding errors after centering, which have no
    // direction.
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
    int width = rows.numCols;
    return DenseKernels.dot(rows.data, i * width, rows.data, j * width, width);
  }
}
