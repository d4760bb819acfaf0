package io.linkteller.dp.session;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** D3: write access to the ledger, but not to the directory of its key, cannot renew a budget. */
class LedgerKeyTest {

  private static final Graph GRAPH = Graph.builder(4).addEdge(0, 1).build();

  @TempDir private Path directory;

  private Path ledger() {
    return directory.resolve("ledger");
  }

  private Path key() {
    return directory.resolve("key");
  }

  private PrivacyLedger open() {
    return PrivacyLedger.builder(5).file(ledger(), key()).build();
  }

  private void release(double epsilon) {
    Sessions.perturb(open(), "graph", GRAPH, EdgeRand.withEpsilon(epsilon));
  }

  private void assertTampered(String what) {
    assertRefused(LedgerTamperedException.class, what, this::open);
  }

  @Test
  void aRemovedLedgerIsDetected() throws IOException {
    release(4);
    Files.delete(ledger());
    assertTampered("lines up to the known head are gone");
    // An empty file was left, which makes no difference.
    assertTampered("lines up to the known head are gone");
    Files.delete(directory.resolve("key.head"));
    assertTampered("the ledger was removed or cut off");
    Files.delete(ledger());
    assertTampered("the ledger was removed or cut off");
  }

  @Test
  void everyTruncatedLedgerIsDetected() throws IOException {
    release(3);
    byte[] whole = Files.readAllBytes(ledger());
    for (int length = 0; length < whole.length; length++) {
      Files.write(ledger(), Arrays.copyOf(whole, length));
      assertTampered("lines up to the known head are gone");
    }
    Files.write(ledger(), whole);
    assertEquals(3, open().spent());
  }

  /**
   * Regression: lines of another process were cut off before an open session read them, so it spent
   * their budget again.
   */
  @Test
  void truncationDuringASessionIsDetected() throws IOException {
    PrivacyLedger early = open();
    Sessions.perturb(early, "graph", GRAPH, EdgeRand.withEpsilon(1));
    byte[] before = Files.readAllBytes(ledger());
    release(3);
    Files.write(ledger(), before);
    assertThrows(
        LedgerTamperedException.class,
        () -> Sessions.perturb(early, "graph", GRAPH, EdgeRand.withEpsilon(4)));
    assertTampered("lines up to the known head are gone");
    // Without the head, nothing showed that lines were missing, and the open session wrote a new
    // head.
    Path head = directory.resolve("key.head");
    Files.delete(head);
    assertThrows(
        LedgerTamperedException.class,
        () -> Sessions.perturb(early, "graph", GRAPH, EdgeRand.withEpsilon(4)));
    // A link to itself is not a head either.
    Files.createSymbolicLink(head, head);
    assertThrows(
        LedgerTamperedException.class,
        () -> Sessions.perturb(early, "graph", GRAPH, EdgeRand.withEpsilon(4)));
  }

  @Test
  void theHeadIsThatOfTheLastLineAndOnlyItsOwnerCanReadIt() throws IOException {
    release(1);
    Path head = directory.resolve("key.head");
    assertEquals(open().head() + "\n", Files.readString(head));
    for (Path file : new Path[] {key(), head, ledger()}) {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
  }

  /** A process that dies between writing a line and its head leaves the previous head. */
  @Test
  void aHeadOneLineBehindIsAccepted() throws IOException {
    release(1);
    byte[] behind = Files.readAllBytes(directory.resolve("key.head"));
    release(1);
    Files.write(directory.resolve("key.head"), behind);
    assertEquals(2, open().spent());
    release(1);
    assertEquals(open().head() + "\n", Files.readString(directory.resolve("key.head")));
  }

  /** Regression: the charge was in the file but not in the ledger in memory. */
  @Test
  void anUnwritableHeadLosesNoCharge() throws IOException {
    PrivacyLedger ledger = open();
    Sessions.perturb(ledger, "graph", GRAPH, EdgeRand.withEpsilon(1));
    Path head = directory.resolve("key.head");
    byte[] noted = Files.readAllBytes(head);
    Files.delete(head);
    Files.createDirectory(head);
    assertRefused(() -> Sessions.perturb(ledger, "graph", GRAPH, EdgeRand.withEpsilon(1)));
    Files.delete(head);
    Files.write(head, noted);
    assertEquals(2, ledger.spent());
    Sessions.perturb(ledger, "graph", GRAPH, EdgeRand.withEpsilon(1));
    assertEquals(
        List.of(true, false, true),
        open().entries().stream().map(entry -> entry.released().isPresent()).toList());
    assertEquals(open().entries(), ledger.entries());
  }

  /** A program that dies while it creates a ledger leaves the head, then the key, then a line. */
  @Test
  void anInterruptedCreationIsCompleted() throws IOException {
    release(1);
    for (String left : List.of("", "head", "head and key")) {
      Files.delete(ledger());
      Files.delete(key());
      Files.delete(directory.resolve("key.head"));
      if (left.contains("head")) {
        Files.writeString(directory.resolve("key.head"), LedgerKey.NO_LINES + "\n");
      }
      if (left.contains("key")) {
        Files.write(key(), LedgerKey.random());
      }
      release(1);
      assertEquals(1, open().spent(), left);
    }
  }

  /** Otherwise a program that also dies at the next line would leave two lines without a head. */
  @Test
  void aStaleHeadIsUpdatedOnOpening() throws IOException {
    open();
    Path head = directory.resolve("key.head");
    String ofFirstLine = Files.readString(head);
    Files.writeString(head, LedgerKey.NO_LINES + "\n");
    open();
    assertEquals(ofFirstLine, Files.readString(head));
  }

  /** Locks may be lost, so several processes may create a key at the same time. */
  @Test
  void concurrentCreatorsGetTheSameKey() throws Exception {
    ExecutorService creators = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 12; round++) {
        Path keyFile = directory.resolve("key" + round);
        CyclicBarrier start = new CyclicBarrier(4);
        Callable<String> creator =
            () -> {
              start.await();
              LedgerKey key = LedgerKey.in(keyFile);
              key.load(ledger(), true);
              return HexFormat.of().formatHex(key.derived("x"));
            };
        Set<String> keys = new HashSet<>();
        for (Future<String> created : creators.invokeAll(Collections.nCopies(4, creator))) {
          keys.add(created.get());
        }
        assertEquals(1, keys.size());
      }
    } finally {
      creators.shutdownNow();
    }
  }

  @Test
  void aHeadWithoutLedgerAndKeyIsDetected() throws IOException {
    release(4);
    Files.delete(ledger());
    Files.delete(key());
    assertTampered("only its head remains");
    assertTrue(Files.notExists(key()));
  }

  @Test
  void aLedgerWhoseHeadIsGoneIsRefused() throws IOException {
    release(4);
    Files.writeString(ledger(), Files.readAllLines(ledger()).get(0) + "\n");
    Files.delete(directory.resolve("key.head"));
    assertTampered("the head of the ledger is gone");
  }

  @Test
  void theHeadIsFoundThroughALinkToTheKey() throws IOException {
    release(4);
    Files.writeString(ledger(), Files.readAllLines(ledger()).get(0) + "\n");
    Path link =
        Files.createSymbolicLink(
            Files.createDirectory(directory.resolve("other")).resolve("key"), key());
    assertThrows(
        LedgerTamperedException.class, () -> PrivacyLedger.builder(5).file(ledger(), link).build());
  }

  @Test
  void aHeadOfAnotherLedgerIsRefused() throws IOException {
    release(1);
    Files.writeString(directory.resolve("key.head"), "0".repeat(64) + "\n");
    assertTampered("lines up to the known head are gone");
    Files.write(directory.resolve("key.head"), new byte[5000]);
    assertTampered("lines up to the known head are gone");
  }

  @Test
  void aLedgerWithoutItsKeyIsRefusedAndNoKeyIsWritten() throws IOException {
    release(1);
    byte[] right = Files.readAllBytes(key());
    assertEquals(LedgerKey.BYTES, right.length);
    Files.delete(key());
    assertRefused(this::open);
    assertTrue(Files.notExists(key()));
    for (byte[] wrong : new byte[][] {new byte[31], new byte[5000]}) {
      Files.write(key(), wrong);
      assertRefused(this::open);
    }
    Files.write(key(), right);
    assertEquals(1, open().spent());
  }
}
