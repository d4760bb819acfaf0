package io.linkteller.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few seconds of what {@link FuzzMain} does for as long as wanted, with fixed seeds. */
@Tag("slow")
class ReadersFuzzTest {

  private static final int INPUTS = 60;

  @TempDir Path directory;

  @Test
  void everyReaderThrowsDocumentedExceptionsOnlyAndAllocatesWithinItsBound()
      throws IOException, InterruptedException {
    try (Readers readers = new Readers()) {
      for (Reader reader : readers.all()) {
        Fuzzer fuzzer = new Fuzzer(reader, directory, 1);
        fuzzer.run(INPUTS);
        assertEquals(List.of(), fuzzer.findings().stream().map(Fuzzer.Finding::what).toList());
        assertEquals(INPUTS + reader.seeds().size(), fuzzer.inputs());
        assertTrue(fuzzer.accepted() < fuzzer.inputs(), reader + " accepts everything");
      }
    }
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
                return new byte[64 << 20].length >> 26;
              }
              return bytes.length;
            },
            Set.of(IllegalArgumentException.class));
    Fuzzer fuzzer = new Fuzzer(defective, directory, 1);
    fuzzer.run(INPUTS);
    String found = fuzzer.findings().toString();
    assertTrue(found.contains("IllegalStateException"), found);
    assertTrue(found.contains("StackOverflowError"), found);
    assertTrue(found.contains("allocates 64 MB"), found);
  }
}
