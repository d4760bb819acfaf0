package io.linkteller.examples;

import io.linkteller.eval.audit.LeakageVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A text table. The first column is aligned to the left, all others to the right. */
final class Table {

  private final Object[] header;
  private final List<Object[]> rows = new ArrayList<>();

  private Table(Object... header) {
    this.header = header;
  }

  static Table of(String... header) {
    return new Table((Object[]) header);
  }

  Table row(Object... cells) {
    rows.add(cells);
    return this;
  }

  static String percent(double share) {
    return LeakageVerdict.percent(share);
  }

  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    List<Object[]> all = new ArrayList<>(rows);
    all.add(0, header);
    for (Object[] row : all) {
      for (int c = 0; c < header.length; c++) {
        int column = c;
        int width =
            all.stream().mapToInt(cells -> cells[column].toString().length()).max().orElse(0);
        String aligned = "%" + (c == 0 ? "-" : "") + width + "s";
        lines.append(c == 0 ? "" : "  ").append(String.format(Locale.ROOT, aligned, row[c]));
      }
      lines.append(System.lineSeparator());
    }
    return lines.toString();
  }
}
