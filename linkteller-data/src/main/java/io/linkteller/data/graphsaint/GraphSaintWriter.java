package io.linkteller.data.graphsaint;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiConsumer;

/** Writes the files that {@link GraphSaintDataset} reads. */
final class GraphSaintWriter {

  private static final JsonFactory JSON = new JsonFactory();

  private GraphSaintWriter() {}

  /** As {@link GraphSaintDataset#write}. */
  static void write(Dataset dataset, Path directory) {
    NodeSplit split =
        dataset
            .split()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        dataset.name() + " has no split, which this format requires"));
    requireKnown(dataset);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the directory " + directory + ": " + e, e);
    }
    archive(dataset.graph()).write(directory.resolve(GraphSaintDataset.FULL));
    archive(edgesWithin(dataset.graph(), split.train()))
        .write(directory.resolve(GraphSaintDataset.TRAIN));
    writeFeatures(dataset.features(), directory.resolve(GraphSaintDataset.FEATURES));
    AtomicFile.write(
        directory.resolve(GraphSaintDataset.CLASSES), out -> writeClasses(dataset.labels(), out));
    AtomicFile.write(directory.resolve(GraphSaintDataset.ROLES), out -> writeRoles(split, out));
  }

  private static void requireKnown(Dataset dataset) {
    for (int node = 0; node < dataset.labels().nodeCount(); node++) {
      if (!dataset.labels().isKnown(node)) {
        throw new IllegalArgumentException(
            dataset.name() + " has no label for node " + node + ", which this format requires");
      }
    }
  }

  private static Graph edgesWithin(Graph graph, IntList nodes) {
    BitSet inside = new BitSet();
    nodes.forEach(inside::set);
    graph.requireSimple("the format of GraphSAINT");
    Graph.Builder within = Graph.builder(graph.nodeCount());
    graph.forEachEdge(
        (u, v) -> {
          if (inside.get(u) && inside.get(v)) {
            within.addEdge(u, v);
          }
        });
    return within.build();
  }

  private static NumpyArchiveWriter archive(Graph graph) {
    double[] ones = new double[2 * graph.edgeCount()];
    Arrays.fill(ones, 1);
    return new NumpyArchiveWriter()
        .add("indices", graph.copyNeighbors())
        .add("indptr", graph.copyOffsets())
        .add("format", "csr")
        .add("shape", new int[] {graph.nodeCount(), graph.nodeCount()})
        .add("data", ones);
  }

  private static void writeFeatures(FeatureMatrix features, Path file) {
    BiConsumer<Integer, double[]> rows =
        (row, values) -> Arrays.setAll(values, col -> features.get(row, col));
    NumpyFile.writeMatrix(file, features.rows(), features.cols(), rows);
  }

  private static void writeClasses(Labels labels, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out, JsonEncoding.UTF8)) {
      json.writeStartObject();
      for (int node = 0; node < labels.nodeCount(); node++) {
        json.writeFieldName(Integer.toString(node));
        if (labels.isMultiLabel()) {
          json.writeStartArray();
          for (int label = 0; label < labels.classCount(); label++) {
            json.writeNumber(labels.has(node, label) ? 1 : 0);
          }
          json.writeEndArray();
        } else {
          json.writeNumber(labels.requireSingle().classOf(node));
        }
      }
      json.writeEndObject();
    }
  }

  private static void writeRoles(NodeSplit split, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out, JsonEncoding.UTF8)) {
      json.writeStartObject();
      for (String part : GraphSaintDataset.PARTS) {
        IntList nodes =
            switch (part) {
              case "tr" -> split.train();
              case "va" -> split.validation();
              default -> split.test();
            };
        json.writeFieldName(part);
        json.writeArray(nodes.toIntArray(), 0, nodes.size());
      }
      json.writeEndObject();
    }
  }
}
