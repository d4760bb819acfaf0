package io.linkteller.models.program;

import io.linkteller.models.operator.Shape;

/**
 * A value of a program that is being built: features, a parameter, or the output of an operator.
 */
public final class Value {

  private final ProgramBuilder builder;
  private final int id;
  private final Shape shape;

  Value(ProgramBuilder builder, int id, Shape shape) {
    this.builder = builder;
    this.id = id;
    this.shape = shape;
  }

  /**
   * Returns the position of the value in a program, after checking that it belongs to that program.
   */
  int idIn(ProgramBuilder expected) {
    if (builder != expected) {
      throw new IllegalArgumentException("a value of another program was given: " + shape);
    }
    return id;
  }

  /** {@return the number of rows} */
  public int rows() {
    return shape.rows();
  }

  /** {@return the number of columns} */
  public int cols() {
    return shape.cols();
  }

  @Override
  public String toString() {
    return "value " + id + ", " + shape;
  }
}
