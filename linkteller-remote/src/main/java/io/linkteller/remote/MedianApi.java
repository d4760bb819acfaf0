package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Repeats each query a number of times and returns the median of each logit. */
record MedianApi(InferenceApi inner, int answers) implements InferenceApi {

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    DMatrixRMaj[] all = new DMatrixRMaj[answers];
    for (int i = 0; i < answers; i++) {
      all[i] = inner.predict(query).copy();
      if (all[i].numCols != all[0].numCols) {
        throw new InferenceException("answers to one query had different numbers of columns");
      }
    }
    DMatrixRMaj median = all[0].copy();
    double[] sorted = new double[answers];
    for (int i = 0; i < median.getNumElements(); i++) {
      for (int a = 0; a < answers; a++) {
        sorted[a] = all[a].data[i];
      }
      Arrays.sort(sorted);
      median.data[i] = sorted[answers / 2];
    }
    return median;
  }
}
