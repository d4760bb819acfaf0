package io.linkteller.report;

import io.linkteller.report.table.ResultRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes reports as Markdown with GitHub's tables. */
final class ReportMarkdown {

  private static final Pattern SPECIAL = Pattern.compile("([\\\\`*_{}\\[\\]<>#|~$])");

  /** Matches text that would begin a list or underline a heading. */
  private static final Pattern LIST = Pattern.compile("^(\\d*)([-+=.)])");

  private final StringBuilder text = new StringBuilder();
  private final Report report;
  private int figures;

  private ReportMarkdown(Report report) {
    this.report = report;
  }

  static String write(Report report) {
    return new ReportMarkdown(report).written();
  }

  /** Returns the text on one line, with Markdown's special characters escaped. */
  static String escaped(String plain) {
    String marked = SPECIAL.matcher(plain.replace("&", "&amp;")).replaceAll("\\\\$1");
    return Paragraphs.onOneLine(marked);
  }

  private String written() {
    paragraph("# " + escaped(report.title()));
    paragraphs(report.introduction());
    for (Section section : report.sections()) {
      paragraph("## " + escaped(section.title()));
      section.blocks().forEach(this::block);
    }
    if (!report.settings().isEmpty()) {
      paragraph("## Settings");
      List<List<String>> lines = new ArrayList<>();
      for (Map.Entry<String, String> setting : report.settings().entrySet()) {
        lines.add(List.of(escaped(setting.getKey()), escaped(setting.getValue())));
      }
      table(List.of("setting", "value"), 2, lines);
    }
    return text.toString().stripTrailing() + "\n";
  }

  private void block(Section.Block block) {
    if (block instanceof Section.Text paragraph) {
      paragraphs(paragraph.text());
    } else if (block instanceof Section.Items list) {
      list.items().forEach(item -> text.append("- ").append(plain(item)).append('\n'));
      text.append('\n');
    } else if (block instanceof Section.Table table) {
      table(table);
    } else if (block instanceof Section.Picture picture) {
      String title = escaped(picture.figure().title());
      paragraph("![" + title + "](" + ReportFiles.figureName(report, figures++) + ")");
      paragraphs(picture.caption());
    }
  }

  private void table(Section.Table block) {
    paragraph("**" + escaped(block.table().title()) + "**");
    TableText words = new TableText(block.table());
    for (Grid grid : Grid.of(block.table(), block.pivot())) {
      if (!grid.caption().isEmpty()) {
        paragraph("*" + escaped(grid.caption()) + "*");
      }
      table(
          grid.header().stream().map(ReportMarkdown::escaped).toList(),
          grid.corner().size(),
          grid.cells(ReportMarkdown::escaped, row -> cell(row, words)));
    }
    words.footnotes().forEach(note -> paragraph(escaped(note)));
  }

  private static String cell(ResultRow row, TableText words) {
    Optional<String> paper = TableText.paper(row).map(number -> " (paper " + number + ")");
    String mark = TableText.mark(row);
    String ours = TableText.ours(row);
    return (mark.isEmpty() ? ours : "**" + ours + "** " + mark)
        + paper.orElse("")
        + (row.note().isPresent() ? " " + words.reference(row) : "");
  }

  private void table(List<String> heads, int names, List<List<String>> lines) {
    line(heads);
    List<String> rule = new ArrayList<>(Collections.nCopies(names, "---"));
    rule.addAll(Collections.nCopies(heads.size() - names, "--:"));
    line(rule);
    lines.forEach(this::line);
    text.append('\n');
  }

  private void line(List<String> cells) {
    text.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |"))).append('\n');
  }

  private void paragraphs(String plain) {
    for (String part : Paragraphs.of(plain)) {
      paragraph(plain(part));
    }
  }

  /** Escapes text, including a beginning that Markdown would take for a list. */
  private static String plain(String text) {
    return LIST.matcher(escaped(text)).replaceFirst("$1\\\\$2");
  }

  private void paragraph(String markdown) {
    text.append(markdown).append("\n\n");
  }
}
