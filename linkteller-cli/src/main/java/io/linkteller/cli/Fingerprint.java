package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.eval.choice.DataFingerprint;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import java.nio.file.Path;

/** SHA-256 digests that identify a model by its file, or by its settings and parameters. */
final class Fingerprint {

  private Fingerprint() {}

  /** Returns the name of a file followed by a digest of its contents. */
  static String of(Path file) {
    return file.getFileName() + " " + GuaranteeFile.sha256(file);
  }

  /**
   * Returns a description, for journals, of everything that determines answers except the nodes and
   * their features: the model, the served graph, and any noise.
   *
   * @param model the digest of the model, or the address of its server
   */
  static String served(String model, Graph graph, Protection protection) {
    return "model = "
        + model
        + ", graph = "
        + DataFingerprint.of(graph)
        + ", protection = "
        + protection.toString().replace(", ", " with ");
  }

  static String of(Dataset data) {
    return DataFingerprint.of(data.graph(), data.labels(), data.features());
  }

  static String of(GnnModel model) {
    return model + " " + Sha256.of(model::identify);
  }
}
