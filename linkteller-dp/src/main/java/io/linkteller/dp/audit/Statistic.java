package io.linkteller.dp.audit;

import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Statistics of released numbers: a weighted sum of the numbers, and a weighted sum of the
 * differences between adjacent numbers, in which noise that is used twice cancels. Both are sorted
 * into bins. The count of numbers is treated as one more number. If it varies, the numbers are
 * aligned both at the first and at the last, and missing numbers are 0.
 */
final class Statistic {

  /** Ignores numbers. */
  static final Statistic NONE = new Statistic(0, false, Sum.NOTHING, Sum.NOTHING);

  private final int width;
  private final boolean varies;
  private final Sum numbers;
  private final Sum differences;

  private Statistic(int width, boolean varies, Sum numbers, Sum differences) {
    this.width = width;
    this.varies = varies;
    this.numbers = numbers;
    this.differences = differences;
  }

  /** Learns the statistic from outcomes on the graphs with and without the edge. */
  static Statistic of(List<Object> with, List<Object> without) {
    List<double[]> a = numbers(with);
    List<double[]> b = numbers(without);
    if (a.isEmpty() || b.isEmpty()) {
      return NONE;
    }
    IntSummaryStatistics lengths =
        Stream.concat(a.stream(), b.stream()).mapToInt(row -> row.length).summaryStatistics();
    int width = lengths.getMax();
    boolean varies = lengths.getMin() < width;
    UnaryOperator<double[]> columns = row -> columns(row, width, varies);
    return new Statistic(
        width,
        varies,
        Sum.of(a.stream().map(columns).toList(), b.stream().map(columns).toList()),
        Sum.of(
            a.stream().map(columns).map(Statistic::differences).toList(),
            b.stream().map(columns).map(Statistic::differences).toList()));
  }

  private static List<double[]> numbers(List<Object> outcomes) {
    return outcomes.stream()
        .filter(Outcome.class::isInstance)
        .map(outcome -> ((Outcome) outcome).numbers())
        .toList();
  }

  private static double[] columns(double[] numbers, int width, boolean varies) {
    double[] columns = Arrays.copyOf(numbers, (varies ? 2 : 1) * width + 1);
    int count = Math.min(numbers.length, width);
    if (varies) {
      Arrays.fill(columns, width, columns.length, 0);
      System.arraycopy(numbers, numbers.length - count, columns, 2 * width - count, count);
    }
    columns[columns.length - 1] = numbers.length;
    return columns;
  }

  private static double[] differences(double[] columns) {
    double[] differences = new double[columns.length - 1];
    Arrays.setAll(differences, i -> columns[i + 1] - columns[i]);
    return differences;
  }

  /** Returns the observation of the numbers of an outcome. */
  String ofNumbers(Outcome outcome) {
    return "a weighted sum of the numbers in "
        + numbers.bin(columns(outcome.numbers(), width, varies));
  }

  /** Returns the observation of the differences between adjacent numbers of an outcome. */
  String ofDifferences(Outcome outcome) {
    return "a weighted sum of the differences between adjacent numbers in "
        + differences.bin(differences(columns(outcome.numbers(), width, varies)));
  }

  /**
   * A weighted sum, sorted into bins. The weights are those of the linear discriminant for
   * independent numbers, (mean with - mean without)/variance, or 0 for numbers whose means differ
   * no more than by chance. They are learned from runs that are not used for measurements.
   */
  private static final class Sum {

    static final Sum NOTHING = new Sum(new double[0], new double[0]);

    private static final int BINS = 32;

    /** The minimum difference of two means, in standard errors. */
    private static final double APART = 3;

    /** The minimum variance, as a share of the squared difference of the means. */
    private static final double EXACT = 1e-12;

    private final double[] weights;

    /** The bounds between bins, ascending. */
    private final double[] cuts;

    Sum(double[] weights, double[] cuts) {
      this.weights = weights;
      this.cuts = cuts;
    }

    static Sum of(List<double[]> a, List<double[]> b) {
      int width = a.get(0).length;
      double[] weights = new double[width];
      double[] distances = new double[width];
      for (int i = 0; i < width; i++) {
        int at = i;
        // Squares of large numbers overflow; scaled numbers carry the same information.
        double scale =
            Stream.concat(a.stream(), b.stream())
                .mapToDouble(row -> Math.abs(row[at]))
                .reduce(Double.MIN_NORMAL, Math::max);
        double[] first = a.stream().mapToDouble(row -> row[at] / scale).toArray();
        double[] second = b.stream().mapToDouble(row -> row[at] / scale).toArray();
        double difference = StatUtils.mean(first) - StatUtils.mean(second);
        double variance =
            Math.max(
                (StatUtils.populationVariance(first) + StatUtils.populationVariance(second)) / 2,
                // Numbers without noise must not make the sum overflow.
                Math.max(EXACT * difference * difference, Double.MIN_NORMAL));
        weights[i] = difference / variance / scale;
        double error = Math.sqrt(variance * (1.0 / first.length + 1.0 / second.length));
        // Numbers that overflow must not hide the others.
        distances[i] = Double.isFinite(weights[i]) ? Math.abs(difference) / error : -1;
      }
      double needed = Math.min(APART, Arrays.stream(distances).max().orElse(0));
      for (int i = 0; i < width; i++) {
        weights[i] = distances[i] < Math.max(0, needed) ? 0 : weights[i];
      }
      Sum sums = new Sum(weights, new double[0]);
      double[] seen =
          DoubleStream.concat(a.stream().mapToDouble(sums::sum), b.stream().mapToDouble(sums::sum))
              .sorted()
              .toArray();
      double[] cuts = new double[BINS - 1];
      for (int i = 0; i < cuts.length; i++) {
        cuts[i] = seen[(i + 1) * seen.length / BINS];
      }
      return new Sum(weights, Arrays.stream(cuts).distinct().toArray());
    }

    private double sum(double[] numbers) {
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        // A weight of 0 times an infinite difference would be NaN.
        sum += weights[i] == 0 ? 0 : weights[i] * numbers[i];
      }
      return sum;
    }

    String bin(double[] numbers) {
      int at = Arrays.binarySearch(cuts, sum(numbers));
      int bin = at >= 0 ? at + 1 : -at - 1;
      double from = bin == 0 ? Double.NEGATIVE_INFINITY : cuts[bin - 1];
      double to = bin == cuts.length ? Double.POSITIVE_INFINITY : cuts[bin];
      return "[" + from + ", " + to + ")";
    }
  }
}
