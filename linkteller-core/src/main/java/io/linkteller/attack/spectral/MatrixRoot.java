package io.linkteller.attack.spectral;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * The graphs whose Â^k is nearest to a matrix of influences, however that was measured. {@link
 * SpectralRoot} measures it with one query per target.
 */
public final class MatrixRoot {

  private MatrixRoot() {}

  /**
   * A graph and the model under which it was read.
   *
   * @param propagation how the layers combine neighbors
   * @param depth k, the number of layers
   * @param neighbors the neighbors of each node, ascending
   * @param misfit how far the matrix is from Â^k of this graph, as in {@link
   *     SpectralDiagnosis#misfit}
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
    Influences measured = new Influences(n, influences, influences, floors, 0, 0);
    return new SpectralReading(measured, workers)
        .candidates().stream()
            .map(c -> new Reading(c.propagation(), c.depth(), c.neighbors(), c.misfit()))
            .toList();
  }
}
