package io.linkteller.models.aggregate;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PrivateGraph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * A model that sees a graph through released sums over neighbors only. The answer for a node is a
 * function of its own features and of its own rows of the released sums, so that answers reveal no
 * more about edges than the release did, however many are given. Sealed, since what a model says of
 * its {@link #guarantee} is believed.
 */
public abstract sealed class AggregateModel permits Gap, LpgNet {

  private final Supplier<ChargedGuarantee> guarantee;

  AggregateModel(Supplier<ChargedGuarantee> guarantee) {
    this.guarantee = guarantee;
  }

  /** {@return d, the number of features per node} */
  public abstract int inputWidth();

  /** {@return K, the number of releases that the model needs} */
  public abstract int hops();

  /**
   * Returns the guarantee of the sums on which the parameters were trained, and of what else their
   * session has released up to now.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public final ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  /**
   * Adds the networks of this model, settings and parameters, to a digest.
   *
   * @param digest the digest
   */
  public abstract void identify(MessageDigest digest);

  /**
   * Releases what the model needs to know about a graph. This is the only use of the edges.
   *
   * @param graph A on n nodes
   * @param x X, n x d
   * @param mechanism the noise
   * @return the released sums, with the guarantee of K releases
   * @throws IllegalArgumentException if shapes do not match
   */
  public final Aggregates release(
      PrivateGraph graph, FeatureMatrix x, NeighborAggregation mechanism) {
    return release(graph.sums(mechanism, hops()), x);
  }

  /** Releases what the model needs from charged sums and uses up K of them. */
  abstract Aggregates release(NoisySums sums, FeatureMatrix x);

  /**
   * Returns the rows whose sums were released, hop after hop. They follow from features, parameters
   * and earlier releases, which an attacker may know.
   *
   * @param x X, n x d
   * @param aggregates the release about the graph of these n nodes
   * @return M of each release, n x m
   * @throws IllegalArgumentException if shapes do not match
   */
  public abstract List<DMatrixRMaj> aggregatedRows(FeatureMatrix x, Aggregates aggregates);

  /** Computes one row of c logits per node from released sums, without the graph. */
  abstract DMatrixRMaj logits(FeatureMatrix x, IntList nodes, Aggregates aggregates);
}
