package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryKey;
import io.linkteller.inference.QueryKeys;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/** Caches the most recently used answers. */
final class CachingApi implements InferenceApi {

  private final InferenceApi inner;
  private final QueryKeys keys = new QueryKeys();
  private final Map<QueryKey, DMatrixRMaj> kept;

  CachingApi(InferenceApi inner, int answers) {
    this.inner = inner;
    this.kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<QueryKey, DMatrixRMaj> eldest) {
            return size() > answers;
          }
        };
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    QueryKey key = keys.of(query);
    DMatrixRMaj known = get(key);
    if (known != null) {
      return known.copy();
    }
    DMatrixRMaj answer = inner.predict(query);
    put(key, answer.copy());
    return answer;
  }

  private @Nullable DMatrixRMaj get(QueryKey key) {
    synchronized (kept) {
      return kept.get(key);
    }
  }

  private void put(QueryKey key, DMatrixRMaj answer) {
    synchronized (kept) {
      kept.put(key, answer);
    }
  }
}
