package io.linkteller.models.network;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.parameter.Tensor;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * One layer of a network on a fixed graph of n nodes: Z = layer(H), where H is n x d and Z is n x
 * d'. Implementations provide {@link #forward} and {@link #backward}. A layer that can propagate
 * changes of a few rows of H also implements {@link IncrementalLayer}; otherwise a query that
 * changes a row costs a full pass of this layer.
 *
 * <p>The {@link Stage} applies the activation and the dropout of features. A layer owns the buffers
 * of its passes and should allocate them in the first pass only. Only one thread at a time may run
 * a pass.
 */
public interface Layer {

  /** {@return d, the number of columns of the input} */
  int inputWidth();

  /** {@return d', the number of columns of the output} */
  int outputWidth();

  /** {@return the live parameter tensors, in the order of their names in files} */
  List<Tensor> parameters();

  /**
   * Computes the output. A row of Z must be bit-identical whatever the rows of H are on which it
   * does not depend.
   *
   * @param in H, n x d
   * @param out receives Z; reshaped to n x d'
   * @param pass the executor, and the keys of dropout masks for layers that apply dropout
   *     themselves
   */
  void forward(LeftOperand in, DMatrixRMaj out, Pass pass);

  /**
   * Computes derivatives after {@link #forward} with the same input and pass. Writes the gradient
   * of each trained tensor of {@link #parameters()}.
   *
   * @param in H
   * @param gradOut dL/dZ, n x d'; its contents may be destroyed
   * @param gradIn receives dL/dH, reshaped to n x d; empty if dL/dH is not needed
   * @param pass the pass given to {@link #forward}
   */
  void backward(LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass);
}
