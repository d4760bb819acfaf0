package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;

/**
 * A query to a black box: the nodes V^(I), their features X^(I), and the nodes whose answers will
 * be read. Immutable.
 *
 * <p>The features consist of base features and an edit of them. A model that does not support edits
 * reads {@link #features()} and answers for all nodes. A model that caches the base recomputes only
 * the nodes that the edited rows can reach, and a client of a remote model needs to send the base
 * only once. A model may return the {@link #observed()} rows only.
 *
 * <pre>{@code
 * InferenceQuery baseline = nodes.query().observing(nodes.targetRows());
 * InferenceQuery probe = baseline.with(FeatureEdit.scaling(v, 1 + 1e-4));
 * }</pre>
 */
public final class InferenceQuery {

  private final IntList nodes;
  private final FeatureMatrix base;
  private final FeatureEdit edit;
  private final IntList observed;

  private InferenceQuery(IntList nodes, FeatureMatrix base, FeatureEdit edit, IntList observed) {
    this.nodes = nodes;
    this.base = base;
    this.edit = edit;
    this.observed = observed;
  }

  /**
   * Returns a query without an edit, observed for every node. O(n).
   *
   * @param nodes V^(I), the ids of n distinct nodes of the served graph
   * @param features X^(I), n x d: row r belongs to {@code nodes.getInt(r)}
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public static InferenceQuery of(IntList nodes, FeatureMatrix features) {
    requireRowPerNode(nodes, features);
    IntList all = IntImmutableList.of(IntStream.range(0, nodes.size()).toArray());
    return new InferenceQuery(unmodifiable(nodes), features, FeatureEdit.none(), all);
  }

  /** A subclass of an immutable list may change, so only that class itself is not copied. */
  private static IntList unmodifiable(IntList list) {
    return list.getClass() == IntImmutableList.class
        ? list
        : IntImmutableList.of(list.toIntArray().clone());
  }

  private static void requireRowPerNode(IntList nodes, FeatureMatrix features) {
    if (features.rows() != nodes.size()) {
      throw new IllegalArgumentException(
          "features has " + features.rows() + " rows for " + nodes.size() + " nodes");
    }
  }

  /**
   * Returns this query with other base features and without an edit. O(1).
   *
   * @param features n x d'
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceQuery about(FeatureMatrix features) {
    requireRowPerNode(nodes, features);
    return new InferenceQuery(nodes, features, FeatureEdit.none(), observed);
  }

  /**
   * Returns this query with another edit of its base features, which replaces the current edit.
   * O(1), or O(d) per replaced row.
   *
   * @param other the edit
   * @return the query
   * @throws IllegalArgumentException if the edit does not fit the base, as described at {@link
   *     FeatureEdit#requireFits}
   */
  public InferenceQuery with(FeatureEdit other) {
    other.requireFits(base);
    return new InferenceQuery(nodes, base, other, observed);
  }

  /**
   * Returns this query, observed for some nodes only.
   *
   * @param rows the rows of these nodes in {@link #nodes()}, strictly ascending, each in [0, n)
   * @return the query
   * @throws IllegalArgumentException if the rows are not strictly ascending or one is out of range
   */
  public InferenceQuery observing(IntList rows) {
    IntList copy = unmodifiable(rows);
    int before = -1;
    for (int i = 0; i < copy.size(); i++) {
      int row = copy.getInt(i);
      if (row < 0 || row >= nodes.size()) {
        throw new IllegalArgumentException(
            "observed row = " + row + " is outside [0, " + nodes.size() + ")");
      }
      if (row <= before) {
        throw new IllegalArgumentException(
            "observed rows must be strictly ascending: " + row + " follows " + before);
      }
      before = row;
    }
    return new InferenceQuery(nodes, base, edit, copy);
  }

  /** {@return V^(I), the ids of n distinct nodes of the served graph, unmodifiable} */
  public IntList nodes() {
    return nodes;
  }

  /** {@return the base features, before the edit, n x d} */
  public FeatureMatrix base() {
    return base;
  }

  /** {@return the edit of the base features} */
  public FeatureEdit edit() {
    return edit;
  }

  /**
   * Returns X^(I), the features that the model should use: the base with the edit applied. O(1), or
   * O(d) per replaced row.
   *
   * @return n x d: row r belongs to {@code nodes().getInt(r)}
   */
  public FeatureMatrix features() {
    return edit.applyTo(base);
  }

  /** {@return the rows of the answer that will be read, strictly ascending, unmodifiable} */
  public IntList observed() {
    return observed;
  }

  /** {@return whether the answer is read for every node} */
  public boolean observesAll() {
    return observed.size() == nodes.size();
  }

  @Override
  public String toString() {
    return "InferenceQuery["
        + nodes.size()
        + " nodes"
        + (edit.isEmpty() ? "" : ", " + edit)
        + (observesAll() ? "" : ", " + observed.size() + " observed")
        + "]";
  }
}
