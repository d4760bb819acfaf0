package io.linkteller.models.program;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.operator.IncrementalOperator;
import io.linkteller.models.operator.Operator;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.operator.Shape;
import io.linkteller.models.operator.TrainableOperator;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A model on a fixed graph: a program of {@linkplain Operator operators} together with the values
 * of its last pass. A program computes logits from features, gradients of parameters from
 * derivatives of a loss, and changes of the logits from an edit of the features.
 *
 * <p>Only one thread at a time may run a pass. After {@link #predict}, several threads may call
 * {@link #logitChanges} and {@link #logitDerivatives}, each with its own {@link Scratch}.
 */
public final class Program {

  final Step[] steps;

  /** The number of the step that computes the logits. */
  final int output;

  final Precision precision;
  final Workers workers;
  final List<StepOperands> operands = new ArrayList<>();

  /** The full passes that compute changes, for each step whose operator does not compute them. */
  final FullPass[] fullPasses;

  private final double inputDropout;
  private final List<Tensor> parameters = new ArrayList<>();
  private final Backward backward;

  private Pass pass;
  private boolean fixedComputed;

  /** The number of forward passes so far. */
  int passCount;

  private @Nullable LeftOperand input;
  private @Nullable DMatrixRMaj denseInput;
  private @Nullable DroppedInput droppedInput;

  Program(List<Step> added, int output, double inputDropout, Precision precision, Workers workers) {
    this.steps = added.toArray(Step[]::new);
    this.output = output;
    this.inputDropout = inputDropout;
    this.precision = precision;
    this.workers = workers;
    this.pass = Pass.predicting(workers);
    this.fullPasses = new FullPass[steps.length];
    for (int v = 0; v < steps.length; v++) {
      Step step = steps[v];
      operands.add(new StepOperands(this, v));
      step.tensor.ifPresent(parameters::add);
      for (int in : step.inputs) {
        steps[in].lastUse = v;
      }
      if (step.operator.isPresent() && !(step.operator.get() instanceof IncrementalOperator)) {
        fullPasses[v] = new FullPass(this, v);
      }
    }
    steps[output].lastUse = steps.length;
    for (int v = 0; v < steps.length; v++) {
      steps[v].inPlace = isInPlace(v);
    }
    markObserved();
    this.backward = new Backward(this);
    if (precision == Precision.SINGLE) {
      for (Step step : steps) {
        if (step.operator.isEmpty() && !step.isFeatures()) {
          precision.round(step.output.data, 0, step.output.getNumElements());
        }
      }
    }
  }

  /**
   * Returns a builder of a program.
   *
   * @param nodes n, the number of nodes
   * @param width d, the number of features per node
   * @return the builder
   */
  public static ProgramBuilder builder(int nodes, int width) {
    return new ProgramBuilder(nodes, width);
  }

  /**
   * Returns whether a step may overwrite the changes of its first input, because no later step
   * reads that input.
   */
  private boolean isInPlace(int v) {
    Step step = steps[v];
    if (step.operator.isEmpty() || !step.operator.get().worksInPlace()) {
      return false;
    }
    Step first = steps[step.inputs[0]];
    long uses = Arrays.stream(step.inputs).filter(in -> in == step.inputs[0]).count();
    return uses == 1 && first.lastUse == v && first.operator.isPresent();
  }

  /**
   * Marks the values of which only the observed rows are needed: the output, and values that are
   * read only by rowwise operators whose own output is marked.
   */
  private void markObserved() {
    boolean[] everything = new boolean[steps.length];
    for (int v = steps.length - 1; v >= 0; v--) {
      Step step = steps[v];
      step.observedOnly = !everything[v];
      boolean passesOn =
          step.observedOnly && step.operator.isPresent() && step.operator.get().isRowwise();
      for (int in : step.inputs) {
        everything[in] |= !passesOn || steps[in].shape.rows() != step.shape.rows();
      }
    }
  }

  /** Returns the current pass with the dropout masks of a step. */
  Pass passOf(Step step) {
    Pass ofSite = pass.ofLayer(step.site);
    return step.ordinal == 0 ? ofSite : ofSite.ofLayer(-step.ordinal);
  }

  /** {@return n, the number of nodes} */
  public int nodeCount() {
    return steps[0].shape.rows();
  }

  /** {@return c, the number of logits per node} */
  public int outputWidth() {
    return steps[output].shape.cols();
  }

  /** {@return the live parameter tensors, in the order in which they were added} */
  public List<Tensor> parameters() {
    return List.copyOf(parameters);
  }

  /**
   * {@return the names of the operators whose changes require a full pass of the operator, in
   * order}
   */
  public List<String> withoutChanges() {
    return names(step -> !(step.operator.get() instanceof IncrementalOperator) && step.varies);
  }

  /** {@return the names of the operators that lack a backward pass needed by trained parameters} */
  public List<String> withoutGradients() {
    return names(step -> step.trains && !(step.operator.get() instanceof TrainableOperator));
  }

  private List<String> names(Predicate<Step> which) {
    return Arrays.stream(steps)
        .filter(step -> step.operator.isPresent() && which.test(step))
        .map(step -> step.operator.get().name())
        .toList();
  }

  /**
   * Computes logits without dropout.
   *
   * @param x X, n x d
   * @return the logits, n x c; valid until the next pass
   * @throws IllegalArgumentException if {@code x} is not n x d
   */
  public DMatrixRMaj predict(FeatureMatrix x) {
    return forward(x, Pass.predicting(workers));
  }

  /**
   * Computes logits with dropout.
   *
   * @param x X, n x d
   * @param seed the seed of the training run
   * @param epoch the epoch; each epoch has its own masks
   * @return the logits, n x c; valid until the next pass
   * @throws IllegalArgumentException if the dropout rate of input features is positive and {@code
   *     x} is neither sparse nor dense
   * @throws IllegalStateException if an operator has no backward pass, or the program is in single
   *     precision
   */
  public DMatrixRMaj predictForTraining(FeatureMatrix x, long seed, int epoch) {
    List<String> untrainable = withoutGradients();
    if (!untrainable.isEmpty()) {
      throw new IllegalStateException(
          "the program cannot be trained: " + untrainable + " have no backward pass");
    }
    if (precision != Precision.DOUBLE) {
      throw new IllegalStateException("programs are trained in double precision only");
    }
    return forward(x, Pass.training(workers, seed, epoch));
  }

  private DMatrixRMaj forward(FeatureMatrix x, Pass newPass) {
    Shape expected = steps[0].shape; // The features are the first value.
    if (x.rows() != expected.rows() || x.cols() != expected.cols()) {
      throw new IllegalArgumentException(
          "the features are "
              + x.rows()
              + " x "
              + x.cols()
              + ", but the program expects "
              + expected.rows()
              + " x "
              + expected.cols());
    }
    pass = newPass;
    passCount++;
    input = inputOf(x);
    denseInput = null;
    for (int v = 0; v < steps.length; v++) {
      Step step = steps[v];
      if (step.operator.isPresent() && !(step.fixed && fixedComputed)) {
        step.output.reshape(step.shape.rows(), step.shape.cols());
        step.operator.get().forward(operands.get(v), step.output, passOf(step));
        precision.round(step.output.data, 0, step.output.getNumElements());
      }
    }
    fixedComputed = true;
    return matrix(output);
  }

  private LeftOperand inputOf(FeatureMatrix x) {
    if (pass.isTraining() && inputDropout > 0) {
      DroppedInput dropped = droppedInput;
      if (dropped == null || dropped.of() != x) {
        dropped = DroppedInput.of(x);
        droppedInput = dropped;
      }
      return dropped.under(inputDropout, pass.ofLayer(0).dropoutKey(-1), workers);
    }
    if (precision == Precision.DOUBLE) {
      return x;
    }
    if (x instanceof SparseFeatures sparse) {
      CsrMatrix matrix = sparse.matrix();
      double[] values = matrix.copyValues();
      precision.round(values, 0, values.length);
      return CsrMatrix.of(matrix.cols(), matrix.copyOffsets(), matrix.copyColumns(), values);
    }
    DMatrixRMaj rounded = x.toDense();
    precision.round(rounded.data, 0, rounded.getNumElements());
    return DenseOperand.view(rounded);
  }

  /** Returns the features of the last pass. */
  LeftOperand input() {
    LeftOperand x = input;
    if (x == null) {
      throw new IllegalStateException("there was no forward pass");
    }
    return x;
  }

  /** Returns a value of the last pass as a left operand. */
  LeftOperand operand(int v) {
    return steps[v].isFeatures() ? input() : steps[v].view;
  }

  /** Returns a value of the last pass as a dense matrix. */
  DMatrixRMaj matrix(int v) {
    return steps[v].isFeatures() ? denseFeatures() : steps[v].output;
  }

  private synchronized DMatrixRMaj denseFeatures() {
    DMatrixRMaj dense = denseInput;
    if (dense == null) {
      LeftOperand x = input();
      DMatrixRMaj written = steps[0].output;
      int width = x.cols();
      written.reshape(x.rows(), width);
      workers.forRows(
          x.rows(),
          64,
          (from, to) -> {
            double[] row = new double[width];
            for (int u = from; u < to; u++) {
              x.copyRow(u, row);
              System.arraycopy(row, 0, written.data, u * width, width);
            }
          });
      dense = written;
      denseInput = dense;
    }
    return dense;
  }

  /**
   * Computes the gradients of all parameters. Must follow {@link #predict} or {@link
   * #predictForTraining}.
   *
   * @param gradLogits dL/d logits, n x c; its contents are destroyed
   * @throws IllegalStateException if there was no forward pass, or an operator has no backward pass
   */
  public void backward(DMatrixRMaj gradLogits) {
    input();
    backward.run(gradLogits);
  }

  /** {@return new scratch space for changes, for use by one thread at a time} */
  public Scratch scratch() {
    return new Scratch(this);
  }

  /**
   * Computes how the logits of the last {@link #predict} change when its X is edited. By Theorem 1
   * of the paper, if k operators aggregate over neighbors, only rows within k hops of an edited row
   * can change.
   *
   * @param edit the edit of X
   * @param observed the requested rows of the logits, strictly ascending
   * @param scratch scratch space of this program for the calling thread
   * @return the changes of the observed rows, and possibly of other rows; an observed row that is
   *     missing does not change. Valid until the scratch is used again
   * @throws IllegalStateException if there was no forward pass
   */
  public RowChanges logitChanges(FeatureEdit edit, IntList observed, Scratch scratch) {
    input();
    return scratch.follow(edit, observed);
  }

  /**
   * Computes the derivatives of the logits of the last {@link #predict} with respect to a factor by
   * which one row of its X is multiplied, at factor 1. This is the limit of {@link #logitChanges}
   * divided by factor - 1 as the factor tends to 1. The slope of relu at 0 counts as 0.
   *
   * @param row the row of X
   * @param observed the requested rows of the logits, strictly ascending
   * @param scratch scratch space of this program for the calling thread
   * @return the derivatives of the observed rows, and possibly of other rows; the derivatives of an
   *     observed row that is missing are 0. Valid until the scratch is used again
   * @throws IllegalStateException if there was no forward pass
   */
  public RowChanges logitDerivatives(int row, IntList observed, Scratch scratch) {
    input();
    return scratch.followFactor(row, observed);
  }
}
