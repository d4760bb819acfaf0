package io.linkteller.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The power fails at every operation of a write, with many outcomes of what reaches the disk. */
class PowerFailureTest {

  private static final Path FILE = Path.of("/results/a.npz");
  private static final byte[] OLD = filled(300, (byte) 1);
  private static final byte[] NEW = filled(500, (byte) 2);
  private static final int OUTCOMES = 200;

  private static byte[] filled(int length, byte value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, value);
    return bytes;
  }

  private static void write(Disk disk, byte[] contents) {
    AtomicFile.write(
        disk,
        FILE,
        out -> {
          out.write(contents, 0, 100);
          out.write(contents, 100, contents.length - 100);
        });
  }

  /** Writes OLD, then NEW; returns whether NEW was complete before the power failed. */
  private static boolean replaced(VolatileDisk disk) {
    try {
      write(disk, OLD);
      write(disk, NEW);
      return true;
    } catch (VolatileDisk.PowerFailure e) {
      return false;
    }
  }

  @Test
  void aFileIsOldOrNewAndAlwaysNewOnceItsWriteReturned() {
    int completed = 0;
    int kept = 0;
    for (int operations = 8; completed < OUTCOMES; operations++) {
      for (long seed = 0; seed < OUTCOMES; seed++) {
        VolatileDisk disk = new VolatileDisk(operations, seed);
        boolean written = replaced(disk);
        byte[] found = disk.restarted(0).read(FILE).orElseThrow();
        if (written) {
          completed++;
          assertArrayEquals(NEW, found);
        } else if (found.length == OLD.length) {
          kept++;
          assertArrayEquals(OLD, found);
        } else {
          assertArrayEquals(NEW, found);
        }
      }
    }
    assertTrue(kept > 0);
  }

  /** If the disk lost nothing, the test above would prove nothing. */
  @Test
  void theDiskLosesUnsynchronizedData() throws IOException {
    int damaged = 0;
    for (long seed = 0; seed < OUTCOMES; seed++) {
      VolatileDisk disk = new VolatileDisk(100, seed);
      try (Disk.NewFile file = disk.create(FILE)) {
        file.out().write(NEW);
      }
      disk.move(FILE, FILE);
      disk.syncDirectory(FILE);
      damaged += Arrays.equals(NEW, disk.restarted(0).read(FILE).orElseThrow()) ? 0 : 1;
    }
    assertTrue(damaged > OUTCOMES / 2, damaged + " damaged files");
    VolatileDisk disk = new VolatileDisk(100, 1);
    assertFalse(disk.read(FILE).isPresent());
    assertEquals(64, VolatileDisk.BLOCK);
  }
}
