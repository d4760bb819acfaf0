package io.linkteller.experiment.cell;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The expected effort of a cell, from which progress and the remaining time are estimated. No
 * result depends on it. Only ratios matter; 1 is roughly a second of one processor. Immutable.
 *
 * @param own the effort of the cell alone
 * @param shared efforts that other cells have in common with it, such as the training of a model,
 *     by name; they arise once, with whichever of the cells is computed first
 */
public record Effort(double own, Map<String, Double> shared) {

  /**
   * Copies the map.
   *
   * @param own the effort of the cell alone
   * @param shared the efforts in common with other cells, by name
   * @throws IllegalArgumentException if an effort is negative or not finite
   */
  public Effort {
    requireFinite("own", own);
    shared.forEach(Effort::requireFinite);
    shared = Map.copyOf(shared);
  }

  /**
   * Returns an effort without a part in common with other cells.
   *
   * @param own the effort, at least 0 and finite
   * @return the effort
   */
  public static Effort of(double own) {
    return new Effort(own, Map.of());
  }

  /**
   * Returns an effort in common with other cells.
   *
   * @param name what it is spent on
   * @param effort the effort, at least 0 and finite
   * @return the effort
   */
  public static Effort shared(String name, double effort) {
    return new Effort(0, Map.of(name, effort));
  }

  /**
   * Returns this effort with more of the cell alone.
   *
   * @param more the additional effort, at least 0 and finite
   * @return the effort
   */
  public Effort plus(double more) {
    return new Effort(own + more, shared);
  }

  static double total(Collection<Effort> efforts) {
    Sum sum = new Sum();
    efforts.forEach(sum::add);
    return sum.value;
  }

  /** The sum of efforts, each shared part counted once. */
  static final class Sum {
    private final Set<String> counted = new HashSet<>();
    private double value;

    void add(Effort effort) {
      value += effort.own;
      effort.shared.forEach(
          (name, part) -> {
            if (counted.add(name)) {
              value += part;
            }
          });
    }

    double value() {
      return value;
    }
  }

  private static void requireFinite(String name, double effort) {
    if (!(effort >= 0 && effort < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "effort of \"" + name + "\" = " + effort + " is not at least 0 and finite");
    }
  }
}
