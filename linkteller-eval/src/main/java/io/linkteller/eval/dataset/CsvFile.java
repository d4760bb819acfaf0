package io.linkteller.eval.dataset;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A CSV file whose header is known. Every complaint names the file and the line. */
final class CsvFile {

  private final Path path;
  private final List<String> header;

  private CsvFile(Path path, List<String> header) {
    this.path = path;
    this.header = header;
  }

  static CsvFile of(Path path, String... header) {
    return new CsvFile(path, List.of(header));
  }

  /**
   * Visits the rows below the header in order.
   *
   * @throws DatasetFormatException if the file is missing or empty, its header is another, or a row
   *     has not as many fields as the header
   * @throws UncheckedIOException if the file cannot be read
   */
  void forEachRow(Consumer<Row> action) {
    DatasetFiles.requireFile(path);
    long line = 0;
    try (CsvReader<CsvRecord> records =
        CsvReader.builder().allowExtraFields(true).allowMissingFields(true).ofCsvRecord(path)) {
      for (CsvRecord record : records) {
        Row row = new Row(record);
        line = row.line();
        if (record.getFieldCount() != header.size()) {
          throw row.problem(
              "expected the "
                  + header.size()
                  + " columns "
                  + String.join(",", header)
                  + ", found "
                  + record.getFieldCount());
        }
        if (line > 1) {
          action.accept(row);
        } else if (!record.getFields().equals(header)) {
          throw row.problem(
              "expected the header "
                  + String.join(",", header)
                  + ", found "
                  + DatasetFiles.shortened(String.join(",", record.getFields())));
        }
      }
    } catch (CsvParseException e) {
      throw DatasetFormatException.at(path, "after line " + line, "not CSV: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (line == 0) {
      throw DatasetFormatException.inFile(
          path, "the file is empty; expected the header " + String.join(",", header));
    }
  }

  /** One row. */
  final class Row {

    private final CsvRecord record;

    private Row(CsvRecord record) {
      this.record = record;
    }

    /** An integer in [0, bound). */
    int below(int bound, int column) {
      String text = record.getField(column);
      int number;
      try {
        number = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw expected("an integer", column);
      }
      if (number < 0 || number >= bound) {
        throw expected("an integer in [0, " + bound + ")", column);
      }
      return number;
    }

    /** True or False, as Python writes them. */
    boolean truth(int column) {
      return switch (record.getField(column)) {
        case "True" -> true;
        case "False" -> false;
        default -> throw expected("True or False", column);
      };
    }

    /** The line, counted from 1. */
    long line() {
      return record.getStartingLineNumber();
    }

    DatasetFormatException problem(String problem) {
      return DatasetFormatException.atLine(path, line(), problem);
    }

    private DatasetFormatException expected(String what, int column) {
      return problem(
          "expected "
              + what
              + " in column "
              + header.get(column)
              + ", found \""
              + DatasetFiles.shortened(record.getField(column))
              + "\"");
    }
  }
}
