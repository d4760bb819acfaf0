package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ejml.data.DMatrixRMaj;

/**
 * The state that derived sessions share: the query count, its limit, and the base query with which
 * the order of nodes is verified. Thread-safe.
 */
final class SharedCalls {

  /** The black box, the base query, and its answer if it is known. */
  record Base(InferenceApi api, InferenceQuery query, Optional<DMatrixRMaj> answer) {}

  private final InferenceNodes nodes;
  private final int parallelism;
  private final OptionalLong limit;
  private int asked;
  private boolean hasParts;
  private boolean hasJoined;
  private Base base;

  SharedCalls(InferenceApi api, InferenceNodes nodes, int parallelism, OptionalLong limit) {
    this.nodes = nodes;
    this.parallelism = parallelism;
    this.limit = limit;
    this.base = new Base(api, nodes.query().observing(nodes.targetRows()), Optional.empty());
  }

  int parallelism() {
    return parallelism;
  }

  synchronized int asked() {
    return asked;
  }

  synchronized Base base() {
    return base;
  }

  /**
   * Counts queries before they are sent.
   *
   * @throws QueryBudgetException if they would exceed the limit; in that case, none is counted
   */
  synchronized void count(List<InferenceQuery> queries) {
    if (limit.isPresent() && asked + queries.size() > limit.getAsLong()) {
      throw new QueryBudgetException(limit.getAsLong());
    }
    asked += queries.size();
    for (InferenceQuery query : queries) {
      hasParts |= !query.nodes().equals(nodes.nodes());
    }
  }

  /** Returns the number of queries that may still be sent, empty if it is not limited. */
  synchronized OptionalLong left() {
    return limit.isPresent() ? OptionalLong.of(limit.getAsLong() - asked) : limit;
  }

  synchronized void hasJoined() {
    hasJoined = true;
  }

  /** Keeps an answer if it is the first one to the base query. */
  synchronized void keep(InferenceApi api, InferenceQuery query, DMatrixRMaj answer) {
    if (base.answer().isEmpty() && query.isSameInput(nodes.query())) {
      base = new Base(api, query, Optional.of(answer.copy()));
    }
  }

  /**
   * Returns whether subsets of the nodes were queried, in which case a wrong order of nodes
   * matters; false once nodes have joined, because own nodes have separate ids.
   */
  synchronized boolean queriesSubsets() {
    return hasParts && !hasJoined;
  }
}
