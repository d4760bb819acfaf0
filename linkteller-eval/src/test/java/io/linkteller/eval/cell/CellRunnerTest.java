package io.linkteller.eval.cell;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellRunnerTest {

  private final AtomicInteger computed = new AtomicInteger();

  @TempDir Path directory;

  private Cell cell(int seed) {
    return new Cell(
        ResultKey.of("square").with("seed", seed),
        () -> {
          computed.incrementAndGet();
          return List.of(
              new Observation(
                  Map.of("seed", String.valueOf(seed)), "square", (double) seed * seed));
        });
  }

  private List<Cell> cells(int count) {
    return IntStream.range(0, count).mapToObj(this::cell).toList();
  }

  private static List<Double> values(List<FinishedCell> finished) {
    return finished.stream()
        .flatMap(cell -> cell.observations().stream())
        .map(Observation::value)
        .toList();
  }

  @Test
  void resultsAreInTheOrderOfTheCellsForAnyNumberOfThreads() {
    List<Double> squares = IntStream.range(0, 50).mapToObj(i -> (double) i * i).toList();
    for (int threads : new int[] {1, 2, 7}) {
      CellStore store = CellStore.in(directory.resolve("threads" + threads));
      assertEquals(
          squares, values(CellRunner.keepingIn(store).parallelism(threads).run(cells(50))));
    }
  }

  @Test
  void cellsOfEqualKeysAreComputedOnce() {
    List<FinishedCell> finished =
        CellRunner.keepingIn(CellStore.in(directory))
            .parallelism(2)
            .run(List.of(cell(3), cell(4), cell(3)));
    assertEquals(List.of(9.0, 16.0, 9.0), values(finished));
    assertEquals(2, computed.get());
  }

  @Test
  void aRunResumesWhereAFailedOneStopped() {
    List<Cell> failing = new ArrayList<>(cells(20));
    failing.set(
        10,
        new Cell(
            failing.get(10).key(),
            () -> {
              throw new IllegalArgumentException("no luck");
            }));
    CellRunner first = CellRunner.keepingIn(CellStore.in(directory)).parallelism(2);
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> first.run(failing));
    assertTrue(String.valueOf(failure.getMessage()).contains("no luck"), failure::toString);
    assertTrue(String.valueOf(failure.getMessage()).contains("seed=10"), failure::toString);
    int before = computed.getAndSet(0);
    assertTrue(before >= 10, () -> before + " cells before the failure");
    List<FinishedCell> second = CellRunner.keepingIn(CellStore.in(directory)).run(cells(20));
    assertEquals(20 - before, computed.get());
    assertEquals(IntStream.range(0, 20).mapToObj(i -> (double) i * i).toList(), values(second));
  }

  private Cell cell(int seed, double effort) {
    return new Cell(cell(seed).key(), cell(seed).work(), effort);
  }

  @Test
  void progressCountsOnlyTheCellsThatThisRunComputes() {
    CellStore store = CellStore.in(directory);
    CellRunner.keepingIn(store).run(cells(5));
    List<Double> efforts = Collections.synchronizedList(new ArrayList<>());
    CellRunner.keepingIn(store)
        .parallelism(2)
        .reportingTo(
            (cell, done, total) -> {
              efforts.add(done);
              assertEquals(7, total);
            })
        .run(cells(12));
    assertEquals(List.of(0., 0., 0., 0., 0., 1., 2., 3., 4., 5., 6., 7.), efforts);
  }

  @Test
  void cellsThatTakeLongerCountForMore() {
    List<Double> efforts = new ArrayList<>();
    CellRunner runner =
        CellRunner.keepingIn(CellStore.in(directory))
            .reportingTo((cell, done, total) -> efforts.add(done));
    List<Cell> cells = List.of(cell(0, 1), cell(1, 12), cell(3), cell(3));
    assertEquals(14, runner.effort(cells));
    runner.run(cells);
    assertEquals(List.of(1., 13., 14.), efforts);
    assertEquals(0, runner.effort(cells));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void anEffortThatIsNotPositiveAndFiniteIsRefused(double effort) {
    assertRefused(() -> cell(1, effort));
  }
}
