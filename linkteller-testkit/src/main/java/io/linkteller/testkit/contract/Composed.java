package io.linkteller.testkit.contract;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import io.linkteller.parallel.Workers;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** A program around an operator under test. */
record Composed(Program program, int width, int outputWidth) {

  /** Composes the operator on X. */
  static Composed of(OperatorContract contract, Graph graph, Workers workers) {
    ProgramBuilder program = Program.builder(graph.nodeCount(), contract.width()).workers(workers);
    return of(contract, graph, program, program.features());
  }

  /**
   * Composes the operator on X plus a parameter H of zeros, whose gradient is the derivative with
   * respect to the input.
   */
  static Composed shifted(OperatorContract contract, Graph graph, Workers workers) {
    int n = graph.nodeCount();
    ProgramBuilder program = Program.builder(n, contract.width()).workers(workers);
    Tensor shift = Tensor.of("H", new DMatrixRMaj(n, contract.width()), true);
    Value h = program.add(program.features(), program.parameter(shift));
    return of(contract, graph, program, h);
  }

  private static Composed of(
      OperatorContract contract, Graph graph, ProgramBuilder program, Value h) {
    Value output = contract.compose(program, graph, h);
    return new Composed(program.build(output), contract.width(), output.cols());
  }

  FeatureMatrix random(SplittableRandom random) {
    return FeatureMatrix.dense(Inputs.uniform(program.nodeCount(), width, random));
  }

  DMatrixRMaj predict(FeatureMatrix in) {
    return program.predict(in).copy();
  }

  DMatrixRMaj train(FeatureMatrix in, long seed) {
    return program.predictForTraining(in, seed, 1).copy();
  }

  List<DMatrixRMaj> gradients() {
    return program.parameters().stream().map(tensor -> tensor.gradient().copy()).toList();
  }

  DMatrixRMaj dense(RowChanges changes) {
    DMatrixRMaj dense = new DMatrixRMaj(program.nodeCount(), outputWidth);
    for (int slot = 0; slot < changes.count(); slot++) {
      System.arraycopy(
          changes.difference(slot), 0, dense.data, changes.row(slot) * outputWidth, outputWidth);
    }
    return dense;
  }

  /** Returns the central difference quotient with respect to the factor that scales a row. */
  DMatrixRMaj quotient(FeatureMatrix in, int row, double step) {
    DMatrixRMaj up = predict(in.edited(FeatureEdit.scaling(row, 1 + step)));
    DMatrixRMaj down = predict(in.edited(FeatureEdit.scaling(row, 1 - step)));
    DMatrixRMaj quotient = CommonOps_DDRM.subtract(up, down, null);
    CommonOps_DDRM.divide(quotient, 2 * step);
    return quotient;
  }
}
