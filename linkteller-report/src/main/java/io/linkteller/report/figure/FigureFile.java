package io.linkteller.report.figure;

import io.linkteller.file.AtomicFile;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Draws figures and writes them, as PNG or SVG. The same figure gives the same bytes on the same
 * machine; which fonts it has makes a difference elsewhere.
 */
public final class FigureFile {

  /** Dots of a PNG for each unit of the drawing, so that it is sharp in print. */
  private static final int SCALE = 2;

  /** Digits beyond a hundredth of a unit. */
  private static final Pattern NEEDLESS_DECIMALS = Pattern.compile("(\\.\\d\\d)\\d+");

  private FigureFile() {}

  /**
   * Writes a figure as a PNG picture.
   *
   * @param figure what is drawn
   * @param file where to, named {@code *.png}
   * @throws IllegalArgumentException if the file is named otherwise
   * @throws UncheckedIOException if it can't be written; nothing is left behind then
   */
  public static void writePng(Figure figure, Path file) {
    write(file, ".png", png(figure));
  }

  /**
   * Writes a figure as an SVG picture.
   *
   * @param figure what is drawn
   * @param file where to, named {@code *.svg}
   * @throws IllegalArgumentException if the file is named otherwise
   * @throws UncheckedIOException if it can't be written; nothing is left behind then
   */
  public static void writeSvg(Figure figure, Path file) {
    write(file, ".svg", svg(figure));
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
        throw new IllegalStateException("this Java can't write PNG pictures");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't draw " + figure.title() + ": " + e, e);
    }
    return bytes.toByteArray();
  }

  /**
   * Draws a figure as an SVG image.
   *
   * @param figure the figure
   * @return the bytes of the image
   */
  public static byte[] svg(Figure figure) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(
          FigureChart.of(figure), bytes, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException("can't draw " + figure.title() + ": " + e, e);
    }
    // Letters are drawn as outlines, whose many decimals make up most of the file.
    String drawing = bytes.toString(StandardCharsets.UTF_8);
    return NEEDLESS_DECIMALS.matcher(drawing).replaceAll("$1").getBytes(StandardCharsets.UTF_8);
  }

  private static void write(Path file, String ending, byte[] picture) {
    if (!file.toString().endsWith(ending)) {
      throw new IllegalArgumentException("file = " + file + " does not end in " + ending);
    }
    AtomicFile.write(file, out -> out.write(picture));
  }
}
