package io.linkteller.cli.benchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.cli.benchmark.MachineLimits.GatherRates;
import io.linkteller.cli.benchmark.MachineLimits.Rate;
import io.linkteller.cli.benchmark.MachineLimits.Resource;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class MachineLimitsTest {

  private static final MachineLimits LIMITS =
      new MachineLimits(
          1,
          List.of(new Rate(100, 1000), new Rate(10_000, 10)),
          List.of(
              new GatherRates(2, List.of(new Rate(100, 400), new Rate(10_000, 4))),
              new GatherRates(8, List.of(new Rate(100, 1600), new Rate(10_000, 16)))),
          50,
          100,
          5);

  @Test
  void bandwidthIsThatOfTheMeasuredSizesAndTheirGeometricMeanBetweenThem() {
    assertEquals(1000, LIMITS.bandwidth(100));
    assertEquals(10, LIMITS.bandwidth(10_000), 1e-12);
    assertEquals(100, LIMITS.bandwidth(1000), 1e-9);
    assertEquals(1000, LIMITS.bandwidth(1));
    assertEquals(10, LIMITS.bandwidth(1e9));
  }

  @Test
  void aStepTakesAsLongAsItsSlowestResource() {
    Work streamed = Work.streaming("x", 2000, 50).within(100);
    assertEquals(2, LIMITS.seconds(streamed), 1e-12);
    assertEquals(Resource.BANDWIDTH, LIMITS.slowest(streamed));

    Work computed = Work.streaming("x", 2000, 500).within(100);
    assertEquals(10, LIMITS.seconds(computed), 1e-12);
    assertEquals(Resource.OPERATIONS, LIMITS.slowest(computed));

    Work random = computed.drawing(60);
    assertEquals(12, LIMITS.seconds(random), 1e-12);
    assertEquals(Resource.RANDOMNESS, LIMITS.slowest(random));
  }

  @Test
  void stepsRunInOrder() {
    Work one = Work.streaming("x", 2000, 0).within(100);
    Work other = Work.streaming("y", 0, 500);
    assertEquals(2 + 10, LIMITS.seconds(List.of(one, other)), 1e-12);
  }

  @Test
  void wideRowsAreGatheredInPanelsWhereTheirTableIsFasterThen() {
    // 100 rows of 8 numbers from a table of 10 kB: 6400 bytes at 16 per second, or in panels of 2
    // from a table of 2.5 kB at 4 * (100 / 1) ^ (log 4 / log 100) = 16 per second.
    Work wide = Work.streaming("x", 0, 0).gathering(100, 8, 10_000 / 64.0);
    assertEquals(6400 / 16.0, LIMITS.seconds(wide), 1e-9);

    Work narrow = Work.streaming("x", 0, 0).gathering(100, 2, 100 / 16.0);
    assertEquals(1600 / 400.0, LIMITS.seconds(narrow), 1e-9);
    // Half a row takes as long as the narrowest row that was measured.
    Work half = Work.streaming("x", 0, 0).gathering(100, 1, 100 / 8.0);
    assertEquals(1600 / 400.0, LIMITS.seconds(half), 1e-9);
  }

  @Property
  void repeatingAStepRepeatsItsTime(
      @ForAll @DoubleRange(max = 1e6) double bytes,
      @ForAll @DoubleRange(max = 1e6) double operations,
      @ForAll @IntRange(min = 1, max = 16) int width,
      @ForAll @IntRange(min = 1, max = 100) int times) {
    Work work = Work.streaming("x", bytes, operations).gathering(10, width, 50);
    double once = LIMITS.seconds(work);
    assertEquals(times * once, LIMITS.seconds(work.times(times)), 1e-12 * times * once);
  }

  @Test
  void aMachineIsMeasuredWithPlausibleAndConsistentRates() {
    MachineLimits limits = LimitMeasurement.brief().measure(1);

    assertEquals(1, limits.threads());
    // Between an old telephone and the fastest of supercomputers' nodes.
    assertTrue(limits.bandwidth(1e6) > 1e8 && limits.bandwidth(1e6) < 1e14, limits::summary);
    assertTrue(limits.multiplyAdds() > 1e6 && limits.multiplyAdds() < 1e14, limits::summary);
    assertTrue(limits.randomness() > 1e6 && limits.randomness() < 1e13, limits::summary);
    assertTrue(
        Stream.of(2, 64).allMatch(width -> limits.gatherRate(width, 1e6) > 1e7), limits::summary);
  }
}
