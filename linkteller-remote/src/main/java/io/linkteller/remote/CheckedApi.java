package io.linkteller.remote;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import org.ejml.data.DMatrixRMaj;

/** Turns what is no answer into a failure. */
record CheckedApi(InferenceApi inner) implements InferenceApi {

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return Answers.checked(inner.predict(query), query, "the call");
  }
}
