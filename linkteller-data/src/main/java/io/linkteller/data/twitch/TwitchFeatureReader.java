package io.linkteller.data.twitch;

import com.fasterxml.jackson.core.JsonToken;
import io.linkteller.data.source.JsonFile;
import io.linkteller.feature.SparseFeatures;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/** Reads {@code {"0": [12, 3, 12], "1": [...], ...}}, the list of features of each node. */
final class TwitchFeatureReader {

  private final int[][] columnsOfNode;
  private final int[] lastNodeWith;
  private final BitSet read = new BitSet();
  private final IntArrayList columns = new IntArrayList();

  private TwitchFeatureReader(int nodeCount, int featureCount) {
    this.columnsOfNode = new int[nodeCount][];
    this.lastNodeWith = new int[featureCount];
    Arrays.fill(lastNodeWith, -1);
  }

  static SparseFeatures read(Path file, int nodeCount, int featureCount) {
    TwitchFeatureReader reader = new TwitchFeatureReader(nodeCount, featureCount);
    JsonFile.forEachEntry(file, "an entry for each node", reader::readEntry);
    JsonFile.requireAll(file, reader.read, nodeCount);
    return SparseFeatures.ofOnes(featureCount, reader.columnsOfNode);
  }

  private void readEntry(JsonFile json, String name) throws IOException {
    int node = json.node(name, columnsOfNode.length, read, "the target file");
    columns.clear();
    JsonToken token = json.next();
    if (token != JsonToken.START_ARRAY) {
      throw json.expected("a list of features", token);
    }
    while ((token = json.next()) == JsonToken.VALUE_NUMBER_INT) {
      int column = json.intValue();
      if (column < 0 || column >= lastNodeWith.length) {
        throw json.problem(
            "expected a feature in [0, " + lastNodeWith.length + "), found " + column);
      }
      if (lastNodeWith[column] != node) {
        lastNodeWith[column] = node;
        columns.add(column);
      }
    }
    if (token != JsonToken.END_ARRAY) {
      throw json.expected("an integer or the end of the list", token);
    }
    int[] sorted = columns.toIntArray();
    Arrays.sort(sorted);
    columnsOfNode[node] = sorted;
  }
}
