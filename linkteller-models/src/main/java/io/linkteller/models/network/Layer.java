package io.linkteller.models.network;

import io.linkteller.matrix.LeftOperand;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * One layer of a network on a fixed graph of n nodes: Z = layer(H), H n x d, Z n x d'. Activation
 * and dropout of features are the {@link Network}'s business, not the layer's. A layer owns the
 * buffers that its passes need and allocates none of their size after the first pass.
 *
 * <p>{@link #forward} and {@link #backward} belong to one thread at a time. After a forward pass
 * without dropout the methods that propagate changes only read, so any number of threads may use
 * them, each with {@link RowChanges} of its own.
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
   * @param out receives Z; reshaped to n x d'
   * @param pass who shares the work, and the dropout masks if there are any inside the layer
   */
  void forward(LeftOperand in, DMatrixRMaj out, Pass pass);

  /**
   * Computes derivatives, after {@link #forward} for the same input and pass. Writes the gradient
   * of each of {@link #parameters()}.
   *
   * @param in H
   * @param gradOut dL/dZ, n x d'; its contents may be destroyed
   * @param gradIn where wanted, receives dL/dH; reshaped to n x d
   * @param pass that of the forward pass
   */
  void backward(LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass);

  /**
   * Computes how the output changes when some rows of the input change.
   *
   * @param in the changes of H
   * @param spare scratch of the calling thread, overwritten
   * @param out receives the rows of Z that can change, and their changes
   */
  void changeInputRows(RowChanges in, RowChanges spare, RowChanges out);

  /**
   * Computes how some rows of the output change when some rows of the input do, if the layer has a
   * cheaper way than {@link #changeInputRows}, which the default uses. The observed rows must
   * change by the same numbers, bit for bit.
   *
   * @param in the changes of H
   * @param observed the rows of Z that are wanted, strictly ascending
   * @param spare scratch of the calling thread, overwritten
   * @param out receives the observed rows of Z that can change, and perhaps others, and their
   *     changes
   */
  default void changeObservedRows(
      RowChanges in, IntList observed, RowChanges spare, RowChanges out) {
    changeInputRows(in, spare, out);
  }

  /**
   * Computes how the output changes when one row of the input is multiplied by a factor, if the
   * layer has a better way than {@link #changeInputRows}: one that keeps H W need not multiply the
   * row again.
   *
   * @param row the row of H
   * @param factor what it is multiplied by
   * @param spare scratch of the calling thread, overwritten
   * @param out receives the rows of Z that can change, and their changes
   * @return false if there is no better way, as by default; {@code out} is left alone then
   */
  default boolean scaleInputRow(int row, double factor, RowChanges spare, RowChanges out) {
    return false;
  }

  /**
   * Computes the derivative of the output along a direction of the input, at the input of the last
   * forward pass: {@link #changeInputRows} for an infinitely small change. By default the change
   * itself, which is right for a layer that is affine in H; any other must say how it bends.
   *
   * @param in the direction: how fast rows of H move
   * @param spare scratch of the calling thread, overwritten
   * @param out receives the rows of Z that move, and how fast
   */
  default void moveInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    changeInputRows(in, spare, out);
  }

  /**
   * Computes the derivative of some rows of the output, as {@link #changeObservedRows} does the
   * change. By default that of all, by {@link #moveInputRows}.
   *
   * @param in the direction: how fast rows of H move
   * @param observed the rows of Z that are wanted, strictly ascending
   * @param spare scratch of the calling thread, overwritten
   * @param out receives the observed rows of Z that move, and perhaps others, and how fast
   */
  default void moveObservedRows(RowChanges in, IntList observed, RowChanges spare, RowChanges out) {
    moveInputRows(in, spare, out);
  }

  /**
   * Computes the derivative of the output with respect to a factor of one row of the input, at
   * factor 1, if the layer has a better way than {@link #moveInputRows}. The default is for a layer
   * that is affine in H: the change when the row is doubled.
   *
   * @param row the row of H
   * @param spare scratch of the calling thread, overwritten
   * @param out receives the rows of Z that move, and how fast
   * @return false if there is no better way; {@code out} is left alone then
   */
  default boolean moveWithInputRow(int row, RowChanges spare, RowChanges out) {
    return scaleInputRow(row, 2, spare, out);
  }
}
