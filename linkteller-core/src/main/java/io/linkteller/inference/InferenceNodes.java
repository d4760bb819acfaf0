package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What Bob brings to an attack: the nodes of his queries V^(I) with their features X^(I), and the
 * targets V^(C) among them whose connections he wants to know. Immutable.
 *
 * <p>Unless told otherwise the nodes are all those of the served graph, 0 to n-1, and all are
 * targets. The order of the targets matters to scores that look at one direction of a pair only.
 *
 * <pre>{@code
 * InferenceNodes.of(features).targeting(3, 14, 15)
 * }</pre>
 */
public final class InferenceNodes {

  private final InferenceQuery query;
  private final IntList targets;
  private final int[] targetRows;

  /** The rows of the targets, ascending. */
  private final IntList ascendingRows;

  /** Where each target stands among them. */
  private final int[] answerRows;

  private InferenceNodes(InferenceQuery query, IntList targets, int[] targetRows) {
    this.query = query;
    this.targets = targets;
    this.targetRows = targetRows;
    int[] ascending = targetRows.clone();
    Arrays.sort(ascending);
    ascendingRows = IntImmutableList.of(ascending);
    answerRows = new int[targetRows.length];
    for (int position = 0; position < answerRows.length; position++) {
      answerRows[position] = Arrays.binarySearch(ascending, targetRows[position]);
    }
  }

  /**
   * Returns all nodes of the served graph, all of them targets.
   *
   * @param features X^(I), n x d: row v belongs to node v
   * @return the nodes
   */
  public static InferenceNodes of(FeatureMatrix features) {
    int[] all = IntStream.range(0, features.rows()).toArray();
    IntList nodes = IntImmutableList.of(all);
    return new InferenceNodes(InferenceQuery.of(nodes, features), nodes, all);
  }

  /**
   * Returns some nodes of the served graph, all of them targets.
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
    return new InferenceNodes(query, query.nodes(), all);
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
    Int2IntOpenHashMap rows = rowsById(nodes);
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
    return new InferenceNodes(query, copy, targetRows);
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

  /** Returns V^(I): the ids of the nodes, unmodifiable. */
  public IntList nodes() {
    return query.nodes();
  }

  /** Returns X^(I): the features, one row per node. */
  public FeatureMatrix features() {
    return query.base();
  }

  /** Returns V^(C): the ids of the targets, unmodifiable. */
  public IntList targets() {
    return targets;
  }

  /**
   * Returns the row of a target in the features, and in an answer for all nodes.
   *
   * @param position which target, in [0, number of targets)
   * @return its row
   */
  public int rowOfTarget(int position) {
    return targetRows[position];
  }

  /**
   * Returns the rows of all targets: what an attack observes that reads no other answers.
   *
   * @return the rows, strictly ascending, unmodifiable
   */
  public IntList targetRows() {
    return ascendingRows;
  }

  /**
   * Returns the row of a target in an answer to a query that observes {@link #targetRows()}.
   *
   * @param position which target, in [0, number of targets)
   * @return its row
   */
  public int answerRowOfTarget(int position) {
    return answerRows[position];
  }

  /**
   * Returns the targets whose features are all zero: scaling them changes nothing. O(size of the
   * targets' features).
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

  /**
   * Returns the query for the features as they are, whose answer is read for every node.
   *
   * @return the query
   */
  public InferenceQuery query() {
    return query;
  }

  /**
   * Returns the query with an edit of the features, whose answer is read for every node.
   *
   * @param edit which rows change, and how
   * @return the query
   * @throws IllegalArgumentException if the edit does not fit, as {@link FeatureEdit#requireFits}
   *     says
   */
  public InferenceQuery queryWith(FeatureEdit edit) {
    return query.with(edit);
  }

  /**
   * Returns the query with other features for the same nodes, whose answer is read for every node.
   *
   * @param changed the features to ask about, one row per node
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceQuery queryWith(FeatureMatrix changed) {
    return query.about(changed);
  }
}
