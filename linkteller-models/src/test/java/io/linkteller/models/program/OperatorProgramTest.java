package io.linkteller.models.program;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.Columns;
import io.linkteller.models.operator.Gather;
import io.linkteller.models.operator.GroupSoftmax;
import io.linkteller.models.operator.MatrixProduct;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.operator.RowGroups;
import io.linkteller.models.operator.Scatter;
import io.linkteller.models.parameter.Tensor;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Changes and gradients of a program of general operators, compared with full passes. */
class OperatorProgramTest {

  private static final int N = 6;

  private static final Graph PATH =
      Graph.builder(N).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).addEdge(3, 4).build();

  private final Tensor shift = Tensor.of("H", new DMatrixRMaj(N, 3), true);

  private Program program() {
    ProgramBuilder p = Program.builder(N, 3);
    Value h = p.add(p.features(), p.parameter(shift));
    RowGroups sources = ends(true);
    RowGroups targets = ends(false);
    Value messages = p.apply(new Gather(sources), h);
    Value shares = p.apply(new GroupSoftmax(targets), messages);
    Value attended = p.apply(Scatter.of(targets, Reduction.SUM), p.multiply(shares, messages));
    Value largest = p.apply(Scatter.of(targets, Reduction.MAX), messages);
    Value centered =
        p.combine(BinaryFunction.SUBTRACT, h, p.apply(Scatter.ofAllRows(N, Reduction.MEAN), h));
    Value coupled =
        p.apply(new MatrixProduct(false), p.apply(new MatrixProduct(true), h, h), centered);
    Value swapped = p.apply(new Columns(2, 1, 0), p.add(attended, largest));
    Value sum = p.sumColumns(swapped, new int[3], 1);
    return p.build(p.concatenate(List.of(swapped, coupled, sum)));
  }

  /** Returns both arcs of every edge: their sources or their targets. */
  private static RowGroups ends(boolean sources) {
    int[] ends = new int[2 * PATH.edgeCount()];
    int at = 0;
    for (int u = 0; u < N; u++) {
      for (int v : PATH.neighbors(u)) {
        ends[at++] = sources ? v : u;
      }
    }
    return RowGroups.of(ends, N);
  }

  private static DMatrixRMaj numbers() {
    SplittableRandom random = new SplittableRandom(5);
    DMatrixRMaj x = new DMatrixRMaj(N, 3);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = 2 * random.nextDouble() - 1;
    }
    return x;
  }

  @Test
  void changesEqualThoseOfFullPasses() {
    Program served = program();
    FeatureMatrix x = FeatureMatrix.dense(numbers());
    DMatrixRMaj moved = served.predict(x).copy();
    FeatureEdit edit = FeatureEdit.scaling(1, 1.5);
    RowChanges changes = served.logitChanges(edit, PATH.nodes(), served.scratch());
    for (int slot = 0; slot < changes.count(); slot++) {
      for (int c = 0; c < moved.numCols; c++) {
        moved.add(changes.row(slot), c, changes.difference(slot)[c]);
      }
    }
    assertClose(program().predict(x.edited(edit)), moved, 1e-12);
  }

  @Test
  void featuresOfAnotherSizeAreRefused() {
    FeatureMatrix x = FeatureMatrix.zero(PATH.nodeCount(), 1);
    Program program = program();
    assertRefused(" x 1, but the program expects ", () -> program.predict(x));
  }

  @Test
  void gradientsEqualDifferenceQuotients() {
    Program trained = program();
    DMatrixRMaj x = numbers();
    DMatrixRMaj ones = trained.predictForTraining(FeatureMatrix.dense(x), 1, 1).copy();
    ones.fill(1);
    trained.backward(ones);
    double step = 1e-6;
    for (int i = 0; i < x.getNumElements(); i++) {
      DMatrixRMaj up = x.copy();
      up.data[i] += step;
      DMatrixRMaj down = x.copy();
      down.data[i] -= step;
      double quotient = (sum(up) - sum(down)) / (2 * step);
      assertEquals(quotient, trained.parameters().get(0).gradient().data[i], 1e-6);
    }
  }

  private double sum(DMatrixRMaj x) {
    double sum = 0;
    DMatrixRMaj answer = program().predict(FeatureMatrix.dense(x));
    for (int i = 0; i < answer.getNumElements(); i++) {
      sum += answer.data[i];
    }
    return sum;
  }

  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual, double error) {
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], error);
    }
  }
}
