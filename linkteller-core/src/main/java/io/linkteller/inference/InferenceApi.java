package io.linkteller.inference;

import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * The black box G_BB(V^(I), X^(I)) of the paper: the inference API of Alice's trained model on her
 * graph, which Bob may query. It answers a query, which consists of nodes and their features, with
 * one row of logits per node, computed on the subgraph that these nodes induce.
 *
 * <p>To attack a model of your own, implement one method:
 *
 * <pre>{@code
 * InferenceApi api =
 *     query -> new DMatrixRMaj(client.predict(query.nodes(), query.features().toDense()));
 * }</pre>
 *
 * <p>An implementation can be made more efficient in three ways: it can send {@link
 * InferenceQuery#edit()} instead of all features, return only the {@link InferenceQuery#observed()}
 * rows, and answer several queries in one call ({@link #predictAll}).
 *
 * <p>A parallel attack calls the black box from several threads. It reads each answer before the
 * next call on the same thread, so an implementation may reuse one matrix per thread, but must not
 * modify a matrix that it has returned to another thread.
 */
@FunctionalInterface
public interface InferenceApi {

  /**
   * Answers a query.
   *
   * @param query n nodes with their features
   * @return either n x c, where row r contains the logits of the r-th node of the query, or one row
   *     per entry of {@link InferenceQuery#observed()}, in its order; all numbers in observed rows
   *     are finite
   * @throws Exception if the model cannot answer; an attack reports it together with the query that
   *     failed
   */
  DMatrixRMaj predict(InferenceQuery query) throws Exception;

  /**
   * Answers several queries. The default implementation answers them one by one.
   *
   * @param queries the queries
   * @return the answers in the same order, each as returned by {@link #predict}, all of them
   *     distinct matrices
   * @throws Exception if the model cannot answer one of them
   */
  default List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    List<DMatrixRMaj> answers = new ArrayList<>(queries.size());
    for (InferenceQuery query : queries) {
      answers.add(predict(query).copy());
    }
    return answers;
  }

  /**
   * Returns the maximum number of queries per call of {@link #predictAll}. Attacks pass fewer if a
   * query depends on earlier answers.
   *
   * @return at least 1; by default 1, so that a failing query does not discard other answers
   */
  default int batchSize() {
    return 1;
  }
}
