package io.linkteller.eval.cell;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.linkteller.file.AtomicFile;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store of finished cells, one JSON file per cell. Files are written atomically, so a killed run
 * leaves only complete cells. Thread-safe.
 */
public final class CellStore {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .build();

  private static final int FORMAT = 1;
  private static final String SUFFIX = ".json";
  private static final int QUOTED = 500;

  private final Path directory;

  private CellStore(Path directory) {
    this.directory = directory;
  }

  /**
   * Returns a store.
   *
   * @param directory the directory; created if it does not exist
   * @return a store with the cells that the directory contains
   * @throws UncheckedIOException if the directory cannot be created
   */
  public static CellStore in(Path directory) {
    AtomicFile.createDirectories(directory);
    return new CellStore(directory);
  }

  /**
   * Returns a stored cell.
   *
   * @param key everything on which it depends
   * @return the cell, if it is stored
   * @throws IllegalArgumentException if its file is damaged or belongs to another cell; the message
   *     names the file
   * @throws UncheckedIOException if its file cannot be read
   */
  public Optional<FinishedCell> find(ResultKey key) {
    Path file = file(key);
    return Files.exists(file) ? Optional.of(read(file, key)) : Optional.empty();
  }

  /**
   * Stores a cell.
   *
   * @param cell the cell
   * @throws UncheckedIOException if its file cannot be written
   */
  public void keep(FinishedCell cell) {
    AtomicFile.write(file(cell.key()), out -> JSON.writeValue(out, Kept.of(cell)));
  }

  private Path file(ResultKey key) {
    return directory.resolve(key.fileName() + SUFFIX);
  }

  /** The contents of a file. */
  private record Kept(
      int format,
      String kind,
      Map<String, String> settings,
      double seconds,
      List<Observation> observations) {

    static Kept of(FinishedCell cell) {
      return new Kept(
          FORMAT, cell.key().kind(), cell.key().settings(), cell.seconds(), cell.observations());
    }

    FinishedCell cell() {
      return new FinishedCell(new ResultKey(kind, settings), observations, seconds);
    }
  }

  private static FinishedCell read(Path file, ResultKey key) {
    Optional<FinishedCell> read;
    try {
      // A file that contains only null is valid JSON.
      read =
          Optional.ofNullable(JSON.readValue(file.toFile(), Kept.class))
              .filter(kept -> kept.format() == FORMAT)
              .map(Kept::cell);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw damaged(
          file,
          "it can't be read as the JSON of a cell"
              + (place == null
                  ? ""
                  : " at line " + place.getLineNr() + ", column " + place.getColumnNr()));
    } catch (CharConversionException e) {
      throw damaged(file, "it is not UTF-8");
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    } catch (IllegalArgumentException e) {
      throw damaged(file, String.valueOf(e.getMessage()));
    }
    FinishedCell cell = read.orElseThrow(() -> damaged(file, "it does not have format " + FORMAT));
    if (!cell.key().equals(key)) {
      throw damaged(file, "it is the cell " + cell.key() + " instead of " + key);
    }
    return cell;
  }

  private static IllegalArgumentException damaged(Path file, String why) {
    return new IllegalArgumentException(
        file
            + " is not the expected finished cell: "
            + (why.length() <= QUOTED ? why : why.substring(0, QUOTED) + "...")
            + "; delete it to continue");
  }
}
