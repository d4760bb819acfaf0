package io.linkteller.testkit.contract;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Attention;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.Columns;
import io.linkteller.models.operator.Gather;
import io.linkteller.models.operator.GroupSoftmax;
import io.linkteller.models.operator.MatrixProduct;
import io.linkteller.models.operator.Operands;
import io.linkteller.models.operator.Operator;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.RowGroups;
import io.linkteller.models.operator.Scatter;
import io.linkteller.models.operator.Shape;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Group;
import org.ejml.data.DMatrixRMaj;

/** The operators of the library keep the contract. */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class OperatorsTest {

  private static Value parameter(ProgramBuilder p, String name, int rows, int cols) {
    SplittableRandom random = new SplittableRandom(name.hashCode());
    return p.parameter(Tensor.of(name, Inputs.uniform(rows, cols, random), true));
  }

  /** Returns both arcs of every edge: their sources or their targets. */
  private static RowGroups ends(Graph graph, boolean sources) {
    int[] ends = new int[2 * graph.edgeCount()];
    int at = 0;
    for (int u = 0; u < graph.nodeCount(); u++) {
      for (int v : graph.neighbors(u)) {
        ends[at++] = sources ? v : u;
      }
    }
    return RowGroups.of(ends, graph.nodeCount());
  }

  /** Returns one of the two arcs of every edge with a weight, and no entry for the others. */
  private static CsrMatrix directed(Graph graph) {
    int n = graph.nodeCount();
    int[] offsets = new int[n + 1];
    int[] columns = new int[graph.edgeCount()];
    double[] weights = new double[graph.edgeCount()];
    for (int u = 0; u < n; u++) {
      offsets[u + 1] = offsets[u];
      for (int v : graph.neighbors(u)) {
        if (u < v) {
          columns[offsets[u + 1]] = v;
          weights[offsets[u + 1]++] = 1.0 / (1 + u + v);
        }
      }
    }
    return CsrMatrix.of(n, offsets, columns, weights);
  }

  @Group
  class APropagationAlongDirectedEdges implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      return p.apply(Propagation.of(directed(graph)), h, parameter(p, "b", 1, 3));
    }
  }

  @Group
  class AttentionByWeights implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Attention attention = new Attention(directed(graph), 2, 0.2, 0.3);
      return p.apply(
          attention,
          h,
          parameter(p, "aSrc", 2, 2),
          parameter(p, "aDst", 2, 2),
          parameter(p, "aEdge", 2, 2),
          parameter(p, "wEdge", 1, 4));
    }

    @Override
    public int width() {
      return 4;
    }
  }

  @Group
  class MeansOfMessages implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value messages = p.apply(new Gather(ends(graph, true)), h);
      Value weighted = p.multiply(messages, parameter(p, "w", 2 * graph.edgeCount(), 1));
      return p.apply(Scatter.of(ends(graph, false), Reduction.MEAN), weighted);
    }
  }

  @Group
  class TheLargestMessage implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      return p.apply(Scatter.ofNeighbors(graph, Reduction.MAX), h);
    }
  }

  @Group
  class ASoftmaxOverNeighbors implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value scores = p.apply(new Gather(ends(graph, true)), h);
      Value shares = p.apply(new GroupSoftmax(ends(graph, false)), scores);
      return p.apply(Scatter.of(ends(graph, false), Reduction.SUM), p.multiply(shares, scores));
    }
  }

  @Group
  class AnActivationInPlace implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      return p.activate(Activation.ELU, p.multiply(h, p.constant(2)), 0.3);
    }

    @Override
    public int hops() {
      return 0;
    }
  }

  /** One value is read by several operators, so that gradients and changes of it meet. */
  @Group
  class FunctionsOfTwoValues implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value row = parameter(p, "r", 1, 3);
      Value wave = p.activate(Activation.TANH, h);
      Value quotient = p.combine(BinaryFunction.DIVIDE, wave, p.constant(3));
      Value larger = p.combine(BinaryFunction.MAX, h, p.multiply(row, wave));
      Value smaller =
          p.combine(BinaryFunction.MIN, quotient, p.combine(BinaryFunction.SUBTRACT, h, row));
      Value power = p.combine(BinaryFunction.POWER, larger, p.constant(2));
      return p.concatenate(List.of(larger, smaller, p.add(power, larger)));
    }

    @Override
    public int hops() {
      return 0;
    }
  }

  @Group
  class ColumnsOfHeads implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value heads = p.apply(new Columns(5, 4, 3, -1, 2, 2, 1, 0), h);
      int[] head = {0, 0, 0, 0, 1, 1, 1, 1};
      Value sums = p.sumColumns(heads, head, 2);
      Value scaled = p.multiply(p.apply(new Columns(head), sums), heads);
      return p.concatenate(List.of(scaled, sums));
    }

    @Override
    public int width() {
      return 6;
    }

    @Override
    public int hops() {
      return 0;
    }
  }

  @Group
  class ANormalizationOverNodes implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value mean = p.apply(Scatter.ofAllRows(h.rows(), Reduction.MEAN), h);
      Value largest = p.apply(Scatter.ofAllRows(h.rows(), Reduction.MAX), h);
      Value centered = p.combine(BinaryFunction.SUBTRACT, h, mean);
      return p.add(p.multiply(centered, parameter(p, "gamma", 1, 3)), largest);
    }

    @Override
    public int hops() {
      return Integer.MAX_VALUE;
    }
  }

  @Group
  class ProductsOverAllNodes implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value scores = p.apply(new MatrixProduct(true), h, h);
      return p.apply(new MatrixProduct(false), scores, h);
    }

    @Override
    public int hops() {
      return Integer.MAX_VALUE;
    }
  }

  @Group
  class TheNormalizationOfARow implements OperatorContract {
    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      int[] all = {0, 0, 0};
      Value mean = p.combine(BinaryFunction.DIVIDE, p.sumColumns(h, all, 1), p.constant(3));
      Value centered = p.combine(BinaryFunction.SUBTRACT, h, mean);
      Value squares = p.combine(BinaryFunction.POWER, centered, p.constant(2));
      Value sum = p.sumColumns(squares, all, 1);
      Value variance = p.combine(BinaryFunction.DIVIDE, sum, p.constant(3));
      Value positive = p.add(variance, p.constant(1e-5));
      Value deviation = p.combine(BinaryFunction.POWER, positive, p.constant(0.5));
      Value unit = p.combine(BinaryFunction.DIVIDE, centered, deviation);
      return p.add(p.multiply(unit, parameter(p, "gamma", 1, 3)), parameter(p, "beta", 1, 3));
    }

    @Override
    public int hops() {
      return 0;
    }

    @Override
    public double tolerance() {
      return 1e-5;
    }
  }

  /** Cubes of rows, as written by an author without a backward pass and changes. */
  @Group
  class AnOperatorWithAForwardPassOnly implements OperatorContract {

    final class Cubes implements Operator {
      @Override
      public Shape shape(List<Shape> inputs) {
        return inputs.get(0);
      }

      @Override
      public void forward(Operands in, DMatrixRMaj out, Pass pass) {
        double[] h = in.dense(0).data;
        for (int i = 0; i < out.getNumElements(); i++) {
          out.data[i] = h[i] * h[i] * h[i];
        }
      }
    }

    @Override
    public Value compose(ProgramBuilder p, Graph graph, Value h) {
      Value cubes = p.apply(new Cubes(), h);
      return p.apply(Propagation.of(directed(graph)), cubes);
    }

    @Override
    public boolean trainable() {
      return false;
    }
  }
}
