package io.linkteller.models.network;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A layer that can propagate changes of a few input rows. A query that differs from the previous
 * one in a single row then costs time proportional to a neighborhood instead of the whole graph.
 *
 * <p>Changes are relative to the input of the last forward pass without dropout. The methods only
 * read the state that this pass left behind, so several threads may call them at the same time,
 * each with its own {@link RowChanges} and {@link ChangeBuffers}.
 */
public interface IncrementalLayer extends Layer {

  /**
   * Returns the layer itself if it is incremental, otherwise an adapter that computes changes by
   * full passes. The adapter works for any layer, but it is no faster than a new forward pass, it
   * admits one thread at a time, and its derivatives are central difference quotients.
   *
   * @param layer a layer
   * @return an incremental layer with the same passes and parameters
   */
  static IncrementalLayer of(Layer layer) {
    return layer instanceof IncrementalLayer incremental ? incremental : new FullPassLayer(layer);
  }

  /**
   * Computes the change of the output for a change of some input rows.
   *
   * @param in the changes of H
   * @param out receives the changes of the rows of Z that can change
   * @param buffers scratch of the calling thread
   */
  void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers);

  /**
   * Computes the change of some output rows for a change of some input rows. The default
   * implementation calls {@link #changeInputRows}; a layer may override it if computing only the
   * observed rows is cheaper. The changes of the observed rows must be bit-identical to those of
   * {@link #changeInputRows}.
   *
   * @param in the changes of H, rows ascending
   * @param observed the requested rows of Z, strictly ascending
   * @param out receives the changes of the observed rows of Z that can change, and possibly of
   *     other rows
   * @param buffers scratch of the calling thread
   */
  default void changeObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    changeInputRows(in, out, buffers);
  }

  /**
   * Computes the change of the output when one input row is multiplied by a factor, if the layer
   * can do this faster than {@link #changeInputRows}. For example, a layer that stores H W need not
   * multiply the row by W again.
   *
   * @param row the row of H
   * @param factor the factor
   * @param out receives the changes of the rows of Z that can change
   * @param buffers scratch of the calling thread
   * @return false if the layer has no faster way, which is the default; {@code out} is then
   *     unchanged
   */
  default boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    return false;
  }

  /**
   * Computes the directional derivative of the output at the input of the last forward pass, which
   * is the limit of {@link #changeInputRows} for small changes. The default implementation calls
   * {@link #changeInputRows}, which is correct for layers that are affine in H; all other layers
   * must override it.
   *
   * @param in the direction: the derivatives of rows of H
   * @param out receives the derivatives of the rows of Z; a missing row has derivative 0
   * @param buffers scratch of the calling thread
   */
  default void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    changeInputRows(in, out, buffers);
  }

  /**
   * Computes the directional derivative of some output rows; the counterpart of {@link
   * #changeObservedRows}. The default implementation computes all rows with {@link #moveInputRows}.
   *
   * @param in the direction: the derivatives of rows of H, rows ascending
   * @param observed the requested rows of Z, strictly ascending
   * @param out receives the derivatives of the observed rows of Z, and possibly of other rows; a
   *     missing row has derivative 0
   * @param buffers scratch of the calling thread
   */
  default void moveObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    moveInputRows(in, out, buffers);
  }

  /**
   * Computes the derivative of the output with respect to a factor of one input row, at factor 1,
   * if the layer can do this faster than {@link #moveInputRows}. The default implementation returns
   * the change when the row is doubled, which is correct for layers that are affine in H.
   *
   * @param row the row of H
   * @param out receives the derivatives of the rows of Z; a missing row has derivative 0
   * @param buffers scratch of the calling thread
   * @return false if the layer has no faster way; {@code out} is then unchanged
   */
  default boolean moveWithInputRow(int row, RowChanges out, ChangeBuffers buffers) {
    return scaleInputRow(row, 2, out, buffers);
  }
}
