package io.linkteller.onnx;

import io.linkteller.data.onnx.EdgeIndex;
import org.ejml.data.DMatrixRMaj;

/** A model loaded into a runtime. Not safe for use by several threads. */
interface TensorSession extends AutoCloseable {

  /** A model with prepared inputs. */
  interface Prepared extends AutoCloseable {

    /**
     * Runs the model on the current contents of the feature tensor.
     *
     * @return one row per node of each copy, ordered by copy
     * @throws Exception if the runtime fails
     */
    DMatrixRMaj run() throws Exception;

    @Override
    void close();
  }

  /**
   * Prepares the inputs of any number of runs.
   *
   * @param features the features, whose contents may change between runs
   * @param copies the number of copies to use, starting with the first
   * @param edges the graph
   * @return the model with its inputs
   * @throws Exception if the runtime fails
   */
  Prepared prepare(FeatureTensor features, int copies, EdgeIndex edges) throws Exception;

  @Override
  void close();
}
