package io.linkteller.models.aggregate;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PrivateGraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * Serves an {@link AggregateModel} as a black box. There are two ways, with different guarantees:
 *
 * <ul>
 *   <li>{@link #of Released sums}: sums over neighbors were released once, for features that the
 *       graph owner chose. A query changes the features of the nodes it asks about, not the sums:
 *       the features of one node have no influence on the answer for another. Queries are free and
 *       unlimited, and cost nothing beyond the release. This fits an owner who has features of her
 *       own, or who takes those of the first query as they are.
 *   <li>{@link #releasingPerQuery Sums per query}: every query aggregates the features that it
 *       brings, as a graph neural network would. Each is a release with fresh noise, and all of
 *       them are charged in advance; beyond that number queries are refused. Answers follow changes
 *       of other nodes' features, and the noise must be larger by the square root of the number of
 *       queries.
 * </ul>
 *
 * <p>Answers also reveal what the parameters do, so the {@link #guarantee} is composed of that of
 * the sums and that of the model. Safe for use by several threads.
 */
public final class AggregateApi implements InferenceApi {

  private final AggregateModel model;
  private final Supplier<ChargedGuarantee> guarantee;
  private final Source source;

  private AggregateApi(AggregateModel model, Supplier<ChargedGuarantee> guarantee, Source source) {
    this.model = model;
    this.guarantee = guarantee;
    this.source = source;
  }

  /** Where the sums for a query come from. */
  @FunctionalInterface
  private interface Source {
    DMatrixRMaj answer(InferenceQuery query, FeatureMatrix observed, IntList observedNodes);
  }

  /**
   * Answers from released sums, without the graph.
   *
   * @param model the model
   * @param aggregates the release about the served graph
   * @return a black box for any number of queries
   * @throws IllegalArgumentException if the release has another number of hops than the model
   */
  public static AggregateApi of(AggregateModel model, Aggregates aggregates) {
    if (aggregates.sums().size() != model.hops()) {
      throw new IllegalArgumentException(
          "the model needs "
              + model.hops()
              + " releases, but there are "
              + aggregates.sums().size());
    }
    return new AggregateApi(
        model,
        () -> model.guarantee().and(aggregates.guarantee()),
        (query, observed, nodes) -> model.logits(observed, nodes, aggregates));
  }

  /**
   * Aggregates the features of each query anew, at its cost. Equal queries cost again.
   *
   * @param model the model
   * @param graph the served graph, A on n nodes. A query about some of the nodes is answered on the
   *     subgraph that they induce
   * @param mechanism the noise, for K releases per query
   * @param queries how many queries are answered, at least 1; all are charged now
   * @return a black box that refuses further queries with a {@link QueryBudgetException}
   * @throws IllegalArgumentException if {@code queries} is below 1, or nothing is guaranteed for so
   *     many releases
   */
  public static AggregateApi releasingPerQuery(
      AggregateModel model, PrivateGraph graph, NeighborAggregation mechanism, int queries) {
    if (queries < 1) {
      throw new IllegalArgumentException("queries = " + queries + " is below 1");
    }
    NoisySums sums = graph.sums(mechanism, Math.multiplyExact(queries, model.hops()));
    AtomicInteger left = new AtomicInteger(queries);
    return new AggregateApi(
        model,
        () -> model.guarantee().and(sums.guarantee()),
        (query, observed, nodes) -> {
          NoisySums part = sums.among(query.nodes());
          if (left.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
            throw new QueryBudgetException(queries);
          }
          Aggregates fresh = model.release(part, query.features());
          // Rows of the release are rows of the query.
          return model.logits(observed, query.observed(), fresh);
        });
  }

  /**
   * Returns the guarantee of all answers together, of the parameters that they reveal, and of what
   * else the session has released up to now: features, labels, and which model is served, may be a
   * result of that.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  /**
   * Answers a query for its observed rows alone.
   *
   * @throws IllegalArgumentException if the number of features differs from the model's, or a node
   *     is not in the graph
   * @throws QueryBudgetException if the announced number of queries was answered
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
    return source.answer(query, query.features().selectRows(query.observed()), nodes);
  }
}
