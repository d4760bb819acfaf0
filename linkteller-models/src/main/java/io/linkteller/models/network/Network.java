package io.linkteller.models.network;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A stack of layers on a fixed graph, with the buffers of its passes. Dropout is applied to the
 * output of every layer but the last.
 *
 * <p>Passes belong to one thread at a time; after {@link #predict}, {@link #logitChanges} may be
 * called from many.
 */
public final class Network {

  private final List<Layer> layers;
  private final List<DMatrixRMaj> outputs = new ArrayList<>();
  private final List<DMatrixRMaj> gradients = new ArrayList<>();
  private final double dropout;
  private final Workers workers;
  private long dropoutSeed;
  private int dropoutEpoch;

  /**
   * Stacks layers.
   *
   * @param layers at least one; the output width of each is the input width of the next
   * @param dropout p, in [0, 1)
   * @param workers who shares the rows of a pass
   * @throws IllegalArgumentException if there is no layer or widths do not fit
   */
  public Network(List<? extends Layer> layers, double dropout, Workers workers) {
    if (layers.isEmpty()) {
      throw new IllegalArgumentException("a network needs at least one layer");
    }
    for (int l = 1; l < layers.size(); l++) {
      if (layers.get(l).inputWidth() != layers.get(l - 1).outputWidth()) {
        throw new IllegalArgumentException(
            "layer "
                + (l + 1)
                + " takes "
                + layers.get(l).inputWidth()
                + " columns, layer "
                + l
                + " gives "
                + layers.get(l - 1).outputWidth());
      }
    }
    this.layers = List.copyOf(layers);
    this.dropout = dropout;
    this.workers = workers;
    for (int l = 0; l < layers.size(); l++) {
      outputs.add(new DMatrixRMaj(0, 0));
      gradients.add(new DMatrixRMaj(0, 0));
    }
  }

  /**
   * Returns the parameters of all layers.
   *
   * @return live tensors, in order
   */
  public List<Tensor> parameters() {
    List<Tensor> all = new ArrayList<>();
    layers.forEach(layer -> all.addAll(layer.parameters()));
    return all;
  }

  /**
   * Computes logits without dropout.
   *
   * @param x X, n x d
   * @return n x c; valid until the next pass
   */
  public DMatrixRMaj predict(LeftOperand x) {
    return forward(x, 0);
  }

  /**
   * Computes logits with dropout.
   *
   * @param x X, n x d
   * @param seed the seed of the training run
   * @param epoch which epoch: each has masks of its own
   * @return n x c; valid until the next pass
   */
  public DMatrixRMaj predictForTraining(LeftOperand x, long seed, int epoch) {
    dropoutSeed = seed;
    dropoutEpoch = epoch;
    return forward(x, dropout);
  }

  private DMatrixRMaj forward(LeftOperand x, double rate) {
    LeftOperand in = x;
    for (int l = 0; l < layers.size(); l++) {
      DMatrixRMaj out = outputs.get(l);
      layers.get(l).forward(in, out, workers);
      if (l + 1 < layers.size()) {
        Dropout.apply(out, rate, Dropout.key(dropoutSeed, dropoutEpoch, l), workers);
        in = DenseOperand.view(out);
      }
    }
    return outputs.get(layers.size() - 1);
  }

  /**
   * Computes the gradients of all parameters, after {@link #predictForTraining} for the same input.
   *
   * @param x X
   * @param gradLogits dL/d logits, n x c; its contents are destroyed
   */
  public void backward(LeftOperand x, DMatrixRMaj gradLogits) {
    DMatrixRMaj gradOut = gradLogits;
    for (int l = layers.size() - 1; l >= 0; l--) {
      boolean first = l == 0;
      LeftOperand in = first ? x : DenseOperand.view(outputs.get(l - 1));
      DMatrixRMaj gradIn = gradients.get(l);
      layers
          .get(l)
          .backward(
              in, outputs.get(l), gradOut, first ? Optional.empty() : Optional.of(gradIn), workers);
      if (!first) {
        Dropout.apply(gradIn, dropout, Dropout.key(dropoutSeed, dropoutEpoch, l - 1), workers);
        gradOut = gradIn;
      }
    }
  }

  /**
   * Computes how the logits of the last {@link #predict} change when one row of its X is multiplied
   * by a factor. By Theorem 1 of the paper only rows within k hops of it can, for k layers.
   *
   * @param row the row of X
   * @param factor what it is multiplied by
   * @param scratch two sets of changes for n rows, of the calling thread
   * @return one of the two: the changes of the logits
   */
  public RowChanges logitChanges(int row, double factor, Scratch scratch) {
    RowChanges in = scratch.one;
    RowChanges out = scratch.other;
    layers.get(0).scaleInputRow(row, factor, out);
    for (int l = 1; l < layers.size(); l++) {
      RowChanges swap = in;
      in = out;
      out = swap;
      layers.get(l).changeInputRows(in, out);
    }
    return out;
  }

  /** What a thread needs to follow changes through the layers. */
  public static final class Scratch {

    private final RowChanges one;
    private final RowChanges other;

    /**
     * Returns empty scratch.
     *
     * @param nodes n
     */
    public Scratch(int nodes) {
      one = new RowChanges(nodes);
      other = new RowChanges(nodes);
    }
  }
}
