package io.linkteller.models.program;

import io.linkteller.models.operator.Gradients;
import io.linkteller.models.operator.TrainableOperator;
import java.util.Arrays;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/** The backward pass of a program, with the buffers of its gradients. */
final class Backward {

  private final Program program;

  /** A buffer for the derivative with respect to each value, allocated by the first pass. */
  private final DMatrixRMaj[] owned;

  /**
   * The buffer with the derivative with respect to each value in this pass: the value's own buffer,
   * or one that it took over from a later value.
   */
  private final DMatrixRMaj[] gradients;

  private final boolean[] written;

  /** A buffer for each step and input, for derivatives that must be added to others. */
  private final DMatrixRMaj[][] added;

  Backward(Program program) {
    this.program = program;
    this.owned = new DMatrixRMaj[program.steps.length];
    this.gradients = new DMatrixRMaj[program.steps.length];
    this.written = new boolean[program.steps.length];
    this.added = new DMatrixRMaj[program.steps.length][];
    for (int v = 0; v < owned.length; v++) {
      added[v] = new DMatrixRMaj[program.steps[v].inputs.length];
      Arrays.setAll(added[v], i -> new DMatrixRMaj(0, 0));
      owned[v] =
          program.steps[v].tensor.map(tensor -> tensor.gradient()).orElse(new DMatrixRMaj(0, 0));
    }
  }

  void run(DMatrixRMaj gradOutput) {
    System.arraycopy(owned, 0, gradients, 0, owned.length);
    Arrays.fill(written, false);
    gradients[program.output] = gradOutput;
    written[program.output] = true;
    for (int v = program.output; v >= 0; v--) {
      Step step = program.steps[v];
      if (!step.trains) {
        continue;
      }
      if (step.operator.isPresent() && written[v]) {
        if (!(step.operator.get() instanceof TrainableOperator operator)) {
          throw new IllegalStateException(step.operator.get().name() + " has no backward pass");
        }
        Sinks sinks = new Sinks(v);
        operator.backward(program.operands.get(v), gradients[v], sinks, program.passOf(step));
        sinks.addExtra();
      } else if (step.tensor.isPresent() && !written[v]) {
        // A parameter on which the output does not depend.
        owned[v].reshape(step.shape.rows(), step.shape.cols());
        owned[v].zero();
      }
    }
  }

  /** Receives the derivatives with respect to the inputs of a step. */
  private final class Sinks implements Gradients {

    private final int step;
    private final int[] inputs;

    /** Derivatives to add to those that other steps have written. */
    private final @Nullable DMatrixRMaj[] extra;

    private final @Nullable DMatrixRMaj[] given;

    Sinks(int step) {
      this.step = step;
      this.inputs = program.steps[step].inputs;
      this.extra = new DMatrixRMaj[inputs.length];
      this.given = new DMatrixRMaj[inputs.length];
    }

    @Override
    public Optional<DMatrixRMaj> of(int input) {
      int v = inputs[input];
      Step read = program.steps[v];
      if (!read.trains) {
        return Optional.empty();
      }
      DMatrixRMaj wanted = given[input];
      if (wanted == null) {
        boolean inPlace =
            input == 0
                && read.operator.isPresent()
                && program.steps[step].operator.get().worksInPlace();
        if (written[v]) {
          wanted = added[step][input];
          extra[input] = wanted;
        } else {
          if (inPlace) {
            gradients[v] = gradients[step];
          }
          wanted = gradients[v];
          written[v] = true;
        }
        wanted.reshape(read.shape.rows(), read.shape.cols());
        given[input] = wanted;
      }
      return Optional.of(wanted);
    }

    void addExtra() {
      for (int input = 0; input < inputs.length; input++) {
        DMatrixRMaj more = extra[input];
        if (more != null) {
          DMatrixRMaj sum = gradients[inputs[input]];
          program.workers.forRows(
              sum.getNumElements(),
              1 << 12,
              (from, to) -> {
                for (int i = from; i < to; i++) {
                  sum.data[i] += more.data[i];
                }
              });
        }
      }
    }
  }
}
