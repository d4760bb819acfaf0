package io.linkteller.report;

import static j2html.TagCreator.body;
import static j2html.TagCreator.caption;
import static j2html.TagCreator.div;
import static j2html.TagCreator.document;
import static j2html.TagCreator.each;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.img;
import static j2html.TagCreator.li;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.p;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.style;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.title;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import io.linkteller.report.figure.FigureFile;
import io.linkteller.report.table.ResultRow;
import j2html.tags.DomContent;
import j2html.tags.specialized.TdTag;
import j2html.tags.specialized.TrTag;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes reports as one self-contained page with embedded style and pictures. */
final class ReportHtml {

  private static final String STYLE = resource("report.css");

  /** The outcomes of an audit and of a choice. */
  private static final Pattern VERDICT = Pattern.compile("(PASS|FAIL|UNDECIDED|CHOICE|NO)\\b");

  private ReportHtml() {}

  static String write(Report report) {
    List<DomContent> content = new ArrayList<>();
    content.add(h1(report.title()));
    content.add(introduction(report.introduction()));
    report.sections().forEach(part -> content.add(part(part)));
    if (!report.settings().isEmpty()) {
      content.add(settings(report));
    }
    return document(
            html(
                    head(
                        meta().withCharset("utf-8"),
                        meta()
                            .withName("viewport")
                            .withContent("width=device-width, initial-scale=1"),
                        title(report.title()),
                        style(rawHtml(STYLE))),
                    body(main(content.toArray(DomContent[]::new))))
                .withLang("en"))
        + "\n";
  }

  /** Returns the introduction. A first paragraph that is a verdict gets a color and a sign. */
  private static DomContent introduction(String text) {
    List<DomContent> content = new ArrayList<>();
    for (String each : Paragraphs.of(text)) {
      Matcher verdict = VERDICT.matcher(each);
      content.add(
          content.isEmpty() && verdict.lookingAt()
              ? p(each).withClass("verdict " + verdict.group(1).toLowerCase(Locale.ROOT))
              : p(each));
    }
    return div(content.toArray(DomContent[]::new)).withClass("introduction");
  }

  private static DomContent part(Section part) {
    List<DomContent> content = new ArrayList<>();
    content.add(h2(part.title()));
    for (Section.Block block : part.blocks()) {
      if (block instanceof Section.Text text) {
        content.add(paragraphs(text.text()));
      } else if (block instanceof Section.Items list) {
        content.add(ul(each(list.items(), item -> li(item))));
      } else if (block instanceof Section.Table table) {
        content.add(tables(table));
      } else if (block instanceof Section.Picture picture) {
        content.add(picture(picture));
      }
    }
    return section(content.toArray(DomContent[]::new));
  }

  private static DomContent picture(Section.Picture picture) {
    String data =
        "data:image/png;base64,"
            + Base64.getEncoder().encodeToString(FigureFile.png(picture.figure()));
    return figure(
        img().withSrc(data).withAlt(picture.figure().title()), figcaption(picture.caption()));
  }

  private static DomContent tables(Section.Table block) {
    TableText words = new TableText(block.table());
    List<DomContent> content = new ArrayList<>();
    for (Grid grid : Grid.of(block.table(), block.pivot())) {
      content.add(
          div(table(
                  caption(
                      span(block.table().title()),
                      iff(
                          !grid.caption().isEmpty(),
                          span(": " + grid.caption()).withClass("part"))),
                  thead(heads(grid)),
                  tbody(lines(grid, words))))
              .withClass("scroll")
              // Without a mouse, only the focused element can be scrolled.
              .attr("tabindex", 0)
              .attr("role", "region")
              .attr("aria-label", block.table().title()));
    }
    words.footnotes().forEach(note -> content.add(p(note).withClass("footnote")));
    return div(content.toArray(DomContent[]::new)).withClass("results");
  }

  private static DomContent heads(Grid grid) {
    int levels = grid.heads().get(0).size();
    List<DomContent> rows = new ArrayList<>();
    for (int level = 0; level < levels; level++) {
      TrTag row = tr();
      if (level == 0) {
        grid.corner()
            .forEach(
                name ->
                    row.with(
                        th(name).attr("scope", "col").attr("rowspan", levels).withClass("name")));
      }
      for (HeadSpan span : HeadSpan.of(grid.heads(), level)) {
        row.with(th(span.name()).attr("scope", "col").attr("colspan", span.length()));
      }
      rows.add(row);
    }
    return each(rows.stream());
  }

  /** Returns the lines of a grid. Consecutive lines with the same name share its cell. */
  private static DomContent lines(Grid grid, TableText words) {
    List<DomContent> rows = new ArrayList<>();
    List<List<String>> names = grid.lines().stream().map(Grid.Line::names).toList();
    for (int index = 0; index < grid.lines().size(); index++) {
      Grid.Line line = grid.lines().get(index);
      TrTag row = tr();
      for (int level = 0; level < line.names().size(); level++) {
        for (HeadSpan span : HeadSpan.of(names, level)) {
          if (span.start() == index) {
            row.with(
                th(span.name())
                    .attr("scope", "row")
                    .attr("rowspan", span.length())
                    .withClass("name"));
          }
        }
      }
      if (HeadSpan.of(names, 0).stream().map(HeadSpan::start).toList().contains(index)) {
        row.withClass("first");
      }
      line.cells().forEach(cell -> row.with(cell.map(value -> cell(value, words)).orElse(td())));
      rows.add(row);
    }
    return each(rows.stream());
  }

  private static TdTag cell(ResultRow row, TableText words) {
    String mark = TableText.mark(row);
    Optional<String> paper = TableText.paper(row);
    TdTag cell = td(span(TableText.ours(row)).withClass("ours"));
    if (!mark.isEmpty()) {
      boolean above = mark.equals(TableText.ABOVE);
      cell.withClass(above ? "above" : "below");
      cell.with(
          span(" " + mark)
              .withClass("mark")
              .withTitle(above ? "above the paper's" : "below the paper's"));
    }
    if (row.note().isPresent()) {
      cell.with(span(" " + words.reference(row)).withClass("reference"));
    }
    paper.ifPresent(number -> cell.with(span("paper " + number).withClass("paper")));
    return cell;
  }

  private static DomContent settings(Report report) {
    List<DomContent> rows =
        report.settings().entrySet().stream()
            .<DomContent>map(
                setting ->
                    tr(
                        th(setting.getKey()).attr("scope", "row").withClass("name"),
                        td(setting.getValue()).withClass("setting")))
            .toList();
    return section(
        h2("Settings"),
        div(table(tbody(each(rows.stream()))).withClass("settings")).withClass("scroll"));
  }

  private static DomContent paragraphs(String plain) {
    return each(Paragraphs.of(plain), part -> p(part));
  }

  private static String resource(String name) {
    try (InputStream in = ReportHtml.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing from the library's jar: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + name + ": " + e, e);
    }
  }
}
