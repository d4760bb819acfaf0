package io.linkteller.inference.output;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.List;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box that converts the answers of another black box, row by row.
 *
 * @param inner the black box
 * @param conversion maps an answer to a new matrix with the same rows
 */
record ConvertedApi(InferenceApi inner, UnaryOperator<DMatrixRMaj> conversion)
    implements InferenceApi {

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return conversion.apply(inner.predict(query));
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return inner.predictAll(queries).stream().map(conversion).toList();
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }
}
