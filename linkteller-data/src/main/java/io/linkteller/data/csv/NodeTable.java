package io.linkteller.data.csv;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.CsvFile;
import io.linkteller.data.source.DatasetFiles;
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
import org.ejml.data.DMatrixRMaj;

/** A table with a row for each node, whose first column identifies it: that of the features. */
record NodeTable(Path file, NodeNames names, FeatureMatrix features) {

  /**
   * Reads features. Nodes are numbered as they identify themselves if their identifiers are the
   * numbers 0 to n-1, else in the order of the rows.
   */
  static NodeTable read(Path file) {
    List<String> identifiers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    DoubleArrayList numbers = new DoubleArrayList();
    table(file)
        .forEachRow(
            row -> {
              String identifier = row.identifier(0);
              if (!seen.add(identifier)) {
                throw again(row);
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
    return new NodeTable(file, names, DatasetFiles.compact(x));
  }

  /** Visits the rows of a table of the same nodes with the node of each; none has two rows. */
  int forEachNode(CsvFile table, ObjIntConsumer<CsvFile.Row> action) {
    BitSet seen = new BitSet();
    table.forEachRow(
        row -> {
          int node = node(row, 0, names);
          if (seen.get(node)) {
            throw again(row);
          }
          seen.set(node);
          action.accept(row, node);
        });
    return seen.cardinality();
  }

  /** A file that names its columns, of which the first identifies a node. */
  static CsvFile table(Path file) {
    String expected = "the header node and one or more columns";
    return CsvFile.of(
        file,
        expected,
        first -> {
          List<String> fields = first.fields();
          boolean named =
              fields.get(0).equalsIgnoreCase("node")
                  || fields.stream().skip(1).noneMatch(NodeTable::isData);
          first.requireHeader(named && fields.size() > 1, expected);
          return true;
        });
  }

  private static boolean isData(String field) {
    try {
      return field.isEmpty() || !Double.isNaN(Double.parseDouble(field));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  static int node(CsvFile.Row row, int column, NodeNames names) {
    return names.areNumbers()
        ? row.below(names.nodeCount(), column)
        : names
            .node(row.text(column))
            .orElseThrow(() -> row.expected("the identifier of a node with features", column));
  }

  private static DatasetFormatException again(CsvFile.Row row) {
    return row.problem(
        "expected each node once, found " + DatasetFiles.shortened(row.text(0)) + " a second time");
  }
}
