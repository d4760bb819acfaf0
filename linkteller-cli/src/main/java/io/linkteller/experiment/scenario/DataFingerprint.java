package io.linkteller.experiment.scenario;

import io.linkteller.data.Dataset;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.train.Labels;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Checksums of edges, labels and features that identify a data set, so that results are not
 * attributed to another one. They protect against mistakes, not against malicious changes.
 */
public final class DataFingerprint {

  private DataFingerprint() {}

  /**
   * Computes the checksums in O(n d + |E|), reading every feature.
   *
   * @param data the data set
   * @return 24 hexadecimal digits
   */
  public static String of(Dataset data) {
    return "%08x%08x%08x".formatted(edges(data), labels(data.labels()), features(data.features()));
  }

  private static long edges(Dataset data) {
    CRC32C sum = new CRC32C();
    ByteBuffer bytes = ByteBuffer.allocate(2 * Integer.BYTES);
    sum.update(bytes.putInt(data.graph().nodeCount()).putInt(data.graph().edgeCount()).flip());
    data.graph().forEachEdge((u, v) -> sum.update(bytes.clear().putInt(u).putInt(v).flip()));
    return sum.getValue();
  }

  private static long labels(Labels labels) {
    CRC32C sum = new CRC32C();
    for (int node = 0; node < labels.nodeCount(); node++) {
      if (labels.isMultiLabel()) {
        for (int label = 0; label < labels.classCount(); label++) {
          sum.update(labels.has(node, label) ? 1 : 0);
        }
      } else {
        sum.update(labels.requireSingle().classOf(node));
      }
    }
    return sum.getValue();
  }

  private static long features(FeatureMatrix features) {
    CRC32C sum = new CRC32C();
    double[] row = new double[features.cols()];
    ByteBuffer bytes = ByteBuffer.allocate(row.length * Double.BYTES);
    for (int node = 0; node < features.rows(); node++) {
      features.copyRow(node, row);
      bytes.clear().asDoubleBuffer().put(row);
      sum.update(bytes);
    }
    return sum.getValue();
  }
}
