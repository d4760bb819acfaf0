package io.linkteller.eval.audit;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box that counts queries and rejects those that exceed the capabilities of an {@link
 * Attacker}.
 */
final class LimitedApi implements InferenceApi {

  private final InferenceApi inner;
  private final Attacker attacker;
  private final InferenceNodes nodes;
  private final FeatureRange range;
  private final AtomicLong asked = new AtomicLong();

  /** The base features that last passed the range check; most queries have the same. */
  private volatile FeatureMatrix inRange;

  LimitedApi(InferenceApi inner, Attacker attacker, InferenceNodes nodes, FeatureRange range) {
    this.inner = inner;
    this.attacker = attacker;
    this.nodes = nodes;
    this.range = range;
    this.inRange = nodes.features();
  }

  /** Returns the number of answered queries. */
  long asked() {
    return asked.get();
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    admit(query);
    return inner.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    for (InferenceQuery query : queries) {
      admit(query);
    }
    return inner.predictAll(queries);
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }

  private void admit(InferenceQuery query) {
    if (!attacker.choosesNodes() && !query.nodes().equals(nodes.nodes())) {
      throw new RefusedByAuditException(
          "asks about " + query.nodes().size() + " of " + nodes.nodes().size() + " nodes alone");
    }
    if (!attacker.choosesFeatures()) {
      requireOwn(query);
    }
    if (attacker.rangeChecked()) {
      requireInRange(query);
    }
    long before = asked.getAndUpdate(count -> attacker.mayAsk(count + 1) ? count + 1 : count);
    if (!attacker.mayAsk(before + 1)) {
      throw RefusedByAuditException.ofQueriesBeyond(attacker.queryLimit().orElseThrow());
    }
  }

  private void requireOwn(InferenceQuery query) {
    boolean scales =
        query.edit() instanceof FeatureEdit.RowsScaled || query.edit() instanceof FeatureEdit.None;
    if (!scales || !isOwn(query)) {
      throw new RefusedByAuditException("sends features of its own");
    }
  }

  private boolean isOwn(InferenceQuery query) {
    if (query.base() == nodes.features()) {
      return true;
    }
    // Queries about a part of the nodes copy the features.
    int width = nodes.features().cols();
    if (query.base().cols() != width) {
      return false;
    }
    double[] sent = new double[width];
    double[] own = new double[width];
    for (int row = 0; row < query.nodes().size(); row++) {
      int at = nodes.nodes().indexOf(query.nodes().getInt(row));
      if (at < 0) {
        return false;
      }
      query.base().copyRow(row, sent);
      nodes.features().copyRow(at, own);
      if (!Arrays.equals(sent, own)) {
        return false;
      }
    }
    return true;
  }

  private void requireInRange(InferenceQuery query) {
    double[] row = new double[query.base().cols()];
    if (query.base() != inRange) {
      for (int at = 0; at < query.base().rows(); at++) {
        query.base().copyRow(at, row);
        requireInRange(row);
      }
      inRange = query.base();
    }
    for (int index = 0; index < query.edit().rows().size(); index++) {
      query.edit().copyRow(query.base(), index, row);
      requireInRange(row);
    }
  }

  private void requireInRange(double[] row) {
    int outside = range.firstOutside(row);
    if (outside >= 0) {
      throw new RefusedByAuditException(
          "sends " + row[outside] + " in column " + outside + ", outside the range of the data");
    }
  }
}
