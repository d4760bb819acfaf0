package io.linkteller.testing;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box that counts its queries.
 *
 * @param api the black box that answers the queries
 * @param asked the number of queries so far
 */
public record Counting(InferenceApi api, AtomicInteger asked) implements InferenceApi {

  /**
   * Creates a black box whose count starts at zero.
   *
   * @param api the black box that answers the queries
   */
  public Counting(InferenceApi api) {
    this(api, new AtomicInteger());
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    asked.incrementAndGet();
    return api.predict(query);
  }

  /** {@return the number of queries so far} */
  public int count() {
    return asked.get();
  }
}
