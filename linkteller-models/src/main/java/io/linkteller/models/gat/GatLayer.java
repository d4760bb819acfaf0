package io.linkteller.models.gat;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.matrix.ReweightedCsr;
import io.linkteller.models.layer.Bias;
import io.linkteller.models.layer.LinearMap;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Multi-head attention over a node and its neighbors. Let T = H W, an n x (heads times c) matrix in
 * which head g has columns gc to (g + 1)c - 1. With w ranging over u and its neighbors, each head
 * computes
 *
 * <pre>
 * s_uw = LeakyReLU(a_dst T_u + a_src T_w)      α_uw = softmax over w of s_uw
 * head_u = sum over w of α_uw T_w  (+ H_u S)    Z_u = concatenation or mean of the heads, + b
 * </pre>
 *
 * <p>The attention coefficients of each head form a sparse matrix with the sparsity pattern of A +
 * I, so sums over neighbors are sparse matrix products as in other layers. A pass takes the time of
 * H W plus O((n + 2|E|) heads c), and O(n heads c + (n + 2|E|) heads) memory.
 */
final class GatLayer implements IncrementalLayer {

  private static final int BLOCK_ROWS = 32;
  private static final double[] NONE = new double[0];

  /**
   * Added to the index of the head, this identifies the dropout mask of the attention coefficients.
   */
  private static final int ATTENTION = 0;

  /** The index of entry (w, u) for each entry (u, w). */
  private final int[] mirror;

  private final boolean concatenated;
  private final double attentionDropout;
  private final GatTensors tensors;
  private final LinearMap map;
  private final Optional<LinearMap> skipMap;
  private final Bias bias;
  private final Attention attention;
  private final AttentionChanges changes;

  /** α for each head, after dropout. */
  private final ReweightedCsr[] masked;

  // Buffers of the backward pass.
  private final DMatrixRMaj gradHeads = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradTransformed = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradSkip = new DMatrixRMaj(0, 0);

  /** For each head, the derivatives with respect to its coefficients, and then to its scores. */
  private double[][] gradScore = new double[0][];

  private double[] gradSource = NONE;
  private double[] gradDestination = NONE;

  GatLayer(
      CsrMatrix pattern,
      int heads,
      boolean concatenated,
      double slope,
      double attentionDropout,
      GatTensors tensors) {
    this.concatenated = concatenated;
    this.attentionDropout = attentionDropout;
    this.tensors = tensors;
    this.map = new LinearMap(tensors.weight());
    this.skipMap = tensors.skip().map(LinearMap::new);
    this.bias = new Bias(tensors.bias());
    this.mirror = pattern.transposedEntries();
    this.attention = new Attention(pattern, heads, slope, tensors);
    this.changes = new AttentionChanges(attention, concatenated, tensors, map, skipMap);
    this.masked = new ReweightedCsr[heads];
    for (int head = 0; head < heads; head++) {
      masked[head] = ReweightedCsr.of(pattern);
    }
  }

  @Override
  public int inputWidth() {
    return map.inputWidth();
  }

  @Override
  public int outputWidth() {
    return concatenated ? attention.width : attention.headWidth;
  }

  @Override
  public List<Tensor> parameters() {
    List<Tensor> all =
        new ArrayList<>(
            List.of(
                tensors.weight(),
                tensors.sourceScore(),
                tensors.destinationScore(),
                tensors.bias()));
    tensors.skip().ifPresent(all::add);
    return all;
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    int n = attention.nodes();
    map.forward(in, attention.transformed, pass);
    attention.attended.reshape(n, attention.width);
    workers.forRows(n, BLOCK_ROWS, attention::score);
    boolean dropped = pass.isTraining() && attentionDropout > 0;
    workers.forRows(n, BLOCK_ROWS, attention::attend);
    for (int head = 0; head < attention.heads; head++) {
      double[] used = masked[head].values();
      // Dropout applies to a copy: the backward pass of the softmax needs α without the mask.
      System.arraycopy(attention.alpha[head], 0, used, 0, used.length);
      if (dropped) {
        Dropout.apply(
            used, used.length, attentionDropout, pass.dropoutKey(ATTENTION + head), workers);
      }
      masked[head].multiplyColumns(
          attention.transformed,
          head * attention.headWidth,
          attention.headWidth,
          attention.attended,
          workers);
    }
    skipMap.ifPresent(skip -> skip.forward(in, attention.skipped, pass));
    out.reshape(n, outputWidth());
    workers.forRows(n, BLOCK_ROWS, (from, to) -> combine(from, to, out.data));
  }

  /** Adds the skip connection, concatenates or averages the heads, and adds the bias. */
  private void combine(int from, int to, double[] out) {
    int all = attention.width;
    int headWidth = attention.headWidth;
    double[] attended = attention.attended.data;
    double[] skipped = attention.skipped.data;
    double[] b = tensors.bias().value().data;
    boolean skips = skipMap.isPresent();
    for (int u = from; u < to; u++) {
      if (concatenated) {
        for (int i = 0; i < all; i++) {
          double skip = skips ? skipped[u * all + i] : 0;
          out[u * all + i] = attended[u * all + i] + skip + b[i];
        }
      } else {
        for (int i = 0; i < headWidth; i++) {
          double sum = 0;
          for (int head = 0; head < attention.heads; head++) {
            int at = u * all + head * headWidth + i;
            sum += attended[at] + (skips ? skipped[at] : 0);
          }
          out[u * headWidth + i] = sum / attention.heads + b[i];
        }
      }
    }
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    int n = attention.nodes();
    int headWidth = attention.headWidth;
    bias.backward(gradOut, workers);
    DMatrixRMaj gradHead = concatenated ? gradOut : shared(gradOut, workers);
    gradTransformed.reshape(n, attention.width);
    if (gradScore.length == 0) {
      gradScore = new double[attention.heads][attention.columns.length];
    }
    gradSource = ofLength(gradSource, n * attention.heads);
    gradDestination = ofLength(gradDestination, n * attention.heads);
    boolean dropped = pass.isTraining() && attentionDropout > 0;
    workers.forRows(n, BLOCK_ROWS, (from, to) -> gradAttention(from, to, gradHead.data));
    if (dropped) {
      for (int head = 0; head < attention.heads; head++) {
        double[] scores = gradScore[head];
        Dropout.apply(
            scores, scores.length, attentionDropout, pass.dropoutKey(ATTENTION + head), workers);
      }
    }
    workers.forRows(n, BLOCK_ROWS, this::gradDestination);
    workers.forRows(n, BLOCK_ROWS, this::gradSource);
    for (int head = 0; head < attention.heads; head++) {
      masked[head].multiplyTransposedColumns(
          gradHead, head * headWidth, headWidth, gradTransformed, workers);
    }
    gradScoreVectors(workers);
    workers.forRows(n, BLOCK_ROWS, this::addScoreGradients);
    map.backward(in, gradTransformed, gradIn, pass);
    skipMap.ifPresent(
        skip -> {
          skip.backward(in, gradHead, gradIn.map(wanted -> gradSkip), pass);
          gradIn.ifPresent(wanted -> addSkipGradient(wanted, workers));
        });
  }

  private static double[] ofLength(double[] array, int length) {
    return array.length == length ? array : new double[length];
  }

  private void addSkipGradient(DMatrixRMaj gradIn, Workers workers) {
    workers.forRows(
        gradIn.getNumElements(),
        1 << 12,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            gradIn.data[i] += gradSkip.data[i];
          }
        });
  }

  /**
   * Returns the derivatives with respect to the heads, given the derivative with respect to their
   * mean.
   */
  private DMatrixRMaj shared(DMatrixRMaj gradOut, Workers workers) {
    int all = attention.width;
    int headWidth = attention.headWidth;
    gradHeads.reshape(attention.nodes(), all);
    workers.forRows(
        attention.nodes(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            for (int i = 0; i < all; i++) {
              gradHeads.data[u * all + i] =
                  gradOut.data[u * headWidth + i % headWidth] / attention.heads;
            }
          }
        });
    return gradHeads;
  }

  /**
   * Computes the derivatives with respect to the attention coefficients after dropout. All heads of
   * an entry are computed together, since the numbers of one head are far apart in memory.
   */
  private void gradAttention(int from, int to, double[] grad) {
    int all = attention.width;
    int headWidth = attention.headWidth;
    int[] offsets = attention.offsets;
    double[] transformed = attention.transformed.data;
    for (int u = from; u < to; u++) {
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int other = attention.columns[e] * all;
        for (int head = 0; head < attention.heads; head++) {
          int first = head * headWidth;
          gradScore[head][e] =
              DenseKernels.dot(grad, u * all + first, transformed, other + first, headWidth);
        }
      }
    }
  }

  /**
   * Replaces the derivatives with respect to α by those with respect to a_dst T_u + a_src T_w
   * (backward passes of softmax and LeakyReLU), and sums them over w.
   */
  private void gradDestination(int from, int to) {
    int heads = attention.heads;
    int[] offsets = attention.offsets;
    int[] columns = attention.columns;
    double[] source = attention.source;
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        double[] alpha = attention.alpha[head];
        double[] grad = gradScore[head];
        double mean = 0;
        for (int e = offsets[u]; e < offsets[u + 1]; e++) {
          mean += alpha[e] * grad[e];
        }
        double own = attention.destination[u * heads + head];
        double total = 0;
        for (int e = offsets[u]; e < offsets[u + 1]; e++) {
          double z = own + source[columns[e] * heads + head];
          grad[e] = alpha[e] * (grad[e] - mean) * attention.slopeAt(z);
          total += grad[e];
        }
        gradDestination[u * heads + head] = total;
      }
    }
  }

  /**
   * Sums the derivatives with respect to a_dst T_u + a_src T_w over u, reading column w through the
   * mirror entries.
   */
  private void gradSource(int from, int to) {
    int[] offsets = attention.offsets;
    for (int head = 0; head < attention.heads; head++) {
      double[] grad = gradScore[head];
      for (int w = from; w < to; w++) {
        double total = 0;
        for (int e = offsets[w]; e < offsets[w + 1]; e++) {
          total += grad[mirror[e]];
        }
        gradSource[w * attention.heads + head] = total;
      }
    }
  }

  private void gradScoreVectors(Workers workers) {
    DMatrixRMaj forSource = tensors.sourceScore().gradient();
    DMatrixRMaj forDestination = tensors.destinationScore().gradient();
    forSource.reshape(attention.heads, attention.headWidth);
    forDestination.reshape(attention.heads, attention.headWidth);
    workers.forRows(
        attention.heads,
        1,
        (from, to) -> {
          for (int head = from; head < to; head++) {
            sumOverNodes(gradSource, head, forSource.data);
            sumOverNodes(gradDestination, head, forDestination.data);
          }
        });
  }

  /** Computes the sum over u of weight_u T_u for one head. */
  private void sumOverNodes(double[] weights, int head, double[] out) {
    int headWidth = attention.headWidth;
    int first = head * headWidth;
    double[] transformed = attention.transformed.data;
    Arrays.fill(out, first, first + headWidth, 0.0);
    for (int u = 0; u < attention.nodes(); u++) {
      double weight = weights[u * attention.heads + head];
      int at = u * attention.width + first;
      for (int i = 0; i < headWidth; i++) {
        out[first + i] += weight * transformed[at + i];
      }
    }
  }

  private void addScoreGradients(int from, int to) {
    int heads = attention.heads;
    int headWidth = attention.headWidth;
    double[] aSource = tensors.sourceScore().value().data;
    double[] aDestination = tensors.destinationScore().value().data;
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        double forSource = gradSource[u * heads + head];
        double forDestination = gradDestination[u * heads + head];
        int at = (u * heads + head) * headWidth;
        int first = head * headWidth;
        for (int i = 0; i < headWidth; i++) {
          gradTransformed.data[at + i] +=
              forSource * aSource[first + i] + forDestination * aDestination[first + i];
        }
      }
    }
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    RowChanges spare = buffers.borrow(0);
    changes.scaleInputRow(row, factor, spare, out);
    buffers.release(spare);
    return true;
  }

  @Override
  public boolean moveWithInputRow(int row, RowChanges out, ChangeBuffers buffers) {
    RowChanges spare = buffers.borrow(0);
    changes.moveWithInputRow(row, spare, out);
    buffers.release(spare);
    return true;
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    RowChanges spare = buffers.borrow(0);
    changes.changeInputRows(in, spare, out);
    buffers.release(spare);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    RowChanges spare = buffers.borrow(0);
    changes.moveInputRows(in, spare, out);
    buffers.release(spare);
  }

  @Override
  public void changeObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    RowChanges spare = buffers.borrow(0);
    changes.changeObservedRows(in, observed, spare, out);
    buffers.release(spare);
  }

  @Override
  public void moveObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    RowChanges spare = buffers.borrow(0);
    changes.moveObservedRows(in, observed, spare, out);
    buffers.release(spare);
  }
}
