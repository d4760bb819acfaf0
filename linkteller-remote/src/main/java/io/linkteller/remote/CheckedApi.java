package io.linkteller.remote;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Throws an {@link InferenceException} for invalid answers. */
record CheckedApi(InferenceApi inner) implements InferenceApi {

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return Answers.checked(inner.predict(query), query, "the call");
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    List<DMatrixRMaj> answers = inner.predictAll(queries);
    if (answers.size() != queries.size()) {
      throw new InferenceException(
          "the call of " + queries.size() + " queries returned " + answers.size() + " answers");
    }
    List<DMatrixRMaj> checked = new ArrayList<>(answers.size());
    for (int i = 0; i < answers.size(); i++) {
      checked.add(Answers.checked(answers.get(i), queries.get(i), "query " + i + " of the call"));
    }
    return checked;
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }
}
