package io.linkteller.experiment;

import io.linkteller.dp.MechanismType;
import io.linkteller.report.Report;
import java.util.ArrayList;
import java.util.List;

/**
 * A sweep over protections: mechanisms x ε x noise seeds.
 *
 * @param mechanisms the mechanisms
 * @param epsilons the values of ε, each positive and finite
 * @param noiseSeeds the seeds of the noise
 */
public record PrivacyGrid(
    List<MechanismType> mechanisms, List<Double> epsilons, List<Long> noiseSeeds) {

  /**
   * Copies the lists.
   *
   * @param mechanisms the mechanisms
   * @param epsilons the values of ε, each positive and finite
   * @param noiseSeeds the seeds of the noise
   * @throws IllegalArgumentException if a list is empty
   */
  public PrivacyGrid {
    if (mechanisms.isEmpty() || epsilons.isEmpty() || noiseSeeds.isEmpty()) {
      throw new IllegalArgumentException(
          "a sweep over " + mechanisms + ", " + epsilons + ", " + noiseSeeds + " has no point");
    }
    mechanisms = List.copyOf(mechanisms);
    epsilons = List.copyOf(epsilons);
    noiseSeeds = List.copyOf(noiseSeeds);
  }

  /**
   * Returns all protections of the sweep.
   *
   * @return the protections, ordered by mechanism, then by ε
   * @throws IllegalArgumentException if an ε is out of range
   */
  public List<Protection> protections() {
    List<Protection> protections = new ArrayList<>();
    for (MechanismType mechanism : mechanisms) {
      for (double epsilon : epsilons) {
        for (long seed : noiseSeeds) {
          protections.add(Protection.by(mechanism, epsilon, seed));
        }
      }
    }
    return protections;
  }

  Report.Builder recordIn(Report.Builder report) {
    return report
        .setting("mechanisms", mechanisms.stream().map(MechanismType::title).toList())
        .setting("epsilons", epsilons)
        .setting("noise seeds", noiseSeeds);
  }
}
