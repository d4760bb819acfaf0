package io.linkteller.models.operator;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The changes of the inputs of an operator, for one thread; the operands are those before the
 * change.
 */
public interface Changes extends Operands {

  /** {@return whether all changes here are derivatives; that of a missing row is 0} */
  boolean isDerivative();

  /**
   * Returns the changes of an input.
   *
   * @param input the position of the input, from 0
   * @return the changes, rows ascending; empty for inputs that do not change, such as parameters
   */
  RowChanges of(int input);

  /**
   * Returns the factor by which rows of an input are multiplied, minus 1, if it is the same for all
   * changed rows. An operator that is linear in the row can then multiply its stored result instead
   * of computing it again from {@link #of}.
   *
   * @param input the position of the input, from 0
   * @return the factor minus 1; NaN if the changed rows are not multiples of the earlier ones
   */
  double growth(int input);

  /**
   * Returns the rows that change, without computing how they do.
   *
   * @param input the position of the input, from 0
   * @return the changed rows, ascending
   */
  IntList rows(int input);

  /** {@return whether all rows of the output are wanted; if not, those of {@link #wanted()}} */
  boolean wantsAll();

  /**
   * {@return the rows of the output that are wanted, strictly ascending} The changes of other rows
   * may be left out.
   */
  IntList wanted();

  /** {@return the first row of the output that is wanted, more than any row if none is} */
  default int firstWanted() {
    return wantsAll() ? 0 : wanted().isEmpty() ? Integer.MAX_VALUE : wanted().getInt(0);
  }

  /** {@return the last row of the output that is wanted, or more; -1 if none is} */
  default int lastWanted() {
    IntList rows = wanted();
    return wantsAll() ? Integer.MAX_VALUE : rows.isEmpty() ? -1 : rows.getInt(rows.size() - 1);
  }

  /**
   * Borrows a buffer, which must be {@linkplain #release released}.
   *
   * @param rows the number of rows of the matrix whose changes it holds
   * @param width the number of columns
   * @return an empty buffer
   */
  RowChanges borrow(int rows, int width);

  /**
   * Returns a buffer.
   *
   * @param buffer a borrowed buffer; the caller must not use it any more
   */
  void release(RowChanges buffer);
}
