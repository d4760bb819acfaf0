package io.linkteller.inference;

import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * One question to a black box: V^(I) and X^(I).
 *
 * @param nodes V^(I), the ids of n distinct nodes of the served graph; unmodifiable
 * @param features X^(I), n x d: row r belongs to {@code nodes.getInt(r)}
 */
public record InferenceQuery(IntList nodes, FeatureMatrix features) {

  /**
   * Checks that there is one row a node.
   *
   * @param nodes V^(I), the ids of n distinct nodes of the served graph; unmodifiable
   * @param features X^(I), n x d: row r belongs to {@code nodes.getInt(r)}
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceQuery {
    if (features.rows() != nodes.size()) {
      throw new IllegalArgumentException(
          "features have " + features.rows() + " rows for " + nodes.size() + " nodes");
    }
  }
}
