package io.linkteller.models.program;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.operator.Operands;
import org.ejml.data.DMatrixRMaj;

/** The inputs of a step in the last pass. */
final class StepOperands implements Operands {

  private final Program program;
  private final int step;
  private final int[] inputs;

  StepOperands(Program program, int step) {
    this.program = program;
    this.step = step;
    this.inputs = program.step(step).inputs;
  }

  @Override
  public int count() {
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
  public DMatrixRMaj output() {
    return program.step(step).output;
  }
}
