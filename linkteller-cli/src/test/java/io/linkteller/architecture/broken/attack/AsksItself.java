package io.linkteller.architecture.broken.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import org.ejml.data.DMatrixRMaj;

/** Nobody counts this query. */
final class AsksItself {

  private AsksItself() {}

  static DMatrixRMaj ask(InferenceApi api, InferenceQuery query) throws Exception {
    return api.predict(query);
  }
}
