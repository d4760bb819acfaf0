package io.linkteller.report.figure;

import io.linkteller.file.AtomicFile;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Draws figures as PNG. Equal figures produce equal bytes on the same machine; on other machines,
 * the bytes depend on the installed fonts.
 */
public final class FigureFile {

  /** The number of pixels of a PNG per unit of the drawing, chosen for print. */
  private static final int SCALE = 2;

  private FigureFile() {}

  /**
   * Writes a figure as a PNG picture.
   *
   * @param figure the figure
   * @param file the file to write, named {@code *.png}
   * @throws IllegalArgumentException if the file has another extension
   * @throws UncheckedIOException if it cannot be written; no partial file is left
   */
  public static void writePng(Figure figure, Path file) {
    if (!file.toString().endsWith(".png")) {
      throw new IllegalArgumentException("file = " + file + " does not end in .png");
    }
    AtomicFile.write(file, out -> out.write(png(figure)));
  }

  /**
   * Draws a figure as a PNG image.
   *
   * @param figure the figure
   * @return the bytes of the image
   */
  public static byte[] png(Figure figure) {
    Chart<?, ?> chart = FigureChart.of(figure);
    BufferedImage image =
        new BufferedImage(
            SCALE * chart.getWidth(), SCALE * chart.getHeight(), BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    try {
      pen.scale(SCALE, SCALE);
      chart.paint(pen, chart.getWidth(), chart.getHeight());
    } finally {
      pen.dispose();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(image, "png", bytes)) {
        throw new IllegalStateException("this Java runtime cannot write PNG images");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't draw " + figure.title() + ": " + e, e);
    }
    return bytes.toByteArray();
  }
}
