package io.linkteller.cli;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.QueryKeys;
import io.linkteller.models.architecture.GnnModel;
import java.nio.file.Path;
import java.util.HexFormat;

/** Digests that identify a model by its settings and parameters. */
final class Fingerprint {

  private static final int BYTES = 8;

  private Fingerprint() {}

  /** Returns the name of a file followed by a digest of its contents. */
  static String of(Path file) {
    return file.getFileName() + " " + GuaranteeFile.sha256(file).substring(0, 2 * BYTES);
  }

  static String of(GnnModel model) {
    QueryKeys keys = new QueryKeys();
    byte[] mixed = new byte[BYTES];
    for (String name : model.parameters().names()) {
      byte[] digest = keys.ofFeatures(FeatureMatrix.dense(model.parameters().get(name)));
      for (int i = 0; i < BYTES; i++) {
        // Rotated so that the digest depends on the order of the parameters.
        mixed[i] = (byte) (31 * mixed[i] + digest[i]);
      }
    }
    return model + " " + HexFormat.of().formatHex(mixed);
  }
}
