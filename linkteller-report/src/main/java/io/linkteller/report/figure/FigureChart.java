package io.linkteller.report.figure;

import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Converts figures to charts of the chart library, in one style. */
final class FigureChart {

  /** The approximate width of the picture, in characters. */
  private static final int LETTERS_OF_A_ROW = 110;

  /** The approximate width of a line's key in the legend, in characters. */
  private static final int LETTERS_OF_A_KEY = 8;

  private static final int WIDTH = 720;
  private static final int HEIGHT = 480;

  /** Okabe and Ito's colors, which color-blind people can distinguish. */
  private static final List<Color> COLORS =
      List.of(
          new Color(0xD55E00),
          new Color(0x0072B2),
          new Color(0x009E73),
          new Color(0xCC79A7),
          new Color(0xE69F00),
          new Color(0x56B4E9),
          new Color(0x000000));

  /** The grays of level lines that belong to no other line and are only for comparison. */
  private static final List<Color> GRAYS =
      List.of(new Color(0x222222), new Color(0x777777), new Color(0xAAAAAA));

  private static final List<Marker> MARKERS =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.DIAMOND,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.TRIANGLE_DOWN,
          SeriesMarkers.CROSS,
          SeriesMarkers.PLUS);

  private static final float[] DASHES = {6, 4};

  /** The dash patterns, which distinguish overlapping lines; an empty pattern is a solid line. */
  private static final List<float[]> PATTERNS =
      List.of(new float[0], new float[] {9, 6}, new float[] {2, 5}, new float[] {12, 4, 2, 4});

  /** The values of F1 for which lines are drawn behind precision-recall curves. */
  private static final double[] LEVELS_OF_F1 = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  private static final Color FAINT = new Color(0xD0D0D0);

  /** The margin around the data, as a share of their extent. */
  private static final double AIR = 0.04;

  private FigureChart() {}

  static Chart<?, ?> of(Figure figure) {
    return figure instanceof LineFigure lines
        ? chart(lines)
        : chart((PrecisionRecallFigure) figure);
  }

  private static XYChart chart(LineFigure figure) {
    XYChart chart = plane(figure.title(), figure.xLabel(), figure.metric().heading());
    double[] ends = ends(figure);
    double margin = AIR * (ends[1] - ends[0]);
    // The margins are set explicitly so that level lines extend from side to side.
    chart.getStyler().setPlotContentSize(1);
    chart.getStyler().setXAxisMin(ends[0] - margin);
    chart.getStyler().setXAxisMax(ends[1] + margin);
    Metric metric = figure.metric();
    setHeights(
        chart.getStyler(),
        metric,
        Stream.concat(
                figure.lines().stream()
                    .flatMap(line -> line.points().stream())
                    .map(LineFigure.Point::y),
                figure.baselines().stream().map(line -> new Measurement(line.y().mean(), 0, 1)))
            .toList());
    int letters =
        Stream.concat(
                figure.lines().stream().map(LineFigure.Line::name),
                figure.baselines().stream()
                    .filter(line -> lineOf(figure, line.name()).isEmpty())
                    .map(LineFigure.Baseline::name))
            .mapToInt(name -> name.length() + LETTERS_OF_A_KEY)
            .sum();
    stackLegend(chart.getStyler(), letters, Styler.LegendPosition.OutsideE);
    int index = 0;
    for (LineFigure.Line line : figure.lines()) {
      XYSeries series =
          chart.addSeries(
              line.name(),
              line.points().stream().mapToDouble(LineFigure.Point::x).toArray(),
              line.points().stream().mapToDouble(p -> drawn(metric, p.y().mean())).toArray(),
              line.points().stream().mapToDouble(p -> drawn(metric, p.y().deviation())).toArray());
      series.setMarker(MARKERS.get(index % MARKERS.size()));
      color(series, COLORS.get(index % COLORS.size()));
      series.setLineStyle(stroke(index));
      if (line.steps()) {
        series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Step);
      }
      index++;
    }
    index = 0;
    for (LineFigure.Baseline line : figure.baselines()) {
      double y = drawn(metric, line.y().mean());
      XYSeries series =
          chart.addSeries(
              line.name(), new double[] {ends[0] - margin, ends[1] + margin}, new double[] {y, y});
      series.setMarker(SeriesMarkers.NONE);
      OptionalInt owner = lineOf(figure, line.name());
      color(
          series,
          owner.isPresent()
              ? COLORS.get(owner.getAsInt() % COLORS.size())
              : GRAYS.get(index % GRAYS.size()));
      // A level line has the color of its owner; only the owner is in the legend.
      series.setShowInLegend(owner.isEmpty());
      series.setLineStyle(
          new BasicStroke(
              1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, DASHES, 6f * index));
      index++;
    }
    return chart;
  }

  /**
   * Sets the range of the vertical axis and the decimals of its ticks, which the chart library
   * would otherwise cut off.
   */
  private static void setHeights(AxesChartStyler style, Metric metric, List<Measurement> heights) {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (Measurement height : heights) {
      low = Math.min(low, drawn(metric, height.mean() - height.deviation()));
      high = Math.max(high, drawn(metric, height.mean() + height.deviation()));
    }
    double range = high > low ? high - low : 1;
    style.setYAxisMin(low >= 0 ? Math.max(0, low - AIR * range) : low - AIR * range);
    style.setYAxisMax(high + AIR * range);
    int decimals = (int) Math.max(0, Math.ceil(1 - Math.log10(range)));
    style.setYAxisDecimalPattern(decimals == 0 ? "0" : "0." + "0".repeat(decimals));
  }

  /**
   * Returns the stroke of a line. The first line is wide, and those drawn over it are narrower and
   * dashed.
   */
  private static BasicStroke stroke(int index) {
    float[] pattern = PATTERNS.get(index % PATTERNS.size());
    return pattern.length == 0
        ? new BasicStroke(3f)
        : new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, pattern, 0);
  }

  private static void color(XYSeries series, Color color) {
    series.setLineColor(color);
    series.setMarkerColor(color);
  }

  /**
   * Returns the index of the line whose name, followed by a comma, begins the name of a level line.
   */
  private static OptionalInt lineOf(LineFigure figure, String name) {
    return IntStream.range(0, figure.lines().size())
        .filter(line -> name.startsWith(figure.lines().get(line).name() + ", "))
        .findFirst();
  }

  private static double[] ends(LineFigure figure) {
    double[] xs =
        figure.lines().stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(LineFigure.Point::x)
            .sorted()
            .toArray();
    double first = xs[0];
    double last = xs[xs.length - 1];
    return first < last ? new double[] {first, last} : new double[] {first - 1, last + 1};
  }

  private static XYChart chart(PrecisionRecallFigure figure) {
    XYChart chart =
        plane(
            figure.title(),
            "recall: share of the private edges that were found",
            "precision: share of the guesses that are right");
    AxesChartStyler style = chart.getStyler();
    style.setXAxisMin(0.0);
    // Leaves room for the values of F1.
    style.setXAxisMax(1.06);
    style.setYAxisMin(0.0);
    style.setYAxisMax(1.0);
    style.setXAxisDecimalPattern("0.0");
    style.setYAxisDecimalPattern("0.0");
    style.setXAxisTickMarkSpacingHint(100);
    for (double level : LEVELS_OF_F1) {
      addLevelOfF1(chart, level);
    }
    int index = 0;
    int letters = 0;
    for (PrecisionRecallFigure.Curve curve : figure.curves()) {
      XYSeries series =
          chart.addSeries(
              curve.name(), precededByHalf(curve.recalls()), precededByFirst(curve.precisions()));
      String label =
          String.format(Locale.ROOT, "%s, F1 up to %.2f", curve.name(), curve.highestF1());
      series.setLabel(label);
      letters += label.length() + LETTERS_OF_A_KEY;
      series.setMarker(SeriesMarkers.NONE);
      color(series, COLORS.get(index % COLORS.size()));
      series.setLineStyle(stroke(index));
      index++;
    }
    stackLegend(style, letters, Styler.LegendPosition.OutsideS);
    return chart;
  }

  /**
   * Stacks the entries of a legend that does not fit into one row, which the chart library would
   * cut off.
   *
   * @param letters the number of characters of all entries
   */
  private static void stackLegend(Styler style, int letters, Styler.LegendPosition position) {
    if (letters > LETTERS_OF_A_ROW) {
      style.setLegendPosition(position);
      style.setLegendLayout(Styler.LegendLayout.Vertical);
    }
  }

  /** Adds the line on which F1 has a given value, labeled at its right end. */
  private static void addLevelOfF1(XYChart chart, double f1) {
    int points = 60;
    double[] recalls = new double[points];
    double[] precisions = new double[points];
    double lowest = f1 / (2 - f1);
    for (int i = 0; i < points; i++) {
      // Geometric steps from (lowest, 1) to (1, lowest) keep the bend smooth.
      recalls[i] = Math.pow(lowest, 1 - i / (points - 1.0));
      precisions[i] = f1 * recalls[i] / (2 * recalls[i] - f1);
    }
    XYSeries series =
        chart.addSeries(String.format(Locale.ROOT, "F1 = %.1f", f1), recalls, precisions);
    series.setMarker(SeriesMarkers.NONE);
    series.setShowInLegend(false);
    color(series, FAINT);
    series.setLineStyle(new BasicStroke(1f));
    AnnotationText label =
        new AnnotationText(String.format(Locale.ROOT, "F1 %.1f", f1), 1.035, lowest, false);
    chart.addAnnotation(label);
  }

  /**
   * Returns the recalls, preceded by half of the first. If the values of a series are equally
   * spaced, as recalls are, the chart library puts ticks on these values and rounds their labels;
   * otherwise it puts ticks on round numbers.
   */
  private static double[] precededByHalf(List<Double> recalls) {
    double[] values = precededByFirst(recalls);
    values[0] /= 2;
    return values;
  }

  /** Returns the numbers, preceded by the first, so that the line begins level. */
  private static double[] precededByFirst(List<Double> numbers) {
    double[] values = new double[numbers.size() + 1];
    for (int i = 0; i < numbers.size(); i++) {
      values[i + 1] = numbers.get(i);
    }
    values[0] = values[1];
    return values;
  }

  private static XYChart plane(String title, String xLabel, String yLabel) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xLabel)
            .yAxisTitle(yLabel)
            .build();
    style(chart.getStyler());
    return chart;
  }

  private static void style(AxesChartStyler style) {
    style.setPlotGridLinesColor(new Color(0xE5E5E5));
    style.setPlotBorderVisible(false);
    style.setChartBackgroundColor(Color.WHITE);
    style.setErrorBarsColorSeriesColor(true);
    style.setAnnotationTextFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10));
    style.setAnnotationTextFontColor(new Color(0x888888));
    style.setPlotMargin(0);
    style.setMarkerSize(7);
    style.setLegendPosition(Styler.LegendPosition.OutsideS);
    style.setLegendLayout(Styler.LegendLayout.Horizontal);
    style.setLegendBorderColor(Color.WHITE);
    style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    style.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
  }

  private static double drawn(Metric metric, double value) {
    return value * Math.pow(10, metric.unit().shift());
  }
}
