package io.linkteller.parallel;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WorkersTest {

  @Property
  void everyRowIsProcessedExactlyOnce(
      @ForAll @IntRange(max = 500) int rows,
      @ForAll @IntRange(min = 1, max = 70) int blockRows,
      @ForAll @IntRange(min = 1, max = 6) int threads) {
    AtomicIntegerArray taken = new AtomicIntegerArray(rows);
    Workers.of(threads)
        .forRows(
            rows,
            blockRows,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                taken.incrementAndGet(row);
              }
            });
    for (int row = 0; row < rows; row++) {
      assertEquals(1, taken.get(row));
    }
  }

  @Test
  void theExceptionOfABlockIsThrownToTheCaller() {
    IllegalStateException failure = new IllegalStateException("row 7");
    for (int threads : new int[] {1, 4}) {
      var thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  Workers.of(threads)
                      .forRows(
                          100,
                          1,
                          (from, to) -> {
                            if (from <= 7 && 7 < to) {
                              throw failure;
                            }
                          }));
      assertSame(failure, thrown);
    }
  }

  @Test
  void noThreadIsStillWritingAfterAFailure() {
    AtomicInteger running = new AtomicInteger();
    for (int round = 0; round < 50; round++) {
      assertThrows(
          OutOfMemoryError.class,
          () ->
              Workers.of(4)
                  .forRows(
                      400,
                      1,
                      (from, to) -> {
                        running.incrementAndGet();
                        try {
                          if (from == 5) {
                            throw new OutOfMemoryError("pretended");
                          }
                          Thread.onSpinWait();
                        } finally {
                          running.decrementAndGet();
                        }
                      }));
      assertEquals(0, running.get());
    }
  }

  @Test
  void callsMayBeNested() {
    AtomicIntegerArray taken = new AtomicIntegerArray(64);
    Workers.of(4)
        .forRows(
            8,
            1,
            (from, to) -> {
              for (int outer = from; outer < to; outer++) {
                int row = outer;
                Workers.of(4)
                    .forRows(
                        8,
                        1,
                        (a, b) -> {
                          for (int inner = a; inner < b; inner++) {
                            taken.incrementAndGet(8 * row + inner);
                          }
                        });
              }
            });
    for (int i = 0; i < 64; i++) {
      assertEquals(1, taken.get(i));
    }
  }

  @Test
  void sizesOutOfRangeAreRejected() {
    assertRefused(() -> Workers.of(0));
    assertRefused(() -> Workers.sequential().forRows(-1, 1, (a, b) -> {}));
    assertRefused(() -> Workers.sequential().forRows(1, 0, (a, b) -> {}));
  }
}
