package io.linkteller.models.network;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * A layer that knows how a change of a few rows of its input spreads, so that a query that differs
 * from the last one in one row costs a neighborhood and not a graph.
 *
 * <p>The methods start from the input of the last forward pass without dropout and only read what
 * it left, so any number of threads may call them, each with {@link RowChanges} and {@link
 * ChangeBuffers} of its own.
 */
public interface IncrementalLayer extends Layer {

  /**
   * Returns the layer itself if it is incremental, and else the layer with changes computed by full
   * passes: right for any layer, one thread at a time, and no faster than asking anew. Derivatives
   * are then central difference quotients.
   *
   * @param layer a layer
   * @return an incremental layer with the same passes and parameters
   */
  static IncrementalLayer of(Layer layer) {
    return layer instanceof IncrementalLayer incremental ? incremental : new FullPassLayer(layer);
  }

  /**
   * Computes how the output changes when some rows of the input change.
   *
   * @param in the changes of H
   * @param out receives the rows of Z that can change, and their changes
   * @param buffers scratch of the calling thread
   */
  void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers);

  /**
   * Computes how some rows of the output change when some rows of the input do, if the layer has a
   * cheaper way than {@link #changeInputRows}, which the default uses. The observed rows must
   * change by the same numbers, bit for bit.
   *
   * @param in the changes of H, rows ascending
   * @param observed the rows of Z that are wanted, strictly ascending
   * @param out receives the observed rows of Z that can change, and perhaps others, and their
   *     changes
   * @param buffers scratch of the calling thread
   */
  default void changeObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    changeInputRows(in, out, buffers);
  }

  /**
   * Computes how the output changes when one row of the input is multiplied by a factor, if the
   * layer has a better way than {@link #changeInputRows}: one that keeps H W need not multiply the
   * row again.
   *
   * @param row the row of H
   * @param factor what it is multiplied by
   * @param out receives the rows of Z that can change, and their changes
   * @param buffers scratch of the calling thread
   * @return false if there is no better way, as by default; {@code out} is left alone then
   */
  default boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    return false;
  }

  /**
   * Computes the derivative of the output along a direction of the input, at the input of the last
   * forward pass: {@link #changeInputRows} for an infinitely small change. The default is the
   * change itself, which is right for a layer that is affine in H; any other must override it.
   *
   * @param in the direction: how fast rows of H move
   * @param out receives the rows of Z that move, and how fast
   * @param buffers scratch of the calling thread
   */
  default void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    changeInputRows(in, out, buffers);
  }

  /**
   * Computes the derivative of some rows of the output, as {@link #changeObservedRows} does the
   * change. By default that of all, by {@link #moveInputRows}.
   *
   * @param in the direction: how fast rows of H move, rows ascending
   * @param observed the rows of Z that are wanted, strictly ascending
   * @param out receives the observed rows of Z that move, and perhaps others, and how fast
   * @param buffers scratch of the calling thread
   */
  default void moveObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    moveInputRows(in, out, buffers);
  }

  /**
   * Computes the derivative of the output with respect to a factor of one row of the input, at
   * factor 1, if the layer has a better way than {@link #moveInputRows}. The default is for a layer
   * that is affine in H: the change when the row is doubled.
   *
   * @param row the row of H
   * @param out receives the rows of Z that move, and how fast
   * @param buffers scratch of the calling thread
   * @return false if there is no better way; {@code out} is left alone then
   */
  default boolean moveWithInputRow(int row, RowChanges out, ChangeBuffers buffers) {
    return scaleInputRow(row, 2, out, buffers);
  }
}
