package io.linkteller.models.aggregate;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PrivateGraph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.security.MessageDigest;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * A model that sees a graph through released sums over neighbors only. The answer for a node is a
 * function of its own features and of its own rows of the released sums, so that answers reveal no
 * more about edges than the release did, however many are given. Sealed, since what a model says of
 * its {@link #guarantee} is believed.
 */
public sealed interface AggregateModel permits Gap, LpgNet {

  /** {@return d, the number of features per node} */
  int inputWidth();

  /** {@return c, the number of logits per node} */
  int outputWidth();

  /** {@return K, the number of releases that the model needs} */
  int hops();

  /**
   * Returns the guarantee of the sums on which the parameters were trained, and of what else their
   * session has released up to now.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  ChargedGuarantee guarantee();

  /**
   * Adds the networks of this model, settings and parameters, to a digest.
   *
   * @param digest the digest
   */
  void identify(MessageDigest digest);

  /**
   * Releases what the model needs to know about a graph. This is the only use of the edges.
   *
   * @param graph A on n nodes
   * @param x X, n x d
   * @param mechanism the noise
   * @return the released sums, with the guarantee of K releases
   * @throws IllegalArgumentException if shapes do not match
   */
  default Aggregates release(PrivateGraph graph, FeatureMatrix x, NeighborAggregation mechanism) {
    return release(graph.sums(mechanism, hops()), x);
  }

  /**
   * Releases what the model needs to know about a graph from sums that were charged.
   *
   * @param sums noisy sums over the edges of n nodes; K of them are used up
   * @param x X, n x d
   * @return the released sums
   * @throws IllegalArgumentException if shapes do not match
   */
  Aggregates release(NoisySums sums, FeatureMatrix x);

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
