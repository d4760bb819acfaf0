package io.linkteller.testing;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box that counts its queries.
 *
 * @param api answers them
 * @param asked their number
 */
public record Counting(InferenceApi api, AtomicInteger asked) implements InferenceApi {

  /**
   * Begins to count.
   *
   * @param api answers the queries
   */
  public Counting(InferenceApi api) {
    this(api, new AtomicInteger());
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    asked.incrementAndGet();
    return api.predict(query);
  }

  /** {@return the number of queries} */
  public int count() {
    return asked.get();
  }
}
