package io.linkteller.experiment;

import io.linkteller.eval.cell.Observation;
import io.linkteller.report.table.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The difference in utility between a protected model and the MLP. Both are compared on the same
 * nodes of each data set or split, so that effects of the choice of nodes cancel. Means over
 * training and noise seeds are taken within each data set or split.
 *
 * @param mechanism the mechanism
 * @param epsilon ε
 * @param mean the mean over data sets of the difference in utility, positive if the model is better
 *     than the MLP
 * @param standardError the standard error of the mean; empty for a single data set, from which it
 *     cannot be estimated
 * @param datasets the number of data sets or splits compared
 */
record UtilityLead(
    String mechanism, double epsilon, double mean, OptionalDouble standardError, int datasets) {

  private static final double ERRORS_WANTED = 2;

  /**
   * Returns the leads at every ε.
   *
   * @param utility observations of a utility by data set, model and ε, including those of {@link
   *     UtilityGrid#MLP}
   * @param mechanism a value of {@link Columns#MODEL}
   * @param overlap for several random splits of one graph, the ratio of held-out to training nodes;
   *     0 for data sets without common nodes. Splits of one graph share nodes, so their differences
   *     vary less than those of independent data; the variance of their mean is estimated as (1/J +
   *     overlap) times that of one of J differences (Nadeau and Bengio, 2003).
   * @return the leads in ascending order of ε; empty without observations of the mechanism
   */
  static List<UtilityLead> of(Observations utility, String mechanism, double overlap) {
    Map<String, Double> mlp = meanByDataset(utility.where(Columns.MODEL, UtilityGrid.MLP));
    Map<String, List<Observation>> byEpsilon = new LinkedHashMap<>();
    for (Observation observation : utility.where(Columns.MODEL, mechanism).all()) {
      byEpsilon
          .computeIfAbsent(observation.key(Columns.EPSILON), epsilon -> new ArrayList<>())
          .add(observation);
    }
    return byEpsilon.entrySet().stream()
        .map(
            at ->
                lead(
                    mechanism,
                    Double.parseDouble(at.getKey()),
                    differences(meanByDataset(new Observations(at.getValue())), mlp),
                    overlap))
        .sorted(Comparator.comparingDouble(UtilityLead::epsilon))
        .toList();
  }

  private static double[] differences(Map<String, Double> model, Map<String, Double> mlp) {
    if (!mlp.keySet().containsAll(model.keySet())) {
      throw new IllegalArgumentException(
          "no MLP was observed on all of " + model.keySet() + ", only on " + mlp.keySet());
    }
    return model.entrySet().stream()
        .mapToDouble(of -> of.getValue() - mlp.getOrDefault(of.getKey(), Double.NaN))
        .toArray();
  }

  /** Returns the mean utility on each data set, in order of first occurrence. */
  static Map<String, Double> meanByDataset(Observations observations) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (Observation observation : observations.all()) {
      values
          .computeIfAbsent(observation.key(Columns.DATASET), name -> new ArrayList<>())
          .add(observation.value());
    }
    Map<String, Double> means = new LinkedHashMap<>();
    ToDoubleFunction<List<Double>> mean =
        list -> list.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    values.forEach((name, list) -> means.put(name, mean.applyAsDouble(list)));
    return means;
  }

  private static UtilityLead lead(
      String mechanism, double epsilon, double[] differences, double overlap) {
    int count = differences.length;
    double mean = Arrays.stream(differences).average().orElseThrow();
    OptionalDouble error = OptionalDouble.empty();
    if (count > 1) {
      double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
      error = OptionalDouble.of(Math.sqrt((1.0 / count + overlap) * squares / (count - 1)));
    }
    return new UtilityLead(mechanism, epsilon, mean, error, count);
  }

  /** Returns the smallest ε whose mean is positive, if there is one. */
  static Optional<UtilityLead> chosen(List<UtilityLead> leads) {
    return leads.stream()
        .filter(lead -> lead.mean > 0)
        .min(Comparator.comparingDouble(UtilityLead::epsilon));
  }

  /** Returns the smallest ε at and above which every mean is positive, if there is one. */
  static Optional<UtilityLead> aheadForGood(List<UtilityLead> leads) {
    double lastBehind =
        leads.stream()
            .filter(lead -> !(lead.mean > 0))
            .mapToDouble(UtilityLead::epsilon)
            .max()
            .orElse(0);
    return leads.stream()
        .filter(lead -> lead.epsilon > lastBehind)
        .min(Comparator.comparingDouble(UtilityLead::epsilon));
  }

  /** Returns whether the mean differs from 0 by more than two standard errors. */
  boolean isResolved() {
    return standardError.isPresent()
        && Math.abs(mean) > ERRORS_WANTED * standardError.getAsDouble();
  }
}
