package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Views of outputs, compared with values computed by hand. */
class ViewTest {

  /** (0, 1) and (1, 2), with or without (2, 3). */
  private static final NeighboringPair PAIR =
      NeighboringPair.of(
          Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build(),
          Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build());

  /** The edge in question, an edge of the input, and an edge that the input lacks. */
  private static final Graph OUTPUT =
      Graph.builder(4).addEdge(2, 3).addEdge(1, 2).addEdge(0, 3).build();

  private static final Graph OTHER =
      Graph.builder(4).addEdge(0, 2).addEdge(0, 3).addEdge(1, 3).build();

  /** The other output lacks both edges of the input and has three that the input lacks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EDGE | the edge is present | the edge is absent",
        "COUNT | 3 edges | 3 edges",
        "EDGE_AND_COUNT | 3 edges and the edge is present | 3 edges and the edge is absent",
        "EDGE_AND_DISTANCE | the edge is present and 2 other cells have changed"
            + " | the edge is absent and 5 other cells have changed",
        "OUTPUT | edges (0, 3) (1, 2) (2, 3) | edges (0, 2) (0, 3) (1, 3)"
      })
  void anObservationIsDescribed(View view, String seen, String seenOfOther) {
    assertEquals(seen, view.of(OUTPUT, Statistic.NONE, PAIR));
    assertEquals(seenOfOther, view.of(OTHER, Statistic.NONE, PAIR));
  }

  @Test
  void observationsAreComparedByTheirValues() {
    for (View view : View.values()) {
      Graph same = Graph.builder(4).addEdge(0, 3).addEdge(1, 2).addEdge(2, 3).build();
      assertEquals(view.of(OUTPUT, Statistic.NONE, PAIR), view.of(same, Statistic.NONE, PAIR));
    }
    assertNotEquals(
        View.EDGE_AND_DISTANCE.of(OUTPUT, Statistic.NONE, PAIR),
        View.EDGE_AND_DISTANCE.of(OTHER, Statistic.NONE, PAIR));
  }

  @ParameterizedTest
  @EnumSource
  void everyViewReturnsAFailureUnchanged(View view) {
    Failure failure = Failure.of(new IllegalStateException("does not fit"));
    assertSame(failure, view.of(failure, Statistic.NONE, PAIR));
    assertEquals("IllegalStateException: does not fit", failure.toString());
  }

  @Test
  void aFailureMayLackAMessage() {
    assertEquals("RuntimeException: null", Failure.of(new RuntimeException()).toString());
  }

  /** Hides a number, exact or with little noise, among random values. */
  @FunctionalInterface
  private interface Hiding {
    Object of(int exact, SplittableRandom random);
  }

  static Stream<Hiding> hidings() {
    return Stream.of(
        (exact, random) -> Map.entry("edges", noisy(exact, random)),
        (exact, random) -> List.of(OptionalDouble.of(noisy(exact, random))),
        (exact, random) ->
            List.of(OptionalInt.of(exact), OptionalLong.empty(), random.nextDouble()),
        (exact, random) -> new BigDecimal(noisy(exact, random)),
        (exact, random) -> BigInteger.valueOf((long) (1e9 * noisy(exact, random))),
        (exact, random) -> ((long) exact << 56) | (random.nextLong() >>> 9) | 1,
        (exact, random) -> Double.toString(noisy(exact, random)),
        (exact, random) -> Double.toString(noisy(exact, random)).toCharArray(),
        (exact, random) -> CharBuffer.wrap(Double.toString(noisy(exact, random))),
        (exact, random) -> DoubleBuffer.wrap(new double[] {noisy(exact, random)}),
        (exact, random) -> List.of(uuid(random), exact),
        (exact, random) -> List.of(uuid(random), "edges " + exact),
        (exact, random) -> uuid(random) + " " + exact,
        (exact, random) -> Map.of(uuid(random), exact),
        (exact, random) -> {
          double[] numbers = random.doubles(2 + random.nextInt(50)).toArray();
          numbers[1] = exact;
          return numbers;
        },
        (exact, random) -> random.doubles(exact).toArray(),
        (exact, random) -> new double[] {exact == 8 ? 1e200 : -1e200, random.nextDouble()},
        (exact, random) -> {
          double noise = 1e6 * random.nextDouble();
          return new double[] {noise, noise + exact};
        });
  }

  private static double noisy(int exact, SplittableRandom random) {
    return exact + 0.1 * random.nextDouble();
  }

  private static UUID uuid(SplittableRandom random) {
    return new UUID(random.nextLong(), random.nextLong());
  }

  @ParameterizedTest
  @MethodSource("hidings")
  void aViewRevealsNumbersHiddenAmongRandomValues(Hiding hiding) {
    SplittableRandom random = new SplittableRandom(5);
    Statistic statistic = Statistic.of(outcomes(hiding, 8, random), outcomes(hiding, 7, random));
    List<Object> with = outcomes(hiding, 8, random);
    List<Object> without = outcomes(hiding, 7, random);
    assertTrue(
        Stream.of(View.values())
            .anyMatch(
                view -> {
                  List<Object> likely = seen(view, statistic, with);
                  Set<Object> other = new HashSet<>(seen(view, statistic, without));
                  boolean repeats = other.size() <= 50 && new HashSet<>(likely).size() <= 50;
                  return repeats && likely.stream().filter(other::contains).count() < 40;
                }));
  }

  private static List<Object> outcomes(Hiding hiding, int exact, SplittableRandom random) {
    return IntStream.range(0, 200).mapToObj(run -> Outcome.of(hiding.of(exact, random))).toList();
  }

  private static List<Object> seen(View view, Statistic statistic, List<Object> outcomes) {
    return outcomes.stream().map(outcome -> view.of(outcome, statistic, PAIR)).toList();
  }
}
