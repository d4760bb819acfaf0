package io.linkteller.report.figure;

import io.linkteller.eval.metric.PrecisionRecallCurve;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A plot of precision against recall, one line an attack. Not safe for use by several threads. */
public final class PrecisionRecallPlot {

  private final String title;
  private final List<PrecisionRecallFigure.Curve> curves = new ArrayList<>();

  private PrecisionRecallPlot(String title) {
    this.title = title;
  }

  /**
   * Starts a plot.
   *
   * @param title what stands above it
   * @return an empty plot
   */
  public static PrecisionRecallPlot titled(String title) {
    return new PrecisionRecallPlot(title);
  }

  /**
   * Adds a line.
   *
   * @param name what the legend calls it
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
   * @param file where to, named {@code *.png}
   * @throws IllegalArgumentException if the file is named otherwise or no line was added
   * @throws UncheckedIOException if it can't be written; nothing is left behind then
   */
  public void writePng(Path file) {
    FigureFile.writePng(figure(), file);
  }
}
