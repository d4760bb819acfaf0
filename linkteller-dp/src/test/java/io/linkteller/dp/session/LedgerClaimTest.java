package io.linkteller.dp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.session.LedgerPowerFailureTest.VolatileFile;
import io.linkteller.file.RandomAccess;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Two concurrent users of a ledger, each of which holds the lock. */
class LedgerClaimTest {

  private static final Path FILE = Path.of("/ledger").toAbsolutePath();
  private static final Graph PATH = Graph.builder(4).addEdge(0, 1).build();
  private static final byte[] KEY =
      "a key of thirty-two bytes or more".getBytes(StandardCharsets.US_ASCII);

  private final VolatileFile file = new VolatileFile(new byte[0], Integer.MAX_VALUE, 1);

  /** The next action of the other user, performed once. */
  private Runnable other = () -> {};

  /** A disk on which the other user acts before, or after, a line is claimed. */
  private record Interrupted(VolatileFile inner, boolean before, Runnable action)
      implements LedgerFile.Disk {

    @Override
    public RandomAccess open(Path name) {
      return inner;
    }

    @Override
    public boolean create(Path name, byte[] contents) {
      if (before) {
        action.run();
      }
      boolean isNew = inner.create(name, contents);
      if (!before) {
        action.run();
      }
      return isNew;
    }

    @Override
    public Optional<byte[]> read(Path name) throws IOException {
      return inner.read(name);
    }

    @Override
    public void delete(Path name) throws IOException {
      inner.delete(name);
    }
  }

  private PrivacyLedger open(LedgerFile.Disk disk) {
    return PrivacyLedger.builder(4).file(FILE, KEY).disk(disk).build();
  }

  private static void release(PrivacyLedger ledger) {
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(4));
  }

  private PrivacyLedger interruptedBy(Runnable action, boolean before) {
    PrivacyLedger ledger =
        open(
            new Interrupted(
                file,
                before,
                () -> {
                  Runnable once = other;
                  other = () -> {};
                  once.run();
                }));
    other = action;
    return ledger;
  }

  @Test
  void aReleaseBeforeTheLineIsClaimedIsNotForgotten() {
    PrivacyLedger second = open(file);
    PrivacyLedger first = interruptedBy(() -> release(second), true);
    assertThrows(PrivacyBudgetExceededException.class, () -> release(first));
    assertEquals(4, open(file).spent());
    assertEquals(1, open(file).entries().size());
  }

  @Test
  void aClaimedButUnwrittenLineCounts() {
    PrivacyLedger second = open(file);
    AtomicBoolean isRefused = new AtomicBoolean();
    PrivacyLedger first =
        interruptedBy(
            () -> {
              assertThrows(PrivacyBudgetExceededException.class, () -> release(second));
              isRefused.set(true);
            },
            false);
    release(first);
    assertEquals(true, isRefused.get());
    assertEquals(4, open(file).spent());
    assertEquals(1, open(file).entries().size());
  }

  @Test
  void aChangedClaimIsDetected() {
    release(open(file));
    long lines = new String(contents(), StandardCharsets.US_ASCII).lines().count();
    file.create(
        FILE.resolveSibling("ledger.next-" + lines),
        "spend\tx\n".getBytes(StandardCharsets.US_ASCII));
    assertThrows(LedgerTamperedException.class, () -> open(file));
  }

  private byte[] contents() {
    byte[] bytes = new byte[(int) file.length()];
    file.read(0, bytes, 0, bytes.length);
    return bytes;
  }
}
