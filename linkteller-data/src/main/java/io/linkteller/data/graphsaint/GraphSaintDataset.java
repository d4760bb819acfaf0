package io.linkteller.data.graphsaint;

import com.fasterxml.jackson.core.JsonToken;
import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.InductivePair;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.source.ArrayFile;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.data.source.JsonFile;
import io.linkteller.data.source.SparseMatrix;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads PPI, Flickr and other data sets in the format of GraphSAINT (H. Zeng, H. Zhou, A.
 * Srivastava, R. Kannan, V. Prasanna, "GraphSAINT: Graph Sampling Based Inductive Learning Method",
 * ICLR 2020). A directory contains
 *
 * <ul>
 *   <li>{@code adj_full.npz}, the graph: a SciPy matrix in compressed rows ({@code indptr}, {@code
 *       indices}, {@code data}, {@code shape}). Each entry is an undirected edge; repeated entries
 *       count once, and diagonal entries and stored zeros are not edges;
 *   <li>{@code adj_train.npz}, the training graph in the same form, with edges only between
 *       training nodes;
 *   <li>{@code feats.npy}, the features, one row per node;
 *   <li>{@code class_map.json}, for each node its class, or a list with a 0 or 1 for each class;
 *   <li>{@code role.json}, the training, validation and test nodes ({@code tr}, {@code va}, {@code
 *       te}), which must be disjoint.
 * </ul>
 */
public final class GraphSaintDataset {

  private static final String FULL = "adj_full.npz";
  private static final String TRAIN = "adj_train.npz";
  private static final String FEATURES = "feats.npy";
  private static final String CLASSES = "class_map.json";
  private static final String ROLES = "role.json";

  private static final List<String> PARTS = List.of("tr", "va", "te");

  private final Path directory;

  private GraphSaintDataset(Path directory) {
    this.directory = directory;
  }

  /**
   * Reads a directory. Takes O(n d + |E| log |E|) time.
   *
   * @param directory the directory of the files
   * @return for training, the training nodes with the edges of {@code adj_train.npz}, where node i
   *     is the i-th node of {@code tr}; for inference, all nodes and edges, with the roles as the
   *     split. Features are sparse if at least three quarters of them are zero. Both data sets are
   *     named after the directory, the first with the suffix {@code -train}
   * @throws DatasetFormatException if a file is missing or malformed; the message names the file
   *     and the entry
   * @throws UncheckedIOException if a file cannot be read
   */
  public static InductivePair load(Path directory) {
    return new GraphSaintDataset(directory).load();
  }

  private InductivePair load() {
    Graph full = readGraph(FULL);
    Graph train = readGraph(TRAIN);
    int n = full.nodeCount();
    if (train.nodeCount() != n) {
      throw problem(
          TRAIN, "expected the " + n + " nodes of " + FULL + ", found " + train.nodeCount());
    }
    FeatureMatrix features = readFeatures(n);
    Labels labels = new ClassMapReader(directory.resolve(CLASSES), n).read();
    NodeSplit split = readRoles(n);
    requireTrainingNodes(train, split.train());
    String name = DatasetFiles.nameOf(directory);
    Dataset all = new Dataset(name, full, features, labels).withSplit(split);
    return new InductivePair(all.withGraph(train).inducedOn(name + "-train", split.train()), all);
  }

  private DatasetFormatException problem(String file, String problem) {
    return DatasetFormatException.inFile(directory.resolve(file), problem);
  }

  private Graph readGraph(String file) {
    SparseMatrix matrix = SparseMatrix.read(directory.resolve(file));
    Graph.Builder graph = Graph.builder(matrix.size()).mergingDuplicates();
    for (int e = 0; e < matrix.rows().length; e++) {
      if (matrix.rows()[e] != matrix.columns()[e] && matrix.values().get(e) != 0) {
        graph.addEdge(matrix.rows()[e], matrix.columns()[e]);
      }
    }
    return graph.build();
  }

  private FeatureMatrix readFeatures(int n) {
    Path file = directory.resolve(FEATURES);
    NumpyArray array = ArrayFile.read(file);
    if (array.shape().size() != 2 || array.shape().get(0) != n) {
      throw problem(
          FEATURES,
          "expected a row for each of the %s nodes of %s, found shape %s"
              .formatted(n, FULL, array.shape()));
    }
    return ArrayFile.features(file, array, DatasetFiles::compact);
  }

  private NodeSplit readRoles(int n) {
    Path file = directory.resolve(ROLES);
    Map<String, IntList> parts = new HashMap<>();
    BitSet seen = new BitSet();
    JsonFile.forEachEntry(
        file,
        "the entries tr, va and te",
        (json, name) -> {
          if (!PARTS.contains(name) || parts.containsKey(name)) {
            throw json.problem("expected the entries tr, va and te, each once");
          }
          parts.put(name, readNodes(json, n, seen));
        });
    for (String part : PARTS) {
      if (!parts.containsKey(part)) {
        throw DatasetFormatException.inFile(file, "expected an entry " + part + ", found none");
      }
    }
    return new NodeSplit(part(parts, "tr"), part(parts, "va"), part(parts, "te"));
  }

  private static IntList part(Map<String, IntList> parts, String name) {
    return parts.getOrDefault(name, IntList.of());
  }

  private static IntList readNodes(JsonFile json, int n, BitSet seen) throws IOException {
    JsonToken token = json.next();
    if (token != JsonToken.START_ARRAY) {
      throw json.expected("a list of nodes", token);
    }
    IntArrayList nodes = new IntArrayList();
    while ((token = json.next()) == JsonToken.VALUE_NUMBER_INT) {
      int node = json.intValue();
      if (node < 0 || node >= n) {
        throw json.problem("expected a node in [0, " + n + "), found " + node);
      }
      if (seen.get(node)) {
        throw json.problem("expected each node in at most one role, found " + node + " again");
      }
      seen.set(node);
      nodes.add(node);
    }
    if (token != JsonToken.END_ARRAY) {
      throw json.expected("an integer or the end of the list", token);
    }
    return nodes;
  }

  private void requireTrainingNodes(Graph train, IntList trainNodes) {
    BitSet training = new BitSet();
    trainNodes.forEach(training::set);
    train.forEachEdge(
        (u, v) -> {
          if (!training.get(u) || !training.get(v)) {
            throw problem(
                TRAIN,
                "expected edges between training nodes only, found ("
                    + u
                    + ", "
                    + v
                    + "), but "
                    + ROLES
                    + " does not list "
                    + (training.get(u) ? v : u)
                    + " in tr");
          }
        });
  }
}
