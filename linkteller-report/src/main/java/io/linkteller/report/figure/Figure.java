package io.linkteller.report.figure;

/** A picture, as the numbers that are drawn. */
public sealed interface Figure permits LineFigure, BarFigure, PrecisionRecallFigure {

  /**
   * Returns what stands above the picture.
   *
   * @return the title
   */
  String title();
}
