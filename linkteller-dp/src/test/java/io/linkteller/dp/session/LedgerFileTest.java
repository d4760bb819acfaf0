package io.linkteller.dp.session;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.PerturbationRefusedException;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger that outlives its process: its file, concurrent use and tampering. */
class LedgerFileTest {

  private static final Graph PATH = Graph.builder(40).addEdge(17, 23).addEdge(23, 31).build();
  private static final byte[] KEY =
      "a key of thirty-two bytes or more".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("ledger");
  }

  private PrivacyLedger open() {
    return PrivacyLedger.builder(5).file(file(), KEY).build();
  }

  @Test
  void theSpentBudgetIsReadBack() {
    PrivacyLedger first = open();
    Sessions.perturb(first, "friends", PATH, EdgeRand.withEpsilon(2));
    PrivacyLedger second = open();
    assertEquals(2, second.spent());
    assertEquals(first.entries(), second.entries());
    assertTrue(second.entries().get(0).released().orElse("").matches("[0-9a-f]{64}"));
    // Another name does not provide another budget.
    assertThrows(
        PrivacyBudgetExceededException.class,
        () -> Sessions.perturb(second, "others", PATH, EdgeRand.withEpsilon(4)));
    Sessions.perturb(second, "friends", PATH, EdgeRand.withEpsilon(3));
    assertEquals(5, first.spent(), "the spending of another object");
  }

  @Test
  void aFileWithADifferentBudgetIsRejected() {
    open();
    assertRefused(
        "linkteller-ledger-2, 5, 0", () -> PrivacyLedger.builder(6).file(file(), KEY).build());
  }

  /** Written when format 2 was new; later versions must still be able to read it. */
  @Test
  void aLedgerOfFormat2IsReadAndContinued() throws IOException {
    try (InputStream old = getClass().getResourceAsStream("format-2.ledger")) {
      String text =
          new String(Objects.requireNonNull(old).readAllBytes(), StandardCharsets.US_ASCII);
      // Git may have converted the line ends.
      Files.writeString(file(), text.replace("\r", ""));
    }
    PrivacyLedger ledger = PrivacyLedger.builder(5).delta(0x1p-20).file(file(), KEY).build();
    assertEquals("ec496d1c3d908503cca6526839d5c6bcb72e18b3d81a550d33740589fbac93c4", ledger.head());
    assertEquals(2.2, ledger.spent("friends, 1"), 1e-15);
    assertEquals(1.4, ledger.spent("others"));
    assertEquals(
        List.of(
            "EdgeRand 2.1 edges(1)", "degrees\tof nodes 0.1 ONE_NODE", "three edges 1.4 edges(3)"),
        ledger.entries().stream()
            .map(
                e ->
                    e.guarantee().mechanism()
                        + " "
                        + e.guarantee().epsilon()
                        + " "
                        + (e.guarantee().neighbors() instanceof NeighboringGraphs.EdgesApart apart
                            ? "edges(" + apart.count() + ")"
                            : "ONE_NODE"))
            .toList());
    assertEquals(
        Optional.of("d910be54e7ee8521c5b7a8a93eedde02fdc23437a969df4c426634f07764ac61"),
        ledger.entries().get(0).released());
    assertEquals(Instant.parse("2026-11-26T05:23:01Z"), ledger.entries().get(0).time());
    assertEquals(0x1p-21, ledger.entries().get(1).guarantee().delta());
    // The same nodes, in another normal form.
    List<String> known = List.of("ne\u0301 1", "n2", "n3");
    PrivateSession session =
        PrivateSession.builder(Graph.empty(3), ledger).part("renamed").nodes(known, 3).open();
    assertThrows(
        PrivacyBudgetExceededException.class, () -> session.perturb(EdgeRand.withEpsilon(3)));
    session.perturb(EdgeRand.withEpsilon(1.25));
    PrivacyLedger continued = PrivacyLedger.builder(5).delta(0x1p-20).file(file(), KEY).build();
    assertEquals(3.45, continued.spent(), 1e-15);
  }

  /** Format 1 belonged to an unreleased version, which compared the edges of graphs. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aLedgerOfAnotherFormatIsRefusedAndUnchanged(int format) throws Exception {
    String header = "linkteller-ledger-" + format + "\tanything\t";
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    byte[] lineKey = mac.doFinal("lines".getBytes(StandardCharsets.US_ASCII));
    mac.init(new SecretKeySpec(lineKey, "HmacSHA256"));
    mac.update(new byte[32]);
    byte[] code = mac.doFinal(header.getBytes(StandardCharsets.US_ASCII));
    String text = header + HexFormat.of().formatHex(code) + "\n";
    Files.writeString(file(), text);
    assertRefusal(
        "the ledger has the format linkteller-ledger-%s, but this version of the library reads"
                .formatted(format)
            + " linkteller-ledger-2; continue it with the version that wrote it",
        this::open);
    assertEquals(text, Files.readString(file()));
  }

  @Test
  void aRefusalIsChargedWithoutARelease() {
    PrivacyLedger ledger = open();
    assertThrows(
        PerturbationRefusedException.class,
        () -> Sessions.perturb(ledger, "large", Graph.empty(1_000_000), EdgeRand.withEpsilon(1)));
    assertEquals(1, open().spent());
    assertTrue(open().entries().get(0).released().isEmpty());
  }

  @Test
  void anErrorLeavesNoLock() {
    PrivacyLedger ledger = open();
    GraphMechanism failing =
        new Failing(EdgeRand.withEpsilon(1), new StackOverflowError("too deep"));
    assertThrows(ReleaseFailedException.class, () -> Sessions.perturb(ledger, "a", PATH, failing));
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(1));
    assertEquals(2, open().spent());
  }

  private record Failing(GraphMechanism promised, Error error) implements GraphMechanism {

    @Override
    public PrivacyGuarantee guarantee() {
      return promised.guarantee();
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      throw error;
    }
  }

  @Test
  void theFileHoldsNoEdgeAndOnlyItsOwnerCanReadIt() throws IOException {
    Sessions.perturb(open(), "friends", PATH, EdgeRand.withEpsilon(2));
    String text = Files.readString(file());
    assertFalse(text.matches("(?s).*\\b(17|31)\\b.*"), text);
    if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }
  }

  @Test
  void aPlantedLinkIsNotFollowed() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "precious");
    Files.createSymbolicLink(file(), other);
    assertThrows(UncheckedIOException.class, this::open);
    assertEquals("precious", Files.readString(other));
  }

  /** Under another name, it would have another lock. */
  @Test
  void aClaimThatIsADanglingLinkIsRefused() throws IOException {
    open();
    Files.createSymbolicLink(
        directory.resolve(file().getFileName() + ".next-1"), directory.resolve("nothing"));
    assertRefused(UncheckedIOException.class, "is not a regular file", this::open);
  }

  @Test
  void aLedgerWithTwoNamesIsRefused() throws IOException {
    PrivacyLedger ledger = open();
    Path other = Files.createLink(directory.resolve("other"), file());
    assertThrows(UncheckedIOException.class, this::open);
    assertThrows(
        UncheckedIOException.class,
        () -> Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(2)));
    Files.delete(other);
    open();
  }

  @Test
  void everyChangedByteIsDetected() throws IOException {
    PrivacyLedger ledger = open();
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(2));
    byte[] good = Files.readAllBytes(file());
    for (int i = 0; i < good.length - 1; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 1;
      Files.write(file(), bad);
      String line = "line " + (1 + lines(good, i)) + ": changed since";
      assertTrue(
          assertThrows(LedgerTamperedException.class, this::open, "byte " + i)
              .toString()
              .contains(line),
          line);
    }
    Files.write(file(), good);
    assertEquals(2, open().spent());
  }

  private static long lines(byte[] text, int length) {
    return new String(text, 0, length, StandardCharsets.US_ASCII)
        .chars()
        .filter(c -> c == '\n')
        .count();
  }

  @Test
  void swappedDroppedAndForeignLinesAreDetected() throws IOException {
    PrivacyLedger ledger = open();
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(1));
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(2));
    List<String> good = Files.readAllLines(file());
    assertEquals(5, good.size());
    for (int dropped = 0; dropped < good.size() - 1; dropped++) {
      List<String> bad = new ArrayList<>(good);
      bad.remove(dropped);
      Files.write(file(), bad);
      assertThrows(LedgerTamperedException.class, this::open);
    }
    List<String> swapped = new ArrayList<>(good);
    swapped.set(1, good.get(3));
    swapped.set(3, good.get(1));
    Files.write(file(), swapped);
    assertThrows(LedgerTamperedException.class, this::open);
    Files.write(file(), good);
    byte[] otherKey = KEY.clone();
    otherKey[0]++;
    assertThrows(
        LedgerTamperedException.class,
        () -> PrivacyLedger.builder(5).file(file(), otherKey).build());
  }

  @Test
  void truncatedLinesAreDetectedByARecordedHead() throws IOException {
    PrivacyLedger ledger = open();
    byte[] early = Files.readAllBytes(file());
    String atFirst = ledger.head();
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(1));
    String head = ledger.head();
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(1));
    PrivacyLedger.builder(5).file(file(), KEY).knownHead(head).build();
    Files.write(file(), early);
    assertTrue(
        assertThrows(LedgerTamperedException.class, ledger::spent)
            .toString()
            .contains("ledger, line 5: lines that were read before are gone"));
    PrivacyLedger.builder(5).file(file(), KEY).knownHead(atFirst).build();
    assertThrows(
        LedgerTamperedException.class,
        () -> PrivacyLedger.builder(5).file(file(), KEY).knownHead(head).build());
  }

  @Test
  void aPartialLineLeftByACrashIsOverwritten() throws IOException {
    PrivacyLedger ledger = open();
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(1));
    byte[] good = Files.readAllBytes(file());
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(1));
    byte[] longer = Files.readAllBytes(file());
    for (int cut = good.length; cut < good.length + 40; cut++) {
      Files.write(file(), Arrays.copyOf(longer, cut));
      PrivacyLedger again = open();
      assertEquals(1, again.spent());
    }
    Sessions.perturb(open(), "a", PATH, EdgeRand.withEpsilon(3));
    assertEquals(4, open().spent());
  }

  @Test
  void severalProcessesNeverSpendMoreThanTheBudget() throws IOException, InterruptedException {
    open();
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                  "-Xmx64m",
                  "-cp",
                  System.getProperty("java.class.path", ""),
                  SpendingProcess.class.getName(),
                  file().toString())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("out" + i).toFile())
              .start());
    }
    int released = SpendingProcess.spend(file());
    for (int i = 0; i < 3; i++) {
      assertEquals(0, processes.get(i).waitFor());
      released += Integer.parseInt(Files.readString(directory.resolve("out" + i)).trim());
    }
    assertEquals(5, released);
    assertEquals(5, open().spent());
    assertEquals(5, open().entries().size());
  }

  /** Releases until the budget is spent, and prints how often. */
  static final class SpendingProcess {

    private SpendingProcess() {}

    public static void main(String[] args) {
      System.out.println(spend(Path.of(args[0])));
    }

    /**
     * Reads all files repeatedly, like a backup: on closing them, POSIX drops the locks of the
     * process.
     */
    private static void read(Path directory) {
      while (true) {
        try (Stream<Path> files = Files.list(directory)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Files.readAllBytes(file);
          }
        } catch (IOException | UncheckedIOException removed) {
          // Starts over.
        }
      }
    }

    static int spend(Path file) {
      Thread backup = new Thread(() -> read(Objects.requireNonNull(file.getParent())));
      backup.setDaemon(true);
      backup.start();
      PrivacyLedger ledger = PrivacyLedger.builder(5).file(file, KEY).build();
      int released = 0;
      while (true) {
        try {
          Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(1));
          released++;
        } catch (PrivacyBudgetExceededException e) {
          return released;
        }
      }
    }
  }

  @Test
  void anUnwritableFileIsReported() throws IOException {
    Files.createDirectory(file());
    assertRefused(UncheckedIOException.class, file().toString(), this::open);
    Files.delete(file());
    Files.write(file(), new byte[] {'x'}, StandardOpenOption.CREATE_NEW);
    assertEquals(0, open().spent());
  }

  /** Returns a graph with more edges than a batch of the cipher or a buffer of the digest holds. */
  private static Graph large(int last) {
    Graph.Builder graph = Graph.builder(100);
    for (int u = 0; u < 60; u++) {
      for (int v = u + 1; v < 100; v++) {
        graph.addEdge(u, v);
      }
    }
    return graph.addEdge(98, last).build();
  }

  /** Releases the graph as it is. */
  private record Identity() implements GraphMechanism {

    @Override
    public PrivacyGuarantee guarantee() {
      return new PrivacyGuarantee("Identity", 0.5, NeighboringGraphs.ONE_EDGE);
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      return graph;
    }
  }

  private static String releasedCode(Graph graph) {
    PrivacyLedger ledger = PrivacyLedger.builder(9).build();
    Sessions.perturb(ledger, "part", graph, new Identity());
    return ledger.entries().get(0).released().orElseThrow();
  }

  @Test
  void theDigestOfAReleaseIsTheSha256OfItsNodesAndEdges() throws Exception {
    for (Graph graph : List.of(PATH, large(97), large(99), Graph.empty(3))) {
      ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * graph.edgeCount());
      bytes.putLong(graph.nodeCount());
      graph.forEachEdge((u, v) -> bytes.putInt(u).putInt(v));
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
      assertEquals(HexFormat.of().formatHex(digest), releasedCode(graph));
    }
  }

  @Test
  void aLedgerDescribesItsContents() {
    PrivacyLedger ledger = PrivacyLedger.builder(4).build();
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(2.5));
    assertEquals("PrivacyLedger[budget = 4.0, spent = 2.5]", ledger.toString());
    assertRefusal(IllegalStateException.class, "a ledger in memory has no head", ledger::head);
    assertEquals(64, open().head().length());
  }

  @Test
  void settingsOutOfRangeAreRejected() {
    PrivacyLedger.Builder builder = PrivacyLedger.builder(1);
    builder.delta(0);
    assertRefusal("delta = 1.0 is outside [0, 1)", () -> builder.delta(1));
    assertRefused(() -> builder.delta(-0x1p-1074));
    builder.file(file(), new byte[32]);
    assertRefusal("the key has 31 bytes, fewer than 32", () -> builder.file(file(), new byte[31]));
    assertFalse(Arrays.equals(LedgerKey.random(), new byte[32]));
    assertFalse(Arrays.equals(LedgerKey.random(), LedgerKey.random()));
  }

  /** A mechanism without noise. */
  private record Claiming(PrivacyGuarantee guarantee) implements GraphMechanism {

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      return graph;
    }
  }

  /** Returns a guarantee of (epsilon, delta). */
  private static PrivacyGuarantee guarantee(double epsilon, double delta) {
    return new PrivacyGuarantee(
        "Identity",
        epsilon,
        delta,
        NeighboringGraphs.ONE_EDGE,
        PrivacyGuarantee.NoiseSource.SECURE);
  }

  @Test
  void theMessageNamesTheExceededBudget() {
    PrivacyLedger ledger = PrivacyLedger.builder(4).delta(0x1p-20).build();
    PrivacyGuarantee whole = guarantee(1, 0x1p-19);
    assertRefusal(
        PrivacyBudgetExceededException.class,
        "releasing \"part\" at delta = 1.9073486328125E-6 would raise its spending from"
            + " 0.0 to 1.9073486328125E-6, above the budget of 9.5367431640625E-7",
        () -> Sessions.perturb(ledger, "part", PATH, new Claiming(whole)));
    PrivacyGuarantee fits = guarantee(1, 0x1p-20);
    Sessions.perturb(ledger, "part", PATH, new Claiming(fits));
    assertThrows(
        PrivacyBudgetExceededException.class,
        () -> Sessions.perturb(ledger, "part", PATH, new Claiming(guarantee(1, 0x1p-40))));
    assertEquals(1, ledger.spent());
  }

  /** One edge is among several edges and among those of a node, so every ε counts. */
  @Test
  void anEntryKeepsTheNeighboringGraphsOfItsGuarantee() {
    List<PrivacyGuarantee> charged =
        List.of(
            guarantee(0.5, 0),
            guarantee(0.5, 0x1p-21).forGroup(3),
            guarantee(0.25, 0).forNode(3),
            guarantee(0.5, 0));
    PrivacyLedger.Builder same = PrivacyLedger.builder(4).delta(0x1p-10).file(file(), KEY);
    PrivacyLedger ledger = same.build();
    for (PrivacyGuarantee each : charged) {
      Sessions.perturb(ledger, "part", PATH, new Claiming(each));
    }
    for (PrivacyLedger reader : List.of(ledger, same.build())) {
      assertEquals(charged, reader.entries().stream().map(PrivacyLedger.Entry::guarantee).toList());
      assertEquals(3, reader.spent());
    }
  }

  @Test
  void threadsAndDirectoryAliasesShareALedger() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    PrivacyLedger here = PrivacyLedger.builder(99).file(file(), KEY).build();
    PrivacyLedger there = PrivacyLedger.builder(99).file(link.resolve("ledger"), KEY).build();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (PrivacyLedger ledger : List.of(here, there, here)) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 8; i++) {
                  Sessions.perturb(ledger, "part", PATH, new Identity());
                }
              });
      thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure));
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join(60_000);
      assertFalse(thread.isAlive());
    }
    assertEquals(List.of(), failures);
    assertEquals(12, here.spent());
  }
}
