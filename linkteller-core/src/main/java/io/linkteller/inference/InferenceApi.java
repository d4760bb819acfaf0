package io.linkteller.inference;

import org.ejml.data.DMatrixRMaj;

/**
 * The black box G_BB(V^(I), X^(I)) of the paper: Alice's trained model on Alice's graph, as Bob
 * sees it. It answers a query of nodes and their features with one row of logits a node, computed
 * on the subgraph that those nodes induce.
 *
 * <p>To attack a model of your own, implement this one method:
 *
 * <pre>{@code
 * InferenceApi api = query -> new DMatrixRMaj(client.predict(query.features().toDense()));
 * }</pre>
 *
 * <p>An attack told to use several threads calls it from all of them. The answer is read before the
 * next query of the same thread, so an implementation may reuse it per thread; it must not change
 * an answer it has given to another.
 */
@FunctionalInterface
public interface InferenceApi {

  /**
   * Answers a query.
   *
   * @param query n nodes with their features
   * @return n x c: row r holds the logits of the r-th node of the query, all finite
   * @throws Exception if the model can't answer; an attack reports it with the query that failed
   */
  DMatrixRMaj predict(InferenceQuery query) throws Exception;
}
