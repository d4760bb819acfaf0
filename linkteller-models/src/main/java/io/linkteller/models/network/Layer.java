package io.linkteller.models.network;

import io.linkteller.matrix.LeftOperand;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * One layer of a network on a fixed graph of n nodes: Z = layer(H), H n x d, Z n x d'. Its author
 * writes {@link #forward} and {@link #backward}. A layer that also knows how a change of a few rows
 * of H spreads implements {@link IncrementalLayer}; without it, a query that changes a row costs a
 * full pass of this layer.
 *
 * <p>Activation and dropout of features belong to the {@link Stage}. A layer owns the buffers that
 * its passes need and allocates none of their size after the first pass. Passes belong to one
 * thread at a time.
 */
public interface Layer {

  /** Returns d, the number of columns of the input. */
  int inputWidth();

  /** Returns d', the number of columns of the output. */
  int outputWidth();

  /** Returns the parameters: live tensors, in the order of their names in files. */
  List<Tensor> parameters();

  /**
   * Computes the output. A row of Z must come out the same, bit for bit, whichever other rows of H
   * changed, unless it depends on them.
   *
   * @param in H, n x d
   * @param out receives Z; reshaped to n x d'
   * @param pass the workers, and the dropout masks if there are any inside the layer
   */
  void forward(LeftOperand in, DMatrixRMaj out, Pass pass);

  /**
   * Computes derivatives, after {@link #forward} for the same input and pass. Writes the gradient
   * of each of {@link #parameters()} that is trained.
   *
   * @param in H
   * @param gradOut dL/dZ, n x d'; its contents may be destroyed
   * @param gradIn where wanted, receives dL/dH; reshaped to n x d
   * @param pass that of the forward pass
   */
  void backward(LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass);
}
