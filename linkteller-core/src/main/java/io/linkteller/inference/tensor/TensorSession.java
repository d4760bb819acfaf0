package io.linkteller.inference.tensor;

import org.ejml.data.DMatrixRMaj;

/** A model loaded into a runtime. Used by one thread at a time. */
public interface TensorSession extends AutoCloseable {

  /** A model with its inputs in place. */
  interface Prepared extends AutoCloseable {

    /**
     * Runs the model on the features as they are at the time of the call.
     *
     * @return one row per node and copy, copy after copy
     * @throws Exception if the runtime fails
     */
    DMatrixRMaj run() throws Exception;

    @Override
    void close();
  }

  /**
   * Puts inputs in place for any number of runs.
   *
   * @param features the features, whose memory changes between runs
   * @param copies how many of its copies to answer for, from the first
   * @param edges the graph
   * @return the model with its inputs
   * @throws Exception if the runtime fails
   */
  Prepared prepare(FeatureTensor features, int copies, EdgeIndex edges) throws Exception;

  @Override
  void close();
}
