package io.linkteller.examples;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table with aligned columns, names to the left and numbers to the right. */
final class Table {

  private final String[] header;
  private final List<Object[]> rows = new ArrayList<>();

  private Table(String... header) {
    this.header = header;
  }

  static Table of(String... header) {
    return new Table(header);
  }

  Table row(Object... cells) {
    rows.add(cells);
    return this;
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  @Override
  public String toString() {
    Column[] columns = new Column[header.length];
    for (int c = 0; c < columns.length; c++) {
      columns[c] =
          new Column()
              .header(header[c])
              .headerAlign(HorizontalAlign.CENTER)
              .dataAlign(c == 0 ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT);
    }
    return AsciiTable.getTable(
        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, columns, rows.toArray(Object[][]::new));
  }
}
