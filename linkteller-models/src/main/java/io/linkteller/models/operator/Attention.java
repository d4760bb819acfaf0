package io.linkteller.models.operator;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.ReweightedCsr;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Multi-head attention over neighbors (Veličković et al., ICLR 2018). Inputs: T (n x (heads times
 * c)), in which head g has columns gc to (g + 1)c - 1, and a_src and a_dst (heads x c). With w
 * ranging over the columns of row u of a pattern, such as u and its neighbors, each head computes
 *
 * <pre>
 * s_uw = LeakyReLU(a_dst T_u + a_src T_w)      α_uw = softmax over w of s_uw
 * Z_u = sum over w of α_uw T_w
 * </pre>
 *
 * <p>With two more inputs, a_edge (heads x c) and e (1 x (heads times c)), a score also depends on
 * the weight ω of its entry in the pattern: s_uw = LeakyReLU(a_dst T_u + a_src T_w + ω_uw a_edge
 * e), as in {@code GATConv(edge_dim=1)} of PyTorch Geometric.
 *
 * <p>The attention coefficients of each head form a sparse matrix with that pattern, so the sums
 * are sparse matrix products. A pass takes O(entries * heads * c) time and O(n * heads * c +
 * entries * heads) memory.
 */
public final class Attention implements TrainableOperator, IncrementalOperator {

  /** The number of rows per block of a parallel loop. */
  private static final int BLOCK_ROWS = 32;

  final int heads;
  final Activations.LeakyRelu leaky;

  /**
   * Node u attends to the nodes {@code columns[e]} for e from {@code offsets[u]} to {@code
   * offsets[u + 1] - 1}.
   */
  final int[] offsets;

  final int[] columns;

  /**
   * Row w: the nodes that attend to w. {@link #origin} maps its entries to those of the pattern.
   */
  final CsrMatrix attendedBy;

  private final int[] origin;

  /** a_src T_w, at index w * heads + head; {@link #destination} has a_dst T_w in the same order. */
  double[] source = new double[0];

  double[] destination = new double[0];

  /** α of each entry, for each head. Allocated by the first pass, like the arrays above. */
  double[][] alpha = new double[0][];

  private final double dropout;

  private final CsrMatrix pattern;

  /** a_edge e for each head; empty if scores do not depend on the weights of entries. */
  private double[] ofWeight = new double[0];

  /** α for each head, after dropout. */
  private ReweightedCsr[] masked = new ReweightedCsr[0];

  /**
   * For each head, the derivatives with respect to its coefficients, later overwritten with the
   * derivatives with respect to its scores.
   */
  private double[][] gradScore = new double[0][];

  private double[] gradSource = new double[0];
  private double[] gradDestination = new double[0];

  /**
   * Creates the operator.
   *
   * @param pattern n x n; node u attends to the columns of row u, whose values are read as weights
   *     only if the two inputs for weights are given
   * @param heads the number of heads, at least 1
   * @param slope the slope of LeakyReLU for negative arguments, in [0, 1]
   * @param dropout the dropout rate of the attention coefficients in training, in [0, 1)
   * @throws IllegalArgumentException if a number is out of range
   */
  public Attention(CsrMatrix pattern, int heads, double slope, double dropout) {
    if (heads < 1) {
      throw new IllegalArgumentException("heads = " + heads + " is below 1");
    }
    this.heads = heads;
    this.leaky = new Activations.LeakyRelu(slope);
    this.dropout = Dropout.checkRate("attentionDropout", dropout);
    this.offsets = pattern.copyOffsets();
    this.columns = pattern.copyColumns();
    this.attendedBy = pattern.transpose();
    this.origin = pattern.transposedEntries();
    this.pattern = pattern;
  }

  private void allocate() {
    source = new double[nodes() * heads];
    destination = new double[nodes() * heads];
    alpha = new double[heads][columns.length];
    masked = new ReweightedCsr[heads];
    for (int head = 0; head < heads; head++) {
      masked[head] = ReweightedCsr.of(pattern);
    }
  }

  private int nodes() {
    return offsets.length - 1;
  }

  @Override
  public Shape shape(List<Shape> inputs) {
    Shapes.requireCount(inputs, 3, 5);
    Shape t = inputs.get(0);
    if (t.rows() != nodes() || t.cols() % heads != 0) {
      throw new IllegalArgumentException(
          "attention of " + heads + " heads over " + nodes() + " nodes does not accept " + t);
    }
    Shapes.require("a_src", inputs.get(1), heads, t.cols() / heads);
    Shapes.require("a_dst", inputs.get(2), heads, t.cols() / heads);
    if (inputs.size() > 3) {
      Shapes.requireCount(inputs, 5, 5);
      Shapes.require("a_edge", inputs.get(3), heads, t.cols() / heads);
      Shapes.require("e", inputs.get(4), 1, t.cols());
    }
    return t;
  }

  @Override
  public boolean drops() {
    return true;
  }

  @Override
  public void forward(Operands in, DMatrixRMaj out, Pass pass) {
    if (masked.length != heads) {
      allocate();
    }
    Workers workers = pass.workers();
    DMatrixRMaj t = in.dense(0);
    int width = t.numCols / heads;
    workers.forRows(nodes(), BLOCK_ROWS, (from, to) -> score(from, to, in, width));
    if (in.count() > 3) {
      ofWeight = new double[heads];
      for (int head = 0; head < heads; head++) {
        int first = head * width;
        ofWeight[head] = DenseKernels.dot(in.dense(4).data, first, in.dense(3).data, first, width);
      }
    }
    workers.forRows(nodes(), BLOCK_ROWS, this::attend);
    for (int head = 0; head < heads; head++) {
      double[] used = masked[head].values();
      // Dropout applies to a copy: the backward pass of the softmax needs α without the mask.
      System.arraycopy(alpha[head], 0, used, 0, used.length);
      drop(used, head, pass);
      masked[head].multiplyColumns(t, head * width, width, out, workers);
    }
  }

  private void drop(double[] numbers, int head, Pass pass) {
    if (pass.isTraining() && dropout > 0) {
      Dropout.apply(numbers, numbers.length, dropout, pass.dropoutKey(head), pass.workers());
    }
  }

  /** Computes a_src T_u and a_dst T_u for a range of nodes. */
  private void score(int from, int to, Operands in, int width) {
    double[] t = in.dense(0).data;
    double[] aSource = in.dense(1).data;
    double[] aDestination = in.dense(2).data;
    for (int i = from * heads; i < to * heads; i++) {
      int first = i % heads * width;
      source[i] = DenseKernels.dot(t, i * width, aSource, first, width);
      destination[i] = DenseKernels.dot(t, i * width, aDestination, first, width);
    }
  }

  /**
   * Computes α for a range of nodes. Subtracting the largest score prevents overflow in the
   * softmax.
   */
  private void attend(int from, int to) {
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        attend(u, head, alpha[head]);
      }
    }
  }

  private void attend(int u, int head, double[] ofHead) {
    double largest = Double.NEGATIVE_INFINITY;
    double own = destination[u * heads + head];
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      ofHead[e] = leaky.value(own + source[columns[e] * heads + head] + ofEntry(e, head));
      largest = Math.max(largest, ofHead[e]);
    }
    double total = 0;
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      ofHead[e] = Math.exp(ofHead[e] - largest);
      total += ofHead[e];
    }
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      ofHead[e] /= total;
    }
  }

  /** Returns the contribution of the weight of an entry to its score before LeakyReLU. */
  double ofEntry(int e, int head) {
    return ofWeight.length == 0 ? 0 : pattern.value(e) * ofWeight[head];
  }

  @Override
  public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
    Workers workers = pass.workers();
    int n = nodes();
    DMatrixRMaj t = in.dense(0);
    int width = t.numCols / heads;
    if (gradScore.length == 0) {
      gradScore = new double[heads][columns.length];
      gradSource = new double[n * heads];
      gradDestination = new double[n * heads];
    }
    workers.forRows(n, BLOCK_ROWS, (from, to) -> gradAttention(from, to, gradOut.data, t));
    for (int head = 0; head < heads; head++) {
      drop(gradScore[head], head, pass);
    }
    workers.forRows(n, BLOCK_ROWS, this::gradDestination);
    workers.forRows(n, BLOCK_ROWS, this::gradSource);
    gradIn.of(1).ifPresent(wanted -> gradVectors(gradSource, t, wanted, workers));
    gradIn.of(2).ifPresent(wanted -> gradVectors(gradDestination, t, wanted, workers));
    if (ofWeight.length > 0) {
      gradIn.of(3).ifPresent(wanted -> gradEdge(in.dense(4).data, wanted.data, width));
      gradIn.of(4).ifPresent(wanted -> gradEdge(in.dense(3).data, wanted.data, width));
    }
    gradIn
        .of(0)
        .ifPresent(
            wanted -> {
              for (int head = 0; head < heads; head++) {
                masked[head].multiplyTransposedColumns(
                    gradOut, head * width, width, wanted, workers);
              }
              workers.forRows(
                  n, BLOCK_ROWS, (from, to) -> addScoreGradients(from, to, in, wanted.data));
            });
  }

  /**
   * Computes the derivatives with respect to the attention coefficients after dropout. All heads of
   * an entry are computed together because they are adjacent in the rows of T.
   */
  private void gradAttention(int from, int to, double[] grad, DMatrixRMaj t) {
    int all = t.numCols;
    int width = all / heads;
    for (int u = from; u < to; u++) {
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int other = columns[e] * all;
        for (int head = 0; head < heads; head++) {
          int first = head * width;
          gradScore[head][e] =
              DenseKernels.dot(grad, u * all + first, t.data, other + first, width);
        }
      }
    }
  }

  /**
   * Replaces the derivatives with respect to α with those with respect to a_dst T_u + a_src T_w
   * (backward passes of softmax and LeakyReLU), and sums them over w.
   */
  private void gradDestination(int from, int to) {
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        double[] ofHead = alpha[head];
        double[] grad = gradScore[head];
        double mean = 0;
        for (int e = offsets[u]; e < offsets[u + 1]; e++) {
          mean += ofHead[e] * grad[e];
        }
        double own = destination[u * heads + head];
        double total = 0;
        for (int e = offsets[u]; e < offsets[u + 1]; e++) {
          double z = own + source[columns[e] * heads + head] + ofEntry(e, head);
          grad[e] = ofHead[e] * (grad[e] - mean) * leaky.slope(z);
          total += grad[e];
        }
        gradDestination[u * heads + head] = total;
      }
    }
  }

  /** Sums the derivatives with respect to a_dst T_u + a_src T_w over u. */
  private void gradSource(int from, int to) {
    for (int head = 0; head < heads; head++) {
      double[] grad = gradScore[head];
      for (int w = from; w < to; w++) {
        double total = 0;
        for (int e = attendedBy.offset(w); e < attendedBy.offset(w + 1); e++) {
          total += grad[origin[e]];
        }
        gradSource[w * heads + head] = total;
      }
    }
  }

  /** Computes the sum over u of weight_u T_u for each head. */
  private void gradVectors(double[] weights, DMatrixRMaj t, DMatrixRMaj out, Workers workers) {
    int width = t.numCols / heads;
    workers.forRows(
        heads,
        1,
        (from, to) -> {
          Arrays.fill(out.data, from * width, to * width, 0.0);
          for (int head = from; head < to; head++) {
            for (int u = 0; u < nodes(); u++) {
              double weight = weights[u * heads + head];
              int at = (u * heads + head) * width;
              for (int i = 0; i < width; i++) {
                out.data[head * width + i] += weight * t.data[at + i];
              }
            }
          }
        });
  }

  /**
   * Computes the derivatives with respect to one factor of the product a_edge e, given the other
   * factor.
   */
  private void gradEdge(double[] other, double[] out, int width) {
    for (int head = 0; head < heads; head++) {
      double total = 0;
      for (int e = 0; e < columns.length; e++) {
        total += gradScore[head][e] * pattern.value(e);
      }
      for (int i = head * width; i < (head + 1) * width; i++) {
        out[i] = total * other[i];
      }
    }
  }

  private void addScoreGradients(int from, int to, Operands in, double[] gradIn) {
    double[] aSource = in.dense(1).data;
    double[] aDestination = in.dense(2).data;
    int width = in.dense(1).numCols;
    for (int i = from * heads; i < to * heads; i++) {
      double forSource = gradSource[i];
      double forDestination = gradDestination[i];
      int first = i % heads * width;
      for (int c = 0; c < width; c++) {
        gradIn[i * width + c] +=
            forSource * aSource[first + c] + forDestination * aDestination[first + c];
      }
    }
  }

  @Override
  public void change(Changes in, RowChanges out) {
    new AttentionChanges(this, in, in.isDerivative()).follow(out);
  }
}
