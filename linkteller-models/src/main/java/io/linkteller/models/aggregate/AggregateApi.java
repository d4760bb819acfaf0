package io.linkteller.models.aggregate;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.privacy.ChargedGuarantee;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * Serves a {@link Gap} as a black box, without the graph. Sums over neighbors were released once,
 * for features that the graph owner chose. A query changes the features of its nodes, not the sums:
 * the features of one node have no influence on the answer for another. Queries are unlimited and
 * cost nothing beyond the release. This suits an owner who has her own features, or who accepts
 * those of the first query.
 *
 * <p>Answers also reveal what the parameters reveal, so the {@link #guarantee} combines the
 * guarantees of the sums and of the model. Safe for use by several threads.
 */
public final class AggregateApi implements InferenceApi {

  private final Gap model;
  private final Aggregates aggregates;

  private AggregateApi(Gap model, Aggregates aggregates) {
    this.model = model;
    this.aggregates = aggregates;
  }

  /**
   * Serves a model on released sums.
   *
   * @param model the model
   * @param aggregates the release for the served graph
   * @return a black box for any number of queries
   * @throws IllegalArgumentException if the release and the model have different numbers of hops
   */
  public static AggregateApi of(Gap model, Aggregates aggregates) {
    if (aggregates.sums().size() != model.hops()) {
      throw new IllegalArgumentException(
          "the model needs "
              + model.hops()
              + " releases, but there are "
              + aggregates.sums().size());
    }
    return new AggregateApi(model, aggregates);
  }

  /**
   * Returns the guarantee of all answers together, of the parameters that they reveal, and of
   * everything else that the session has released so far, because the features, the labels and the
   * choice of the model may depend on it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return model.guarantee().and(aggregates.guarantee());
  }

  /**
   * Answers a query only for its observed rows.
   *
   * @throws IllegalArgumentException if the number of features differs from the model's, or a node
   *     is not in the release
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    if (query.base().cols() != model.inputWidth()) {
      throw new IllegalArgumentException(
          "the model takes "
              + model.inputWidth()
              + " features per node, not "
              + query.base().cols());
    }
    IntList nodes = IntArrayList.toList(query.observed().intStream().map(query.nodes()::getInt));
    return model.logits(query.features().selectRows(query.observed()), nodes, aggregates);
  }
}
