package io.linkteller.report.figure;

import io.linkteller.eval.metric.PrecisionRecallCurve;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.util.ArrayList;
import java.util.List;

/**
 * Precision against recall, a line for each attack.
 *
 * @param title what stands above it
 * @param curves the lines, at least one
 */
public record PrecisionRecallFigure(String title, List<Curve> curves) implements Figure {

  /**
   * Copies and checks.
   *
   * @param title what stands above it
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
   * @param name what the legend calls it
   * @param recalls across, in [0, 1], at least one
   * @param precisions up, in [0, 1], as many
   */
  public record Curve(String name, List<Double> recalls, List<Double> precisions) {

    /**
     * Copies and checks.
     *
     * @param name what the legend calls it
     * @param recalls across, in [0, 1], at least one
     * @param precisions up, in [0, 1], as many
     * @throws IllegalArgumentException if there are no points, their numbers differ, or one is out
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
     * The curve of an attack.
     *
     * @param name what the legend calls it
     * @param curve what was measured
     * @return the line
     */
    public static Curve of(String name, PrecisionRecallCurve curve) {
      return new Curve(name, boxed(curve.recalls()), boxed(curve.precisions()));
    }

    private static List<Double> boxed(DoubleList numbers) {
      return new ArrayList<>(numbers);
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
