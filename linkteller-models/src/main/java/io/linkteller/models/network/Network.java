package io.linkteller.models.network;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of stages on a fixed graph, together with the buffers of its passes: H_l =
 * σ_l(layer_l(dropout_l(H_(l-1)))), H_0 = X.
 *
 * <p>Only one thread at a time may run a pass. After {@link #predict}, several threads may call
 * {@link #logitChanges} and {@link #logitDerivatives}.
 */
public final class Network {

  /**
   * The number of entries that are activated and then masked while they are in the first-level
   * cache.
   */
  private static final int BLOCK = 1 << 11;

  private final List<Stage> stages;

  /** The layers of the stages, with an adapter around those that are not incremental. */
  private final List<IncrementalLayer> layers;

  private final Workers workers;

  /** Z_l of every stage. */
  private final List<DMatrixRMaj> outputs = new ArrayList<>();

  /**
   * dropout_(l+1)(σ_l(Z_l)) of every stage; unused for the last stage if its activation is the
   * identity.
   */
  private final List<DMatrixRMaj> activated = new ArrayList<>();

  private final List<DMatrixRMaj> gradients = new ArrayList<>();
  private Pass pass;
  private @Nullable LeftOperand input;
  private @Nullable DroppedInput droppedInput;

  /**
   * Creates a network.
   *
   * @param stages at least one; the output width of each must be the input width of the next
   * @param workers the executor of the passes
   * @throws IllegalArgumentException if there is no stage or the widths of two adjacent stages
   *     differ
   */
  public Network(List<Stage> stages, Workers workers) {
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("a network needs at least one layer");
    }
    for (int l = 1; l < stages.size(); l++) {
      int given = stages.get(l - 1).layer().outputWidth();
      int taken = stages.get(l).layer().inputWidth();
      if (taken != given) {
        throw new IllegalArgumentException(
            "layer "
                + (l + 1)
                + " has "
                + taken
                + " input columns, but layer "
                + l
                + " has "
                + given
                + " output columns");
      }
    }
    this.stages = List.copyOf(stages);
    this.layers = stages.stream().map(stage -> IncrementalLayer.of(stage.layer())).toList();
    this.workers = workers;
    this.pass = Pass.predicting(workers);
    for (int l = 0; l < stages.size(); l++) {
      outputs.add(new DMatrixRMaj(0, 0));
      activated.add(new DMatrixRMaj(0, 0));
      gradients.add(new DMatrixRMaj(0, 0));
    }
  }

  /** {@return the live parameter tensors of all layers, in order} */
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
  public DMatrixRMaj predict(FeatureMatrix x) {
    return forward(x, Pass.predicting(workers));
  }

  /**
   * Computes logits with dropout.
   *
   * @param x X, n x d
   * @param seed the seed of the training run
   * @param epoch the epoch; each has its own masks
   * @return n x c; valid until the next pass
   * @throws IllegalArgumentException if the dropout rate of input features is positive and {@code
   *     x} is neither sparse nor dense
   */
  public DMatrixRMaj predictForTraining(FeatureMatrix x, long seed, int epoch) {
    return forward(x, Pass.training(workers, seed, epoch));
  }

  private DMatrixRMaj forward(FeatureMatrix x, Pass newPass) {
    pass = newPass;
    LeftOperand in = inputOf(x);
    input = in;
    for (int l = 0; l < stages.size(); l++) {
      DMatrixRMaj out = outputs.get(l);
      layers.get(l).forward(in, out, pass.ofLayer(l));
      if (!isLast(l)) {
        activate(l);
        in = DenseOperand.view(activated.get(l));
      }
    }
    int last = stages.size() - 1;
    if (stages.get(last).activation().equals(Activation.IDENTITY)) {
      return outputs.get(last);
    }
    activate(last);
    return activated.get(last);
  }

  private LeftOperand inputOf(FeatureMatrix x) {
    DropoutMask mask = maskOf(0);
    if (mask.dropsNothing()) {
      return x;
    }
    DroppedInput dropped = droppedInput;
    if (dropped == null || dropped.of() != x) {
      dropped = DroppedInput.of(x);
      droppedInput = dropped;
    }
    return dropped.under(mask, workers);
  }

  private boolean isLast(int l) {
    return l == stages.size() - 1;
  }

  /**
   * Returns the mask of the input of stage l, which is separate from any masks inside its layer.
   */
  private DropoutMask maskOf(int l) {
    double rate = pass.isTraining() && l < stages.size() ? stages.get(l).inputDropout() : 0;
    return new DropoutMask(rate, pass.ofLayer(l).dropoutKey(-1));
  }

  private void activate(int l) {
    DMatrixRMaj z = outputs.get(l);
    DMatrixRMaj h = activated.get(l);
    h.reshape(z.numRows, z.numCols);
    Activation activation = stages.get(l).activation();
    DropoutMask mask = maskOf(l + 1);
    workers.forRows(
        z.getNumElements(),
        BLOCK,
        (from, to) -> {
          activation.apply(z.data, from, to, h.data);
          mask.apply(h.data, from, to);
        });
  }

  /**
   * Turns derivatives with respect to the input of stage l + 1 into derivatives with respect to
   * Z_l.
   */
  private void deactivate(int l, DMatrixRMaj gradient) {
    DMatrixRMaj z = outputs.get(l);
    Activation activation = stages.get(l).activation();
    DropoutMask mask = maskOf(l + 1);
    workers.forRows(
        z.getNumElements(),
        BLOCK,
        (from, to) -> {
          mask.apply(gradient.data, from, to);
          activation.multiplyBySlope(z.data, from, to, gradient.data);
        });
  }

  /**
   * Computes the gradients of all parameters. Must follow {@link #predict} or {@link
   * #predictForTraining}.
   *
   * @param gradLogits dL/d logits, n x c; its contents are destroyed
   * @throws IllegalStateException if there was no forward pass
   */
  public void backward(DMatrixRMaj gradLogits) {
    LeftOperand x = input;
    if (x == null) {
      throw new IllegalStateException("a backward pass requires a preceding forward pass");
    }
    DMatrixRMaj gradOut = gradLogits;
    for (int l = stages.size() - 1; l >= 0; l--) {
      deactivate(l, gradOut);
      boolean first = l == 0;
      LeftOperand in = first ? x : DenseOperand.view(activated.get(l - 1));
      DMatrixRMaj gradIn = gradients.get(l);
      layers
          .get(l)
          .backward(in, gradOut, first ? Optional.empty() : Optional.of(gradIn), pass.ofLayer(l));
      gradOut = gradIn;
    }
  }

  /**
   * Computes the change of the logits of the last {@link #predict} when its X is edited. By Theorem
   * 1 of the paper, with k layers that aggregate over neighbors only rows within k hops of an
   * edited row can change.
   *
   * @param edit the edit of X
   * @param observed the requested rows of the logits, strictly ascending
   * @param scratch scratch of the calling thread, for n rows
   * @return the changes of the observed rows, and possibly of other rows; an observed row that is
   *     missing does not change. Valid until the scratch is used again
   * @throws IllegalStateException if there was no forward pass
   */
  public RowChanges logitChanges(FeatureEdit edit, IntList observed, Scratch scratch) {
    LeftOperand x = requireInput("changes");
    RowChanges in = scratch.one;
    RowChanges out = scratch.other;
    IncrementalLayer first = layers.get(0);
    boolean scaled =
        edit instanceof FeatureEdit.RowsScaled scaling
            && edit.rows().size() == 1
            && first.scaleInputRow(
                scaling.rows().getInt(0), scaling.factor(), out, scratch.buffers);
    if (!scaled) {
      difference(x, edit, in);
      change(0, in, observed, out, scratch.buffers);
    }
    out.applyChange(stages.get(0).activation(), outputs.get(0).data);
    for (int l = 1; l < stages.size(); l++) {
      RowChanges swap = in;
      in = out;
      out = swap;
      change(l, in, observed, out, scratch.buffers);
      out.applyChange(stages.get(l).activation(), outputs.get(l).data);
    }
    return out;
  }

  /** Propagates changes through a layer; for the last layer, to the observed rows only. */
  private void change(
      int l, RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    IncrementalLayer layer = layers.get(l);
    in.sortByRow();
    if (isLast(l)) {
      layer.changeObservedRows(in, observed, out, buffers);
    } else {
      layer.changeInputRows(in, out, buffers);
    }
  }

  private static void difference(LeftOperand x, FeatureEdit edit, RowChanges out) {
    out.clear(x.cols());
    double[] before = new double[x.cols()];
    for (int i = 0; i < edit.rows().size(); i++) {
      int row = edit.rows().getInt(i);
      double[] difference = out.add(row);
      if (edit instanceof FeatureEdit.RowsScaled scaled) {
        x.copyRow(row, difference);
        for (int col = 0; col < before.length; col++) {
          difference[col] *= scaled.factor() - 1;
        }
      } else if (edit instanceof FeatureEdit.RowsReplaced replaced) {
        x.copyRow(row, before);
        replaced.values().copyRow(i, difference);
        for (int col = 0; col < before.length; col++) {
          difference[col] -= before[col];
        }
      }
    }
  }

  private LeftOperand requireInput(String what) {
    LeftOperand x = input;
    if (x == null) {
      throw new IllegalStateException(what + " require a preceding forward pass");
    }
    return x;
  }

  /**
   * Computes the derivatives of the logits of the last {@link #predict} with respect to a factor of
   * one row of its X, at factor 1. This is the limit of {@link #logitChanges} divided by factor - 1
   * as the factor tends to 1. The slope of relu at 0 is taken as 0.
   *
   * @param row the row of X
   * @param observed the requested rows of the logits, strictly ascending
   * @param scratch scratch of the calling thread, for n rows
   * @return the derivatives of the observed rows, and possibly of other rows; the derivatives of an
   *     observed row that is missing are 0. Valid until the scratch is used again
   * @throws IllegalStateException if there was no forward pass
   */
  public RowChanges logitDerivatives(int row, IntList observed, Scratch scratch) {
    LeftOperand x = requireInput("derivatives");
    RowChanges in = scratch.one;
    RowChanges out = scratch.other;
    for (int l = 0; l < stages.size(); l++) {
      IncrementalLayer layer = layers.get(l);
      if (l > 0) {
        RowChanges swap = in;
        in = out;
        out = swap;
        move(l, in, observed, out, scratch.buffers);
      } else if (!layer.moveWithInputRow(row, out, scratch.buffers)) {
        in.clear(x.cols());
        x.copyRow(row, in.add(row));
        move(l, in, observed, out, scratch.buffers);
      }
      out.applySlope(stages.get(l).activation(), outputs.get(l).data);
    }
    return out;
  }

  private void move(int l, RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    IncrementalLayer layer = layers.get(l);
    in.sortByRow();
    if (isLast(l)) {
      layer.moveObservedRows(in, observed, out, buffers);
    } else {
      layer.moveInputRows(in, out, buffers);
    }
  }

  /** The buffers that a thread needs to propagate changes through the layers. */
  public static final class Scratch {

    private final RowChanges one;
    private final RowChanges other;
    private final ChangeBuffers buffers;

    /**
     * Creates scratch space.
     *
     * @param nodes n, the number of nodes
     */
    public Scratch(int nodes) {
      one = new RowChanges(nodes);
      other = new RowChanges(nodes);
      buffers = new ChangeBuffers(nodes);
    }
  }
}
