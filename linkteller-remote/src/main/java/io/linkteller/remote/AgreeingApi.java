package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Repeats each query until a number of answers are equal. */
record AgreeingApi(InferenceApi inner, int equal, int most) implements InferenceApi {

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    List<DMatrixRMaj> answers = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      DMatrixRMaj answer = inner.predict(query).copy();
      answers.add(answer);
      if (answers.stream().filter(other -> same(other, answer)).count() >= equal) {
        return answer;
      }
    }
    throw new InferenceException("no " + equal + " of " + most + " answers were equal");
  }

  private static boolean same(DMatrixRMaj a, DMatrixRMaj b) {
    return a.numCols == b.numCols
        && Arrays.equals(a.data, 0, a.getNumElements(), b.data, 0, b.getNumElements());
  }
}
