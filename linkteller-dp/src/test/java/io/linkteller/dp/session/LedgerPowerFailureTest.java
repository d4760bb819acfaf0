package io.linkteller.dp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.file.RandomAccess;
import io.linkteller.graph.Graph;
import io.linkteller.testing.Thorough;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Power failures while a ledger is used, which lose part of the unsynchronized data. */
class LedgerPowerFailureTest {

  private static final Path FILE = Path.of("/ledger").toAbsolutePath();
  private static final Graph PATH = Graph.builder(40).addEdge(17, 23).addEdge(23, 31).build();
  private static final byte[] KEY =
      "a key of thirty-two bytes or more".getBytes(StandardCharsets.US_ASCII);
  private static final int RUNS = Thorough.size(150, 600);
  private static final int FOREVER = Integer.MAX_VALUE;

  /** Thrown by the operation during which the power fails. */
  private static final class PowerFailure extends Error {
    private static final long serialVersionUID = 1;
  }

  /**
   * A file in memory. Each unsynchronized block of 64 bytes, and the length, may or may not reach
   * the disk; a block that does not is zero or keeps its previous contents.
   */
  static final class VolatileFile implements RandomAccess, LedgerFile.Disk {

    private static final int BLOCK = 64;

    private final SplittableRandom random;
    private byte[] current;
    private byte[] onDisk;
    private int operationsLeft;

    /** The small files beside it, each of which may or may not be on the disk. */
    private final Map<Path, byte[]> others;

    private final Map<Path, byte[]> removed = new HashMap<>();

    VolatileFile(byte[] contents, int operations, long seed) {
      this(contents, operations, seed, Map.of());
    }

    private VolatileFile(byte[] contents, int operations, long seed, Map<Path, byte[]> others) {
      this.others = new HashMap<>(others);
      this.current = contents;
      this.onDisk = contents;
      this.operationsLeft = operations;
      this.random = new SplittableRandom(seed);
    }

    private VolatileFile restarted(int operations) {
      int length = random.nextBoolean() ? current.length : Math.min(current.length, onDisk.length);
      byte[] after = Arrays.copyOf(onDisk, length);
      for (int from = 0; from < length; from += BLOCK) {
        if (random.nextBoolean()) {
          System.arraycopy(current, from, after, from, Math.min(BLOCK, length - from));
        }
      }
      // Removals are not synchronized.
      removed.forEach((name, contents) -> others.putIfAbsent(name, contents));
      return new VolatileFile(after, operations, random.nextLong(), others);
    }

    @Override
    public RandomAccess open(Path file) {
      return this;
    }

    @Override
    public boolean create(Path file, byte[] contents) {
      if (operationsLeft == 1 && random.nextBoolean()) {
        step();
      }
      boolean isNew = others.putIfAbsent(file, contents) == null;
      step();
      return isNew;
    }

    @Override
    public Optional<byte[]> read(Path file) {
      return Optional.ofNullable(others.get(file));
    }

    @Override
    public void delete(Path file) {
      if (random.nextBoolean() && others.containsKey(file)) {
        removed.put(file, others.get(file));
      }
      others.remove(file);
      step();
    }

    private void step() {
      if (operationsLeft-- <= 0) {
        throw new PowerFailure();
      }
    }

    @Override
    public long length() {
      return current.length;
    }

    @Override
    public void read(long at, byte[] into, int from, int count) {
      System.arraycopy(current, (int) at, into, from, count);
    }

    @Override
    public void write(long at, byte[] bytes) {
      byte[] longer = Arrays.copyOf(current, Math.max(current.length, (int) at + bytes.length));
      System.arraycopy(bytes, 0, longer, (int) at, bytes.length);
      current = longer;
      step();
    }

    @Override
    public void truncate(long length) {
      current = Arrays.copyOf(current, (int) length);
      step();
    }

    @Override
    public void sync() {
      step();
      onDisk = current;
    }

    @Override
    public void close() {}
  }

  private static PrivacyLedger open(VolatileFile file) {
    return PrivacyLedger.builder(1000).file(FILE, KEY).disk(file).build();
  }

  /** Releases until the power fails; returns how many releases were returned. */
  private static int release(VolatileFile file, int attempts) {
    int released = 0;
    try {
      PrivacyLedger ledger = open(file);
      for (; released < attempts; released++) {
        Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(1));
      }
    } catch (PowerFailure e) {
      // Continues with what reached the disk.
    }
    return released;
  }

  /**
   * Up to three failures in a row, each at an arbitrary operation. If a ledger is never
   * synchronized, a restart finds nothing with probability 1/2, so 150 runs do not miss the defect.
   */
  @Test
  void noReleaseIsForgottenAndTheLedgerCanBeContinued() {
    SplittableRandom random = new SplittableRandom(16);
    int torn = 0;
    int overcharged = 0;
    for (int run = 0; run < RUNS; run++) {
      int released = 0;
      int failures = random.nextInt(1, 4);
      VolatileFile file = new VolatileFile(new byte[0], random.nextInt(20), random.nextLong());
      for (int failure = failures; failure > 0; failure--) {
        released += release(file, 6);
        file = file.restarted(failure > 1 ? random.nextInt(20) : FOREVER);
        torn += new String(file.current, StandardCharsets.ISO_8859_1).indexOf(0) >= 0 ? 1 : 0;
      }
      double spent = open(file).spent();
      assertTrue(spent >= released, spent + " of " + released);
      assertTrue(spent <= released + failures, spent + " of " + released);
      overcharged += spent > released ? 1 : 0;
      assertEquals(2, release(file, 2));
      assertEquals(spent + 2, open(file).spent());
      assertEquals(-1, new String(file.current, StandardCharsets.ISO_8859_1).indexOf(0));
    }
    assertTrue(torn > RUNS / 6, torn + " torn lines");
    assertTrue(overcharged > RUNS / 30, overcharged + " charges without a release");
  }

  @Test
  void onlyTheLastLineMayContainZeros() {
    VolatileFile file = new VolatileFile(new byte[0], FOREVER, 1);
    assertEquals(2, release(file, 2));
    int lastLine =
        new String(file.current, StandardCharsets.US_ASCII)
            .lastIndexOf('\n', file.current.length - 2);
    byte[] before = file.current.clone();
    before[lastLine - 1] = 0;
    assertThrows(LedgerTamperedException.class, () -> open(new VolatileFile(before, FOREVER, 1)));
    byte[] last = file.current.clone();
    last[lastLine + 1] = 0;
    assertEquals(2, open(new VolatileFile(last, FOREVER, 1)).spent());
  }
}
