package io.linkteller.cli.benchmark;

import java.util.List;
import java.util.Locale;

/**
 * What a machine does at most with a number of threads, as measured. The limit of a step is the
 * time that it takes if its slowest resource is used at the full rate.
 *
 * @param threads the number of threads
 * @param bandwidths the bandwidth of a triad by the size of its arrays, ascending
 * @param gathers rates of gathering rows, by width and then size of the table, ascending
 * @param multiplyAdds operations per second in double precision, two per multiply-add
 * @param floatMultiplyAdds the same in single precision
 * @param randomness bytes per second of the cipher that gives random numbers, on one thread
 */
public record MachineLimits(
    int threads,
    List<Rate> bandwidths,
    List<GatherRates> gathers,
    double multiplyAdds,
    double floatMultiplyAdds,
    double randomness) {

  /**
   * A rate for a size.
   *
   * @param size in bytes
   * @param rate in bytes per second
   */
  public record Rate(double size, double rate) {}

  /**
   * Rates of gathering rows of one width.
   *
   * @param width the numbers in a row
   * @param rates bytes per second by the size of the table, ascending
   */
  public record GatherRates(int width, List<Rate> rates) {}

  /** A resource of the machine. */
  public enum Resource {
    /** Moving bytes in memory order. */
    BANDWIDTH,
    /** Adding and multiplying. */
    OPERATIONS,
    /** Reading rows at arbitrary places. */
    GATHER,
    /** Drawing random numbers. */
    RANDOMNESS
  }

  /** Copies the lists. */
  public MachineLimits {
    bandwidths = List.copyOf(bandwidths);
    gathers = List.copyOf(gathers);
    if (bandwidths.isEmpty() || gathers.isEmpty()) {
      throw new IllegalArgumentException("no bandwidths or no gathers were measured");
    }
  }

  /**
   * Returns the limit of a step.
   *
   * @param work the step
   * @return seconds, for all repetitions together
   */
  public double seconds(Work work) {
    double longest = 0;
    for (Resource resource : Resource.values()) {
      longest = Math.max(longest, seconds(work, resource));
    }
    return longest;
  }

  /**
   * Returns the limit of a series of steps that depend on each other, which is the sum of theirs.
   *
   * @param steps the steps
   * @return seconds
   */
  public double seconds(List<Work> steps) {
    return steps.stream().mapToDouble(this::seconds).sum();
  }

  /**
   * Returns the resource that takes longest in a step.
   *
   * @param work the step
   * @return the resource that limits it
   */
  public Resource slowest(Work work) {
    Resource slowest = Resource.BANDWIDTH;
    for (Resource resource : Resource.values()) {
      if (seconds(work, resource) > seconds(work, slowest)) {
        slowest = resource;
      }
    }
    return slowest;
  }

  /**
   * Returns the time that a step takes if only one resource counts.
   *
   * @param work the step
   * @param resource the resource
   * @return seconds
   */
  public double seconds(Work work, Resource resource) {
    return work.count()
        * switch (resource) {
          case BANDWIDTH -> work.bytes() / bandwidth(work.workingSet());
          case OPERATIONS -> work.operations() / multiplyAdds;
          case GATHER -> work.gathered() == 0 ? 0 : gatherSeconds(work);
          case RANDOMNESS -> work.random() / randomness;
        };
  }

  /**
   * Returns the bandwidth for arrays of a size, interpolated between the measured sizes.
   *
   * @param size in bytes
   * @return bytes per second
   */
  public double bandwidth(double size) {
    return interpolate(bandwidths, size);
  }

  /**
   * Wide rows may be gathered in panels of fewer columns, whose table is smaller and may fit in a
   * faster cache: the best such width counts.
   */
  private double gatherSeconds(Work work) {
    double bytes = work.gathered() * work.width() * Work.DOUBLE;
    double best = bytes / gatherRate(work.width(), work.table());
    for (GatherRates narrower : gathers) {
      if (narrower.width() < work.width()) {
        double table = work.table() * narrower.width() / work.width();
        best = Math.min(best, bytes / interpolate(narrower.rates(), table));
      }
    }
    return best;
  }

  /**
   * Returns the rate of gathering rows, interpolated between the measured widths and sizes.
   *
   * @param width the numbers in a row
   * @param table the size of the table in bytes
   * @return bytes per second
   */
  public double gatherRate(int width, double table) {
    List<Rate> byWidth =
        gathers.stream()
            .map(each -> new Rate(each.width(), interpolate(each.rates(), table)))
            .toList();
    double rate = interpolate(byWidth, width);
    // A narrower row than all that were measured takes as long as the narrowest.
    return rate * Math.min(1, width / byWidth.get(0).size());
  }

  /** Interpolates logarithms; outside the measured sizes, the nearest counts. */
  private static double interpolate(List<Rate> rates, double size) {
    Rate below = rates.get(0);
    for (Rate rate : rates) {
      if (rate.size() >= size) {
        if (rate.size() == below.size() || size <= below.size()) {
          return rate.size() == size ? rate.rate() : below.rate();
        }
        double at = Math.log(size / below.size()) / Math.log(rate.size() / below.size());
        return below.rate() * Math.pow(rate.rate() / below.rate(), at);
      }
      below = rate;
    }
    return below.rate();
  }

  /**
   * Returns the limits in words.
   *
   * @return one line
   */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%d thread%s: %.1f GB/s in memory, %.1f GFLOP/s double, %.1f GFLOP/s single",
        threads,
        threads == 1 ? "" : "s",
        bandwidths.get(bandwidths.size() - 1).rate() / 1e9,
        multiplyAdds / 1e9,
        floatMultiplyAdds / 1e9);
  }
}
