package io.linkteller.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import io.linkteller.testing.Thorough;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Feeds all readers, in turn, changed inputs and inputs of their grammars: for two seconds of
 * processor time in {@code verify}, for a minute if it is thorough, or for the number of seconds in
 * the system property {@code linkteller.fuzz.seconds}. {@code linkteller.fuzz.seed} chooses other
 * inputs.
 */
class ReadersFuzzTest {

  private static final int MAX_SHOWN = 1 << 16;

  private static final int TURN = Thorough.size(10, 60);

  @TempDir Path directory;

  @Test
  void readersThrowOnlyDocumentedExceptionsAndBoundAllocations()
      throws IOException, InterruptedException {
    long nanos = 1_000_000_000L * Long.getLong("linkteller.fuzz.seconds", Thorough.size(2, 60));
    // The server answers in two packets, the second of which would wait for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try (Readers readers = new Readers()) {
      List<Fuzzer> fuzzers = new ArrayList<>();
      for (Reader reader : readers.all()) {
        long seed = Long.getLong("linkteller.fuzz.seed", 1) + reader.name().hashCode();
        fuzzers.add(
            new Fuzzer(reader, Files.createDirectory(directory.resolve(reader.name())), seed));
      }
      long start = cpuTime();
      do {
        for (Fuzzer fuzzer : fuzzers) {
          fuzzer.run(TURN);
          assertEquals(List.of(), described(fuzzer.findings()));
        }
      } while (cpuTime() - start < nanos);
      for (Fuzzer fuzzer : fuzzers) {
        assertTrue(fuzzer.accepted() < fuzzer.inputs(), fuzzer.reader() + " accepts everything");
      }
    }
  }

  private static long cpuTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Describes findings with the beginnings of their inputs, so that tests can be written. */
  private static List<String> described(List<Fuzzer.Finding> findings) {
    List<String> described = new ArrayList<>();
    for (Fuzzer.Finding finding : findings) {
      StringBuilder text = new StringBuilder(finding.what());
      finding
          .input()
          .forEach(
              (part, bytes) ->
                  text.append("\n")
                      .append(part)
                      .append(": ")
                      .append(bytes.length)
                      .append(" bytes ")
                      .append(
                          Base64.getEncoder()
                              .encodeToString(
                                  Arrays.copyOf(bytes, Math.min(bytes.length, MAX_SHOWN)))));
      StringWriter trace = new StringWriter();
      finding.cause().ifPresent(cause -> cause.printStackTrace(new PrintWriter(trace)));
      described.add(text.append("\n").append(trace).toString());
    }
    return described;
  }

  /** A fuzzer that finds nothing in a defective reader would prove nothing. */
  @Test
  void undocumentedExceptionsErrorsAndAllocationsAreFound()
      throws IOException, InterruptedException {
    Reader defective =
        new Reader(
            "defective",
            List.of(Map.of("a", Mutator.ascii("1234567"))),
            List.of(),
            (parts, where) -> {
              byte[] bytes = parts.getOrDefault("a", new byte[0]);
              if (bytes.length > 7) {
                throw new IllegalStateException("not documented");
              }
              if (bytes.length == 7 && bytes[0] != '1') {
                throw new StackOverflowError("for the test");
              }
              if (bytes.length < 7) {
                return new byte[32 << 20].length >> 25;
              }
              return bytes.length;
            },
            Set.of(IllegalArgumentException.class));
    Fuzzer fuzzer = new Fuzzer(defective, directory, 1);
    fuzzer.run(100);
    String found = fuzzer.findings().toString();
    assertTrue(found.contains("IllegalStateException"), found);
    assertTrue(found.contains("StackOverflowError"), found);
    assertTrue(found.contains("allocates 32 MB"), found);
  }
}
