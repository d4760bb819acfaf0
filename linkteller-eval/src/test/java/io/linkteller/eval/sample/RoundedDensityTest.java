package io.linkteller.eval.sample;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.testing.fixture.Goldens;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundedDensityTest {

  private static final long PAIRS_OF_500 = 124_750;

  @Test
  void everyBeliefPredictsAsManyEdgesAsTheReference() {
    JsonNode countries = Goldens.read("twitch-attack.json");
    int compared = 0;
    for (JsonNode country : countries) {
      for (JsonNode cell : country.get("cells")) {
        RoundedDensity fromCounts = RoundedDensity.of(cell.get("edges").longValue(), PAIRS_OF_500);
        assertEquals(
            cell.get("rounded_density").doubleValue(), fromCounts.kHat(BeliefFactor.RIGHT));
        for (BeliefFactor belief : BeliefFactor.values()) {
          assertEquals(
              cell.get("linkteller_fd_1e-4").get(belief.symbol()).get("m").longValue(),
              m(fromCounts, belief, 500));
          compared++;
        }
      }
    }
    assertEquals(18 * 5, compared);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0145, 0.01",
    "0.0155, 0.02",
    "0.00451, 0.005",
    "0.03525, 0.04",
    "0.0149999999, 0.01",
    // A carry into the next power of ten.
    "0.095, 0.1",
    "0.96, 1",
    "1, 1",
    "0.0945, 0.09",
    "1e-9, 1e-9"
  })
  void oneSignificantDigitIsKept(BigDecimal density, BigDecimal rounded) {
    long pairs = (long) Math.pow(10, density.scale());
    RoundedDensity kept = RoundedDensity.of(density.unscaledValue().longValueExact(), pairs);
    assertEquals(new RoundedDensity(rounded), kept);
  }

  @Test
  void theDensityOfAGraphIsRounded() {
    Graph path = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
    assertEquals(new RoundedDensity(new BigDecimal("0.5")), RoundedDensity.of(path));
  }

  @Property
  void halfwayValuesAreRoundedUp(
      @ForAll @IntRange(min = 10, max = 99) int halves,
      @ForAll @IntRange(min = 2, max = 9) int exponent,
      @ForAll @LongRange(min = 1, max = 100_000) long scale) {
    // halves = 15 at exponent 3 is 0.015: halfway if the last digit is 5.
    long edges = halves * scale;
    long pairs = (long) Math.pow(10, exponent) * scale;
    RoundedDensity rounded = RoundedDensity.of(edges, pairs);
    BigDecimal up = BigDecimal.valueOf((halves + 5) / 10).movePointLeft(exponent - 1);
    assertEquals(0, up.compareTo(rounded.value()));
  }

  @Property
  void thePredictionIsTheSmallestThatReachesTheBelief(
      @ForAll @IntRange(min = 1, max = 9) int digit,
      @ForAll @IntRange(min = 1, max = 6) int exponent,
      @ForAll BeliefFactor belief,
      @ForAll @IntRange(min = 2, max = 100_000) int targets) {
    RoundedDensity density = new RoundedDensity(BigDecimal.valueOf(digit, exponent));
    long pairs = NodePairs.count(targets);
    // In units of a quarter of the last digit, all values are integers: quarters / (4 ·
    // 10^exponent).
    long quarters = digit * belief.factor().multiply(BigDecimal.valueOf(4)).longValueExact();
    long unit = 4 * (long) Math.pow(10, exponent);
    long wanted =
        Math.min(pairs, Math.floorDiv(Math.multiplyExact(quarters, pairs) + unit - 1, unit));
    assertEquals(wanted, m(density, belief, targets));
  }

  private static long m(RoundedDensity density, BeliefFactor belief, int targets) {
    return LinkPrediction.edgeCount(density.kHat(belief), targets);
  }

  @Test
  void densitiesOutOfRangeAreRefused() {
    assertRefused(() -> RoundedDensity.of(0, 10));
    assertRefused(() -> RoundedDensity.of(11, 10));
    assertRefused(() -> RoundedDensity.of(Graph.empty(3)));
    assertRefused(() -> new RoundedDensity(new BigDecimal("0.015")));
  }

  @Test
  void beliefsAreAtMostOne() {
    RoundedDensity dense = RoundedDensity.of(1, 2);
    assertEquals(1, dense.kHat(BeliefFactor.FOURFOLD));
    assertEquals(10, m(dense, BeliefFactor.FOURFOLD, 5));
  }

  @Test
  void beliefsAreFoundByTheirSymbols() {
    for (BeliefFactor belief : BeliefFactor.values()) {
      assertEquals(belief, BeliefFactor.ofSymbol(belief.symbol()));
    }
    assertRefused(() -> BeliefFactor.ofSymbol("3k"));
  }
}
