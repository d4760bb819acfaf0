package io.linkteller.models.gat;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.matrix.ReweightedCsr;
import io.linkteller.models.network.Bias;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.LinearMap;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.network.Tensor;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Multi-head attention over a node and its neighbours. With T = H W, n x (heads times c) and head g
 * in the columns gc to (g + 1)c - 1, and w over u and its neighbours:
 *
 * <pre>
 * s_uw = LeakyReLU(a_dst T_u + a_src T_w)      α_uw = softmax over w of s_uw
 * head_u = sum over w of α_uw T_w  (+ H_u S)    Z_u = heads side by side, or their mean, + b
 * </pre>
 *
 * <p>The attentions of each head are the entries of a sparse matrix on the pattern of A + I, so
 * sums over neighbours are the same products as everywhere. Time of a pass is that of H W and O((n
 * + 2|E|) heads c); memory O(n heads c + (n + 2|E|) heads).
 */
final class GatLayer implements Layer {

  private static final int BLOCK_ROWS = 32;
  private static final double[] NONE = new double[0];

  /** Scores that grow by more than this are not followed by their change. */
  private static final double LARGEST_GROWTH = 20;

  /** Below this the sum that the softmax divides by loses digits to cancellation. */
  private static final double SMALLEST_DELTA = -0.5;

  /** What the masks of attention are drawn under, plus the head. */
  private static final int ATTENTION = 0;

  private final CsrMatrix pattern;
  private final int[] offsets;
  private final int[] columns;

  /** For the entry (u, w) the entry (w, u). */
  private final int[] mirror;

  private final int heads;
  private final int headWidth;
  private final boolean concatenated;
  private final double slope;
  private final double attentionDropout;
  private final GatTensors tensors;
  private final LinearMap map;
  private final Optional<LinearMap> skipMap;
  private final Bias bias;

  /** T. */
  private final DMatrixRMaj transformed = new DMatrixRMaj(0, 0);

  /** H S, if there is a skip connection. */
  private final DMatrixRMaj skipped = new DMatrixRMaj(0, 0);

  /** The heads before skip, mean and bias. */
  private final DMatrixRMaj attended = new DMatrixRMaj(0, 0);

  /** a_src T_w at w times heads + head; likewise a_dst. */
  private double[] source = NONE;

  private double[] destination = NONE;

  /** α by head, and α under its mask where attention is dropped. */
  private final double[][] attention;

  private final ReweightedCsr[] masked;

  // What only a backward pass needs.
  private final DMatrixRMaj gradHeads = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradTransformed = new DMatrixRMaj(0, 0);
  private final DMatrixRMaj gradSkip = new DMatrixRMaj(0, 0);
  private double[] gradScore = NONE;
  private double[] gradSource = NONE;
  private double[] gradDestination = NONE;

  GatLayer(
      CsrMatrix pattern,
      int heads,
      boolean concatenated,
      double slope,
      double attentionDropout,
      GatTensors tensors) {
    this.pattern = pattern;
    this.heads = heads;
    this.headWidth = tensors.weight().value().numCols / heads;
    this.concatenated = concatenated;
    this.slope = slope;
    this.attentionDropout = attentionDropout;
    this.tensors = tensors;
    this.map = new LinearMap(tensors.weight());
    this.skipMap = tensors.skip().map(LinearMap::new);
    this.bias = new Bias(tensors.bias());
    this.offsets = pattern.copyOffsets();
    this.columns = pattern.copyColumns();
    this.mirror = pattern.transposedEntries();
    this.attention = new double[heads][pattern.entryCount()];
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
    return concatenated ? heads * headWidth : headWidth;
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

  private int nodes() {
    return offsets.length - 1;
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    Workers workers = pass.workers();
    int n = nodes();
    map.forward(in, transformed, pass);
    source = ofLength(source, n * heads);
    destination = ofLength(destination, n * heads);
    attended.reshape(n, heads * headWidth);
    workers.forRows(n, BLOCK_ROWS, this::scoreNodes);
    boolean dropped = pass.isTraining() && attentionDropout > 0;
    for (int head = 0; head < heads; head++) {
      int g = head;
      double[] used = masked[head].values();
      workers.forRows(n, BLOCK_ROWS, (from, to) -> attend(from, to, g));
      System.arraycopy(attention[head], 0, used, 0, used.length);
      if (dropped) {
        Dropout.apply(
            used, used.length, attentionDropout, pass.dropoutKey(ATTENTION + head), workers);
      }
      masked[head].multiplyColumns(transformed, head * headWidth, headWidth, attended, workers);
    }
    skipMap.ifPresent(skip -> skip.forward(in, skipped, pass));
    out.reshape(n, outputWidth());
    workers.forRows(n, BLOCK_ROWS, (from, to) -> combine(from, to, out.data));
  }

  private static double[] ofLength(double[] array, int length) {
    return array.length == length ? array : new double[length];
  }

  private void scoreNodes(int from, int to) {
    double[] aSource = tensors.sourceScore().value().data;
    double[] aDestination = tensors.destinationScore().value().data;
    for (int u = from; u < to; u++) {
      for (int head = 0; head < heads; head++) {
        int at = (u * heads + head) * headWidth;
        source[u * heads + head] =
            DenseKernels.dot(transformed.data, at, aSource, head * headWidth, headWidth);
        destination[u * heads + head] =
            DenseKernels.dot(transformed.data, at, aDestination, head * headWidth, headWidth);
      }
    }
  }

  /** The softmax over each row of one head's scores, from distances to the largest. */
  private void attend(int from, int to, int head) {
    double[] alpha = attention[head];
    for (int u = from; u < to; u++) {
      double largest = Double.NEGATIVE_INFINITY;
      double own = destination[u * heads + head];
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        alpha[e] = leaky(own + source[columns[e] * heads + head]);
        largest = Math.max(largest, alpha[e]);
      }
      double total = 0;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        alpha[e] = Math.exp(alpha[e] - largest);
        total += alpha[e];
      }
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        alpha[e] /= total;
      }
    }
  }

  private double leaky(double z) {
    return z > 0 ? z : slope * z;
  }

  /** Adds skips, puts heads side by side or takes their mean, and adds the bias. */
  private void combine(int from, int to, double[] out) {
    int all = heads * headWidth;
    double[] bias = tensors.bias().value().data;
    boolean skips = tensors.skip().isPresent();
    for (int u = from; u < to; u++) {
      if (concatenated) {
        for (int i = 0; i < all; i++) {
          double skip = skips ? skipped.data[u * all + i] : 0;
          out[u * all + i] = attended.data[u * all + i] + skip + bias[i];
        }
      } else {
        for (int i = 0; i < headWidth; i++) {
          double sum = 0;
          for (int head = 0; head < heads; head++) {
            int at = u * all + head * headWidth + i;
            sum += attended.data[at] + (skips ? skipped.data[at] : 0);
          }
          out[u * headWidth + i] = sum / heads + bias[i];
        }
      }
    }
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    Workers workers = pass.workers();
    int n = nodes();
    bias.backward(gradOut, workers);
    DMatrixRMaj gradHead = concatenated ? gradOut : shared(gradOut, workers);
    gradTransformed.reshape(n, heads * headWidth);
    gradScore = ofLength(gradScore, pattern.entryCount());
    gradSource = ofLength(gradSource, n * heads);
    gradDestination = ofLength(gradDestination, n * heads);
    boolean dropped = pass.isTraining() && attentionDropout > 0;
    for (int head = 0; head < heads; head++) {
      int g = head;
      workers.forRows(n, BLOCK_ROWS, (from, to) -> gradAttention(from, to, g, gradHead.data));
      if (dropped) {
        Dropout.apply(
            gradScore,
            gradScore.length,
            attentionDropout,
            pass.dropoutKey(ATTENTION + head),
            workers);
      }
      workers.forRows(n, BLOCK_ROWS, (from, to) -> gradDestination(from, to, g));
      workers.forRows(n, BLOCK_ROWS, (from, to) -> gradSource(from, to, g));
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

  /** The derivative with respect to the mean of the heads, shared out to each. */
  private DMatrixRMaj shared(DMatrixRMaj gradOut, Workers workers) {
    gradHeads.reshape(nodes(), heads * headWidth);
    workers.forRows(
        nodes(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int u = from; u < to; u++) {
            for (int i = 0; i < heads * headWidth; i++) {
              gradHeads.data[u * heads * headWidth + i] =
                  gradOut.data[u * headWidth + i % headWidth] / heads;
            }
          }
        });
    return gradHeads;
  }

  /** Writes the derivative with respect to each attention, under its mask, of one head. */
  private void gradAttention(int from, int to, int head, double[] grad) {
    int all = heads * headWidth;
    int first = head * headWidth;
    for (int u = from; u < to; u++) {
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        gradScore[e] =
            DenseKernels.dot(
                grad, u * all + first, transformed.data, columns[e] * all + first, headWidth);
      }
    }
  }

  /** Turns those into the derivatives with respect to a_dst T_u + a_src T_w, and sums over w. */
  private void gradDestination(int from, int to, int head) {
    double[] alpha = attention[head];
    for (int u = from; u < to; u++) {
      double mean = 0;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        mean += alpha[e] * gradScore[e];
      }
      double own = destination[u * heads + head];
      double total = 0;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        double z = own + source[columns[e] * heads + head];
        gradScore[e] = alpha[e] * (gradScore[e] - mean) * (z > 0 ? 1 : slope);
        total += gradScore[e];
      }
      gradDestination[u * heads + head] = total;
    }
  }

  private void gradSource(int from, int to, int head) {
    for (int w = from; w < to; w++) {
      double total = 0;
      for (int e = offsets[w]; e < offsets[w + 1]; e++) {
        total += gradScore[mirror[e]];
      }
      gradSource[w * heads + head] = total;
    }
  }

  private void gradScoreVectors(Workers workers) {
    DMatrixRMaj forSource = tensors.sourceScore().gradient();
    DMatrixRMaj forDestination = tensors.destinationScore().gradient();
    forSource.reshape(heads, headWidth);
    forDestination.reshape(heads, headWidth);
    workers.forRows(
        heads,
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
    int first = head * headWidth;
    Arrays.fill(out, first, first + headWidth, 0.0);
    for (int u = 0; u < nodes(); u++) {
      double weight = weights[u * heads + head];
      int at = (u * heads + head) * headWidth;
      for (int i = 0; i < headWidth; i++) {
        out[first + i] += weight * transformed.data[at + i];
      }
    }
  }

  private void addScoreGradients(int from, int to) {
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

  /*
   * Changes. For each changed row v of H the spare keeps, side by side, the changes of T_v, H_v S,
   * a_src T_v and a_dst T_v.
   */

  private int all() {
    return heads * headWidth;
  }

  private int atSkip() {
    return all();
  }

  private int atSource() {
    return tensors.skip().isPresent() ? 2 * all() : all();
  }

  private int atDestination() {
    return atSource() + heads;
  }

  /** Computes how one head of node u answers to the changes, or the directions, of some rows. */
  @FunctionalInterface
  private interface Head {
    void follow(int u, int own, int head, RowChanges changed, double[] change);
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges spare, RowChanges out) {
    scaleTransformed(row, factor - 1, spare);
    follow(spare, this::changeOfHead, out);
    return true;
  }

  @Override
  public boolean moveWithInputRow(int row, RowChanges spare, RowChanges out) {
    scaleTransformed(row, 1, spare);
    follow(spare, this::derivativeOfHead, out);
    return true;
  }

  private void scaleTransformed(int row, double factor, RowChanges spare) {
    spare.clear(atDestination() + heads);
    double[] change = spare.add(row);
    copyScaled(transformed.data, row, all(), factor, change, 0);
    if (tensors.skip().isPresent()) {
      copyScaled(skipped.data, row, all(), factor, change, atSkip());
    }
    copyScaled(source, row, heads, factor, change, atSource());
    copyScaled(destination, row, heads, factor, change, atDestination());
  }

  private static void copyScaled(
      double[] matrix, int row, int width, double factor, double[] out, int at) {
    for (int i = 0; i < width; i++) {
      out[at + i] = factor * matrix[row * width + i];
    }
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    transformRows(in, spare);
    follow(spare, this::changeOfHead, out);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    transformRows(in, spare);
    follow(spare, this::derivativeOfHead, out);
  }

  private void transformRows(RowChanges in, RowChanges spare) {
    spare.clear(atDestination() + heads);
    double[] product = new double[all()];
    for (int slot = 0; slot < in.count(); slot++) {
      double[] change = spare.add(in.row(slot));
      if (skipMap.isPresent()) {
        skipMap.get().multiplyRow(in.difference(slot), product);
        System.arraycopy(product, 0, change, atSkip(), all());
      }
      map.multiplyRow(in.difference(slot), product);
      System.arraycopy(product, 0, change, 0, all());
      for (int head = 0; head < heads; head++) {
        int first = head * headWidth;
        change[atSource() + head] =
            DenseKernels.dot(product, first, tensors.sourceScore().value().data, first, headWidth);
        change[atDestination() + head] =
            DenseKernels.dot(
                product, first, tensors.destinationScore().value().data, first, headWidth);
      }
    }
  }

  private void follow(RowChanges changed, Head kind, RowChanges out) {
    out.clear(outputWidth());
    double[] change = new double[all()];
    for (int slot = 0; slot < changed.count(); slot++) {
      int v = changed.row(slot);
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int u = columns[e];
        if (!out.contains(u)) {
          changeOfRow(u, changed, kind, change);
          combineChange(change, out.add(u));
        }
      }
    }
  }

  private void combineChange(double[] change, double[] out) {
    if (concatenated) {
      System.arraycopy(change, 0, out, 0, all());
    } else {
      for (int head = 0; head < heads; head++) {
        for (int i = 0; i < headWidth; i++) {
          out[i] += change[head * headWidth + i] / heads;
        }
      }
    }
  }

  /** Computes how the heads of node u change. */
  private void changeOfRow(int u, RowChanges changed, Head kind, double[] change) {
    int own = changed.slotOf(u);
    for (int head = 0; head < heads; head++) {
      kind.follow(u, own, head, changed, change);
    }
    if (own >= 0 && tensors.skip().isPresent()) {
      double[] ofOwn = changed.difference(own);
      for (int i = 0; i < all(); i++) {
        change[i] += ofOwn[atSkip() + i];
      }
    }
  }

  /**
   * Computes how one head of node u changes. With ρ_w = α_w e^(s'_uw - s_uw) and δ = sum of ρ_w -
   * α_w, the new head is (sum of ρ_w T'_w) / (1 + δ), so its change is
   *
   * <pre>
   * (sum of (ρ_w - α_w) T_w + ρ_w (T'_w - T_w)  -  δ head) / (1 + δ)
   * </pre>
   *
   * with terms for changed scores or rows only, and ρ_w - α_w from e^x - 1: a small change of the
   * input gives its small change of the output without cancellation. Where the change is so large
   * that this would overflow or cancel, the softmax is taken anew.
   */
  private void changeOfHead(int u, int own, int head, RowChanges changed, double[] change) {
    int first = head * headWidth;
    double before = destination[u * heads + head];
    double after = before + (own >= 0 ? changed.difference(own)[atDestination() + head] : 0);
    Arrays.fill(change, first, first + headWidth, 0.0);
    double delta = 0;
    double largest = 0;
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      int slot = changed.slotOf(columns[e]);
      if (own >= 0 || slot >= 0) {
        double scoreBefore = leaky(before + source[columns[e] * heads + head]);
        double scoreAfter = leaky(after + sourceAfter(columns[e], slot, head, changed));
        double alpha = attention[head][e];
        double growth = alpha * Math.expm1(scoreAfter - scoreBefore);
        largest = Math.max(largest, scoreAfter - scoreBefore);
        delta += growth;
        addChanges(growth, alpha + growth, columns[e], slot, first, changed, change);
      }
    }
    if (largest > LARGEST_GROWTH || !(delta > SMALLEST_DELTA)) {
      changeOfHeadAnew(u, after, head, changed, change);
      return;
    }
    int at = u * all() + first;
    for (int i = 0; i < headWidth; i++) {
      change[first + i] = (change[first + i] - delta * attended.data[at + i]) / (1 + delta);
    }
  }

  /**
   * Computes the derivative of one head of node u. With dots for derivatives, the softmax gives
   * α̇_w = α_w (ṡ_w - mean of ṡ under α), so that of the head is
   *
   * <pre>
   * sum of α_w (ṡ_w T_w + Ṫ_w)  -  (sum of α_w ṡ_w) head
   * </pre>
   *
   * with terms for moving scores or rows only.
   */
  private void derivativeOfHead(
      int u, int own, int head, RowChanges directions, double[] derivative) {
    int first = head * headWidth;
    double at = destination[u * heads + head];
    double ownSpeed = own >= 0 ? directions.difference(own)[atDestination() + head] : 0;
    Arrays.fill(derivative, first, first + headWidth, 0.0);
    double mean = 0;
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      int slot = directions.slotOf(columns[e]);
      if (own >= 0 || slot >= 0) {
        double speed = ownSpeed;
        if (slot >= 0) {
          speed += directions.difference(slot)[atSource() + head];
        }
        double scoreSpeed = at + source[columns[e] * heads + head] > 0 ? speed : slope * speed;
        double alpha = attention[head][e];
        mean += alpha * scoreSpeed;
        addChanges(alpha * scoreSpeed, alpha, columns[e], slot, first, directions, derivative);
      }
    }
    int of = u * all() + first;
    for (int i = 0; i < headWidth; i++) {
      derivative[first + i] -= mean * attended.data[of + i];
    }
  }

  private double sourceAfter(int w, int slot, int head, RowChanges changed) {
    double before = source[w * heads + head];
    return slot < 0 ? before : before + changed.difference(slot)[atSource() + head];
  }

  /** Adds growth T_w + share (T'_w - T_w). */
  private void addChanges(
      double growth,
      double share,
      int w,
      int slot,
      int first,
      RowChanges changed,
      double[] change) {
    int at = w * all() + first;
    for (int i = 0; i < headWidth; i++) {
      change[first + i] += growth * transformed.data[at + i];
    }
    if (slot >= 0) {
      double[] difference = changed.difference(slot);
      for (int i = 0; i < headWidth; i++) {
        change[first + i] += share * difference[first + i];
      }
    }
  }

  private void changeOfHeadAnew(
      int u, double after, int head, RowChanges changed, double[] change) {
    int first = head * headWidth;
    Arrays.fill(change, first, first + headWidth, 0.0);
    double largest = Double.NEGATIVE_INFINITY;
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      largest = Math.max(largest, scoreAfter(e, after, head, changed));
    }
    double total = 0;
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      total += Math.exp(scoreAfter(e, after, head, changed) - largest);
    }
    for (int e = offsets[u]; e < offsets[u + 1]; e++) {
      double share = Math.exp(scoreAfter(e, after, head, changed) - largest) / total;
      addChanges(
          share - attention[head][e],
          share,
          columns[e],
          changed.slotOf(columns[e]),
          first,
          changed,
          change);
    }
  }

  private double scoreAfter(int e, double after, int head, RowChanges changed) {
    return leaky(after + sourceAfter(columns[e], changed.slotOf(columns[e]), head, changed));
  }
}
