package io.linkteller.data.csv;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.CsvFile;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.data.source.ForeignFormat;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.NodeNames;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** A table of features with one row per node, whose first column identifies the node. */
record NodeTable(NodeNames names, FeatureMatrix features) {

  /** Advice for a table whose first column contains a feature. */
  private static final String NO_IDS =
      "; if rows have no ids, write them as an array: numpy.save('x.npy', x)";

  /**
   * Reads features. If the identifiers are the numbers 0 to n-1, these are the numbers of the
   * nodes; otherwise, nodes are numbered in the order of the rows.
   */
  static NodeTable read(Path file) {
    ForeignFormat.refuse(file);
    List<String> identifiers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    DoubleArrayList numbers = new DoubleArrayList();
    table(file)
        .forEachRow(
            row -> {
              String identifier = row.identifier(0);
              if (isFraction(identifier)) {
                throw row.expected("the identifier of a node", 0, NO_IDS);
              }
              if (!seen.add(identifier)) {
                throw again(row, NO_IDS);
              }
              identifiers.add(identifier);
              for (int column = 1; column < row.columnCount(); column++) {
                numbers.add(row.number(column));
              }
            });
    int n = identifiers.size();
    if (n == 0) {
      throw DatasetFormatException.inFile(file, "expected a line for each node, found none");
    }
    if (n > 2
        && !isData(identifiers.get(0))
        && identifiers.stream().skip(1).allMatch(NodeTable::isData)) {
      throw DatasetFormatException.atLine(
          file,
          1,
          "expected a node as in the other lines, found "
              + DatasetFiles.shortened(identifiers.get(0))
              + "; if this line is a header, name the first column \"node\" and do not"
              + " number the others");
    }
    NodeNames numbered = NodeNames.numbers(n);
    NodeNames names =
        identifiers.stream().allMatch(each -> numbered.node(each).isPresent())
            ? numbered
            : NodeNames.of(identifiers);
    int cols = numbers.size() / n;
    DMatrixRMaj x = new DMatrixRMaj(n, cols);
    for (int row = 0; row < n; row++) {
      int node = names.node(identifiers.get(row)).orElseThrow();
      numbers.getElements(row * cols, x.data, node * cols, cols);
    }
    return new NodeTable(names, DatasetFiles.compact(x));
  }

  /**
   * Visits the rows of a table with the node of each row, and returns the number of rows. A second
   * row for a node is an error.
   */
  static int forEachNode(CsvFile table, NodeNames names, ObjIntConsumer<CsvFile.Row> action) {
    BitSet seen = new BitSet();
    table.forEachRow(
        row -> {
          int node = node(row, 0, names);
          if (seen.get(node)) {
            throw again(row, "");
          }
          seen.set(node);
          action.accept(row, node);
        });
    return seen.cardinality();
  }

  /**
   * Returns a table whose first column identifies a node. It may lack a header if the other columns
   * are numbers.
   */
  static CsvFile table(Path file) {
    String expected =
        "the header node and one or more columns (or an .npy file if rows have no ids)";
    return CsvFile.of(
        file,
        expected,
        first -> {
          List<String> fields = first.fields();
          if (fields.size() > 2 && isCounted(fields) && fields.get(0).equals("0")) {
            throw first.problem(
                "the header numbers the columns, as in pandas tables without names; name the"
                    + " first column \"node\"");
          }
          long data = fields.stream().skip(1).filter(NodeTable::isData).count();
          boolean named =
              fields.get(0).equalsIgnoreCase("node")
                  || fields.get(0).isEmpty()
                  || data == 0
                  || (!isData(fields.get(0)) && isCounted(fields.subList(1, fields.size())));
          first.requireHeader(fields.size() > 1 && (named || data == fields.size() - 1), expected);
          return named;
        });
  }

  /**
   * Returns whether the names of columns are their numbers, which pandas writes for columns without
   * names.
   */
  private static boolean isCounted(List<String> fields) {
    return fields.size() > 1
        && (IntStream.range(0, fields.size()).allMatch(i -> fields.get(i).equals("" + i))
            || IntStream.range(0, fields.size()).allMatch(i -> fields.get(i).equals("" + (i + 1))));
  }

  /** Returns whether a string is a fraction, which cannot be an identifier. */
  private static boolean isFraction(String text) {
    return isData(text) && Double.parseDouble(text) != Math.rint(Double.parseDouble(text));
  }

  private static boolean isData(String field) {
    try {
      return field.isEmpty() || !Double.isNaN(Double.parseDouble(field));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  static int node(CsvFile.Row row, int column, NodeNames names) {
    return node(row, column, names, 0);
  }

  /**
   * Returns the node that a field identifies by name or by number. The first node has the number
   * {@code first}.
   */
  static int node(CsvFile.Row row, int column, NodeNames names, int first) {
    return names.areNumbers()
        ? row.between(first, first + names.nodeCount(), column) - first
        : names
            .node(row.text(column))
            .orElseThrow(() -> row.expected("the identifier of a node with features", column));
  }

  private static DatasetFormatException again(CsvFile.Row row, String advice) {
    return row.problem(
        "expected each node once, found "
            + DatasetFiles.shortened(row.text(0))
            + " a second time"
            + advice);
  }
}
