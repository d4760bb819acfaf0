package io.linkteller.inference;

import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
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

  private final IntList nodes;
  private final FeatureMatrix features;
  private final IntList targets;
  private final int[] targetRows;

  private InferenceNodes(IntList nodes, FeatureMatrix features, IntList targets, int[] targetRows) {
    this.nodes = nodes;
    this.features = features;
    this.targets = targets;
    this.targetRows = targetRows;
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
    return new InferenceNodes(nodes, features, nodes, all);
  }

  /**
   * Returns some nodes of the served graph, all of them targets.
   *
   * @param nodes V^(I), distinct ids, none negative
   * @param features X^(I), one row a node, in the order of {@code nodes}
   * @return the nodes
   * @throws IllegalArgumentException if an id is negative or repeated, or the number of rows
   *     differs from the number of nodes
   */
  public static InferenceNodes of(IntList nodes, FeatureMatrix features) {
    IntList copy = IntImmutableList.of(nodes.toIntArray());
    new InferenceQuery(copy, features);
    rowsById(copy);
    return new InferenceNodes(copy, features, copy, IntStream.range(0, features.rows()).toArray());
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
    return new InferenceNodes(nodes, features, copy, targetRows);
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

  /**
   * Returns V^(I).
   *
   * @return the ids of the nodes, unmodifiable
   */
  public IntList nodes() {
    return nodes;
  }

  /**
   * Returns X^(I).
   *
   * @return the features, one row a node
   */
  public FeatureMatrix features() {
    return features;
  }

  /**
   * Returns V^(C).
   *
   * @return the ids of the targets, unmodifiable
   */
  public IntList targets() {
    return targets;
  }

  /**
   * Returns the row of a target in features and answers.
   *
   * @param position which target, in [0, number of targets)
   * @return its row
   */
  public int rowOfTarget(int position) {
    return targetRows[position];
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
      if (features.isZeroRow(targetRows[position])) {
        without.add(targets.getInt(position));
      }
    }
    return without;
  }

  /**
   * Returns the query for the features as they are.
   *
   * @return the query
   */
  public InferenceQuery query() {
    return new InferenceQuery(nodes, features);
  }

  /**
   * Returns the query with other features for the same nodes.
   *
   * @param changed the features to ask about, one row a node
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceQuery queryWith(FeatureMatrix changed) {
    return new InferenceQuery(nodes, changed);
  }
}
