package io.linkteller.models.program;

import io.linkteller.models.operator.Activate;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.Columns;
import io.linkteller.models.operator.Combine;
import io.linkteller.models.operator.Dropout;
import io.linkteller.models.operator.Linear;
import io.linkteller.models.operator.Operator;
import io.linkteller.models.operator.Shape;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Composes a program value by value. Each method that adds a value returns it. Not safe for use by
 * several threads.
 *
 * <pre>{@code
 * ProgramBuilder p = Program.builder(n, d);
 * Value h = p.activate(Activation.RELU, p.linear(p.features(), w1, b1));
 * Program program = p.build(p.apply(Propagation.of(sums), p.linear(h, w2, b2)));
 * }</pre>
 */
public final class ProgramBuilder {

  /**
   * The memory assumed per value, in bytes, to limit the number of values: a small file may
   * describe any number of them.
   */
  private static final int BYTES_PER_VALUE = 1024;

  private static final long MAX_VALUES = Runtime.getRuntime().maxMemory() / BYTES_PER_VALUE;

  final List<Step> steps = new ArrayList<>();
  private final Value features;
  private double inputDropout;
  private Precision precision = Precision.DOUBLE;
  private Workers workers = Workers.all();
  private int site;
  private int ordinal;
  private boolean declares;

  ProgramBuilder(int nodes, int width) {
    this.features = add(Step.ofFeatures(new Shape(nodes, width)));
  }

  private Value add(Step step) {
    if (steps.size() >= MAX_VALUES) {
      throw new IllegalArgumentException(
          "the program has more than the " + MAX_VALUES + " values that fit in memory");
    }
    steps.add(step);
    return new Value(this, steps.size() - 1, step.shape);
  }

  /** {@return the features X, n x d} */
  public Value features() {
    return features;
  }

  /**
   * Sets the dropout rate of the features in training.
   *
   * @param rate p, in [0, 1); default 0
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is out of range
   */
  public ProgramBuilder inputDropout(double rate) {
    inputDropout = Dropout.checkRate("inputDropout", rate);
    return this;
  }

  /**
   * Sets the precision of the answers.
   *
   * @param precision the precision; default {@link Precision#DOUBLE}
   * @return this builder
   */
  public ProgramBuilder precision(Precision precision) {
    this.precision = precision;
    return this;
  }

  /**
   * Sets the executor of the passes. Results do not depend on it.
   *
   * @param workers the executor; default one thread per processor
   * @return this builder
   */
  public ProgramBuilder workers(Workers workers) {
    this.workers = workers;
    return this;
  }

  /**
   * Adds a parameter.
   *
   * @param tensor the parameter, which is trained in place
   * @return its value
   */
  public Value parameter(Tensor tensor) {
    return add(Step.ofTensor(tensor));
  }

  /**
   * Adds a parameter without a value, for a program that is composed only to determine its
   * parameters. Such a program cannot be built.
   *
   * @param rows the number of rows
   * @param cols the number of columns
   * @return its value
   */
  public Value declare(int rows, int cols) {
    declares = true;
    return add(Step.ofShape(new Shape(rows, cols)));
  }

  /**
   * Adds a constant, such as edge weights.
   *
   * @param constant the constant, copied
   * @return its value
   */
  public Value constant(DMatrixRMaj constant) {
    return add(Step.ofConstant(constant.copy()));
  }

  /**
   * Adds a constant number.
   *
   * @param number the number
   * @return a value of one row and one column
   */
  public Value constant(double number) {
    return constant(new DMatrixRMaj(1, 1, true, number));
  }

  /**
   * Adds an operator.
   *
   * @param operator the operator, which no other program may use
   * @param inputs its inputs, values of this program
   * @return its output
   * @throws IllegalArgumentException if the operator does not accept inputs of these shapes
   */
  public Value apply(Operator operator, Value... inputs) {
    int[] ids = new int[inputs.length];
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      ids[i] = inputs[i].idIn(this);
      shapes.add(steps.get(ids[i]).shape);
    }
    Shape shape;
    try {
      shape = operator.shape(shapes);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "operator " + operator.name() + ", value " + steps.size() + ": " + e.getMessage(), e);
    }
    Step step = Step.of(operator, ids, shape);
    step.site = site;
    step.ordinal = operator.drops() ? ordinal++ : 0;
    step.fixed = true;
    for (int id : ids) {
      step.varies |= steps.get(id).varies;
      step.trains |= steps.get(id).trains;
      step.fixed &= steps.get(id).fixed;
    }
    return add(step);
  }

  /**
   * Adds a linear map, H W + b.
   *
   * @param h H, n x d
   * @param weight W, d x d'
   * @param bias b, 1 x d'
   * @return n x d'
   * @throws IllegalArgumentException if shapes do not match
   */
  public Value linear(Value h, Value weight, Value bias) {
    return apply(new Linear(), h, weight, bias);
  }

  /**
   * Adds a linear map without a bias, H W.
   *
   * @param h H, n x d
   * @param weight W, d x d'
   * @return n x d'
   * @throws IllegalArgumentException if shapes do not match
   */
  public Value linear(Value h, Value weight) {
    return apply(new Linear(), h, weight);
  }

  /**
   * Adds an entrywise activation.
   *
   * @param activation σ
   * @param h H
   * @return σ(H)
   */
  public Value activate(Activation activation, Value h) {
    return activate(activation, h, 0);
  }

  /**
   * Adds an entrywise activation, followed by dropout in training.
   *
   * @param activation σ
   * @param h H
   * @param dropout the dropout rate of σ(H), in [0, 1)
   * @return σ(H)
   * @throws IllegalArgumentException if {@code dropout} is out of range
   */
  public Value activate(Activation activation, Value h, double dropout) {
    site++;
    ordinal = 0;
    return apply(new Activate(activation, dropout), h);
  }

  /**
   * Adds an entrywise function of two values. A value with one row or one column is repeated.
   *
   * @param function f
   * @param left the left argument
   * @param right the right argument
   * @return f(left, right)
   * @throws IllegalArgumentException if shapes do not match
   */
  public Value combine(BinaryFunction function, Value left, Value right) {
    int width = Math.max(left.cols(), right.cols());
    return apply(Combine.by(function), widened(left, width), widened(right, width));
  }

  private Value widened(Value value, int width) {
    return value.cols() == 1 && width > 1 ? apply(new Columns(new int[width]), value) : value;
  }

  /**
   * Adds the sum of two values.
   *
   * @param left the left summand
   * @param right the right summand
   * @return their sum
   * @throws IllegalArgumentException if shapes do not match
   */
  public Value add(Value left, Value right) {
    return combine(BinaryFunction.ADD, left, right);
  }

  /**
   * Adds the entrywise product of two values.
   *
   * @param left the left factor
   * @param right the right factor
   * @return their product
   * @throws IllegalArgumentException if shapes do not match
   */
  public Value multiply(Value left, Value right) {
    return combine(BinaryFunction.MULTIPLY, left, right);
  }

  /**
   * Adds sums of columns.
   *
   * @param h H, n x d
   * @param sumOf for each column, the index of the sum to which it is added, in [0, sums)
   * @param sums the number of sums
   * @return n x sums
   */
  public Value sumColumns(Value h, int[] sumOf, int sums) {
    DMatrixRMaj added = new DMatrixRMaj(sumOf.length, sums);
    for (int c = 0; c < sumOf.length; c++) {
      added.set(c, sumOf[c], 1);
    }
    return linear(h, constant(added));
  }

  /**
   * Adds the concatenation of the columns of values.
   *
   * @param parts the values, with the same number of rows
   * @return the values side by side
   * @throws IllegalArgumentException if shapes do not match
   */
  public Value concatenate(List<Value> parts) {
    int width = parts.stream().mapToInt(Value::cols).sum();
    return apply(Columns.range(0, width), parts.toArray(Value[]::new));
  }

  /**
   * Builds the program. The builder must not be used afterwards.
   *
   * @param output the logits, with one row per row of the features
   * @return the program
   * @throws IllegalArgumentException if the output has a different number of rows
   * @throws IllegalStateException if a parameter was only {@linkplain #declare declared}
   */
  public Program build(Value output) {
    int id = output.idIn(this);
    if (declares) {
      throw new IllegalStateException("a parameter was declared without a value");
    }
    if (output.rows() != features.rows()) {
      throw new IllegalArgumentException(
          "the output has " + output.rows() + " rows for " + features.rows() + " nodes");
    }
    return new Program(List.copyOf(steps), id, inputDropout, precision, workers);
  }
}
