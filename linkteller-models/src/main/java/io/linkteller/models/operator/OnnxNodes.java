package io.linkteller.models.operator;

import io.linkteller.matrix.CsrMatrix;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;

/**
 * Takes the nodes of an ONNX graph. Values are matrices with a row per node or edge, unless their
 * method says otherwise, and are identified by names.
 */
public interface OnnxNodes {

  /**
   * Adds a node with one output.
   *
   * @param operator the operator of ONNX, such as {@code MatMul}
   * @param inputs the names of its inputs
   * @param attributes its attributes: integers or texts
   * @return the name of the output
   */
  String apply(String operator, List<String> inputs, Map<String, Object> attributes);

  /**
   * Adds a node without attributes.
   *
   * @param operator the operator of ONNX
   * @param inputs the names of its inputs
   * @return the name of the output
   */
  default String apply(String operator, String... inputs) {
    return apply(operator, List.of(inputs), Map.of());
  }

  /**
   * Adds a constant matrix.
   *
   * @param name the beginning of its name
   * @param matrix the matrix
   * @return its name
   */
  String matrix(String name, DMatrixRMaj matrix);

  /**
   * Adds a constant number.
   *
   * @param number the number
   * @return the name of a list of this number
   */
  String number(double number);

  /**
   * Adds constant integers, such as axes and shapes.
   *
   * @param integers the integers
   * @return the name of their list
   */
  String integers(long... integers);

  /**
   * Returns the group of each row, which is computed from the edges where it is their source or
   * target.
   *
   * @param groups the groups
   * @return the name of a list of integers
   */
  String index(RowGroups groups);

  /**
   * Returns the values of the entries of a matrix, which are computed from the edges where they are
   * functions of degrees.
   *
   * @param matrix the matrix
   * @return the name of a matrix of one column, in the order of {@link #index} of the {@linkplain
   *     RowGroups#sources sources} of the same matrix
   */
  String entries(CsrMatrix matrix);

  /**
   * Returns a number of rows.
   *
   * @param rows the number in this program
   * @return the name of a list of this number, which is computed from the features if it is the
   *     number of nodes
   */
  String rowCount(int rows);

  /**
   * Selects rows or columns.
   *
   * @param values the name of a matrix
   * @param index the name of a list of integers
   * @param axis 0 for rows, 1 for columns
   * @return the name of the selection
   */
  default String gather(String values, String index, int axis) {
    return apply("Gather", List.of(values, index), Map.of("axis", axis));
  }

  /**
   * Joins values.
   *
   * @param axis 0 for rows, 1 for columns
   * @param parts the names of the values
   * @return the name of the joined values
   */
  default String concatenate(int axis, List<String> parts) {
    return apply("Concat", parts, Map.of("axis", axis));
  }

  /**
   * Reduces an axis to one row or column.
   *
   * @param operator the operator, such as {@code ReduceSum}
   * @param values the name of a matrix
   * @param axis 0 to reduce rows, 1 to reduce columns
   * @return the name of the result, with one row or column
   */
  default String reduce(String operator, String values, int axis) {
    return apply(operator, List.of(values, integers(axis)), Map.of("keepdims", 1));
  }

  /**
   * Combines the rows of each group.
   *
   * @param reduction {@code add}, {@code max} or {@code min}
   * @param start the number with which every group starts
   * @param values the name of a matrix with a row per member
   * @param groups the groups
   * @return the name of a matrix with a row per group
   */
  default String scatter(String reduction, double start, String values, RowGroups groups) {
    String shape = apply("Shape", values);
    String width = apply("Slice", shape, integers(1), integers(2));
    String size = concatenate(0, List.of(rowCount(groups.groupCount()), width));
    String places = apply("Expand", apply("Unsqueeze", index(groups), integers(1)), shape);
    return apply(
        "ScatterElements",
        List.of(apply("Expand", number(start), size), places, values),
        Map.of("axis", 0, "reduction", reduction));
  }

  /**
   * Multiplies a sparse matrix with a dense one.
   *
   * @param matrix S
   * @param values the name of H
   * @return the name of S H
   */
  default String product(CsrMatrix matrix, String values) {
    String sent = gather(values, index(RowGroups.sources(matrix)), 0);
    String weighted = apply("Mul", sent, entries(matrix));
    return scatter("add", 0, weighted, RowGroups.targets(matrix));
  }

  /**
   * Multiplies a dense matrix with a weight.
   *
   * @param in the names of H, W and, optionally, b
   * @return the name of H W + b
   */
  default String linear(List<String> in) {
    String product = apply("MatMul", in.get(0), in.get(1));
    return in.size() > 2 ? apply("Add", product, in.get(2)) : product;
  }

  /**
   * Computes the softmax over the rows of each group, column by column.
   *
   * @param scores the name of a matrix with a row per member
   * @param groups the groups
   * @return the name of the result
   */
  default String softmax(String scores, RowGroups groups) {
    String index = index(groups);
    // Subtracting the largest score prevents overflow.
    String largest = scatter("max", Double.NEGATIVE_INFINITY, scores, groups);
    String powers = apply("Exp", apply("Sub", scores, gather(largest, index, 0)));
    return apply("Div", powers, gather(scatter("add", 0, powers, groups), index, 0));
  }
}
