package io.linkteller.eval.dataset;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.linkteller.feature.SparseFeatures;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code {"0": [12, 3, 12], "1": [...], ...}}: for each node the features that it has. */
final class TwitchFeatureReader {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          // Ids of nodes as field names never recur, so remembering them only costs time.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private final Path file;
  private final JsonParser parser;
  private final int featureCount;
  private final int[][] columnsOfNode;
  private final BitSet read = new BitSet();
  private String entry = "before the first entry";

  private TwitchFeatureReader(Path file, JsonParser parser, int nodeCount, int featureCount) {
    this.file = file;
    this.parser = parser;
    this.featureCount = featureCount;
    this.columnsOfNode = new int[nodeCount][];
  }

  static SparseFeatures read(Path file, int nodeCount, int featureCount) {
    DatasetFiles.requireFile(file);
    byte[] json;
    try {
      json = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (JsonParser parser = JSON.createParser(json)) {
      TwitchFeatureReader reader = new TwitchFeatureReader(file, parser, nodeCount, featureCount);
      try {
        reader.readObject();
      } catch (IOException e) {
        throw reader.problem("not JSON: " + DatasetFiles.firstLine(e), e);
      }
      return SparseFeatures.ofOnes(featureCount, reader.columnsOfNode);
    } catch (IOException e) {
      // The bytes are in memory: only their encoding is left to be wrong.
      throw DatasetFormatException.at(file, "at its start", "not JSON: " + e.getMessage(), e);
    }
  }

  private void readObject() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw DatasetFormatException.inFile(
          file, "the file is empty; expected a JSON object with an entry for each node");
    }
    if (token != JsonToken.START_OBJECT) {
      throw expected("a JSON object with an entry for each node", token);
    }
    int[] lastNodeWith = new int[featureCount];
    Arrays.fill(lastNodeWith, -1);
    IntArrayList columns = new IntArrayList();
    while ((token = parser.nextToken()) == JsonToken.FIELD_NAME) {
      int node = node(parser.currentName());
      columns.clear();
      readColumns(node, lastNodeWith, columns);
      int[] sorted = columns.toIntArray();
      Arrays.sort(sorted);
      columnsOfNode[node] = sorted;
      entry = "after " + entry;
    }
    if (token != JsonToken.END_OBJECT) {
      throw expected("another entry or the end of the object", token);
    }
    token = parser.nextToken();
    if (token != null) {
      throw expected("nothing behind the object", token);
    }
    int missing = read.nextClearBit(0);
    if (missing < columnsOfNode.length) {
      throw DatasetFormatException.inFile(
          file,
          "expected an entry for each of the "
              + columnsOfNode.length
              + " nodes, but node "
              + missing
              + " has none");
    }
  }

  private int node(String name) {
    entry = "entry \"" + DatasetFiles.shortened(name) + "\"";
    int node;
    try {
      node = Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw problem("expected the id of a node as the name of the entry");
    }
    if (node < 0 || node >= columnsOfNode.length) {
      throw problem(
          "expected a node in [0, " + columnsOfNode.length + "), the nodes of the target file");
    }
    if (read.get(node)) {
      throw problem("expected one entry for each node, found a second");
    }
    read.set(node);
    return node;
  }

  private void readColumns(int node, int[] lastNodeWith, IntArrayList columns) throws IOException {
    JsonToken token = parser.nextToken();
    if (token != JsonToken.START_ARRAY) {
      throw expected("a list of features", token);
    }
    while ((token = parser.nextToken()) == JsonToken.VALUE_NUMBER_INT) {
      int column = parser.getIntValue();
      if (column < 0 || column >= featureCount) {
        throw problem("expected a feature in [0, " + featureCount + "), found " + column);
      }
      if (lastNodeWith[column] != node) {
        lastNodeWith[column] = node;
        columns.add(column);
      }
    }
    if (token != JsonToken.END_ARRAY) {
      throw expected("an integer or the end of the list", token);
    }
  }

  private DatasetFormatException expected(String what, @Nullable JsonToken found)
      throws IOException {
    String text = found == null ? "the end of the file" : parser.getText();
    return problem("expected " + what + ", found " + DatasetFiles.shortened(text));
  }

  private DatasetFormatException problem(String problem) {
    return DatasetFormatException.at(file, place(), problem);
  }

  private DatasetFormatException problem(String problem, IOException cause) {
    return DatasetFormatException.at(file, place(), problem, cause);
  }

  private String place() {
    JsonLocation location = parser.currentLocation();
    return "line " + location.getLineNr() + ", column " + location.getColumnNr() + ", " + entry;
  }
}
