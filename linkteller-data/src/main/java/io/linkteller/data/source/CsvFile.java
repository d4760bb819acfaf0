package io.linkteller.data.source;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.file.ReadingBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Reads a CSV file with a header. Every exception names the file and the line. */
public final class CsvFile {

  /** Memory that readers need for a record at most, besides its fields: an edge in hash tables. */
  private static final int RECORD = 64;

  /** Memory that readers need for a field at most: a number in a list that grows. */
  private static final int FIELD = 16;

  private static final int LONGEST_FIELD = 1 << 24;

  private final Path path;
  private final boolean open;
  private List<String> header;

  private CsvFile(Path path, boolean open, List<String> header) {
    this.path = path;
    this.open = open;
    this.header = header;
  }

  /** Opens a file with exactly these columns. */
  public static CsvFile of(Path path, String... header) {
    return new CsvFile(path, false, List.of(header));
  }

  /** Opens a file with these columns, followed by one or more with any names. */
  public static CsvFile startingWith(Path path, String... header) {
    return new CsvFile(path, true, List.of(header));
  }

  private void readHeader(Row row, List<String> found) {
    boolean right =
        open
            ? found.size() > header.size() && found.subList(0, header.size()).equals(header)
            : found.equals(header);
    if (!right) {
      throw row.problem(
          "expected the header "
              + expectedHeader()
              + ", found "
              + DatasetFiles.shortened(String.join(",", found)));
    }
    header = found;
  }

  private String expectedHeader() {
    return String.join(",", header) + (open ? " and one or more columns" : "");
  }

  /**
   * Visits the rows below the header in order.
   *
   * @throws DatasetFormatException if the file is missing or empty, its header differs, or a row
   *     has another number of fields than the header
   * @throws UncheckedIOException if the file cannot be read
   */
  public void forEachRow(Consumer<Row> action) {
    DatasetFiles.requireFile(path);
    ReadingBudget budget = DatasetFiles.budget(path);
    long line = 0;
    int longest = longestField(budget);
    CsvRecordHandler limited =
        CsvRecordHandler.builder().maxFieldSize(longest).maxRecordSize(4 * longest).build();
    try (CsvReader<CsvRecord> records =
        // Spreadsheets begin UTF-8 with a byte order mark.
        CsvReader.builder()
            .detectBomHeader(true)
            .maxBufferSize(longest)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .build(limited, path)) {
      for (CsvRecord record : records) {
        budget.take(RECORD + (long) FIELD * record.getFieldCount());
        Row row = new Row(record);
        line = row.line();
        boolean first = line == 1;
        if (record.getFieldCount() != header.size() && !(first && open)) {
          throw row.problem(
              "expected the "
                  + header.size()
                  + " columns "
                  + DatasetFiles.shortened(String.join(",", header))
                  + ", found "
                  + record.getFieldCount());
        }
        if (first) {
          readHeader(row, record.getFields());
        } else {
          action.accept(row);
        }
      }
    } catch (CsvParseException e) {
      throw DatasetFormatException.at(path, "after line " + line, "not CSV: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (line == 0) {
      throw DatasetFormatException.inFile(
          path, "the file is empty; expected the header " + expectedHeader());
    }
  }

  /** A record is parsed as a whole, four fields long at most, and each takes a buffer besides. */
  private static int longestField(ReadingBudget budget) {
    return (int) Math.max(1 << 13, Math.min(LONGEST_FIELD, budget.left() / 32));
  }

  /** One row. */
  public final class Row {

    private final CsvRecord record;

    private Row(CsvRecord record) {
      this.record = record;
    }

    /** An integer in [0, bound). */
    public int below(int bound, int column) {
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

    /** A finite number. */
    public double number(int column) {
      double number;
      try {
        number = Double.parseDouble(text(column));
      } catch (NumberFormatException e) {
        throw expected("a number", column);
      }
      if (!Double.isFinite(number)) {
        throw expected("a finite number", column);
      }
      return number;
    }

    public String text(int column) {
      return record.getField(column);
    }

    /** Returns the number of columns. */
    public int columnCount() {
      return header.size();
    }

    /** Parses True or False, as written by Python. */
    public boolean truth(int column) {
      return switch (record.getField(column)) {
        case "True" -> true;
        case "False" -> false;
        default -> throw expected("True or False", column);
      };
    }

    /** The line, counted from 1. */
    public long line() {
      return record.getStartingLineNumber();
    }

    public DatasetFormatException problem(String problem) {
      return DatasetFormatException.atLine(path, line(), problem);
    }

    public DatasetFormatException expected(String what, int column) {
      return problem(
          "expected "
              + what
              + " in column "
              + DatasetFiles.shortened(header.get(column))
              + ", found \""
              + DatasetFiles.shortened(record.getField(column))
              + "\"");
    }
  }
}
