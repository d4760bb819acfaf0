package io.linkteller.models.aggregate;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.privacy.ChargedGuarantee;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box that serves a {@link Gap} without the graph. The sums over neighbors were released
 * once, for features that the graph owner chose. A query can change the features of its nodes but
 * not the sums, so the features of one node do not affect the answer for another. Any number of
 * queries can be answered at no privacy cost beyond that of the release. Suitable for graph owners
 * who supply the features themselves or always use the features of the first query.
 *
 * <p>Answers also reveal information about the parameters, so {@link #guarantee} combines the
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
   * Returns a black box that serves a model on released sums.
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
   * Returns the combined guarantee of all answers, of the parameters that they reveal, and of
   * everything else that the private session has released so far. The other releases count because
   * the features, the labels and the choice of the model may depend on them.
   *
   * @return the composed guarantee as of this call
   */
  public ChargedGuarantee guarantee() {
    return model.guarantee().and(aggregates.guarantee());
  }

  /**
   * Answers a query, computing only the rows of its observed nodes.
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
