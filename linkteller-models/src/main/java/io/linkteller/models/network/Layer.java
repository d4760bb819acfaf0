package io.linkteller.models.network;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * One layer of a network on a fixed graph of n nodes: H' = layer(H), H n x d, H' n x d'. It owns
 * the buffers that its passes need and allocates none after the first pass.
 *
 * <p>{@link #forward} and {@link #backward} belong to one thread at a time. After a forward pass
 * the two methods that propagate changes only read, so any number of threads may use them, each
 * with {@link RowChanges} of its own.
 */
public interface Layer {

  /**
   * Returns d.
   *
   * @return the number of columns of the input
   */
  int inputWidth();

  /**
   * Returns d'.
   *
   * @return the number of columns of the output
   */
  int outputWidth();

  /**
   * Returns the parameters.
   *
   * @return live tensors, in the order of their names in files
   */
  List<Tensor> parameters();

  /**
   * Computes the output.
   *
   * @param in H, n x d
   * @param out receives H'; reshaped to n x d'
   * @param workers who shares the rows
   */
  void forward(LeftOperand in, DMatrixRMaj out, Workers workers);

  /**
   * Computes derivatives, after {@link #forward} for the same input. Writes the gradient of each of
   * {@link #parameters()}.
   *
   * @param in H
   * @param out H'
   * @param gradOut dL/dH', n x d'; its contents are destroyed
   * @param gradIn where wanted, receives dL/dH; reshaped to n x d
   * @param workers who shares the rows
   */
  void backward(
      LeftOperand in,
      DMatrixRMaj out,
      DMatrixRMaj gradOut,
      Optional<DMatrixRMaj> gradIn,
      Workers workers);

  /**
   * Computes how the output changes when one row of the input is multiplied by a factor.
   *
   * @param row the row of H
   * @param factor what it is multiplied by
   * @param out receives the rows of H' that change
   */
  void scaleInputRow(int row, double factor, RowChanges out);

  /**
   * Computes how the output changes when some rows of the input change.
   *
   * @param in the changes of H
   * @param out receives the rows of H' that change
   */
  void changeInputRows(RowChanges in, RowChanges out);
}
