package io.linkteller.cli.benchmark;

import io.linkteller.matrix.CsrMatrix;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Another implementation of the same computations, which is run side by side with ours. Peers are
 * found by {@link java.util.ServiceLoader}; the runnable jar has none.
 */
public interface Peer {

  /** A computation on given data, ready to be run repeatedly. */
  interface Run {

    /** Runs the computation once. */
    void run();

    /**
     * Returns the result of the last run.
     *
     * @return the result
     */
    DMatrixRMaj result();
  }

  /**
   * A two-layer GCN under training: softmax cross entropy over all nodes, Adam with learning rate
   * 0.01 and weight decay 5e-4.
   *
   * @param adjacency Â, symmetric
   * @param x X, dense
   * @param labels the class of each node
   * @param weights W1, b1, W2 and b2 before the first epoch
   * @param dropout the dropout rate of the hidden layer
   */
  record Training(
      CsrMatrix adjacency,
      DMatrixRMaj x,
      IntList labels,
      List<DMatrixRMaj> weights,
      double dropout) {

    /**
     * Returns this training with another dropout rate.
     *
     * @param rate the dropout rate, in [0, 1)
     * @return the training
     */
    public Training withDropout(double rate) {
      return new Training(adjacency, x, labels, weights, rate);
    }
  }

  /**
   * Returns the name, with version and precision.
   *
   * @return the name, different from those of other peers
   */
  String name();

  /**
   * Returns how far results may be from ours, relative to the largest number of the result.
   *
   * @return a bound on rounding errors
   */
  double tolerance();

  /**
   * Loads native libraries and sets the number of threads. Called once, before all other methods.
   *
   * @param threads the number of threads
   */
  void start(int threads);

  /**
   * Prepares a product of dense matrices.
   *
   * @param a A
   * @param transposed whether Aᵀ B is computed instead of A B
   * @param b B
   * @return the computation, or empty if the peer has none
   */
  default Optional<Run> denseProduct(DMatrixRMaj a, boolean transposed, DMatrixRMaj b) {
    return Optional.empty();
  }

  /**
   * Prepares a product of a sparse matrix with a dense one.
   *
   * @param s S
   * @param b B
   * @return the computation, or empty if the peer has none
   */
  default Optional<Run> sparseProduct(CsrMatrix s, DMatrixRMaj b) {
    return Optional.empty();
  }

  /**
   * Prepares a training run; each run of the computation is an epoch, and its result the loss
   * before the epoch's step.
   *
   * @param training the model and data
   * @return the computation, or empty if the peer has none
   */
  default Optional<Run> epoch(Training training) {
    return Optional.empty();
  }
}
