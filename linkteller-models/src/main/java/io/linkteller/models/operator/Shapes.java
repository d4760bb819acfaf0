package io.linkteller.models.operator;

import java.util.List;

/** Checks of the shapes of inputs. */
final class Shapes {

  private Shapes() {}

  static void requireCount(List<Shape> inputs, int least, int most) {
    if (inputs.size() < least || inputs.size() > most) {
      throw new IllegalArgumentException(
          "input count must be "
              + (least == most ? least : least + " to " + most)
              + ", not "
              + inputs.size());
    }
  }

  static void require(String what, Shape found, int rows, int cols) {
    if (found.rows() != rows || found.cols() != cols) {
      throw new IllegalArgumentException(
          what + " is " + found + " but must be " + new Shape(rows, cols));
    }
  }

  /** Returns the shape of H W + b, where b is optional. */
  static Shape afterWeight(List<Shape> inputs) {
    requireCount(inputs, 2, 3);
    Shape h = inputs.get(0);
    Shape w = inputs.get(1);
    if (h.cols() != w.rows()) {
      throw new IllegalArgumentException(
          "a matrix of size " + h + " cannot be multiplied by a weight of size " + w);
    }
    if (inputs.size() > 2) {
      require("the bias", inputs.get(2), 1, w.cols());
    }
    return new Shape(h.rows(), w.cols());
  }
}
