package io.linkteller.dp.audit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What an audit looks at in released numbers: a weighted sum, in bins. Weights are those of the
 * linear discriminant for independent numbers, (mean with - mean without)/variance, of the numbers
 * whose means differ beyond chance. They are learned from runs that nothing else is measured on.
 */
final class Statistic {

  /** Sees every outcome as it is. */
  static final Statistic NONE = new Statistic(new double[0], new double[0]);

  private static final int BINS = 32;

  /** How many standard errors apart two means must be. */
  private static final double APART = 3;

  /** The least variance, as a share of the squared difference of the means. */
  private static final double EXACT = 1e-12;

  private final double[] weights;

  /** Ascending. */
  private final double[] cuts;

  private Statistic(double[] weights, double[] cuts) {
    this.weights = weights;
    this.cuts = cuts;
  }

  /** Learns the statistic from outcomes on the graphs with and without the edge. */
  static Statistic of(List<Object> with, List<Object> without) {
    List<double[]> a = numbers(with);
    List<double[]> b = numbers(without);
    if (a.isEmpty() || b.isEmpty() || a.get(0).length != b.get(0).length) {
      return NONE;
    }
    int width = a.get(0).length;
    double[] weights = new double[width];
    double[] distances = new double[width];
    for (int i = 0; i < width; i++) {
      int at = i;
      double[] first = a.stream().mapToDouble(row -> row[at]).toArray();
      double[] second = b.stream().mapToDouble(row -> row[at]).toArray();
      double difference = StatUtils.mean(first) - StatUtils.mean(second);
      double variance =
          Math.max(
              (StatUtils.populationVariance(first) + StatUtils.populationVariance(second)) / 2,
              // Numbers without noise must not make the sum of all overflow.
              Math.max(EXACT * difference * difference, Double.MIN_NORMAL));
      weights[i] = difference / variance;
      distances[i] =
          Math.abs(difference) / Math.sqrt(variance * (1.0 / first.length + 1.0 / second.length));
    }
    double needed = Math.min(APART, Arrays.stream(distances).max().orElse(0));
    for (int i = 0; i < width; i++) {
      weights[i] = distances[i] < needed || !Double.isFinite(weights[i]) ? 0 : weights[i];
    }
    Statistic sums = new Statistic(weights, new double[0]);
    double[] seen =
        DoubleStream.concat(a.stream().mapToDouble(sums::sum), b.stream().mapToDouble(sums::sum))
            .sorted()
            .toArray();
    double[] cuts = new double[BINS - 1];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = seen[(i + 1) * seen.length / BINS];
    }
    return new Statistic(weights, Arrays.stream(cuts).distinct().toArray());
  }

  private static List<double[]> numbers(List<Object> outcomes) {
    List<double[]> all =
        outcomes.stream()
            .filter(Outcome.class::isInstance)
            .map(outcome -> ((Outcome) outcome).numbers())
            .toList();
    return all.stream().filter(numbers -> numbers.length == all.get(0).length).toList();
  }

  private double sum(double[] numbers) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * numbers[i];
    }
    return sum;
  }

  /** Returns what is seen of an outcome. */
  Object of(Outcome outcome) {
    double[] numbers = outcome.numbers();
    if (numbers.length != weights.length || numbers.length == 0) {
      return List.of(outcome.rest(), numbers.length + " numbers");
    }
    int at = Arrays.binarySearch(cuts, sum(numbers));
    int bin = at >= 0 ? at + 1 : -at - 1;
    double from = bin == 0 ? Double.NEGATIVE_INFINITY : cuts[bin - 1];
    double to = bin == cuts.length ? Double.POSITIVE_INFINITY : cuts[bin];
    return List.of(outcome.rest(), "a weighted sum of the numbers in [" + from + ", " + to + ")");
  }
}
