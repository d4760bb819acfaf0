package io.linkteller.report;

import io.linkteller.report.table.ResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes reports as LaTeX for inclusion in a document, with tables in the style of booktabs. */
final class ReportLatex {

  private static final Map<Integer, String> SPECIAL =
      Map.ofEntries(
          Map.entry((int) '\\', "\\textbackslash{}"),
          Map.entry((int) '{', "\\{"),
          Map.entry((int) '}', "\\}"),
          Map.entry((int) '$', "\\$"),
          Map.entry((int) '&', "\\&"),
          Map.entry((int) '#', "\\#"),
          Map.entry((int) '%', "\\%"),
          Map.entry((int) '_', "\\_"),
          Map.entry((int) '^', "\\textasciicircum{}"),
          Map.entry((int) '~', "\\textasciitilde{}"),
          Map.entry((int) '<', "\\textless{}"),
          Map.entry((int) '>', "\\textgreater{}"),
          Map.entry((int) '|', "\\textbar{}"),
          Map.entry((int) '"', "\\textquotedbl{}"),
          Map.entry((int) '`', "\\textasciigrave{}"),
          Map.entry((int) 'ε', "$\\varepsilon$"),
          Map.entry((int) 'Δ', "$\\Delta$"),
          Map.entry((int) '±', "$\\pm$"),
          Map.entry((int) '×', "$\\times$"),
          Map.entry((int) '²', "$^2$"),
          Map.entry((int) '≤', "$\\le$"),
          Map.entry((int) '≥', "$\\ge$"),
          Map.entry((int) '∞', "$\\infty$"),
          Map.entry((int) '▲', "$\\uparrow$"),
          Map.entry((int) '▼', "$\\downarrow$"));

  /** LaTeX turns two adjacent hyphens into a dash. */
  private static final Pattern LIGATURE = Pattern.compile("-(?=-)");

  private final StringBuilder text = new StringBuilder();
  private final ReportNames names;

  private ReportLatex(Report report) {
    names = new ReportNames(report);
  }

  static String write(Report report) {
    return new ReportLatex(report).written(report);
  }

  /** Returns the text on one line, with LaTeX's special characters escaped. */
  static String escaped(String plain) {
    StringBuilder escaped = new StringBuilder();
    String line = Paragraphs.onOneLine(plain).replace("k\u0302", "\uE000");
    line.codePoints()
        .forEach(
            point -> {
              if (point == '\uE000') {
                escaped.append("$\\hat{k}$");
              } else {
                escaped.append(SPECIAL.getOrDefault(point, Character.toString(point)));
              }
            });
    return LIGATURE.matcher(escaped).replaceAll("-{}");
  }

  private String written(Report report) {
    line("% " + Paragraphs.onOneLine(report.title()));
    line("% Needs \\usepackage[T1]{fontenc}, \\usepackage{booktabs} and \\usepackage{graphicx}.");
    report
        .settings()
        .forEach((key, value) -> line("% " + Paragraphs.onOneLine(key + ": " + value)));
    line("");
    line("\\section*{" + escaped(report.title()) + "}");
    paragraphs(report.introduction());
    for (Section section : report.sections()) {
      line("\\subsection*{" + escaped(section.title()) + "}");
      line("");
      section.blocks().forEach(this::block);
    }
    return text.toString().stripTrailing() + "\n";
  }

  private void block(Section.Block block) {
    if (block instanceof Section.Text paragraph) {
      paragraphs(paragraph.text());
    } else if (block instanceof Section.Items list) {
      line("\\begin{itemize}");
      list.items().forEach(item -> line("  \\item " + escaped(item)));
      line("\\end{itemize}");
      line("");
    } else if (block instanceof Section.Table table) {
      table(table);
    } else if (block instanceof Section.Picture picture) {
      line("\\begin{figure}");
      line("  \\centering");
      line("  \\includegraphics[width=\\linewidth]{" + names.nextFigure() + ".png}");
      line("  \\caption{" + escaped(picture.caption()) + "}");
      line("\\end{figure}");
      line("");
    }
  }

  private void table(Section.Table block) {
    TableText words = new TableText(block.table());
    String title = escaped(block.table().title());
    for (Grid grid : Grid.of(block.table(), block.pivot())) {
      line("\\begin{table}");
      line("  \\centering");
      line("  \\small");
      String part = grid.caption().isEmpty() ? "" : ": " + escaped(grid.caption());
      line("  \\caption{" + title + part + ". In parentheses: the paper's numbers.}");
      int leading = grid.corner().size();
      line(
          "  \\begin{tabular}{@{}"
              + "l".repeat(leading)
              + "r".repeat(grid.heads().size())
              + "@{}}");
      line("    \\toprule");
      heads(grid);
      line("    \\midrule");
      for (Grid.Line cells : grid.lines()) {
        List<String> fields = new ArrayList<>();
        cells.names().forEach(name -> fields.add(escaped(name)));
        cells.cells().forEach(cell -> fields.add(cell.map(row -> cell(row, words)).orElse("")));
        line("    " + String.join(" & ", fields) + " \\\\");
      }
      line("    \\bottomrule");
      line("  \\end{tabular}");
      line("\\end{table}");
      line("");
    }
    words.footnotes().forEach(this::paragraphs);
  }

  /** Each level but the last is a line with merged cells; the last line names the first columns. */
  private void heads(Grid grid) {
    int leading = grid.corner().size();
    int levels = grid.heads().get(0).size();
    for (int level = 0; level < levels - 1; level++) {
      StringBuilder line = new StringBuilder("    " + " & ".repeat(leading - 1));
      StringBuilder rules = new StringBuilder("   ");
      for (HeadSpan span : HeadSpan.of(grid.heads(), level)) {
        int first = leading + span.start() + 1;
        line.append(" & \\multicolumn{" + span.length() + "}{c}{" + escaped(span.name()) + "}");
        rules.append(" \\cmidrule(lr){" + first + "-" + (first + span.length() - 1) + "}");
      }
      line(line + " \\\\");
      line(rules.toString());
    }
    List<String> last = new ArrayList<>();
    grid.corner().forEach(name -> last.add(escaped(name)));
    grid.heads().forEach(head -> last.add(escaped(head.get(levels - 1))));
    line("    " + String.join(" & ", last) + " \\\\");
  }

  private static String cell(ResultRow row, TableText words) {
    Optional<String> paper = TableText.paper(row).map(number -> " (" + escaped(number) + ")");
    String mark = TableText.mark(row);
    String ours = escaped(TableText.ours(row));
    return (mark.isEmpty() ? ours : "\\textbf{" + ours + "} " + escaped(mark))
        + paper.orElse("")
        + (row.note().isPresent() ? " " + words.reference(row) : "");
  }

  private void paragraphs(String plain) {
    for (String part : Paragraphs.of(plain)) {
      line(escaped(part));
      line("");
    }
  }

  private void line(String latex) {
    text.append(latex).append('\n');
  }
}
