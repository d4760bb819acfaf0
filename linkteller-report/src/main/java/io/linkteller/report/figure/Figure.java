package io.linkteller.report.figure;

/** The data of a picture. */
public sealed interface Figure permits LineFigure, PrecisionRecallFigure {

  /**
   * Returns the title.
   *
   * @return the title
   */
  String title();
}
