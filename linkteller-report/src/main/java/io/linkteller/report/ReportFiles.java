package io.linkteller.report;

import io.linkteller.file.AtomicFile;
import io.linkteller.report.figure.Figure;
import io.linkteller.report.figure.FigureFile;
import io.linkteller.report.table.ResultTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes reports in every format and reads them back. Equal reports give equal bytes.
 *
 * <p>A report with the name NAME becomes {@code NAME.json}, which contains everything and can be
 * read back; {@code NAME.html}, one page with all pictures embedded; {@code NAME.md} and {@code
 * NAME.tex}, the latter for inclusion in a document; {@code NAME-table1.csv}, ... with the tables
 * as tidy data; and {@code NAME-figure1.png}, {@code NAME-figure1.svg}, ...
 */
public final class ReportFiles {

  private ReportFiles() {}

  /**
   * Writes a report. Each file is written atomically.
   *
   * @param report the report
   * @param directory the directory; created if absent
   * @return the files, in the order of writing
   * @throws IllegalArgumentException if there is something other than a directory at the path of
   *     the directory or of a file
   * @throws UncheckedIOException if a file cannot be written
   */
  public static List<Path> write(Report report, Path directory) {
    make(directory);
    List<Path> files = new ArrayList<>();
    files.add(text(directory, report.name() + ".json", ReportJson.write(report)));
    files.add(text(directory, report.name() + ".html", ReportHtml.write(report)));
    files.add(text(directory, report.name() + ".md", ReportMarkdown.write(report)));
    files.add(text(directory, report.name() + ".tex", ReportLatex.write(report)));
    ReportNames names = new ReportNames(report);
    for (ResultTable table : report.tables()) {
      files.add(text(directory, names.nextTable() + ".csv", TableCsv.write(table)));
    }
    for (Figure figure : report.figures()) {
      String name = names.nextFigure();
      Path png = directory.resolve(name + ".png");
      FigureFile.writePng(figure, png);
      files.add(png);
      Path svg = directory.resolve(name + ".svg");
      FigureFile.writeSvg(figure, svg);
      files.add(svg);
    }
    return List.copyOf(files);
  }

  /** Writes a page whose JSON has fields of its own, without tables as separate files. */
  static List<Path> write(Report page, Map<String, Object> fields, Path directory) {
    make(directory);
    List<Path> files = new ArrayList<>();
    files.add(text(directory, page.name() + ".json", ReportJson.write(fields)));
    files.add(text(directory, page.name() + ".html", ReportHtml.write(page)));
    files.add(text(directory, page.name() + ".md", ReportMarkdown.write(page)));
    ReportNames names = new ReportNames(page);
    for (Figure figure : page.figures()) {
      Path png = directory.resolve(names.nextFigure() + ".png");
      FigureFile.writePng(figure, png);
      files.add(png);
    }
    return List.copyOf(files);
  }

  /**
   * Reads a report back.
   *
   * @param json the file {@code NAME.json}
   * @return a report equal to the one that was written
   * @throws IllegalArgumentException if the file is not a report; the message gives the location of
   *     the first error
   * @throws UncheckedIOException if it cannot be read
   */
  public static Report read(Path json) {
    return ReportJson.read(json);
  }

  private static Path text(Path directory, String name, String contents) {
    Path file = directory.resolve(name);
    AtomicFile.write(file, out -> out.write(contents.getBytes(StandardCharsets.UTF_8)));
    return file;
  }

  private static void make(Path directory) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException("directory = " + directory + " is a file");
    }
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("can't make the directory " + directory + ": " + e, e);
    }
  }
}
