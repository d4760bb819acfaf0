package io.linkteller.data.source;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.file.ReadingBudget;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.ZipException;

/**
 * Reads a text table. The first line determines the separator: tabs, semicolons, vertical bars,
 * commas or, failing these, blanks. Lines above the first row that begin with {@code #} or {@code
 * %} and a blank are skipped. Every exception gives the file and the line.
 */
public final class CsvFile {

  /** The separators of fields. If a file contains none of them, blanks separate fields. */
  private static final char[] SEPARATORS = {'\t', ';', '|', ','};

  /**
   * The maximum memory, in bytes, that readers need for a record in addition to its fields: an edge
   * in hash tables.
   */
  private static final int RECORD = 64;

  /** The maximum memory, in bytes, that readers need for a field: a number in a growing list. */
  private static final int FIELD = 16;

  /**
   * The maximum memory, in bytes, that readers need for an identifier in hash tables in addition to
   * its characters.
   */
  private static final int IDENTIFIER = 192;

  /** The maximum number of characters in a field, whatever the budget. */
  private static final int MAX_FIELD_LENGTH = 1 << 24;

  private final Path path;
  private final String expected;
  private final Predicate<Row> isHeader;

  private CsvFile(Path path, String expected, Predicate<Row> isHeader) {
    this.path = path;
    this.expected = expected;
    this.isHeader = isHeader;
  }

  /** Opens a file with exactly these columns. */
  public static CsvFile of(Path path, String... header) {
    List<String> names = List.of(header);
    String expected = "the header " + String.join(",", names);
    return new CsvFile(
        path,
        expected,
        first -> {
          first.requireHeader(first.fields().equals(names), expected);
          return true;
        });
  }

  /**
   * Opens a file with any columns.
   *
   * @param expected what the file must contain, for the message about an empty file
   * @param isHeader returns whether the first row is a header; may reject the row
   */
  public static CsvFile of(Path path, String expected, Predicate<Row> isHeader) {
    return new CsvFile(path, expected, isHeader);
  }

  /**
   * Visits the rows below the header in order.
   *
   * @throws DatasetFormatException if the file is missing or empty, its header differs, or a row
   *     and the first row have different numbers of fields
   * @throws UncheckedIOException if the file cannot be read
   */
  public void forEachRow(Consumer<Row> action) {
    DatasetFiles.requireFile(path);
    ReadingBudget budget = DatasetFiles.budget(path);
    int longest = longestField(budget);
    CsvRecordHandler limited =
        CsvRecordHandler.builder().maxFieldSize(longest).maxRecordSize(4 * longest).build();
    char separator = separator();
    Table table = new Table(this, separator, budget, action);
    try (CsvReader<CsvRecord> records =
        // Spreadsheet programs begin UTF-8 files with a byte order mark.
        CsvReader.builder()
            .fieldSeparator(separator)
            .commentStrategy(CommentStrategy.READ)
            .detectBomHeader(true)
            .maxBufferSize(longest)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .build(limited, DatasetFiles.open(path))) {
      records.forEach(table::read);
    } catch (CsvParseException e) {
      throw DatasetFormatException.at(
          path, "after line " + table.line, "not CSV: " + e.getMessage(), e);
    } catch (ZipException | EOFException e) {
      throw DatasetFormatException.at(
          path, "after line " + table.line, "the archive is damaged: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (table.width == 0) {
      throw DatasetFormatException.inFile(path, "the file is empty; expected " + expected);
    }
  }

  /** Visits rows from another format. Messages give the edge instead of the line. */
  public void forEachOf(List<String> header, List<List<String>> rows, Consumer<Row> action) {
    Table table = new Table(this, ',', DatasetFiles.budget(path), action);
    table.place = "edge ";
    table.header = isHeader.test(new Row(table, header, 0)) ? header : List.of();
    for (int i = 0; i < rows.size(); i++) {
      action.accept(new Row(table, rows.get(i), i + 1L));
    }
  }

  /**
   * Returns the maximum length of a field. A record is parsed as a whole, with at most four times
   * this length, and each field requires an additional buffer.
   */
  private static int longestField(ReadingBudget budget) {
    return (int) Math.max(1 << 13, Math.min(MAX_FIELD_LENGTH, budget.left() / 32));
  }

  /** Returns the separator that divides the first row into the most fields. */
  private char separator() {
    String row =
        new String(DatasetFiles.beginning(path), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank() && !line.matches("(#|% ).*|%"))
            .findFirst()
            .orElse("")
            .replaceAll("\"[^\"]*\"", "quoted");
    char separator = row.strip().indexOf(' ') >= 0 ? ' ' : ',';
    long most = 0;
    for (char each : SEPARATORS) {
      long count = row.chars().filter(c -> c == each).count();
      if (count > most) {
        most = count;
        separator = each;
      }
    }
    return separator;
  }

  /** The state of reading a table. */
  private static final class Table {

    private final Path path;
    private final Predicate<Row> isHeader;
    private final char separator;
    private final ReadingBudget budget;
    private final Consumer<Row> action;
    private List<String> header = List.of();
    private String place = "line ";
    private int width;
    private long line;

    Table(CsvFile file, char separator, ReadingBudget budget, Consumer<Row> action) {
      this.path = file.path;
      this.isHeader = file.isHeader;
      this.separator = separator;
      this.budget = budget;
      this.action = action;
    }

    void read(CsvRecord record) {
      List<String> fields = record.getFields();
      if (separator == ' ' && !record.isComment()) {
        // Several blanks count as one separator.
        fields = fields.stream().filter(field -> !field.isBlank()).toList();
      }
      budget.take(RECORD + (long) FIELD * fields.size());
      line = record.getStartingLineNumber();
      Row row = new Row(this, fields, line);
      if (record.isComment()) {
        if (width > 0 || !fields.get(0).matches("(?s)( .*)?")) {
          throw row.problem(
              "a line that begins with # is a comment only if a blank follows and no row precedes"
                  + " it; quote an identifier that begins with #");
        }
      } else if (width == 0 && !fields.isEmpty() && fields.get(0).matches("(?s)%( .*)?")) {
        // A line that begins with % is a comment too.
        return;
      } else if (width > 0) {
        if (fields.size() != width) {
          throw row.problem(
              "expected the "
                  + width
                  + " columns "
                  + DatasetFiles.shortened(String.join(",", header))
                  + (header.isEmpty() ? "of the first row" : "")
                  + ", found "
                  + fields.size());
        }
        action.accept(row);
      } else {
        width = fields.size();
        if (isHeader.test(row)) {
          header = row.fields();
        } else {
          action.accept(row);
        }
      }
    }
  }

  /** A row of a table. */
  public static final class Row {

    private final Table table;
    private final List<String> fields;
    private final long line;

    private Row(Table table, List<String> fields, long line) {
      this.table = table;
      this.fields = fields;
      this.line = line;
    }

    /** Returns a field that must be an integer in [0, bound). */
    public int below(int bound, int column) {
      return between(0, bound, column);
    }

    /** Returns a field that must be an integer in [first, bound). */
    public int between(int first, int bound, int column) {
      int number;
      try {
        number = Integer.parseInt(text(column));
      } catch (NumberFormatException e) {
        throw expected("an integer", column);
      }
      if (number < first || number >= bound) {
        throw expected("an integer in [" + first + ", " + bound + ")", column);
      }
      return number;
    }

    /** Returns a field that must be a finite number. */
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

    /** Returns whether a field is a finite number. */
    public boolean isNumber(int column) {
      try {
        return Double.isFinite(Double.parseDouble(text(column)));
      } catch (NumberFormatException e) {
        return false;
      }
    }

    /** Returns a field without the blanks around it. */
    public String text(int column) {
      return fields.get(column).strip();
    }

    /**
     * Returns a field that must not be empty and is kept in hash tables after the row has been
     * read.
     */
    public String identifier(int column) {
      String text = text(column);
      if (text.isEmpty()) {
        throw expected("an identifier", column);
      }
      table.budget.take(IDENTIFIER + 2L * text.length());
      return text;
    }

    /** Returns the fields, each without the blanks around it. */
    public List<String> fields() {
      return fields.stream().map(String::strip).toList();
    }

    /** Returns the number of columns. */
    public int columnCount() {
      return fields.size();
    }

    /** Returns a field that must be True or False, as written by Python. */
    public boolean truth(int column) {
      return switch (text(column)) {
        case "True" -> true;
        case "False" -> false;
        default -> throw expected("True or False", column);
      };
    }

    /** Returns the line, counted from 1, or 0 if the row is the header of another format. */
    public long line() {
      return line;
    }

    public DatasetFormatException problem(String problem) {
      return line == 0
          ? DatasetFormatException.inFile(table.path, problem)
          : DatasetFormatException.at(table.path, table.place + line, problem);
    }

    /** Rejects a first row that does not contain the expected column names. */
    public void requireHeader(boolean right, String expected) {
      if (!right) {
        throw problem(
            "expected %s, found %s"
                .formatted(expected, DatasetFiles.shortened(String.join(",", fields()))));
      }
    }

    public DatasetFormatException expected(String what, int column) {
      return expected(what, column, "");
    }

    /**
     * Returns an exception that states what was expected in a column, what was found, and advice.
     */
    public DatasetFormatException expected(String what, int column, String advice) {
      return problem(
          "expected "
              + what
              + " in column "
              + (table.header.isEmpty()
                  ? String.valueOf(column + 1)
                  : DatasetFiles.shortened(table.header.get(column)))
              + ", found \""
              + DatasetFiles.shortened(text(column))
              + "\""
              + advice);
    }
  }
}
