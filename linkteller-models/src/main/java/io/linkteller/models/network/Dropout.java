package io.linkteller.models.network;

import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * Inverted dropout: each number is set to zero with probability p and else divided by 1 - p. The
 * mask is a function of a key and the position alone, so it can be drawn again for the backward
 * pass, and does not depend on the number of threads.
 */
public final class Dropout {

  private static final int BLOCK_ROWS = 64;
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private Dropout() {}

  /**
   * Returns the key of a mask.
   *
   * @param seed the seed of the training run
   * @param epoch which epoch
   * @param layer which layer
   * @return a key
   */
  public static long key(long seed, int epoch, int layer) {
    return mix(mix(seed + GOLDEN_GAMMA * (epoch + 1)) + GOLDEN_GAMMA * (layer + 1));
  }

  /**
   * Applies a mask: to activations in the forward pass, to their derivatives in the backward pass.
   *
   * @param matrix what is masked, in place
   * @param rate p, in [0, 1)
   * @param key which mask
   * @param workers who shares the rows
   */
  public static void apply(DMatrixRMaj matrix, double rate, long key, Workers workers) {
    if (rate == 0) {
      return;
    }
    int width = matrix.numCols;
    double[] data = matrix.data;
    double kept = 1 / (1 - rate);
    // Two decisions from one draw: 32 bits each, so p is met to 2^-32.
    long threshold = (long) (rate * 0x1p32);
    workers.forRows(
        matrix.numRows,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            long state = mix(key ^ (GOLDEN_GAMMA * (row + 1)));
            int end = (row + 1) * width;
            for (int i = row * width; i < end; i += 2) {
              state += GOLDEN_GAMMA;
              long bits = mix(state);
              data[i] *= (bits >>> 32) < threshold ? 0.0 : kept;
              if (i + 1 < end) {
                data[i + 1] *= (bits & 0xffffffffL) < threshold ? 0.0 : kept;
              }
            }
          }
        });
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}
