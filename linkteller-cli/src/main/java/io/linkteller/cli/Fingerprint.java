package io.linkteller.cli;

import io.linkteller.eval.choice.ProtectedModel;
import io.linkteller.models.architecture.GnnModel;
import java.nio.file.Path;

/** SHA-256 digests that identify a model by its file, or by its settings and parameters. */
final class Fingerprint {

  private Fingerprint() {}

  /** Returns the name of a file followed by a digest of its contents. */
  static String of(Path file) {
    return file.getFileName() + " " + GuaranteeFile.sha256(file);
  }

  static String of(GnnModel model) {
    return model + " " + ProtectedModel.digest(model::identify);
  }
}
