package io.linkteller.models.program;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.operator.Operands;
import org.ejml.data.DMatrixRMaj;

/** The inputs of a step in the last pass. */
class StepOperands implements Operands {

  private final Program program;
  private final Step step;
  private final int[] inputs;

  StepOperands(Program program, int step) {
    this.program = program;
    this.step = program.steps[step];
    this.inputs = this.step.inputs;
  }

  @Override
  public final int count() {
    return inputs.length;
  }

  @Override
  public LeftOperand operand(int input) {
    return program.operand(inputs[input]);
  }

  @Override
  public DMatrixRMaj dense(int input) {
    return program.matrix(inputs[input]);
  }

  @Override
  public final DMatrixRMaj output() {
    return step.output;
  }
}
