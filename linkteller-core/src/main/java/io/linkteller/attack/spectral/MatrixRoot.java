package io.linkteller.attack.spectral;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * The graphs whose Â^k is nearest to a matrix of influences, however that was measured.
 *
 * <p>The influences are balanced to a symmetric matrix and decomposed once for each connected
 * component. Each model (a {@link Propagation}, a depth of 1 to 3) says how eigenvalues of Â^k
 * become those of A: divide by the leading one, take the root, take off the identity, multiply by
 * the leading eigenvector, which holds the degrees. The root of an even power without the identity
 * leaves the signs open. They are found by rounding to 0/1 and back; where that fails, from the
 * diagonal of A + I, which is linear in the signed eigenvalues. Of all models that one is best
 * whose rounded graph, put through Â^k again, explains the influences best.
 *
 * <p>Some graphs have the same Â^k: the three squares on four nodes under two augmented layers are
 * one.
 */
public final class MatrixRoot {

  private MatrixRoot() {}

  /**
   * A graph and the model under which it was read.
   *
   * @param propagation how the layers combine neighbors
   * @param depth k, the number of layers
   * @param neighbors the neighbors of each node, ascending
   * @param misfit how far the matrix is from Â^k of this graph, in the Frobenius norm, as a share
   *     of the influences between different nodes, each on the scale of what the two nodes do to
   *     themselves; 0 is an exact reading
   */
  @SuppressWarnings("ArrayRecordComponent") // Used once by the caller, and never compared.
  public record Reading(Propagation propagation, int depth, int[][] neighbors, double misfit) {}

  /**
   * Takes the root under each model. O(n³) for each connected component of n nodes.
   *
   * @param n the number of nodes
   * @param influences n x n, row-major: the influence of v on u in row v, column u
   * @param floor the largest entry that errors alone may cause
   * @param workers what runs in parallel
   * @return the best graph under each model, in ascending order of misfit
   */
  public static List<Reading> readings(int n, double[] influences, double floor, Workers workers) {
    double[] floors = new double[n];
    Arrays.fill(floors, floor);
    Influences measured = new Influences(n, influences, floors);
    return new SpectralReading(measured, workers)
        .candidates().stream()
            .map(c -> new Reading(c.propagation(), c.depth(), c.neighbors(), c.misfit()))
            .toList();
  }
}
