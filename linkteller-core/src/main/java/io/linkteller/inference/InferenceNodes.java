package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bob's input to an attack: the nodes V^(I) of his queries with their features X^(I), and the
 * targets V^(C) among them, between which he wants to find the edges. Immutable.
 *
 * <p>By default, the nodes are all nodes of the served graph, 0 to n-1, and all of them are
 * targets. The order of the targets matters only to scores that use a single direction of each
 * pair. Attacks predict unordered pairs, or arcs if the nodes are {@link #directed}.
 *
 * <pre>{@code
 * InferenceNodes.of(features).targeting(3, 14, 15)
 * }</pre>
 */
public final class InferenceNodes {

  private final InferenceQuery query;
  private final IntList targets;
  private final int[] targetRows;
  private final boolean directed;

  /** The rows of the targets, ascending. */
  private final IntList ascendingRows;

  /** The position of each target's row in {@link #ascendingRows}. */
  private final int[] answerRows;

  private InferenceNodes(
      InferenceQuery query, IntList targets, int[] targetRows, boolean directed) {
    this.query = query;
    this.targets = targets;
    this.targetRows = targetRows;
    this.directed = directed;
    int[] ascending = targetRows.clone();
    Arrays.sort(ascending);
    ascendingRows = IntImmutableList.of(ascending);
    answerRows = new int[targetRows.length];
    for (int position = 0; position < answerRows.length; position++) {
      answerRows[position] = Arrays.binarySearch(ascending, targetRows[position]);
    }
  }

  /**
   * Returns all nodes of the served graph, all of them as targets.
   *
   * @param features X^(I), n x d: row v belongs to node v
   * @return the nodes
   */
  public static InferenceNodes of(FeatureMatrix features) {
    int[] all = IntStream.range(0, features.rows()).toArray();
    IntList nodes = IntImmutableList.of(all);
    return new InferenceNodes(InferenceQuery.of(nodes, features), nodes, all, false);
  }

  /**
   * Returns some nodes of the served graph, all of them as targets.
   *
   * @param nodes V^(I), distinct ids, none negative
   * @param features X^(I), one row per node, in the order of {@code nodes}
   * @return the nodes
   * @throws IllegalArgumentException if an id is negative or repeated, or the number of rows
   *     differs from the number of nodes
   */
  public static InferenceNodes of(IntList nodes, FeatureMatrix features) {
    InferenceQuery query = InferenceQuery.of(nodes, features);
    rowsById(query.nodes());
    int[] all = IntStream.range(0, features.rows()).toArray();
    return new InferenceNodes(query, query.nodes(), all, false);
  }

  /**
   * Returns the same nodes with other targets.
   *
   * @param targets V^(C), distinct ids among the nodes
   * @return the nodes
   * @throws IllegalArgumentException if a target is not among the nodes or is repeated
   */
  public InferenceNodes targeting(int... targets) {
    return targeting(IntImmutableList.of(targets));
  }

  /**
   * Returns the same nodes with other targets.
   *
   * @param targets V^(C), distinct ids among the nodes
   * @return the nodes
   * @throws IllegalArgumentException if a target is not among the nodes or is repeated
   */
  public InferenceNodes targeting(IntList targets) {
    IntList copy = IntImmutableList.of(targets.toIntArray());
    IntList nodes = nodes();
    Int2IntMap rows = rowsById();
    Int2IntOpenHashMap seen = new Int2IntOpenHashMap();
    seen.defaultReturnValue(-1);
    int[] targetRows = new int[copy.size()];
    for (int position = 0; position < targetRows.length; position++) {
      int target = copy.getInt(position);
      int before = seen.put(target, position);
      if (before >= 0) {
        throw new IllegalArgumentException(
            "target " + target + " is repeated at positions " + before + " and " + position);
      }
      targetRows[position] = rows.get(target);
      if (targetRows[position] < 0) {
        throw new IllegalArgumentException(
            "target "
                + target
                + " at position "
                + position
                + " is not among the "
                + nodes.size()
                + " inference nodes"
                + (nodes.isEmpty() ? "" : ", which begin with " + nodes.getInt(0)));
      }
    }
    return new InferenceNodes(query, copy, targetRows, directed);
  }

  /**
   * Returns the same nodes for attacks on a directed graph, which predict arcs. An attack that
   * cannot distinguish the two directions of a pair predicts both.
   *
   * @return the nodes, whose targets have n(n - 1) ordered pairs
   */
  public InferenceNodes directed() {
    return directed ? this : new InferenceNodes(query, targets, targetRows, true);
  }

  /**
   * Returns the same nodes with other features.
   *
   * @param changed the features, one row per node
   * @return the nodes
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceNodes withFeatures(FeatureMatrix changed) {
    return new InferenceNodes(InferenceQuery.of(nodes(), changed), targets, targetRows, directed);
  }

  /**
   * Returns the targets without the other nodes, for queries that are answered on the subgraph that
   * they induce. Takes O(|V^(C)| d) time.
   *
   * @return V^(I) = V^(C), in the order of the targets
   */
  public InferenceNodes alone() {
    InferenceNodes alone = of(targets, features().selectRows(IntList.of(targetRows)));
    return directed ? alone.directed() : alone;
  }

  /** {@return whether attacks on these nodes predict arcs, from a source to a target} */
  public boolean isDirected() {
    return directed;
  }

  /** {@return the number of pairs of targets: n(n - 1) if directed, else n(n - 1)/2} */
  public long pairCount() {
    return NodePairs.count(targets.size(), directed);
  }

  /**
   * Returns the row of each node in the features.
   *
   * @return a map from the ids of nodes to their rows, and from all other ids to -1
   */
  public Int2IntMap rowsById() {
    return rowsById(nodes());
  }

  private static Int2IntOpenHashMap rowsById(IntList nodes) {
    Int2IntOpenHashMap rows = new Int2IntOpenHashMap(nodes.size());
    rows.defaultReturnValue(-1);
    for (int row = 0; row < nodes.size(); row++) {
      int node = nodes.getInt(row);
      if (node < 0) {
        throw new IllegalArgumentException("node " + node + " at row " + row + " is negative");
      }
      int before = rows.put(node, row);
      if (before >= 0) {
        throw new IllegalArgumentException(
            "node " + node + " is repeated at rows " + before + " and " + row);
      }
    }
    return rows;
  }

  /** {@return V^(I), the ids of the nodes, unmodifiable} */
  public IntList nodes() {
    return query.nodes();
  }

  /** {@return X^(I), the features, one row per node} */
  public FeatureMatrix features() {
    return query.base();
  }

  /** {@return V^(C), the ids of the targets, unmodifiable} */
  public IntList targets() {
    return targets;
  }

  /**
   * Returns the row of a target in the features and in an answer for all nodes.
   *
   * @param position the position of the target in {@link #targets()}
   * @return its row
   */
  public int rowOfTarget(int position) {
    return targetRows[position];
  }

  /**
   * {@return the rows of all targets, strictly ascending, unmodifiable} These are the observed rows
   * of an attack that needs only the answers for targets.
   */
  public IntList targetRows() {
    return ascendingRows;
  }

  /**
   * Returns the row of a target in an answer to a query that observes {@link #targetRows()}.
   *
   * @param position the position of the target in {@link #targets()}
   * @return its row
   */
  public int answerRowOfTarget(int position) {
    return answerRows[position];
  }

  /**
   * Returns the targets whose features are all zero, on which scaling has no effect. Takes time
   * linear in the size of the targets' features.
   *
   * @return their ids, in the order of the targets
   */
  public IntList targetsWithoutFeatures() {
    IntArrayList without = new IntArrayList();
    for (int position = 0; position < targetRows.length; position++) {
      if (features().isZeroRow(targetRows[position])) {
        without.add(targets.getInt(position));
      }
    }
    return without;
  }

  /** {@return the query with unedited features, observed for every node} */
  public InferenceQuery query() {
    return query;
  }

  /**
   * Returns a query with an edit of the features, observed for every node.
   *
   * @param edit the edit
   * @return the query
   * @throws IllegalArgumentException if the edit does not fit, as described in {@link
   *     FeatureEdit#requireFits}
   */
  public InferenceQuery queryWith(FeatureEdit edit) {
    return query.with(edit);
  }

  /**
   * Returns a query with other features for the same nodes, observed for every node.
   *
   * @param changed the features, one row per node
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceQuery queryWith(FeatureMatrix changed) {
    return query.about(changed);
  }
}
