package io.linkteller.models.operator;

/** The implementations of the constants of {@link BinaryFunction}. */
final class BinaryFunctions {

  private BinaryFunctions() {}

  record Add() implements BinaryFunction {
    @Override
    public String onnxOperator() {
      return "Add";
    }

    @Override
    public double value(double a, double b) {
      return a + b;
    }

    @Override
    public double leftSlope(double a, double b) {
      return 1;
    }

    @Override
    public double rightSlope(double a, double b) {
      return 1;
    }

    @Override
    public double change(double a, double b, double da, double db) {
      return da + db;
    }

    @Override
    public void apply(
        double[] a, int aFrom, double[] b, int bFrom, int size, double[] out, int outFrom) {
      for (int i = 0; i < size; i++) {
        out[outFrom + i] = a[aFrom + i] + b[bFrom + i];
      }
    }
  }

  record Subtract() implements BinaryFunction {
    @Override
    public String onnxOperator() {
      return "Sub";
    }

    @Override
    public double value(double a, double b) {
      return a - b;
    }

    @Override
    public double leftSlope(double a, double b) {
      return 1;
    }

    @Override
    public double rightSlope(double a, double b) {
      return -1;
    }

    @Override
    public double change(double a, double b, double da, double db) {
      return da - db;
    }
  }

  record Multiply() implements BinaryFunction {
    @Override
    public String onnxOperator() {
      return "Mul";
    }

    @Override
    public double value(double a, double b) {
      return a * b;
    }

    @Override
    public double leftSlope(double a, double b) {
      return b;
    }

    @Override
    public double rightSlope(double a, double b) {
      return a;
    }

    @Override
    public double change(double a, double b, double da, double db) {
      return da * (b + db) + a * db;
    }

    @Override
    public void apply(
        double[] a, int aFrom, double[] b, int bFrom, int size, double[] out, int outFrom) {
      for (int i = 0; i < size; i++) {
        out[outFrom + i] = a[aFrom + i] * b[bFrom + i];
      }
    }
  }

  record Divide() implements BinaryFunction {
    @Override
    public String onnxOperator() {
      return "Div";
    }

    @Override
    public double value(double a, double b) {
      return a / b;
    }

    @Override
    public double leftSlope(double a, double b) {
      return 1 / b;
    }

    @Override
    public double rightSlope(double a, double b) {
      return -a / b / b;
    }

    @Override
    public double change(double a, double b, double da, double db) {
      return (da - a / b * db) / (b + db);
    }
  }

  /** The larger of two numbers, or the smaller if {@code sign} is -1. */
  record Larger(int sign) implements BinaryFunction {
    @Override
    public String onnxOperator() {
      return sign > 0 ? "Max" : "Min";
    }

    private boolean isLeft(double a, double b) {
      return sign * a >= sign * b;
    }

    @Override
    public double value(double a, double b) {
      return isLeft(a, b) ? a : b;
    }

    @Override
    public double leftSlope(double a, double b) {
      return isLeft(a, b) ? 1 : 0;
    }

    @Override
    public double rightSlope(double a, double b) {
      return isLeft(a, b) ? 0 : 1;
    }

    @Override
    public double change(double a, double b, double da, double db) {
      // In this order, the result is exactly the change of the larger number if it stays the same.
      return isLeft(a + da, b + db) ? a - value(a, b) + da : b - value(a, b) + db;
    }
  }

  record Power() implements BinaryFunction {
    @Override
    public String onnxOperator() {
      return "Pow";
    }

    @Override
    public double value(double a, double b) {
      return b == 2 ? a * a : Math.pow(a, b);
    }

    @Override
    public double leftSlope(double a, double b) {
      return b == 2 ? 2 * a : b * Math.pow(a, b - 1);
    }

    @Override
    public double rightSlope(double a, double b) {
      return Math.pow(a, b) * Math.log(a);
    }

    @Override
    public double change(double a, double b, double da, double db) {
      if (db == 0 && b == 2) {
        return da * (2 * a + da);
      }
      if (db == 0 && a > 0 && a + da > 0) {
        return Math.pow(a, b) * Math.expm1(b * Math.log1p(da / a));
      }
      return value(a + da, b) - value(a, b) + value(a + da, b + db) - value(a + da, b);
    }
  }
}
