package io.linkteller.inference;

import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * The black box G_BB(V^(I), X^(I)) of the paper: Alice's trained model on Alice's graph, as Bob
 * sees it. It answers a query of nodes and their features with one row of logits per node, computed
 * on the subgraph that those nodes induce.
 *
 * <p>To attack a model of your own, implement one method:
 *
 * <pre>{@code
 * InferenceApi api = query -> new DMatrixRMaj(client.predict(query.features().toDense()));
 * }</pre>
 *
 * <p>A model can do better where it is worth it: send {@link InferenceQuery#edit()} instead of all
 * features, answer for {@link InferenceQuery#observed()} rows alone, or answer many queries at once
 * ({@link #predictAll}).
 *
 * <p>An attack with parallelism calls it from several threads. The answer is read before the next
 * call of the same thread, so an implementation may reuse the matrix per thread; it must not change
 * an answer it has given to another.
 */
@FunctionalInterface
public interface InferenceApi {

  /**
   * Answers a query.
   *
   * @param query n nodes with their features
   * @return either n x c, where row r holds the logits of the r-th node of the query, or one row
   *     for each of {@link InferenceQuery#observed()} in its order; the observed rows are all
   *     finite
   * @throws Exception if the model can't answer; an attack reports it with the query that failed
   */
  DMatrixRMaj predict(InferenceQuery query) throws Exception;

  /**
   * Answers several queries. The default asks one after the other.
   *
   * @param queries the queries
   * @return the answers in the same order, each as {@link #predict} gives it, all different
   *     matrices
   * @throws Exception if the model can't answer one of them
   */
  default List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    List<DMatrixRMaj> answers = new ArrayList<>(queries.size());
    for (InferenceQuery query : queries) {
      answers.add(predict(query).copy());
    }
    return answers;
  }

  /**
   * Returns how many queries {@link #predictAll} should be given at once. Attacks give no more, and
   * fewer where a query depends on earlier answers.
   *
   * @return at least 1; 1 by default, where an attack that fails loses no answer it was given
   */
  default int batchSize() {
    return 1;
  }
}
