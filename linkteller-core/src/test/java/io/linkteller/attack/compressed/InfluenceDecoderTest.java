package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class InfluenceDecoderTest {

  private static final int NODES = 60;

  /** A nonnegative matrix with a few entries in each row and a dominant diagonal. */
  private static double[] sparse(Random random, boolean symmetric) {
    double[] entries = new double[NODES * NODES];
    for (int v = 0; v < NODES; v++) {
      entries[v * NODES + v] = 0.5 + random.nextDouble();
      for (int i = 0; i < 2; i++) {
        int u = random.nextInt(NODES);
        double entry = 0.1 + 0.4 * random.nextDouble();
        entries[v * NODES + u] = entry;
        if (symmetric) {
          entries[u * NODES + v] = entry;
        }
      }
    }
    return entries;
  }

  private static Columns measured(double[] entries, int count, Random random) {
    List<Columns.Column> columns = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      double[] r = new double[NODES];
      double[] y = new double[NODES];
      for (int v = 0; v < NODES; v++) {
        r[v] = random.nextBoolean() ? 1 : -1;
      }
      for (int v = 0; v < NODES; v++) {
        for (int u = 0; u < NODES; u++) {
          y[v] += entries[v * NODES + u] * r[u];
        }
      }
      columns.add(new Columns.Column(r, y, 1e-12));
    }
    return Columns.of(NODES, 1, columns, Coupling.none(NODES));
  }

  // Decoding from few columns succeeds with high probability only, so the seed is fixed.
  @Property(tries = 8, seed = "7")
  void aSymmetricMatrixIsDecodedFromHalfAsManyColumnsAsNodes(
      @ForAll @IntRange(max = 1_000_000) int seed) {
    Random random = new Random(seed);
    double[] entries = sparse(random, true);
    Columns columns = measured(entries, NODES / 2, random);
    double[] decoded =
        InfluenceDecoder.decode(
            columns, Optional.of(measured(entries, 6, random)), true, Workers.sequential());
    assertArrayEquals(entries, decoded, 0.01);
    for (int v = 0; v < NODES; v++) {
      for (int u = 0; u < NODES; u++) {
        assertEquals(decoded[v * NODES + u], decoded[u * NODES + v]);
      }
    }
  }

  @Property(tries = 8, seed = "7")
  void rowsAreDecodedSeparatelyWithoutSymmetry(@ForAll @IntRange(max = 1_000_000) int seed) {
    Random random = new Random(seed);
    double[] entries = sparse(random, false);
    Columns columns = measured(entries, 2 * NODES / 3, random);
    double[] decoded =
        InfluenceDecoder.decode(
            columns, Optional.of(measured(entries, 6, random)), false, Workers.sequential());
    assertArrayEquals(entries, decoded, 0.02);
  }

  @Test
  void theResultDoesNotDependOnThreads() {
    Random random = new Random(7);
    double[] entries = sparse(random, false);
    Columns columns = measured(entries, 30, random);
    Optional<Columns> tested = Optional.of(measured(entries, 6, random));
    for (boolean symmetric : new boolean[] {true, false}) {
      assertArrayEquals(
          InfluenceDecoder.decode(columns, tested, symmetric, Workers.sequential()),
          InfluenceDecoder.decode(columns, tested, symmetric, Workers.of(3)));
    }
  }
}
