package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.linkteller.testing.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that are repeatedly killed at random moments finally give the results of an undisturbed
 * run. {@code verify} kills each command once, the thorough build five times; the property {@code
 * linkteller.rounds} multiplies these counts. {@code ResumedAttackTest} contains faster tests.
 */
class KilledCommandsTest {

  /** The number of kills before a command may finish. */
  private static final int KILLS_IN_A_ROW = Thorough.size(1, 5);

  private static final int ROUNDS = Integer.getInteger("linkteller.rounds", 1);

  @TempDir Path directory;

  private final SplittableRandom random = new SplittableRandom(50);

  @BeforeEach
  void generateData() {
    Cli.line(
            "generate --nodes 400 --edges 2500 --features 40 --out %s", directory.resolve("flickr"))
        .succeeded();
  }

  private Process start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-Duser.home=" + directory,
            "-cp",
            System.getProperty("java.class.path", "."),
            LinkTellerCommand.class.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectOutput(directory.resolve("stdout").toFile())
        .redirectError(directory.resolve("stderr").toFile())
        .start();
  }

  /** Runs a command to completion and returns its duration in milliseconds. */
  private long finish(List<String> arguments) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process = start(arguments);
    assertTrue(process.waitFor(300, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), Files.readString(directory.resolve("stderr")));
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** Kills a command at a random moment within its usual duration. */
  private void kill(List<String> arguments, long duration)
      throws IOException, InterruptedException {
    Process process = start(arguments);
    process.waitFor(random.nextLong(duration), TimeUnit.MILLISECONDS);
    process.destroyForcibly();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
  }

  /** Returns the results without times. */
  private ObjectNode answer() throws IOException {
    ObjectNode fields =
        (ObjectNode) new ObjectMapper().readTree(directory.resolve("stdout").toFile());
    fields.remove(List.of("attackSeconds", "auditSeconds", "trainSeconds", "seconds"));
    return fields;
  }

  @Test
  void killedAttacksFinallyFindTheSameEdges() throws IOException, InterruptedException {
    Path weights = directory.resolve("weights.npz");
    List<String> attack =
        List.of(
            "attack",
            "--format=binary",
            "--data=" + directory.resolve("flickr"),
            "--targets=200",
            "--json");
    List<String> training = new ArrayList<>(attack);
    training.addAll(List.of("--epochs=5", "--save-weights=" + weights));
    finish(training);
    List<String> undisturbed = new ArrayList<>(attack);
    undisturbed.add("--weights=" + weights);
    long duration = finish(undisturbed);
    ObjectNode expected = answer();
    for (int round = 0; round < ROUNDS; round++) {
      List<String> resumed = new ArrayList<>(undisturbed);
      resumed.add("--journal=" + directory.resolve("journal" + round));
      for (int kill = 0; kill < KILLS_IN_A_ROW; kill++) {
        kill(resumed, duration);
      }
      finish(resumed);
      assertEquals(expected, answer());
    }
  }

  @Test
  void killedPerturbationsLeaveACompleteFileOrNone() throws IOException, InterruptedException {
    Path edges = directory.resolve("edges.csv");
    StringBuilder lines = new StringBuilder("from,to\n");
    for (int i = 0; i < 20_000; i++) {
      lines.append(i % 200).append(',').append(200 + i / 200).append('\n');
    }
    Files.writeString(edges, lines);
    Path out = directory.resolve("out.csv");
    List<String> perturb =
        List.of(
            "perturb",
            "--mechanism=edgerand",
            "--epsilon=2",
            "--seed=1",
            "--nodes=400",
            "--in=" + edges,
            "--out=" + out);
    long duration = finish(perturb);
    byte[] expected = Files.readAllBytes(out);
    for (int round = 0; round < ROUNDS; round++) {
      Files.delete(out);
      for (int kill = 0; kill < KILLS_IN_A_ROW; kill++) {
        kill(perturb, duration);
        if (Files.exists(out)) {
          assertArrayEquals(expected, Files.readAllBytes(out));
        }
      }
      finish(perturb);
      assertArrayEquals(expected, Files.readAllBytes(out));
    }
  }

  /** Users pay for answers, so none is lost. The server delays a query until the interruption. */
  @Test
  void anInterruptedAuditExplainsHowToResumeAndReusesAnswers()
      throws IOException, InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger last = new AtomicInteger(Integer.MAX_VALUE);
    CountDownLatch reached = new CountDownLatch(1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          if (asked.incrementAndGet() > last.get()) {
            reached.countDown();
            return;
          }
          ArrayNode logits = new ObjectMapper().createArrayNode();
          new ObjectMapper()
              .readTree(exchange.getRequestBody())
              .get("features")
              .forEach(row -> logits.addArray().add(row.get(0)).add(row.get(1)));
          byte[] body = logits.toString().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      List<String> audit =
          List.of(
              "audit",
              "--format=binary",
              "--data=" + directory.resolve("flickr"),
              "--targets=50",
              "--attacks=linkteller",
              "--threads=1",
              "--protocol=json",
              "--json",
              "--url=http://localhost:" + server.getAddress().getPort());
      finish(audit);
      int undisturbed = asked.getAndSet(0);
      ObjectNode expected = answer();
      last.set(undisturbed - 10);
      Process process = start(audit);
      assertTrue(reached.await(60, TimeUnit.SECONDS));
      process.destroy();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
      String said = Files.readString(directory.resolve("stderr"));
      assertTrue(said.contains("run the same command again to continue"), said);
      last.set(Integer.MAX_VALUE);
      asked.set(0);
      finish(audit);
      assertEquals(expected, answer());
      assertTrue(asked.get() < undisturbed / 2, asked + " of " + undisturbed);
      said = Files.readString(directory.resolve("stderr"));
      assertTrue(said.contains("resuming an interrupted audit"), said);
      try (Stream<Path> left = Files.list(directory.resolve(".cache").resolve("linkteller"))) {
        assertEquals(0, left.count());
      }
    } finally {
      server.stop(0);
    }
  }

  /** Repeatedly kills a command that writes into a directory, then lets it finish. */
  private void assertEndsLikeTheUndisturbed(Function<String, List<String>> command)
      throws IOException, InterruptedException {
    long duration = finish(command.apply("undisturbed"));
    Map<String, String> expected = reports("undisturbed");
    for (int round = 0; round < ROUNDS; round++) {
      String out = "round" + round;
      for (int kill = 0; kill < KILLS_IN_A_ROW; kill++) {
        kill(command.apply(out), duration);
      }
      finish(command.apply(out));
      assertEquals(expected, reports(out));
    }
  }

  @Tag("thorough")
  @Test
  void killedProtectCommandsFinallyWriteTheSamePage() throws IOException, InterruptedException {
    assertEndsLikeTheUndisturbed(this::protect);
  }

  private List<String> protect(String out) {
    return List.of(
        "protect",
        "--format=binary",
        "--data=" + directory.resolve("flickr"),
        "--hidden=8",
        "--epochs=20",
        "--targets=100",
        "--attacks=linkteller,lsa2-attr,denoising",
        "--mechanisms=lapgraph,gap",
        "--epsilons=2,8",
        "--max-leakage=0.6",
        "--seed=3",
        "--out=" + directory.resolve(out));
  }

  /** Returns the reports without dates and without the name of their directory. */
  private Map<String, String> reports(String out) throws IOException {
    Map<String, String> reports = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory.resolve(out))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = String.valueOf(file.getFileName());
        if (!name.endsWith(".partial")) {
          reports.put(
              name,
              Files.readString(file, StandardCharsets.ISO_8859_1)
                  .replaceAll("\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z?", "DATE")
                  .replace(directory.resolve(out).toString(), "OUT"));
        }
      }
    }
    assertTrue(reports.keySet().stream().anyMatch(name -> name.endsWith(".json")));
    return reports;
  }
}
