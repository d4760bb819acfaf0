package io.linkteller.data.graphsaint;

import com.fasterxml.jackson.core.JsonToken;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.JsonFile;
import io.linkteller.models.train.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/** Reads {@code {"0": 3, "1": 0, ...}} or {@code {"0": [0, 1], ...}}. */
final class ClassMapReader {

  private final Path file;
  private final int nodeCount;
  private final BitSet seen = new BitSet();
  private final int[] classes;
  private final boolean[][] member;

  ClassMapReader(Path file, int nodeCount) {
    this.file = file;
    this.nodeCount = nodeCount;
    this.classes = new int[nodeCount];
    this.member = new boolean[nodeCount][];
    Arrays.fill(classes, Labels.UNKNOWN);
  }

  Labels read() {
    JsonFile.forEachEntry(file, "an entry for each node", this::readEntry);
    JsonFile.requireAll(file, seen, nodeCount);
    int lists = 0;
    int classCount = 1;
    for (int node = 0; node < nodeCount; node++) {
      lists += classes[node] == Labels.UNKNOWN ? 1 : 0;
      classCount = Math.max(classCount, classes[node] + 1);
    }
    if (lists == 0) {
      return Labels.single(classes, classCount);
    }
    for (int node = 0; node < nodeCount; node++) {
      if (classes[node] != Labels.UNKNOWN || member[node].length != member[0].length) {
        throw DatasetFormatException.at(
            file,
            "entry \"" + node + "\"",
            "expected a list as long as that of node 0, because other nodes have lists");
      }
    }
    if (member[0].length == 0) {
      throw DatasetFormatException.inFile(file, "expected one class or more, found none");
    }
    return Labels.multi(member);
  }

  private void readEntry(JsonFile json, String name) throws IOException {
    int node = json.node(name, nodeCount, seen, "the graph");
    JsonToken token = json.next();
    if (token == JsonToken.VALUE_NUMBER_INT) {
      // Class numbers of n or more are rejected so that an absurd one cannot cause a large
      // allocation.
      if (json.intValue() < 0 || json.intValue() >= nodeCount) {
        throw json.problem("expected a class in [0, " + nodeCount + "), found " + json.intValue());
      }
      classes[node] = json.intValue();
      member[node] = new boolean[0];
      return;
    }
    if (token != JsonToken.START_ARRAY) {
      throw json.expected("a class or a list of 0 and 1", token);
    }
    BitSet belongs = new BitSet();
    int length = 0;
    while ((token = json.next()) == JsonToken.VALUE_NUMBER_INT) {
      if (json.intValue() < 0 || json.intValue() > 1) {
        throw json.problem("expected 0 or 1, found " + json.intValue());
      }
      belongs.set(length++, json.intValue() == 1);
    }
    if (token != JsonToken.END_ARRAY) {
      throw json.expected("an integer or the end of the list", token);
    }
    member[node] = new boolean[length];
    belongs.stream().forEach(label -> member[node][label] = true);
  }
}
