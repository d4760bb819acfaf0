package io.linkteller.report.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/**
 * A metric and the format of its values.
 *
 * @param name the name in tables
 * @param unit the unit
 * @param decimals the number of decimals shown, in [0, 9]
 * @param floor the largest difference from the paper that stays unmarked if the paper's standard
 *     deviation is 0, in the metric's unit, at least 0; empty if differences are expected and never
 *     marked
 */
public record Metric(String name, Unit unit, int decimals, OptionalDouble floor) {

  private static final int MAX_DECIMALS = 9;

  /** The number of the paper's standard deviations by which a mean may differ unmarked. */
  private static final double SPREADS_ALLOWED = 2;

  /** Differences of decimal fractions are not exact in binary. */
  private static final double ROUNDING = 1e-12;

  /**
   * Validates the settings.
   *
   * @param name the name in tables
   * @param unit the unit
   * @param decimals the number of decimals shown, in [0, 9]
   * @param floor the largest difference from the paper that stays unmarked if the paper's standard
   *     deviation is 0, in the metric's unit, at least 0; empty if differences are expected and
   *     never marked
   * @throws IllegalArgumentException if the name is blank, or decimals or floor are out of range
   */
  public Metric {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a metric needs a name");
    }
    if (decimals < 0 || decimals > MAX_DECIMALS) {
      throw new IllegalArgumentException(
          "decimals = " + decimals + " is not in [0, " + MAX_DECIMALS + "]");
    }
    if (floor.isPresent() && !(floor.getAsDouble() >= 0 && Double.isFinite(floor.getAsDouble()))) {
      throw new IllegalArgumentException(
          "floor = " + floor.getAsDouble() + " is not a finite number of at least 0");
    }
  }

  /**
   * Creates a metric whose differences from the paper are marked.
   *
   * @param name the name in tables
   * @param unit the unit
   * @param decimals the number of decimals shown, in [0, 9]
   * @param floor the difference up to which nothing is marked, in the metric's unit
   * @return the metric
   */
  public static Metric marked(String name, Unit unit, int decimals, double floor) {
    return new Metric(name, unit, decimals, OptionalDouble.of(floor));
  }

  /**
   * Creates a metric whose differences from the paper are never marked.
   *
   * @param name the name in tables
   * @param unit the unit
   * @param decimals the number of decimals shown, in [0, 9]
   * @return the metric
   */
  public static Metric unmarked(String name, Unit unit, int decimals) {
    return new Metric(name, unit, decimals, OptionalDouble.empty());
  }

  /**
   * Returns whether a mean differs from the paper's number by more than both two of the paper's
   * standard deviations and the floor.
   *
   * @param ours our mean
   * @param paper the paper's number
   * @return true if it does and differences of this metric are marked
   */
  public boolean differs(double ours, PaperValue paper) {
    if (floor.isEmpty()) {
      return false;
    }
    double allowed = Math.max(SPREADS_ALLOWED * paper.spread().orElse(0), floor.getAsDouble());
    return Math.abs(ours - paper.value()) > allowed + ROUNDING;
  }

  /**
   * Formats a number of this metric without the unit's symbol; percentages are multiplied by 100.
   *
   * @param value the number
   * @return the number, rounded to {@link #decimals} places
   */
  public String shown(double value) {
    return BigDecimal.valueOf(value)
        .movePointRight(unit.shift())
        .setScale(decimals, RoundingMode.HALF_UP)
        .toPlainString();
  }

  /** {@return the name with the unit's symbol, for a column heading} */
  public String heading() {
    return unit.symbol().isEmpty() ? name : name + " [" + unit.symbol() + "]";
  }
}
