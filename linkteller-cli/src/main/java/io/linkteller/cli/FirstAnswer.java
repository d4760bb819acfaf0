package io.linkteller.cli;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.NonFiniteAnswerException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ejml.data.DMatrixRMaj;

/**
 * An external model that was queried once for all nodes to detect its answer format. The next
 * identical query gets the same answer, which saves the server a query; later queries go to the
 * model, whose answers may vary.
 *
 * @param model the model
 * @param asked the query that was sent
 * @param answer the answer to it, one row for each node or for each target
 * @param isPassedOn whether the answer has been passed on
 */
record FirstAnswer(
    InferenceApi model, InferenceQuery asked, DMatrixRMaj answer, AtomicBoolean isPassedOn)
    implements InferenceApi {

  private static final String NAME = "the query that detects the model's answer format";

  /** Queries a model. */
  static FirstAnswer of(InferenceApi model, InferenceNodes nodes) {
    InferenceQuery all = nodes.query();
    try {
      return of(model, all);
    } catch (NonFiniteAnswerException e) {
      // Attacks read only the answers for targets, so others need not be finite.
      return of(model, all.observing(nodes.targetRows()));
    }
  }

  private static FirstAnswer of(InferenceApi model, InferenceQuery query) {
    DMatrixRMaj answer = query.ask(model, NAME).copy();
    return new FirstAnswer(model, query, answer, new AtomicBoolean());
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    boolean isSame =
        query.isSameInput(asked)
            && (asked.observesAll() || query.observed().equals(asked.observed()));
    return isSame && !isPassedOn.getAndSet(true) ? answer.copy() : model.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return model.predictAll(queries);
  }

  @Override
  public int batchSize() {
    return model.batchSize();
  }
}
