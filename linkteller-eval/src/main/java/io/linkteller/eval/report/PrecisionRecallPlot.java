package io.linkteller.eval.report;

import io.linkteller.eval.metric.PrecisionRecallCurve;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot of precision against recall, one line an attack. Not safe for use by several threads. */
public final class PrecisionRecallPlot {

  private static final int DOTS_PER_INCH = 200;

  /** Okabe and Ito's colours, which people with colour blindness can tell apart. */
  private static final Color[] COLORS = {
    new Color(0xD55E00), new Color(0x0072B2), new Color(0x009E73), new Color(0x666666)
  };

  private final String title;
  private final Map<String, PrecisionRecallCurve> curves = new LinkedHashMap<>();

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
    curves.put(name, curve);
    return this;
  }

  /**
   * Writes the plot as a PNG picture.
   *
   * @param file where to, named {@code *.png}
   * @throws IllegalArgumentException if the file is named otherwise
   * @throws UncheckedIOException if it can't be written
   */
  public void writePng(Path file) {
    if (!file.toString().endsWith(".png")) {
      throw new IllegalArgumentException("file = " + file + " does not end in .png");
    }
    try {
      BitmapEncoder.saveBitmapWithDPI(
          chart(), file.toString(), BitmapEncoder.BitmapFormat.PNG, DOTS_PER_INCH);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the plot to " + file + ": " + e, e);
    }
  }

  /**
   * The recalls, the first preceded by its half. The chart library puts its ticks on the values of
   * a series that are equally spaced, as recalls are, and then rounds what it writes beside them;
   * values that are not make it choose round numbers.
   */
  private static double[] precededByHalf(DoubleList recalls) {
    double[] values = precededByFirst(recalls);
    values[0] /= 2;
    return values;
  }

  /** The line begins level. */
  private static double[] precededByFirst(DoubleList numbers) {
    double[] values = new double[numbers.size() + 1];
    numbers.getElements(0, values, 1, numbers.size());
    values[0] = values[1];
    return values;
  }

  private XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(720)
            .height(480)
            .title(title)
            .xAxisTitle("recall: share of the private edges that were found")
            .yAxisTitle("precision: share of the guesses that are right")
            .build();
    XYStyler style = chart.getStyler();
    style.setXAxisMin(0.0);
    style.setXAxisMax(1.0);
    style.setYAxisMin(0.0);
    style.setYAxisMax(1.0);
    style.setXAxisDecimalPattern("0.0");
    style.setYAxisDecimalPattern("0.0");
    style.setXAxisTickMarkSpacingHint(100);
    style.setPlotGridLinesColor(new Color(0xE5E5E5));
    style.setPlotBorderVisible(false);
    style.setChartBackgroundColor(Color.WHITE);
    style.setLegendPosition(Styler.LegendPosition.OutsideS);
    style.setLegendLayout(Styler.LegendLayout.Horizontal);
    style.setLegendBorderColor(Color.WHITE);
    style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    style.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    int line = 0;
    for (Map.Entry<String, PrecisionRecallCurve> entry : curves.entrySet()) {
      PrecisionRecallCurve curve = entry.getValue();
      XYSeries series =
          chart.addSeries(
              entry.getKey(), precededByHalf(curve.recalls()), precededByFirst(curve.precisions()));
      series.setMarker(SeriesMarkers.NONE);
      series.setLineColor(COLORS[line % COLORS.length]);
      series.setLineStyle(new BasicStroke(2f));
      line++;
    }
    return chart;
  }
}
