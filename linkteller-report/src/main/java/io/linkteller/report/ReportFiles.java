package io.linkteller.report;

import io.linkteller.file.AtomicFile;
import io.linkteller.report.figure.FigureFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes reports in every format. Equal reports produce equal bytes.
 *
 * <p>A report with the name NAME becomes {@code NAME.json}, which contains everything; {@code
 * NAME.html}, one page with all pictures embedded; {@code NAME.md}; and {@code NAME-figure1.png},
 * ...
 */
public final class ReportFiles {

  private ReportFiles() {}

  /**
   * Writes a report. Each file is written atomically.
   *
   * @param report the report
   * @param directory the directory; created if absent
   * @return the files, in the order of writing
   * @throws IllegalArgumentException if {@code directory} exists and is not a directory, or a file
   *     exists and is not a writable regular file
   * @throws UncheckedIOException if a file cannot be written
   */
  public static List<Path> write(Report report, Path directory) {
    return write(report, report, directory);
  }

  /** Writes a page, with the given fields as its JSON. */
  static List<Path> write(Report page, Object fields, Path directory) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException("directory = " + directory + " is a file");
    }
    AtomicFile.createDirectories(directory);
    List<Path> files = new ArrayList<>();
    files.add(text(directory, page.name() + ".json", ReportJson.write(fields)));
    files.add(text(directory, page.name() + ".html", ReportHtml.write(page)));
    files.add(text(directory, page.name() + ".md", ReportMarkdown.write(page)));
    for (int figure = 0; figure < page.figures().size(); figure++) {
      Path png = directory.resolve(figureName(page, figure));
      FigureFile.writePng(page.figures().get(figure), png);
      files.add(png);
    }
    return List.copyOf(files);
  }

  /** Returns the file name of the picture of a figure, given the figure's index. */
  static String figureName(Report report, int figure) {
    return report.name() + "-figure" + (figure + 1) + ".png";
  }

  static Path text(Path directory, String name, String contents) {
    Path file = directory.resolve(name);
    AtomicFile.write(file, out -> out.write(contents.getBytes(StandardCharsets.UTF_8)));
    return file;
  }
}
