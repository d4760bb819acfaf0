package io.linkteller.report.figure;

import io.linkteller.eval.metric.PrecisionRecallCurve;
import java.util.List;

/**
 * Precision against recall, with one line per attack.
 *
 * @param title the title
 * @param curves the lines, at least one
 */
public record PrecisionRecallFigure(String title, List<Curve> curves) implements Figure {

  /**
   * Validates and copies the components.
   *
   * @param title the title
   * @param curves the lines, at least one
   * @throws IllegalArgumentException if there is no line
   */
  public PrecisionRecallFigure {
    curves = List.copyOf(curves);
    if (curves.isEmpty()) {
      throw new IllegalArgumentException("figure \"" + title + "\" has no curves");
    }
  }

  /**
   * A line.
   *
   * @param name label in the legend
   * @param recalls recalls in [0, 1], at least one
   * @param precisions precisions in [0, 1], one per recall
   */
  public record Curve(String name, List<Double> recalls, List<Double> precisions) {

    /**
     * Validates and copies the components.
     *
     * @param name label in the legend
     * @param recalls recalls in [0, 1], at least one
     * @param precisions precisions in [0, 1], one per recall
     * @throws IllegalArgumentException if the lists are empty, differ in length, or have values out
     *     of range
     */
    public Curve {
      recalls = shares("recall", recalls);
      precisions = shares("precision", precisions);
      if (recalls.isEmpty() || recalls.size() != precisions.size()) {
        throw new IllegalArgumentException(
            "curve \""
                + name
                + "\" has "
                + recalls.size()
                + " recalls and "
                + precisions.size()
                + " precisions");
      }
    }

    /**
     * Creates the curve of an attack.
     *
     * @param name label in the legend
     * @param curve the measured curve
     * @return the line
     */
    public static Curve of(String name, PrecisionRecallCurve curve) {
      return new Curve(name, curve.recalls(), curve.precisions());
    }

    /** Returns the highest F1 of the points, or 0 if precision or recall is 0 at each. */
    double highestF1() {
      double highest = 0;
      for (int i = 0; i < recalls.size(); i++) {
        double sum = recalls.get(i) + precisions.get(i);
        highest = Math.max(highest, sum > 0 ? 2 * recalls.get(i) * precisions.get(i) / sum : 0);
      }
      return highest;
    }

    private static List<Double> shares(String what, List<Double> numbers) {
      for (double number : numbers) {
        if (!(number >= 0 && number <= 1)) {
          throw new IllegalArgumentException(what + " = " + number + " is not in [0, 1]");
        }
      }
      return List.copyOf(numbers);
    }
  }
}
