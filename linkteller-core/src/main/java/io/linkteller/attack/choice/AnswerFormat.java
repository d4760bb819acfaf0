package io.linkteller.attack.choice;

import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.ejml.data.DMatrixRMaj;

/** The format of the numbers in an answer. */
record AnswerFormat(
    AnswerKind.Form output,
    Optional<Posterior> posterior,
    InferenceCheck.Precision precision,
    OptionalInt decimals) {

  /** The largest number of decimals that counts as deliberate rounding. */
  private static final int MAX_DECIMALS = 12;

  /** The largest error of a number that is rounded to decimals, in units in the last place. */
  private static final int SLACK = 4;

  /**
   * Rounding to decimals is detected only if the unit of the last decimal is at least this many
   * units in the last place of the largest number.
   */
  private static final int COARSER = 64;

  /** The mantissa bits of a single-precision number that a half-precision number lacks. */
  private static final int BEYOND_HALF = 0x1FFF;

  /** The unit in the last place of half-precision numbers near 1. */
  private static final double HALF_ULP = 0x1p-10;

  static AnswerFormat of(DMatrixRMaj answer) {
    boolean single = isSingle(answer);
    OptionalInt decimals = decimals(answer, single);
    InferenceCheck.Precision precision =
        decimals.isPresent()
            ? InferenceCheck.Precision.DECIMALS
            : single ? InferenceCheck.Precision.SINGLE : InferenceCheck.Precision.DOUBLE;
    if (isLabels(answer)) {
      return new AnswerFormat(AnswerKind.Form.LABELS, Optional.empty(), precision, decimals);
    }
    Optional<Posterior> posterior = posterior(answer, single, decimals);
    return new AnswerFormat(
        posterior.isPresent() ? AnswerKind.Form.PROBABILITIES : AnswerKind.Form.LOGITS,
        posterior,
        precision,
        decimals);
  }

  /** Returns the unit of the last decimal, or 0 if numbers are not rounded to decimals. */
  private double unit() {
    int fewest = posterior.isPresent() ? 1 : 0;
    return decimals.isPresent() ? Math.pow(10, -Math.max(fewest, decimals.getAsInt())) : 0;
  }

  /**
   * Returns logits that produce an answer, computed by {@link Posterior#logits}; a copy of the
   * answer if it consists of logits or labels.
   */
  DMatrixRMaj logits(DMatrixRMaj shown) {
    double floor = Math.max(Double.MIN_NORMAL, unit() / 2);
    return posterior.map(from -> from.logits(shown, floor)).orElseGet(shown::copy);
  }

  /**
   * Returns a first-order bound on the rounding error of each row of logits: the Euclidean norm of
   * the changes in the logits that are caused by half a unit of the last decimal and by a unit in
   * the last place of single precision. The bound is 0 for labels and for doubles that are not
   * rounded.
   */
  double[] blur(DMatrixRMaj shown) {
    double[] blur = new double[shown.numRows];
    double unit = unit();
    double digit = precision == InferenceCheck.Precision.SINGLE ? Math.ulp(1f) : 0;
    if (output == AnswerKind.Form.LABELS || unit + digit == 0) {
      return blur;
    }
    for (int row = 0; row < shown.numRows; row++) {
      double squares = 0;
      for (int i = row * shown.numCols; i < (row + 1) * shown.numCols; i++) {
        double slope = 1;
        if (posterior.isPresent()) {
          double p = Math.max(Math.max(unit, Double.MIN_NORMAL), shown.data[i]);
          slope =
              posterior.get() == Posterior.SIGMOID
                  ? 1 / (p * Math.max(Math.max(unit, digit), 1 - p))
                  : 1 / p;
        }
        squares += Math.pow((unit / 2 + digit * Math.abs(shown.data[i])) * slope, 2);
      }
      blur[row] = Math.sqrt(squares);
    }
    return blur;
  }

  private static boolean isSingle(DMatrixRMaj answer) {
    for (int i = 0; i < answer.getNumElements(); i++) {
      if (answer.data[i] != (float) answer.data[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the smallest number of decimals that suffices for all numbers; empty if there is none
   * or the match may be a coincidence.
   */
  private static OptionalInt decimals(DMatrixRMaj answer, boolean single) {
    double largest = 0;
    for (int i = 0; i < answer.getNumElements(); i++) {
      largest = Math.max(largest, Math.abs(answer.data[i]));
    }
    double digit = single ? Math.ulp((float) largest) : Math.ulp(largest);
    for (int d = 0; d <= MAX_DECIMALS; d++) {
      double unit = Math.pow(10, -d);
      if (unit < COARSER * digit) {
        return OptionalInt.empty();
      }
      if (isMultiples(answer, unit, single)) {
        return OptionalInt.of(d);
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isMultiples(DMatrixRMaj answer, double unit, boolean single) {
    for (int i = 0; i < answer.getNumElements(); i++) {
      double value = answer.data[i];
      double nearest = Math.rint(value / unit) * unit;
      double digit = single ? Math.ulp((float) value) : Math.ulp(value);
      if (!(Math.abs(value - nearest) <= SLACK * digit)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the answer consists of labels: zeros and ones, or one non-negative integer per
   * node. The integers must have at most two distinct values, or at most half as many as there are
   * nodes, because more distinct integers may be ranks or counts.
   */
  private static boolean isLabels(DMatrixRMaj answer) {
    if (answer.numCols == 1) {
      long values = Arrays.stream(answer.data, 0, answer.numRows).distinct().count();
      if (values > 2 && 2 * values > answer.numRows) {
        return false;
      }
    }
    for (int i = 0; i < answer.getNumElements(); i++) {
      double value = answer.data[i];
      if (value != Math.rint(value) || value < 0 || (answer.numCols > 1 && value > 1)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the unit in the last place of numbers near 1. */
  private static double lastDigit(DMatrixRMaj answer, boolean single) {
    if (!single) {
      return Math.ulp(1.0);
    }
    for (int i = 0; i < answer.getNumElements(); i++) {
      if ((Float.floatToRawIntBits((float) answer.data[i]) & BEYOND_HALF) != 0) {
        return Math.ulp(1f);
      }
    }
    return HALF_ULP;
  }

  private static Optional<Posterior> posterior(
      DMatrixRMaj answer, boolean single, OptionalInt decimals) {
    boolean anyIsZero = false;
    // Whether each row has exactly one positive number, as if only the probability of the most
    // likely class were shown.
    boolean isOneClass = answer.numCols > 1;
    boolean sumsAreOne = answer.numCols > 1;
    double unit =
        decimals.isPresent()
            ? Math.pow(10, -decimals.getAsInt())
            : SLACK * lastDigit(answer, single);
    for (int row = 0; row < answer.numRows; row++) {
      double sum = 0;
      int shown = 0;
      for (int col = 0; col < answer.numCols; col++) {
        double value = answer.unsafe_get(row, col);
        if (!(value >= 0 && value <= 1)) {
          return Optional.empty();
        }
        sum += value;
        shown += value > 0 ? 1 : 0;
        anyIsZero |= value == 0;
      }
      isOneClass &= shown == 1;
      sumsAreOne &= Math.abs(sum - 1) <= answer.numCols * unit;
    }
    if (sumsAreOne || isOneClass) {
      return Optional.of(Posterior.SOFTMAX);
    }
    // In full precision, the sigmoid of an ordinary logit is never 0, but the output of relu may
    // be, as in embeddings.
    boolean isFull = decimals.isEmpty() && lastDigit(answer, single) < HALF_ULP;
    return anyIsZero && isFull ? Optional.empty() : Optional.of(Posterior.SIGMOID);
  }
}
