package io.linkteller.cli;

import io.linkteller.eval.choice.ProtectedModel;
import io.linkteller.models.architecture.GnnModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** SHA-256 digests that identify a model by its file, or by its settings and parameters. */
final class Fingerprint {

  private Fingerprint() {}

  /** Returns the name of a file followed by a digest of its contents. */
  static String of(Path file) {
    try {
      byte[] contents = Files.readAllBytes(file);
      return file.getFileName() + " " + ProtectedModel.digest(digest -> digest.update(contents));
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }

  static String of(GnnModel model) {
    return model + " " + ProtectedModel.digest(model::identify);
  }
}
