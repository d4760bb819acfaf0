package io.linkteller.models.operator;

import io.linkteller.matrix.DenseKernels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;

/**
 * Changes and directional derivatives of the output of {@link Attention} when a few rows of T
 * change. Only nodes that attend to these rows are recomputed, from the results of the last forward
 * pass. The symbols are those of {@link Attention}.
 */
final class AttentionChanges {

  private final Attention attention;
  private final Changes in;
  private final boolean derivative;
  private final RowChanges changed;
  private final double[] t;
  private final double[] before;
  private final int heads;
  private final int width;

  AttentionChanges(Attention attention, Changes in, boolean derivative) {
    this.attention = attention;
    this.in = in;
    this.derivative = derivative;
    this.changed = in.of(0);
    this.t = in.dense(0).data;
    this.before = in.output().data;
    this.heads = attention.heads;
    this.width = in.dense(1).numCols;
  }

  void follow(RowChanges out) {
    // For each changed row v: the changes of a_src T_v for all heads, then those of a_dst T_v.
    RowChanges scores = in.borrow(in.dense(0).numRows, 2 * heads);
    for (int slot = 0; slot < changed.count(); slot++) {
      double[] score = scores.add(changed.row(slot));
      double[] difference = changed.difference(slot);
      for (int head = 0; head < heads; head++) {
        int first = head * width;
        score[head] = DenseKernels.dot(difference, first, in.dense(1).data, first, width);
        score[heads + head] = DenseKernels.dot(difference, first, in.dense(2).data, first, width);
      }
    }
    IntList wanted = in.wanted();
    if (in.wantsAll() || isCheaperFromChanges(wanted)) {
      spread(in.firstWanted(), in.lastWanted(), scores, out);
    } else {
      for (int i = 0; i < wanted.size(); i++) {
        int u = wanted.getInt(i);
        int e = attention.offsets[u];
        int end = attention.offsets[u + 1];
        while (e < end && !changed.contains(attention.columns[e])) {
          e++;
        }
        if (e < end || changed.contains(u)) {
          follow(u, scores, out.add(u));
        }
      }
    }
    in.release(scores);
  }

  /** Propagates changes to the rows from {@code first} to {@code last}. */
  private void spread(int first, int last, RowChanges scores, RowChanges out) {
    for (int slot = 0; slot < changed.count(); slot++) {
      int v = changed.row(slot);
      if (v >= first && v <= last && !out.contains(v)) {
        follow(v, scores, out.add(v));
      }
      for (int e = attention.attendedBy.offset(v); e < attention.attendedBy.offset(v + 1); e++) {
        int u = attention.attendedBy.column(e);
        if (u >= first && u <= last && !out.contains(u)) {
          follow(u, scores, out.add(u));
        }
      }
    }
  }

  /**
   * Returns whether the changed rows have fewer neighbors than there are wanted rows, which is
   * common if all rows of a large graph are observed.
   */
  private boolean isCheaperFromChanges(IntList wanted) {
    long neighbors = 0;
    for (int slot = 0; slot < changed.count() && neighbors < wanted.size(); slot++) {
      int v = changed.row(slot);
      neighbors += attention.attendedBy.offset(v + 1) - attention.attendedBy.offset(v);
    }
    return neighbors < wanted.size();
  }

  private void follow(int u, RowChanges scores, double[] out) {
    int own = changed.slotOf(u);
    for (int head = 0; head < heads; head++) {
      if (derivative) {
        derivativeOfHead(u, own, head, scores, out);
      } else {
        changeOfHead(u, own, head, scores, out);
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
  private void changeOfHead(int u, int own, int head, RowChanges scores, double[] out) {
    int first = head * width;
    double destination = attention.destination[u * heads + head];
    double after = destination + (own >= 0 ? scores.difference(own)[heads + head] : 0);
    double delta = 0;
    double largest = 0;
    for (int e = attention.offsets[u]; e < attention.offsets[u + 1]; e++) {
      int w = attention.columns[e];
      int slot = changed.slotOf(w);
      if (own >= 0 || slot >= 0) {
        double scoreBefore = attention.leaky.value(destination + sourceOf(e, head));
        double scoreAfter = attention.leaky.value(after + sourceAfter(e, slot, head, scores));
        double alpha = attention.alpha[head][e];
        double growth = alpha * Math.expm1(scoreAfter - scoreBefore);
        largest = Math.max(largest, scoreAfter - scoreBefore);
        delta += growth;
        add(growth, alpha + growth, w, slot, first, out);
      }
    }
    if (largest > GroupSoftmax.MAX_GROWTH || !(delta > GroupSoftmax.MIN_DELTA)) {
      changeOfHeadAnew(u, after, head, scores, out);
      return;
    }
    int at = u * heads * width + first;
    for (int i = 0; i < width; i++) {
      out[first + i] = (out[first + i] - delta * before[at + i]) / (1 + delta);
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
  private void derivativeOfHead(int u, int own, int head, RowChanges scores, double[] out) {
    int first = head * width;
    double destination = attention.destination[u * heads + head];
    double ownSpeed = own >= 0 ? scores.difference(own)[heads + head] : 0;
    double mean = 0;
    for (int e = attention.offsets[u]; e < attention.offsets[u + 1]; e++) {
      int w = attention.columns[e];
      int slot = changed.slotOf(w);
      if (own >= 0 || slot >= 0) {
        double speed = ownSpeed + (slot >= 0 ? scores.difference(slot)[head] : 0);
        double scoreSpeed = attention.leaky.slope(destination + sourceOf(e, head)) * speed;
        double alpha = attention.alpha[head][e];
        mean += alpha * scoreSpeed;
        add(alpha * scoreSpeed, alpha, w, slot, first, out);
      }
    }
    int at = u * heads * width + first;
    for (int i = 0; i < width; i++) {
      out[first + i] -= mean * before[at + i];
    }
  }

  /** Returns the part of the score of an entry that does not come from the attending node. */
  private double sourceOf(int e, int head) {
    return attention.source[attention.columns[e] * heads + head] + attention.ofEntry(e, head);
  }

  private double sourceAfter(int e, int slot, int head, RowChanges scores) {
    return slot < 0 ? sourceOf(e, head) : sourceOf(e, head) + scores.difference(slot)[head];
  }

  /** Adds growth * T_w + share * (T'_w - T_w) to a head. */
  private void add(double growth, double share, int w, int slot, int first, double[] out) {
    // Local copies save the loops from rereading fields after each store.
    int size = width;
    double[] transformed = t;
    int at = w * heads * size + first;
    for (int i = 0; i < size; i++) {
      out[first + i] += growth * transformed[at + i];
    }
    if (slot >= 0) {
      double[] difference = changed.difference(slot);
      for (int i = 0; i < size; i++) {
        out[first + i] += share * difference[first + i];
      }
    }
  }

  /** Computes the change of one head by recomputing its softmax. */
  private void changeOfHeadAnew(int u, double after, int head, RowChanges scores, double[] out) {
    int first = head * width;
    int begin = attention.offsets[u];
    int end = attention.offsets[u + 1];
    Arrays.fill(out, first, first + width, 0.0);
    double largest = Double.NEGATIVE_INFINITY;
    for (int e = begin; e < end; e++) {
      largest = Math.max(largest, scoreAfter(e, after, head, scores));
    }
    double total = 0;
    for (int e = begin; e < end; e++) {
      total += Math.exp(scoreAfter(e, after, head, scores) - largest);
    }
    for (int e = begin; e < end; e++) {
      double share = Math.exp(scoreAfter(e, after, head, scores) - largest) / total;
      int w = attention.columns[e];
      add(share - attention.alpha[head][e], share, w, changed.slotOf(w), first, out);
    }
  }

  private double scoreAfter(int e, double after, int head, RowChanges scores) {
    int slot = changed.slotOf(attention.columns[e]);
    return attention.leaky.value(after + sourceAfter(e, slot, head, scores));
  }
}
