package io.linkteller.cli;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.QueryKeys;
import io.linkteller.models.network.GnnModel;
import java.util.HexFormat;

/** Tells models apart by their settings and parameters. */
final class Fingerprint {

  private static final int BYTES = 8;

  private Fingerprint() {}

  static String of(GnnModel<?> model) {
    QueryKeys keys = new QueryKeys();
    byte[] mixed = new byte[BYTES];
    for (String name : model.parameters().names()) {
      byte[] digest = keys.ofFeatures(FeatureMatrix.dense(model.parameters().get(name)));
      for (int i = 0; i < BYTES; i++) {
        // Rotated, so that the order of the parameters counts.
        mixed[i] = (byte) (31 * mixed[i] + digest[i]);
      }
    }
    return model + " " + HexFormat.of().formatHex(mixed);
  }
}
