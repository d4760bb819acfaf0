package io.linkteller.models.operator;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * One step of a program: computes a matrix from other values of the program. An author writes
 * {@link #forward}; {@link TrainableOperator} adds the backward pass, without which parameters
 * before this operator cannot be trained, and {@link IncrementalOperator} the propagation of
 * changes, without which a query that changes a row costs a full pass of this operator.
 *
 * <p>An operator belongs to one program. It may keep intermediate results of its last forward pass
 * for the other two, and should allocate them only in the first pass. One thread at a time runs a
 * forward or backward pass; changes are propagated by several threads at the same time.
 */
public interface Operator {

  /** {@return a name for messages, by default that of the class} */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * Returns the shape of the output, and checks the inputs.
   *
   * @param inputs the shapes of the inputs
   * @return the shape of the output
   * @throws IllegalArgumentException if the operator does not take such inputs
   */
  Shape shape(List<Shape> inputs);

  /**
   * Computes the output. The bits of a row must depend neither on rows of the inputs that do not
   * matter to it, nor on the number of threads.
   *
   * @param in the inputs
   * @param out receives the output; has its shape, and holds numbers of an earlier pass
   * @param pass the executor, and the keys of dropout masks
   */
  void forward(Operands in, DMatrixRMaj out, Pass pass);

  /**
   * Returns whether row u of the output depends only on row u of the inputs, and on inputs with a
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
   * both, if nothing else needs it.
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
