package io.linkteller.attack.auto;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;

/** Counts the queries of several attacks on one black box. */
final class CountingApi implements InferenceApi {

  private final InferenceApi api;
  private final AtomicInteger asked = new AtomicInteger();

  CountingApi(InferenceApi api) {
    this.api = api;
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    asked.incrementAndGet();
    return api.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    asked.addAndGet(queries.size());
    return api.predictAll(queries);
  }

  @Override
  public int batchSize() {
    return api.batchSize();
  }

  int asked() {
    return asked.get();
  }
}
