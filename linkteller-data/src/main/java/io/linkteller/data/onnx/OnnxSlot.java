package io.linkteller.data.onnx;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An input or output of a model in an ONNX file.
 *
 * @param name its name
 * @param type the type of its numbers in ONNX's terms, such as {@code FLOAT} or {@code INT64};
 *     empty if it is not a tensor, or its elements are not integers, floating-point numbers or
 *     booleans
 * @param shape the length of each axis, -1 for any length; empty for a scalar or if the shape is
 *     not stated
 * @param axes the name of each axis; empty for an axis without a name
 */
public record OnnxSlot(String name, Optional<String> type, List<Integer> shape, List<String> axes) {

  /**
   * Copies the lists.
   *
   * @param name its name
   * @param type the type of its numbers
   * @param shape the length of each axis
   * @param axes the name of each axis
   */
  public OnnxSlot {
    shape = List.copyOf(shape);
    axes = List.copyOf(axes);
  }

  NumberFormat format() {
    return NumberFormat.valueOf(type.orElseThrow());
  }

  boolean isFloating() {
    return type.isPresent() && format().isFloating();
  }

  boolean isInteger() {
    return type.filter(each -> each.equals("INT64") || each.equals("INT32")).isPresent();
  }

  /** {@return the number of axes} */
  public int rank() {
    return shape.size();
  }

  /** Returns whether a tensor has one number per edge. */
  boolean isPerEdge() {
    return rank() == 1 || (rank() == 2 && shape.get(1) == 1);
  }

  /** Returns the name, the type and the shape, for messages. */
  @Override
  public String toString() {
    String lengths =
        shape.stream()
            .map(length -> length < 0 ? "?" : Integer.toString(length))
            .collect(Collectors.joining(" x "));
    return name + " (" + type.orElse("?") + " " + lengths + ")";
  }
}
