package io.linkteller.data.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.file.ReadingBudget;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON file that consists of one object, entry by entry. Every exception gives the file and
 * the entry.
 */
public final class JsonFile {

  /**
   * The maximum length of a string. Data sets consist of numbers, so strings occur only in invalid
   * files.
   */
  private static final int MAX_TEXT_LENGTH = 1 << 16;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          // Field names are node ids, which never recur, so interning them would only cost time.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(MAX_TEXT_LENGTH).build())
          .build();

  /** The maximum memory, in bytes, that readers need for a token: a number in a growing list. */
  private static final int TOKEN = 16;

  /**
   * The maximum memory, in bytes, that readers need for an entry in addition to its name and its
   * tokens.
   */
  private static final int ENTRY = 128;

  /**
   * The parser's description of its source, of which messages keep only the line and the column.
   */
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: .*?; (line: \\d+, column: \\d+)]");

  /** Reads the value of an entry. */
  @FunctionalInterface
  public interface EntryReader {

    /**
     * Reads the value up to its last token.
     *
     * @param json the parser
     * @param name the name of the entry
     */
    void read(JsonFile json, String name) throws IOException;
  }

  private final Path file;
  private final JsonParser parser;
  private final ReadingBudget budget;
  private String entry = "before the first entry";

  private JsonFile(Path file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
    this.budget = DatasetFiles.budget(file);
  }

  /**
   * Visits the entries in order.
   *
   * @param entries the contents of the object, for messages, such as "an entry for each node"
   * @throws DatasetFormatException if the file is missing, empty, not JSON, or does not consist of
   *     exactly one object
   * @throws UncheckedIOException if the file cannot be read
   */
  public static void forEachEntry(Path file, String entries, EntryReader reader) {
    DatasetFiles.requireFile(file);
    try (InputStream bytes = Files.newInputStream(file);
        JsonParser parser = JSON.createParser(bytes)) {
      JsonFile json = new JsonFile(file, parser);
      try {
        json.readObject(entries, reader);
      } catch (JsonProcessingException e) {
        throw DatasetFormatException.at(file, json.place(), "not JSON: " + complaint(e), e);
      }
    } catch (CharConversionException e) {
      throw DatasetFormatException.at(file, "at its start", "not JSON: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String complaint(JsonProcessingException failure) {
    String message = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return SOURCE.matcher(message).replaceAll("$1");
  }

  private void readObject(String entries, EntryReader reader) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw DatasetFormatException.inFile(
          file, "the file is empty; expected a JSON object with " + entries);
    }
    if (token != JsonToken.START_OBJECT) {
      throw expected("a JSON object with " + entries, token);
    }
    while ((token = parser.nextToken()) == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      budget.take(ENTRY + (long) Character.BYTES * name.length());
      entry = "entry \"" + DatasetFiles.shortened(name) + "\"";
      reader.read(this, name);
      entry = "after " + entry;
    }
    if (token != JsonToken.END_OBJECT) {
      throw expected("another entry or the end of the object", token);
    }
    token = parser.nextToken();
    if (token != null) {
      throw expected("nothing after the object", token);
    }
  }

  /** Reads the next token. */
  public @Nullable JsonToken next() throws IOException {
    budget.take(TOKEN);
    return parser.nextToken();
  }

  /** Returns the last token as an integer. */
  public int intValue() throws IOException {
    return parser.getIntValue();
  }

  /**
   * Parses the node id that is the name of an entry.
   *
   * @param seen the nodes of earlier entries, to which this one is added
   * @param source the file that determines the number of nodes, for messages
   */
  public int node(String name, int nodeCount, BitSet seen, String source) {
    int node;
    try {
      node = Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw problem("expected the id of a node as the name of the entry");
    }
    if (node < 0 || node >= nodeCount) {
      throw problem("expected a node in [0, " + nodeCount + "), the nodes of " + source);
    }
    if (seen.get(node)) {
      throw problem("expected one entry per node, found a second");
    }
    seen.set(node);
    return node;
  }

  /** Checks that a file has an entry for each node. */
  public static void requireAll(Path file, BitSet seen, int nodeCount) {
    int missing = seen.nextClearBit(0);
    if (missing < nodeCount) {
      throw DatasetFormatException.inFile(
          file,
          "expected an entry for each of the %s nodes, but node %s has none"
              .formatted(nodeCount, missing));
    }
  }

  public DatasetFormatException expected(String what, @Nullable JsonToken found)
      throws IOException {
    String text = found == null ? "the end of the file" : parser.getText();
    return problem("expected " + what + ", found " + DatasetFiles.shortened(text));
  }

  public DatasetFormatException problem(String problem) {
    return DatasetFormatException.at(file, place(), problem);
  }

  private String place() {
    JsonLocation location = parser.currentLocation();
    return "line " + location.getLineNr() + ", column " + location.getColumnNr() + ", " + entry;
  }
}
