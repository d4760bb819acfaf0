package io.linkteller.models.aggregate;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighborAggregation;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * A model that sees a graph through released sums over neighbors only. The answer for a node is a
 * function of its own features and of its own rows of the released sums, so that answers reveal no
 * more about edges than the release did, however many are given.
 */
public interface AggregateModel {

  /** {@return d, the number of features per node} */
  int inputWidth();

  /** {@return c, the number of logits per node} */
  int outputWidth();

  /** {@return K, the number of releases that the model needs} */
  int hops();

  /**
   * Releases what the model needs to know about a graph. This is the only use of the edges.
   *
   * @param graph A on n nodes
   * @param x X, n x d
   * @param mechanism the mechanism; called K times
   * @return the released sums, with the guarantee of K releases
   * @throws IllegalArgumentException if shapes do not match
   */
  Aggregates release(Graph graph, FeatureMatrix x, NeighborAggregation mechanism);

  /**
   * Returns the rows whose sums were released, hop after hop. They follow from features, parameters
   * and earlier releases, which an attacker may know.
   *
   * @param x X, n x d
   * @param aggregates the release about the graph of these n nodes
   * @return M of each release, n x m
   * @throws IllegalArgumentException if shapes do not match
   */
  List<DMatrixRMaj> aggregatedRows(FeatureMatrix x, Aggregates aggregates);

  /**
   * Computes logits from released sums, without the graph.
   *
   * @param x the features of some nodes, one row per node
   * @param nodes the nodes, each a node of the release
   * @param aggregates the release
   * @return one row of c logits per node
   * @throws IllegalArgumentException if shapes do not match or a node is out of range
   */
  DMatrixRMaj logits(FeatureMatrix x, IntList nodes, Aggregates aggregates);
}
