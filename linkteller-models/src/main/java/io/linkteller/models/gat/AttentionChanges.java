package io.linkteller.models.gat;

import io.linkteller.matrix.DenseKernels;
import io.linkteller.models.layer.LinearMap;
import io.linkteller.models.network.RowChanges;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Optional;

/**
 * Computes changes and directional derivatives of the output of a {@link GatLayer} when a few rows
 * of its input change. Only nodes that attend to these rows are recomputed, based on the
 * intermediate results of the last forward pass.
 *
 * <p>For each changed row v of H, the scratch buffer {@code spare} holds the concatenated changes
 * of T_v, H_v S, a_src T_v and a_dst T_v.
 */
final class AttentionChanges {

  /** If a score grows by more than this, the softmax is recomputed instead of updated. */
  private static final double LARGEST_GROWTH = 20;

  /** Below this δ, the denominator 1 + δ of the updated softmax loses digits to cancellation. */
  private static final double SMALLEST_DELTA = -0.5;

  private final Attention attention;
  private final boolean concatenated;
  private final GatTensors tensors;
  private final LinearMap map;
  private final Optional<LinearMap> skipMap;

  // The offsets of the parts of a row of the scratch buffer after T_v, and the length of a row.
  private final int atSkip;
  private final int atSource;
  private final int atDestination;
  private final int keptWidth;

  AttentionChanges(
      Attention attention,
      boolean concatenated,
      GatTensors tensors,
      LinearMap map,
      Optional<LinearMap> skipMap) {
    this.attention = attention;
    this.concatenated = concatenated;
    this.tensors = tensors;
    this.map = map;
    this.skipMap = skipMap;
    this.atSkip = attention.width;
    this.atSource = skipMap.isPresent() ? atSkip + attention.width : atSkip;
    this.atDestination = atSource + attention.heads;
    this.keptWidth = atDestination + attention.heads;
  }

  /** Computes the change or the directional derivative of one head of node u. */
  @FunctionalInterface
  private interface Head {
    void follow(int u, int own, int head, RowChanges changed, double[] change);
  }

  void scaleInputRow(int row, double factor, RowChanges spare, RowChanges out) {
    scaleTransformed(row, factor - 1, spare);
    follow(spare, this::changeOfHead, out);
  }

  void moveWithInputRow(int row, RowChanges spare, RowChanges out) {
    scaleTransformed(row, 1, spare);
    follow(spare, this::derivativeOfHead, out);
  }

  void changeInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    transformRows(in, spare);
    follow(spare, this::changeOfHead, out);
  }

  void moveInputRows(RowChanges in, RowChanges spare, RowChanges out) {
    transformRows(in, spare);
    follow(spare, this::derivativeOfHead, out);
  }

  void changeObservedRows(RowChanges in, IntList observed, RowChanges spare, RowChanges out) {
    transformRows(in, spare);
    followTo(observed, spare, this::changeOfHead, out);
  }

  void moveObservedRows(RowChanges in, IntList observed, RowChanges spare, RowChanges out) {
    transformRows(in, spare);
    followTo(observed, spare, this::derivativeOfHead, out);
  }

  private void scaleTransformed(int row, double factor, RowChanges spare) {
    spare.clear(keptWidth);
    double[] change = spare.add(row);
    copyScaled(attention.transformed.data, row, attention.width, factor, change, 0);
    if (skipMap.isPresent()) {
      copyScaled(attention.skipped.data, row, attention.width, factor, change, atSkip);
    }
    copyScaled(attention.source, row, attention.heads, factor, change, atSource);
    copyScaled(attention.destination, row, attention.heads, factor, change, atDestination);
  }

  private static void copyScaled(
      double[] matrix, int row, int width, double factor, double[] out, int at) {
    for (int i = 0; i < width; i++) {
      out[at + i] = factor * matrix[row * width + i];
    }
  }

  private void transformRows(RowChanges in, RowChanges spare) {
    spare.clear(keptWidth);
    int headWidth = attention.headWidth;
    double[] product = new double[attention.width];
    for (int slot = 0; slot < in.count(); slot++) {
      double[] change = spare.add(in.row(slot));
      if (skipMap.isPresent()) {
        skipMap.get().multiplyRow(in.difference(slot), product);
        System.arraycopy(product, 0, change, atSkip, product.length);
      }
      map.multiplyRow(in.difference(slot), product);
      System.arraycopy(product, 0, change, 0, product.length);
      for (int head = 0; head < attention.heads; head++) {
        int first = head * headWidth;
        change[atSource + head] =
            DenseKernels.dot(product, first, tensors.sourceScore().value().data, first, headWidth);
        change[atDestination + head] =
            DenseKernels.dot(
                product, first, tensors.destinationScore().value().data, first, headWidth);
      }
    }
  }

  private void follow(RowChanges changed, Head kind, RowChanges out) {
    follow(changed, 0, Integer.MAX_VALUE, kind, out);
  }

  /** Propagates changes to the rows from {@code first} to {@code last}. */
  private void follow(RowChanges changed, int first, int last, Head kind, RowChanges out) {
    out.clear(concatenated ? attention.width : attention.headWidth);
    double[] change = new double[attention.width];
    for (int slot = 0; slot < changed.count(); slot++) {
      int v = changed.row(slot);
      for (int e = attention.offsets[v]; e < attention.offsets[v + 1]; e++) {
        int u = attention.columns[e];
        if (u >= first && u <= last && !out.contains(u)) {
          changeOfRow(u, changed, kind, change);
          combineChange(change, out.add(u));
        }
      }
    }
  }

  /** Propagates changes to those observed rows that attend to a changed row. */
  private void followTo(IntList observed, RowChanges changed, Head kind, RowChanges out) {
    if (isCheaperFromChanges(observed, changed)) {
      follow(changed, observed.getInt(0), observed.getInt(observed.size() - 1), kind, out);
      return;
    }
    out.clear(concatenated ? attention.width : attention.headWidth);
    double[] change = new double[attention.width];
    for (int i = 0; i < observed.size(); i++) {
      int u = observed.getInt(i);
      int e = attention.offsets[u];
      int end = attention.offsets[u + 1];
      while (e < end && !changed.contains(attention.columns[e])) {
        e++;
      }
      if (e < end) {
        changeOfRow(u, changed, kind, change);
        combineChange(change, out.add(u));
      }
    }
  }

  /**
   * Returns whether the changed rows have fewer neighbors than there are observed rows, as in a
   * large graph of which all rows are observed.
   */
  private boolean isCheaperFromChanges(IntList observed, RowChanges changed) {
    long neighbors = 0;
    for (int slot = 0; slot < changed.count() && neighbors < observed.size(); slot++) {
      int v = changed.row(slot);
      neighbors += attention.offsets[v + 1] - attention.offsets[v];
    }
    return neighbors < observed.size();
  }

  private void combineChange(double[] change, double[] out) {
    if (concatenated) {
      System.arraycopy(change, 0, out, 0, change.length);
    } else {
      for (int head = 0; head < attention.heads; head++) {
        for (int i = 0; i < attention.headWidth; i++) {
          out[i] += change[head * attention.headWidth + i] / attention.heads;
        }
      }
    }
  }

  /** Computes the change or derivative of all heads of node u. */
  private void changeOfRow(int u, RowChanges changed, Head kind, double[] change) {
    int own = changed.slotOf(u);
    for (int head = 0; head < attention.heads; head++) {
      kind.follow(u, own, head, changed, change);
    }
    if (own >= 0 && skipMap.isPresent()) {
      double[] ofOwn = changed.difference(own);
      for (int i = 0; i < change.length; i++) {
        change[i] += ofOwn[atSkip + i];
      }
    }
  }

  /**
   * Computes the change of one head of node u. With ρ_w = α_w e^(s'_uw - s_uw) and δ = sum of (ρ_w
   * - α_w), the new head is (sum of ρ_w T'_w) / (1 + δ), so its change is
   *
   * <pre>
   * (sum of (ρ_w - α_w) T_w + ρ_w (T'_w - T_w)  -  δ head) / (1 + δ)
   * </pre>
   *
   * where only changed scores or rows contribute. Computing ρ_w - α_w with expm1 avoids
   * cancellation for small changes. If a change is so large that this would overflow or cancel, the
   * softmax is recomputed.
   */
  private void changeOfHead(int u, int own, int head, RowChanges changed, double[] change) {
    int headWidth = attention.headWidth;
    int first = head * headWidth;
    double before = attention.destination[u * attention.heads + head];
    double after = before + (own >= 0 ? changed.difference(own)[atDestination + head] : 0);
    Arrays.fill(change, first, first + headWidth, 0.0);
    double delta = 0;
    double largest = 0;
    for (int e = attention.offsets[u]; e < attention.offsets[u + 1]; e++) {
      int w = attention.columns[e];
      int slot = changed.slotOf(w);
      if (own >= 0 || slot >= 0) {
        double scoreBefore = attention.leaky(before + sourceOf(w, head));
        double scoreAfter = attention.leaky(after + sourceAfter(w, slot, head, changed));
        double alpha = attention.alpha[head][e];
        double growth = alpha * Math.expm1(scoreAfter - scoreBefore);
        largest = Math.max(largest, scoreAfter - scoreBefore);
        delta += growth;
        addChanges(growth, alpha + growth, w, slot, first, changed, change);
      }
    }
    if (largest > LARGEST_GROWTH || !(delta > SMALLEST_DELTA)) {
      changeOfHeadAnew(u, after, head, changed, change);
      return;
    }
    int at = u * attention.width + first;
    for (int i = 0; i < headWidth; i++) {
      change[first + i] =
          (change[first + i] - delta * attention.attended.data[at + i]) / (1 + delta);
    }
  }

  /**
   * Computes the derivative of one head of node u. Dots denote derivatives. The softmax gives α̇_w
   * = α_w (ṡ_w - sum over x of α_x ṡ_x), so the derivative of the head is
   *
   * <pre>
   * sum of α_w (ṡ_w T_w + Ṫ_w)  -  (sum of α_w ṡ_w) head
   * </pre>
   *
   * where only scores or rows with a nonzero derivative contribute.
   */
  private void derivativeOfHead(
      int u, int own, int head, RowChanges directions, double[] derivative) {
    int headWidth = attention.headWidth;
    int first = head * headWidth;
    double at = attention.destination[u * attention.heads + head];
    double ownSpeed = own >= 0 ? directions.difference(own)[atDestination + head] : 0;
    Arrays.fill(derivative, first, first + headWidth, 0.0);
    double mean = 0;
    for (int e = attention.offsets[u]; e < attention.offsets[u + 1]; e++) {
      int w = attention.columns[e];
      int slot = directions.slotOf(w);
      if (own >= 0 || slot >= 0) {
        double speed = ownSpeed;
        if (slot >= 0) {
          speed += directions.difference(slot)[atSource + head];
        }
        double scoreSpeed = attention.slopeAt(at + sourceOf(w, head)) * speed;
        double alpha = attention.alpha[head][e];
        mean += alpha * scoreSpeed;
        addChanges(alpha * scoreSpeed, alpha, w, slot, first, directions, derivative);
      }
    }
    int of = u * attention.width + first;
    for (int i = 0; i < headWidth; i++) {
      derivative[first + i] -= mean * attention.attended.data[of + i];
    }
  }

  private double sourceOf(int w, int head) {
    return attention.source[w * attention.heads + head];
  }

  private double sourceAfter(int w, int slot, int head, RowChanges changed) {
    double before = sourceOf(w, head);
    return slot < 0 ? before : before + changed.difference(slot)[atSource + head];
  }

  /** Adds growth * T_w + share * (T'_w - T_w) to the change of a head. */
  private void addChanges(
      double growth,
      double share,
      int w,
      int slot,
      int first,
      RowChanges changed,
      double[] change) {
    int headWidth = attention.headWidth;
    double[] transformed = attention.transformed.data;
    int at = w * attention.width + first;
    for (int i = 0; i < headWidth; i++) {
      change[first + i] += growth * transformed[at + i];
    }
    if (slot >= 0) {
      double[] difference = changed.difference(slot);
      for (int i = 0; i < headWidth; i++) {
        change[first + i] += share * difference[first + i];
      }
    }
  }

  /**
   * Computes the change of one head by recomputing its softmax, as {@link Attention#attend} does.
   */
  private void changeOfHeadAnew(
      int u, double after, int head, RowChanges changed, double[] change) {
    int first = head * attention.headWidth;
    int begin = attention.offsets[u];
    int end = attention.offsets[u + 1];
    Arrays.fill(change, first, first + attention.headWidth, 0.0);
    double largest = Double.NEGATIVE_INFINITY;
    for (int e = begin; e < end; e++) {
      largest = Math.max(largest, scoreAfter(e, after, head, changed));
    }
    double total = 0;
    for (int e = begin; e < end; e++) {
      total += Math.exp(scoreAfter(e, after, head, changed) - largest);
    }
    for (int e = begin; e < end; e++) {
      double share = Math.exp(scoreAfter(e, after, head, changed) - largest) / total;
      int w = attention.columns[e];
      addChanges(
          share - attention.alpha[head][e], share, w, changed.slotOf(w), first, changed, change);
    }
  }

  private double scoreAfter(int e, double after, int head, RowChanges changed) {
    int w = attention.columns[e];
    return attention.leaky(after + sourceAfter(w, changed.slotOf(w), head, changed));
  }
}
