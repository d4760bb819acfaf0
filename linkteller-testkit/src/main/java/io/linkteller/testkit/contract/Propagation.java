package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** A layer after a forward pass, through which changes of the input are propagated. */
final class Propagation {

  private final IncrementalLayer layer;
  private final DMatrixRMaj input;
  private final DMatrixRMaj output;
  private final ChangeBuffers buffers;

  /** Reused, so that a layer that does not clear it is found. */
  private final RowChanges out;

  private Propagation(IncrementalLayer layer, DMatrixRMaj input, DMatrixRMaj output) {
    this.layer = layer;
    this.input = input;
    this.output = output;
    this.buffers = new ChangeBuffers(input.numRows);
    this.out = new RowChanges(input.numRows);
  }

  static Propagation of(Layer layer, Graph graph, SplittableRandom random) {
    IncrementalLayer incremental = IncrementalLayer.of(layer);
    DMatrixRMaj input = Inputs.uniform(graph.nodeCount(), layer.inputWidth(), random);
    DMatrixRMaj output = new DMatrixRMaj(0, 0);
    incremental.forward(DenseOperand.view(input), output, Pass.predicting(Workers.sequential()));
    return new Propagation(incremental, input, output.copy());
  }

  /** Returns H. */
  DMatrixRMaj input() {
    return input;
  }

  /** Returns Z. */
  DMatrixRMaj output() {
    return output;
  }

  /** Returns changes of some rows of H, ascending. */
  RowChanges changes(SplittableRandom random) {
    RowChanges changes = new RowChanges(input.numRows);
    changes.clear(input.numCols);
    double share = random.nextDouble();
    int always = random.nextInt(input.numRows);
    for (int row = 0; row < input.numRows; row++) {
      if (row == always || random.nextDouble() < share) {
        double[] difference = changes.add(row);
        for (int col = 0; col < input.numCols; col++) {
          difference[col] = random.nextDouble(-1, 1);
        }
      }
    }
    return changes;
  }

  /** Returns H + step times some changes. */
  DMatrixRMaj plus(RowChanges changes, double step) {
    DMatrixRMaj sum = input.copy();
    for (int slot = 0; slot < changes.count(); slot++) {
      for (int col = 0; col < input.numCols; col++) {
        sum.add(changes.row(slot), col, step * changes.difference(slot)[col]);
      }
    }
    return sum;
  }

  /** Returns the change of Z that the layer computes. */
  DMatrixRMaj propagate(RowChanges changes) {
    layer.changeInputRows(changes, out, buffers);
    return dense("changeInputRows");
  }

  private DMatrixRMaj dense(String method) {
    assertEquals(layer.outputWidth(), out.width(), () -> "width of the changes of " + method);
    DMatrixRMaj dense = new DMatrixRMaj(input.numRows, out.width());
    for (int slot = 0; slot < out.count(); slot++) {
      System.arraycopy(
          out.difference(slot), 0, dense.data, out.row(slot) * out.width(), out.width());
    }
    return dense;
  }

  void assertChange(String what, DMatrixRMaj expected, DMatrixRMaj actual, double error) {
    Close.assertClose(what, expected, actual, error);
  }

  /** Asserts that the changes of observed rows do not depend on which others are observed. */
  void assertObserved(RowChanges changes, SplittableRandom random) {
    DMatrixRMaj all = propagate(changes);
    IntArrayList observed = observed(random);
    layer.changeObservedRows(changes, observed, out, buffers);
    DMatrixRMaj some = dense("changeObservedRows");
    Close.assertRows(
        "the changes of observed rows",
        all,
        observed::getInt,
        some,
        observed::getInt,
        observed.size(),
        0);
  }

  private IntArrayList observed(SplittableRandom random) {
    IntArrayList observed = new IntArrayList();
    for (int row = 0; row < input.numRows; row++) {
      if (random.nextBoolean()) {
        observed.add(row);
      }
    }
    return observed;
  }

  /** Asserts the change when a row is scaled, if the layer computes it. */
  void assertScaled(int row, double factor, DMatrixRMaj expected, double error) {
    if (layer.scaleInputRow(row, factor, out, buffers)) {
      Close.assertClose(
          "the change when row " + row + " is multiplied by " + factor,
          expected,
          dense("scaleInputRow"),
          error);
    }
  }

  /** Asserts the derivatives along a direction. */
  void assertDerivative(
      RowChanges direction, DMatrixRMaj expected, double error, SplittableRandom random) {
    layer.moveInputRows(direction, out, buffers);
    DMatrixRMaj all = dense("moveInputRows");
    Close.assertClose("the derivative of the output", expected, all, error);
    IntArrayList observed = observed(random);
    layer.moveObservedRows(direction, observed, out, buffers);
    Close.assertRows(
        "the derivatives of observed rows",
        all,
        observed::getInt,
        dense("moveObservedRows"),
        observed::getInt,
        observed.size(),
        error);
    for (int row = 0; row < input.numRows; row++) {
      if (layer.moveWithInputRow(row, out, buffers)) {
        DMatrixRMaj moved = dense("moveWithInputRow");
        RowChanges along = new RowChanges(input.numRows);
        along.clear(input.numCols);
        System.arraycopy(input.data, row * input.numCols, along.add(row), 0, input.numCols);
        layer.moveInputRows(along, out, buffers);
        Close.assertClose(
            "the derivative with a factor of row " + row, dense("moveInputRows"), moved, error);
      }
    }
  }
}
