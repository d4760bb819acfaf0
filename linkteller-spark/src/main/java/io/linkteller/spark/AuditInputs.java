package io.linkteller.spark;

import java.io.Serializable;
import java.nio.file.Path;
import org.apache.spark.SparkFiles;

/**
 * The locations at which an executor finds the graph, the features and the model.
 *
 * @param id identifies the inputs in the executors, unique per audit
 * @param data the directory of the data set
 * @param weights the file of the model
 * @param sent whether the files were sent to the executors, where their names begin with the id
 */
record AuditInputs(String id, String data, String weights, boolean sent) implements Serializable {

  static final String GRAPH = "graph.bin";
  static final String FEATURES = "features.bin";
  static final String WEIGHTS = "weights.npz";

  private static final long serialVersionUID = 1;

  Path graphFile() {
    return sent ? received(GRAPH) : Path.of(data).resolve(GRAPH);
  }

  Path featureFile() {
    return sent ? received(FEATURES) : Path.of(data).resolve(FEATURES);
  }

  Path weightFile() {
    return sent ? received(WEIGHTS) : Path.of(weights);
  }

  /** Returns the name under which a file is sent. */
  String sentName(String file) {
    return id + "-" + file;
  }

  private Path received(String file) {
    return Path.of(SparkFiles.get(sentName(file)));
  }
}
