package io.linkteller.report.figure;

import io.linkteller.eval.metric.PrecisionRecallCurve;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds a plot of precision against recall with one line per attack. Not thread-safe. */
public final class PrecisionRecallPlot {

  private final String title;
  private final List<PrecisionRecallFigure.Curve> curves = new ArrayList<>();

  private PrecisionRecallPlot(String title) {
    this.title = title;
  }

  /**
   * Starts a plot.
   *
   * @param title the title
   * @return an empty plot
   */
  public static PrecisionRecallPlot titled(String title) {
    return new PrecisionRecallPlot(title);
  }

  /**
   * Adds a line.
   *
   * @param name label in the legend
   * @param curve the line
   * @return this plot
   */
  public PrecisionRecallPlot with(String name, PrecisionRecallCurve curve) {
    curves.add(PrecisionRecallFigure.Curve.of(name, curve));
    return this;
  }

  /**
   * Returns the plot as a figure of a report.
   *
   * @return the figure
   * @throws IllegalArgumentException if no line was added
   */
  public PrecisionRecallFigure figure() {
    return new PrecisionRecallFigure(title, curves);
  }

  /**
   * Writes the plot as a PNG picture.
   *
   * @param file the file to write, named {@code *.png}
   * @throws IllegalArgumentException if the file has another extension or no line was added
   * @throws UncheckedIOException if it cannot be written; no partial file is left
   */
  public void writePng(Path file) {
    FigureFile.writePng(figure(), file);
  }
}
