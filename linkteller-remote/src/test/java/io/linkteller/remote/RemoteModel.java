package io.linkteller.remote;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** A small deterministic model, logits = tanh(M X), generated from a seed. */
final class RemoteModel implements InferenceApi {

  static final int NODES = 40;
  static final double K_HAT = 0.1;

  private final DMatrixRMaj mixing = new DMatrixRMaj(NODES, NODES);

  RemoteModel() {
    SplittableRandom random = new SplittableRandom(7);
    for (int v = 0; v < NODES; v++) {
      mixing.set(v, v, 1);
      for (int i = 0; i < 4; i++) {
        mixing.set(v, random.nextInt(NODES), random.nextDouble(0.1, 1));
      }
    }
  }

  static InferenceNodes nodes() {
    SplittableRandom random = new SplittableRandom(8);
    double[][] features = new double[NODES][3];
    for (double[] row : features) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextDouble(-1, 1);
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(features))
        .targeting(random.ints(0, NODES).distinct().limit(30).toArray());
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    CommonOps_DDRM.mult(mixing, query.features().toDense(), out);
    for (int i = 0; i < out.getNumElements(); i++) {
      out.data[i] = Math.tanh(out.data[i]);
    }
    return out;
  }
}
