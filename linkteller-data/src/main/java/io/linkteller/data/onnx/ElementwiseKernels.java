package io.linkteller.data.onnx;

import io.linkteller.data.onnx.OnnxFile.Node;
import io.linkteller.models.operator.Activation;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Elementwise operators. */
final class ElementwiseKernels {

  private ElementwiseKernels() {}

  /** Returns the function of an operator with one input; empty if there is no such operator. */
  static Optional<Activation> function(Node node) {
    double alpha = node.number("alpha", Double.NaN);
    double beta = node.number("beta", Double.NaN);
    Activation f =
        switch (node.operator()) {
          case "Relu" -> Activation.RELU;
          case "Tanh" -> Activation.TANH;
          case "Sigmoid" -> Activation.SIGMOID;
          case "LeakyRelu" -> leakyRelu(or(alpha, 0.01));
          case "Elu" -> or(alpha, 1) == 1 ? Activation.ELU : elu(alpha, 1);
          case "Abs" -> ScalarFunction.of(Math::abs, Math::signum);
          case "Neg" -> ScalarFunction.of(x -> -x, x -> -1);
          case "Exp" -> ScalarFunction.of(Math::exp, Math::exp);
          case "Log" -> ScalarFunction.of(Math::log, x -> 1 / x);
          case "Sqrt" -> ScalarFunction.of(Math::sqrt, x -> 0.5 / Math.sqrt(x));
          case "Reciprocal" -> ScalarFunction.of(x -> 1 / x, x -> -1 / (x * x));
          case "Sin" -> ScalarFunction.of(Math::sin, Math::cos);
          case "Cos" -> ScalarFunction.of(Math::cos, x -> -Math.sin(x));
          case "Floor" -> ScalarFunction.of(Math::floor, x -> 0);
          case "Ceil" -> ScalarFunction.of(Math::ceil, x -> 0);
          case "Round" -> ScalarFunction.of(Math::rint, x -> 0);
          case "Sign" -> ScalarFunction.of(Math::signum, x -> 0);
          case "Celu" -> {
            double a = or(alpha, 1);
            yield ScalarFunction.of(x -> x > 0 ? x : a * Math.expm1(x / a));
          }
          case "Selu" ->
              elu(or(alpha, 1.6732631921768188), node.number("gamma", 1.0507010221481323));
          case "ThresholdedRelu" -> {
            double a = or(alpha, 1);
            yield ScalarFunction.of(x -> x > a ? x : 0);
          }
          case "HardSigmoid" -> {
            double a = or(alpha, 0.2);
            double b = or(beta, 0.5);
            yield ScalarFunction.of(x -> Math.max(0, Math.min(1, a * x + b)));
          }
          case "HardSwish" -> ScalarFunction.of(x -> x * Math.max(0, Math.min(1, x / 6 + 0.5)));
          case "Softplus" -> ScalarFunction.of(ElementwiseKernels::softplus);
          case "Softsign" -> ScalarFunction.of(x -> x / (1 + Math.abs(x)));
          case "Mish" -> ScalarFunction.of(x -> x * Math.tanh(softplus(x)));
          case "Erf" -> ScalarFunction.of(ElementwiseKernels::erf);
          case "Gelu" ->
              ScalarFunction.of(
                  node.text("approximate", "none").equals("tanh")
                      ? x ->
                          0.5
                              * x
                              * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)))
                      : x -> 0.5 * x * (1 + erf(x / Math.sqrt(2))));
          default -> null;
        };
    return Optional.ofNullable(f);
  }

  /** Returns the kernel of an operator with one input; empty if there is no such operator. */
  static Optional<Kernel> unary(Node node) {
    Optional<Activation> f = function(node);
    if (f.isPresent()) {
      return Optional.of(of(f.get()::value));
    }
    DoubleUnaryOperator test =
        switch (node.operator()) {
          case "Not" -> x -> x == 0 ? 1 : 0;
          case "IsNaN" -> x -> Double.isNaN(x) ? 1 : 0;
          case "IsInf" -> x -> Double.isInfinite(x) ? 1 : 0;
          default -> null;
        };
    return Optional.ofNullable(test).map(each -> new Unary(each, NumberFormat.BOOL));
  }

  private static double or(double given, double otherwise) {
    return Double.isNaN(given) ? otherwise : given;
  }

  private static Activation leakyRelu(double slope) {
    return slope >= 0 && slope <= 1
        ? Activation.leakyRelu(slope)
        : ScalarFunction.of(x -> x > 0 ? x : slope * x);
  }

  private static Activation elu(double alpha, double gamma) {
    return ScalarFunction.of(x -> gamma * (x > 0 ? x : alpha * Math.expm1(x)));
  }

  /** Returns log(1 + e^x) without overflow. */
  private static double softplus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /**
   * Computes the error function from its series 2/√π e^(-x²) Σ 2^k x^(2k+1) / (2k+1)!! for |x|
   * below 3, and from the continued fraction of erfc for |x| below 6 (Abramowitz and Stegun 7.1.6
   * and 7.1.14). Beyond, it is ±1 in double precision.
   */
  static double erf(double x) {
    double magnitude = Math.abs(x);
    if (!(magnitude < 6)) {
      return Double.isNaN(x) ? x : Math.signum(x);
    }
    double factor = Math.exp(-magnitude * magnitude) / Math.sqrt(Math.PI);
    if (magnitude < 3) {
      double term = magnitude;
      double sum = term;
      for (int k = 1; term > sum * 1e-17; k++) {
        term *= 2 * magnitude * magnitude / (2 * k + 1);
        sum += term;
      }
      return Math.copySign(2 * factor * sum, x);
    }
    double fraction = 0;
    for (int k = 60; k > 0; k--) {
      fraction = k / 2.0 / (magnitude + fraction);
    }
    return Math.copySign(1 - factor / (magnitude + fraction), x);
  }

  /** Returns the kernel of an operator with two inputs; empty if there is no such operator. */
  static Optional<Kernel> binary(Node node, NumberFormat first) {
    boolean floating = first.isFloating();
    DoubleBinaryOperator f =
        switch (node.operator()) {
          case "Add" -> (a, b) -> a + b;
          case "Sub" -> (a, b) -> a - b;
          case "Mul" -> (a, b) -> a * b;
          case "Div" -> floating ? (a, b) -> a / b : ElementwiseKernels::quotient;
          case "Pow" -> ElementwiseKernels::power;
          case "Mod" ->
              floating || node.integer("fmod", 0) == 1
                  ? (a, b) -> a % b
                  : (a, b) -> a - b * Math.floor(a / b);
          case "PRelu" -> (x, slope) -> x > 0 ? x : slope * x;
          case "Max" -> Math::max;
          case "Min" -> Math::min;
          default -> null;
        };
    if (f != null) {
      return Optional.of(new Binary(f, null));
    }
    DoubleBinaryOperator test =
        switch (node.operator()) {
          case "Equal" -> (a, b) -> a == b ? 1 : 0;
          case "Greater" -> (a, b) -> a > b ? 1 : 0;
          case "GreaterOrEqual" -> (a, b) -> a >= b ? 1 : 0;
          case "Less" -> (a, b) -> a < b ? 1 : 0;
          case "LessOrEqual" -> (a, b) -> a <= b ? 1 : 0;
          case "And" -> (a, b) -> a != 0 && b != 0 ? 1 : 0;
          case "Or" -> (a, b) -> a != 0 || b != 0 ? 1 : 0;
          case "Xor" -> (a, b) -> (a != 0) != (b != 0) ? 1 : 0;
          default -> null;
        };
    return Optional.ofNullable(test).map(each -> new Binary(each, NumberFormat.BOOL));
  }

  private static double quotient(double a, double b) {
    if (b == 0) {
      throw new IllegalArgumentException("an integer is divided by 0");
    }
    return a / b < 0 ? Math.ceil(a / b) : Math.floor(a / b);
  }

  /**
   * Computes a power. Most powers in models are squares and roots, for which {@code pow} is 20
   * times slower.
   */
  private static double power(double a, double b) {
    if (b == 2) {
      return a * a;
    }
    if (b == 0.5 && a >= 0) {
      return Math.sqrt(a);
    }
    return b == -0.5 && a >= 0 ? 1 / Math.sqrt(a) : Math.pow(a, b);
  }

  /**
   * Returns the kernel that casts numbers to another type. In a double-precision computation, all
   * floating-point types are the same.
   */
  static Kernel cast(NumberFormat to) {
    return new Unary(x -> x, to) {
      @Override
      void compute(Tensor[] in, int[] shape, double[] out) {
        System.arraycopy(in[0].values(), 0, out, 0, out.length);
        if (in[0].format() != to) {
          to.cast(out);
        }
      }
    };
  }

  /** Returns the kernel of a function. */
  static Kernel of(DoubleUnaryOperator f) {
    return new Unary(f, null);
  }

  /** A kernel whose results have a given type or the type of its first input. */
  private abstract static class Elementwise extends Kernel {

    private final @Nullable NumberFormat format;

    Elementwise(@Nullable NumberFormat format) {
      this.format = format;
    }

    @Override
    final NumberFormat format(NumberFormat... in) {
      return format == null ? in[0] : format;
    }

    @Override
    final int[] shape(int[]... in) {
      return broadcast(in);
    }
  }

  /** Applies a function to each element. */
  private static class Unary extends Elementwise {

    private final DoubleUnaryOperator f;

    Unary(DoubleUnaryOperator f, @Nullable NumberFormat format) {
      super(format);
      this.f = f;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      double[] x = in[0].values();
      for (int i = 0; i < out.length; i++) {
        out[i] = f.applyAsDouble(x[i]);
      }
    }
  }

  /** Applies a function to each pair of elements. */
  private static final class Binary extends Elementwise {

    private final DoubleBinaryOperator f;

    Binary(DoubleBinaryOperator f, @Nullable NumberFormat format) {
      super(format);
      this.f = f;
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      double[] a = in[0].values();
      double[] b = in[1].values();
      int rank = shape.length;
      if (rank == 0) {
        out[0] = f.applyAsDouble(a[0], b[0]);
        return;
      }
      int[] strideA = broadcastStrides(in[0].shape(), shape);
      int[] strideB = broadcastStrides(in[1].shape(), shape);
      int inner = shape[rank - 1];
      int stepA = strideA[rank - 1];
      int stepB = strideB[rank - 1];
      Walk walk = new Walk(shape, 1, strideA, strideB);
      for (int at = 0; at < out.length; at += inner) {
        int fromA = walk.offsets[0];
        int fromB = walk.offsets[1];
        for (int i = 0; i < inner; i++) {
          out[at + i] = f.applyAsDouble(a[fromA + i * stepA], b[fromB + i * stepB]);
        }
        walk.next();
      }
    }
  }

  /** Chooses each element from one of two tensors. */
  static final class Where extends Kernel {

    @Override
    int[] shape(int[]... in) {
      return broadcast(in);
    }

    @Override
    NumberFormat format(NumberFormat... in) {
      return in[1];
    }

    @Override
    void compute(Tensor[] in, int[] shape, double[] out) {
      Walk walk =
          new Walk(
              shape,
              0,
              broadcastStrides(in[0].shape(), shape),
              broadcastStrides(in[1].shape(), shape),
              broadcastStrides(in[2].shape(), shape));
      for (int i = 0; i < out.length; i++) {
        out[i] =
            in[0].values()[walk.offsets[0]] != 0
                ? in[1].values()[walk.offsets[1]]
                : in[2].values()[walk.offsets[2]];
        walk.next();
      }
    }
  }
}
