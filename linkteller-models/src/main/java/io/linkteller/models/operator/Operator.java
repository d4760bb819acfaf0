package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * One step of a program, which computes a matrix from other values of the program. Every operator
 * implements {@link #forward}. A {@link TrainableOperator} adds a backward pass, without which
 * parameters before the operator cannot be trained. An {@link IncrementalOperator} adds the
 * propagation of changes, without which a query that changes a row costs a full pass of the
 * operator.
 *
 * <p>An operator belongs to one program. It may keep intermediate results of its last forward pass
 * for the backward pass and the propagation of changes, and should allocate their memory only in
 * the first pass. Only one thread at a time runs a forward or backward pass, but several threads
 * may propagate changes concurrently.
 */
public interface Operator {

  /** {@return a name for messages, by default the simple name of the class} */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * Checks the shapes of the inputs and returns the shape of the output.
   *
   * @param inputs the shapes of the inputs
   * @return the shape of the output
   * @throws IllegalArgumentException if the operator does not accept inputs of these shapes
   */
  Shape shape(List<Shape> inputs);

  /**
   * Computes the output. Each row must be bit-identical for any number of threads and for any
   * values in rows of the inputs on which it does not depend.
   *
   * @param in the inputs
   * @param out receives the output; has its shape and may contain numbers of an earlier pass
   * @param pass the executor and the keys of dropout masks
   */
  void forward(Operands in, DMatrixRMaj out, Pass pass);

  /**
   * Returns whether row u of the output depends only on row u of the inputs and on inputs with a
   * single row. Changes of rows that are not observed then need not be computed.
   *
   * @return whether rows do not influence each other; by default false
   */
  default boolean isRowwise() {
    return false;
  }

  /**
   * Returns whether the gradient and the changes of the output may be written over those of the
   * first input, which has the shape of the output. The program then passes the same object for
   * both if no other step needs it.
   *
   * @return whether the operator can work in place; by default false
   */
  default boolean worksInPlace() {
    return false;
  }

  /** {@return whether the operator applies dropout, with keys of {@link Pass#dropoutKey}} */
  default boolean drops() {
    return false;
  }
}
