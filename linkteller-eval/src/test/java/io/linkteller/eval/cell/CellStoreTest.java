package io.linkteller.eval.cell;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellStoreTest {

  private static final ResultKey KEY = ResultKey.of("attack").with("seed", 42);

  private static final FinishedCell CELL =
      new FinishedCell(
          KEY,
          List.of(
              new Observation(Map.of("data set", "RU", "belief", "k/4"), "precision", 0.1 + 0.2),
              new Observation(Map.of("data set", "RU"), "AUC", 1)),
          1.25);

  @TempDir Path directory;

  private Path file() {
    return directory.resolve(KEY.fileName() + ".json");
  }

  @Test
  void storedCellsAreReadBitForBitByAnotherStore() {
    CellStore.in(directory).keep(CELL);
    assertEquals(Optional.of(CELL), CellStore.in(directory).find(KEY));
  }

  @Test
  void cellsThatWereNotStoredAreNotFound() {
    CellStore.in(directory).keep(CELL);
    assertEquals(
        Optional.empty(), CellStore.in(directory).find(ResultKey.of("attack").with("seed", 2)));
  }

  @Test
  void aPartialFileIsNotACell() throws IOException {
    Files.writeString(directory.resolve("." + KEY.fileName() + ".json.partial"), "{\"format\":1");
    assertEquals(Optional.empty(), CellStore.in(directory).find(KEY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "[]",
        "null",
        "{\"format\": 2}",
        "{\"format\": 1, \"kind\": \"attack\", \"settings\": {\"seed\": null}, \"seconds\": 1,"
            + " \"observations\": []}",
        "{\"format\": 1, \"kind\": \"attack\", \"settings\": {}, \"seconds\": 1,"
            + " \"observations\": [null]}",
        "{\"format\": 1, \"kind\": \"../up\", \"settings\": {}}",
        "{\"format\": 1, \"kind\": \"attack\", \"settings\": {\"seed\": \"43\"}, \"seconds\": 1,"
            + " \"observations\": []}",
        "{\"format\": 1, \"kind\": \"attack\", \"settings\": {}, \"seconds\": 1,"
            + " \"observations\": [{\"keys\": {}, \"metric\": \"AUC\", \"value\": \"high\"}]}"
      })
  void aDamagedFileIsRefusedByName(String contents) throws IOException {
    Files.writeString(file(), contents);
    CellStore store = CellStore.in(directory);
    assertRefused(file().toString(), () -> store.find(KEY));
  }

  /** Found by fuzzing: a message as long as the file. */
  @Test
  void theMessageAboutALongFileIsShort() throws IOException {
    for (String contents :
        List.of(
            "{\"format\": 1, \"kind\": \"attack\", \"settings\": {\"seed\": \"LONG\"}, \"seconds\":"
                + " 1}",
            "{\"format\": 1, \"kind\": \"LONG/..\", \"settings\": {}, \"seconds\": 1}")) {
      Files.writeString(file(), contents.replace("LONG", "x".repeat(5000)));
      CellStore store = CellStore.in(directory);
      String message =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> store.find(KEY)).getMessage());
      assertTrue(message.length() < 1000 + file().toString().length(), message);
      assertTrue(message.endsWith("delete it to continue"), message);
    }
  }
}
