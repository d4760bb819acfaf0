package io.linkteller.models.operator;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The changes of the inputs of an operator, for one thread; the operands are the values before the
 * change.
 */
public interface Changes extends Operands {

  /**
   * {@return whether the changes are derivatives; rows that are not listed have the derivative 0}
   */
  boolean isDerivative();

  /**
   * Returns the changes of an input.
   *
   * @param input the position of the input, from 0
   * @return the changes, by ascending row; empty for inputs that do not change, such as parameters
   */
  RowChanges of(int input);

  /**
   * Returns the factor by which the changed rows of an input are multiplied, minus 1, if they all
   * have the same factor. An operator that is linear in the row can then multiply its stored result
   * instead of recomputing it from {@link #of}.
   *
   * @param input the position of the input, from 0
   * @return the factor minus 1; NaN if there is no common factor
   */
  double growth(int input);

  /**
   * Returns the rows that change, without computing their changes.
   *
   * @param input the position of the input, from 0
   * @return the changed rows, ascending
   */
  IntList rows(int input);

  /** {@return whether all rows of the output are wanted; if not, {@link #wanted()} lists them} */
  boolean wantsAll();

  /**
   * {@return the rows of the output that are wanted, strictly ascending} The changes of other rows
   * may be left out.
   */
  IntList wanted();

  /** {@return the first wanted row of the output, or a number above every row if none is wanted} */
  default int firstWanted() {
    return wantsAll() ? 0 : wanted().isEmpty() ? Integer.MAX_VALUE : wanted().getInt(0);
  }

  /** {@return an upper bound on the wanted rows of the output; -1 if none is wanted} */
  default int lastWanted() {
    IntList rows = wanted();
    return wantsAll() ? Integer.MAX_VALUE : rows.isEmpty() ? -1 : rows.getInt(rows.size() - 1);
  }

  /**
   * Borrows a buffer, which must be {@linkplain #release released}.
   *
   * @param rows the number of rows of the matrix whose changes are stored
   * @param width the number of columns
   * @return an empty buffer
   */
  RowChanges borrow(int rows, int width);

  /**
   * Gives back a borrowed buffer.
   *
   * @param buffer the buffer, which the caller must no longer use
   */
  void release(RowChanges buffer);
}
