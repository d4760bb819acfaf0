package io.linkteller.data.published;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.published.PublicDataset.DataFile;
import io.linkteller.data.published.PublicDataset.Source;
import io.linkteller.testkit.fixture.RealData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything is fetched from a server of this test, on the loopback address. */
class DatasetCacheTest {

  private static final byte[] CONTENT = content();

  private final Path directory;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, byte[]> published = new ConcurrentHashMap<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();

  /** How many bytes of an answer are sent before the connection is cut; all if negative. */
  private volatile int cutAfter = -1;

  private volatile boolean stall;
  private volatile boolean knowsRanges = true;

  DatasetCacheTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static byte[] content() {
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    requests.add(exchange.getRequestURI().getPath() + " " + range);
    byte[] file = published.get(exchange.getRequestURI().getPath());
    if (file == null) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    int from = 0;
    if (range != null && knowsRanges) {
      from = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
      if (from >= file.length) {
        exchange.sendResponseHeaders(416, -1);
        exchange.close();
        return;
      }
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes " + from + "-" + (file.length - 1) + "/" + file.length);
    }
    exchange.sendResponseHeaders(from > 0 ? 206 : 200, file.length - from);
    int length = cutAfter < 0 ? file.length - from : Math.min(cutAfter, file.length - from);
    OutputStream out = exchange.getResponseBody();
    out.write(file, from, length);
    out.flush();
    if (stall) {
      try {
        Thread.sleep(20_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    exchange.close();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static DataFile file(String path, String name, byte[] content) {
    return new DataFile(path, name, content.length, sha256(content));
  }

  private PublicDataset one() {
    return new PublicDataset(
        "one", "set", List.of(file("deep/a.bin", "a", CONTENT)), new Source(uri("/files/"), false));
  }

  private DatasetCache cache() {
    return DatasetCache.in(directory).waiting(Duration.ofSeconds(5));
  }

  private Path target() {
    return directory.resolve("set/deep/a.bin");
  }

  private String unavailable(PublicDataset dataset) {
    String message =
        String.valueOf(
            assertThrows(DatasetUnavailableException.class, () -> cache().directory(dataset))
                .getMessage());
    assertTrue(message.contains("By hand: download"), message);
    assertTrue(message.contains("LINKTELLER_DATA"), message);
    return message;
  }

  @Test
  void aFileIsFetchedOnce() throws IOException {
    published.put("/files/a", CONTENT);
    assertEquals(directory.resolve("set"), cache().directory(one()));
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
    cache().directory(one());
    assertEquals(List.of("/files/a null"), List.copyOf(requests));
    try (var files = Files.list(target().getParent())) {
      assertEquals(List.of(target()), files.toList());
    }
  }

  @Test
  void anInterruptedDownloadResumesWhereItStopped() throws IOException {
    published.put("/files/a", CONTENT);
    cutAfter = 120_000;
    cache().directory(one());
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
    assertTrue(requests.size() >= 3, requests.toString());
    assertTrue(requests.stream().skip(1).noneMatch(r -> r.endsWith("null")), requests.toString());
  }

  @Test
  void aLaterRunResumesThePartialFileOfAnEarlierOne() throws IOException {
    Files.createDirectories(target().getParent());
    Files.write(target().resolveSibling("a.bin.partial"), Arrays.copyOf(CONTENT, 77_777));
    published.put("/files/a", CONTENT);
    cache().directory(one());
    assertEquals(List.of("/files/a bytes=77777-"), List.copyOf(requests));
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
  }

  @Test
  void aPlantedLinkIsNotFollowed() throws IOException {
    published.put("/files/a", CONTENT);
    Files.createDirectories(target().getParent());
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Files.createSymbolicLink(target().resolveSibling("a.bin.partial"), victim);
    cache().directory(one());
    assertEquals("precious", Files.readString(victim));
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
    assertFalse(Files.isSymbolicLink(target()));
  }

  @Test
  void aLinkPlantedUnderTheNameOfTheLockIsNotFollowed() throws IOException {
    published.put("/files/a", CONTENT);
    Path elsewhere = directory.resolve("elsewhere");
    Files.createDirectories(cache().root());
    Files.createSymbolicLink(cache().root().resolve(".lock"), elsewhere);
    assertThrows(DatasetUnavailableException.class, () -> cache().directory(one()));
    assertFalse(Files.exists(elsewhere));
  }

  @Test
  void aDownloadWithoutRangeSupportStartsAgain() throws IOException {
    Files.createDirectories(target().getParent());
    Files.write(target().resolveSibling("a.bin.partial"), new byte[1000]);
    published.put("/files/a", CONTENT);
    knowsRanges = false;
    cache().directory(one());
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
  }

  @Test
  void aPartialFileOfFullLengthAndWrongContentIsDownloadedAgain() throws IOException {
    Files.createDirectories(target().getParent());
    Files.write(target().resolveSibling("a.bin.partial"), new byte[CONTENT.length]);
    published.put("/files/a", CONTENT);
    cache().directory(one());
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
  }

  @Test
  void unexpectedContentIsRejectedAndNeverStoredUnderTheName() throws IOException {
    byte[] other = CONTENT.clone();
    other[5]++;
    published.put("/files/a", other);
    String message = unavailable(one());
    assertTrue(message.contains(sha256(other)) && message.contains(sha256(CONTENT)), message);
    assertFalse(Files.exists(target()));
    published.put("/files/a", CONTENT);
    cache().directory(one());
    assertArrayEquals(CONTENT, Files.readAllBytes(target()));
  }

  @Test
  void anOversizedDownloadIsRejectedBeforeItEnds() throws IOException {
    published.put("/files/a", new byte[4_000_000]);
    assertTrue(unavailable(one()).contains("more than the expected 300000 bytes"));
    try (var files = Files.list(target().getParent())) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void aFailingDownloadLeavesOnlyItsPartialFile() throws IOException {
    published.put("/files/a", CONTENT);
    cutAfter = 0;
    unavailable(one());
    assertFalse(Files.exists(target()));
    cutAfter = 10_000;
    unavailable(one());
    assertFalse(Files.exists(target()));
    long kept = Files.size(target().resolveSibling("a.bin.partial"));
    assertTrue(kept > 0 && kept < CONTENT.length, "kept " + kept);
  }

  @Test
  void aServerThatStopsRespondingIsAbandoned() {
    published.put("/files/a", CONTENT);
    cutAfter = 0;
    stall = true;
    long start = System.nanoTime();
    assertThrows(
        DatasetUnavailableException.class,
        () -> DatasetCache.in(directory).waiting(Duration.ofMillis(400)).directory(one()));
    assertTrue(System.nanoTime() - start < 15_000_000_000L);
    assertFalse(Files.exists(target()));
  }

  @Test
  void missingFilesAndNetworkAreReportedWithAdvice() {
    assertTrue(unavailable(one()).contains("status 404"));
    server.stop(0);
    String message = unavailable(one());
    assertTrue(message.contains(uri("/files/").toString()), message);
    assertTrue(message.contains(directory.resolve("set").toString()), message);
  }

  @Test
  void archivesAreExtracted() throws IOException {
    PublicDataset two =
        new PublicDataset(
            "two",
            "set",
            List.of(
                file("X/a.csv", "all/X/a.csv", new byte[] {1, 2, 3}),
                file("b.csv", "all/renamed.csv", CONTENT)),
            new Source(uri("/two.zip"), true));
    published.put("/two.zip", zip(Map.of("all/X/a.csv", new byte[] {1, 2, 3})));
    String message = unavailable(two);
    assertTrue(message.contains("no entry all/renamed.csv"), message);
    assertTrue(message.contains("all/renamed.csv becomes b.csv"), message);
    published.put(
        "/two.zip", zip(Map.of("all/X/a.csv", new byte[] {1, 2, 3}, "all/renamed.csv", CONTENT)));
    cutAfter = 100_000;
    cache().directory(two);
    assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(directory.resolve("set/X/a.csv")));
    assertArrayEquals(CONTENT, Files.readAllBytes(directory.resolve("set/b.csv")));
    try (var files = Files.list(directory.resolve("set"))) {
      assertEquals(2, files.count());
    }
    Files.delete(directory.resolve("set/b.csv"));
    published.put(
        "/two.zip", zip(Map.of("all/X/a.csv", new byte[3], "all/renamed.csv", new byte[9])));
    assertTrue(unavailable(two).contains("SHA-256"));
    assertFalse(Files.exists(directory.resolve("set/b.csv")));
  }

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void aFileThatWasChangedInTheCacheIsRefused() throws IOException {
    published.put("/files/a", CONTENT);
    cache().directory(one());
    Files.write(target(), new byte[] {1});
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> cache().directory(one()));
    assertEquals(target(), refused.file());
  }

  @Test
  void theEnvironmentSaysWhereTheCacheIs() {
    Path home = directory.resolve("home");
    assertEquals(home.resolve(".cache/linkteller"), DatasetCache.of(Map.of(), home).root());
    assertEquals(
        directory.resolve("xdg/linkteller"),
        DatasetCache.of(Map.of("XDG_CACHE_HOME", directory.resolve("xdg").toString()), home)
            .root());
    assertEquals(
        home.resolve(".cache/linkteller"),
        DatasetCache.of(Map.of("XDG_CACHE_HOME", "relative"), home).root());
    Map<String, String> given =
        Map.of("LINKTELLER_DATA", directory.toString(), "XDG_CACHE_HOME", "/xdg");
    assertEquals(directory, DatasetCache.of(given, home).root());
  }

  @Test
  void nothingIsFetchedIntoAGivenDirectoryAndFilesAreTakenAsTheyAre() throws IOException {
    published.put("/files/a", CONTENT);
    DatasetCache given =
        DatasetCache.of(Map.of("LINKTELLER_DATA", directory.toString()), directory);
    String message =
        String.valueOf(
            assertThrows(DatasetUnavailableException.class, () -> given.directory(one()))
                .getMessage());
    assertTrue(message.contains(target() + " is missing"), message);
    Files.createDirectories(target().getParent());
    Files.write(target(), new byte[] {1});
    assertEquals(directory.resolve("set"), given.directory(one()));
    assertEquals(0, requests.size());
  }

  @Test
  void theDigestsAreThoseOfTheFilesTheNumbersWereMeasuredOn() throws IOException {
    for (PublicDataset dataset : PublicDataset.all()) {
      assertEquals(dataset, PublicDataset.named(dataset.name()).orElseThrow());
      Path files = RealData.directory().resolve(dataset.directory());
      for (DataFile file : dataset.files()) {
        byte[] bytes = Files.readAllBytes(files.resolve(file.path()));
        assertEquals(file.size(), bytes.length, file.path());
        assertEquals(file.sha256(), sha256(bytes), file.path());
      }
    }
  }

  @Test
  void pathsThatLeaveTheDirectoryAreRefused() {
    for (String path : new String[] {"../a", "/a", "a/../b", "", "a//b", ".a"}) {
      assertThrows(IllegalArgumentException.class, () -> file(path, "a", CONTENT), path);
    }
  }
}
