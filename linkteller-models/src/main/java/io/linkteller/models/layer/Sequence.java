package io.linkteller.models.layer;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** A sequence of layers, used as one layer. */
public final class Sequence implements IncrementalLayer {

  private final List<IncrementalLayer> parts;

  /** The outputs of all parts but the last, and the derivatives with respect to them. */
  private final List<DMatrixRMaj> outputs = new ArrayList<>();

  private final List<DMatrixRMaj> gradients = new ArrayList<>();

  /**
   * Creates a sequence.
   *
   * @param parts the layers, at least one; the output width of each must be the input width of the
   *     next
   * @throws IllegalArgumentException if there is no layer or widths do not match
   */
  public Sequence(Layer... parts) {
    if (parts.length == 0) {
      throw new IllegalArgumentException("a sequence needs at least one layer");
    }
    for (int i = 1; i < parts.length; i++) {
      if (parts[i].inputWidth() != parts[i - 1].outputWidth()) {
        throw new IllegalArgumentException(
            "part "
                + (i + 1)
                + " has "
                + parts[i].inputWidth()
                + " input columns, but part "
                + i
                + " has "
                + parts[i - 1].outputWidth()
                + " output columns");
      }
      outputs.add(new DMatrixRMaj(0, 0));
      gradients.add(new DMatrixRMaj(0, 0));
    }
    this.parts = List.of(parts).stream().map(IncrementalLayer::of).toList();
  }

  @Override
  public int inputWidth() {
    return parts.get(0).inputWidth();
  }

  @Override
  public int outputWidth() {
    return parts.get(parts.size() - 1).outputWidth();
  }

  @Override
  public List<Tensor> parameters() {
    return parts.stream().flatMap(part -> part.parameters().stream()).toList();
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    int last = parts.size() - 1;
    for (int i = 0; i <= last; i++) {
      parts.get(i).forward(inputOf(i, in), i == last ? out : outputs.get(i), pass.ofLayer(i));
    }
  }

  private LeftOperand inputOf(int part, LeftOperand in) {
    return part == 0 ? in : DenseOperand.view(outputs.get(part - 1));
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    DMatrixRMaj grad = gradOut;
    for (int i = parts.size() - 1; i >= 0; i--) {
      Optional<DMatrixRMaj> wanted = i == 0 ? gradIn : Optional.of(gradients.get(i - 1));
      parts.get(i).backward(inputOf(i, in), grad, wanted, pass.ofLayer(i));
      if (i > 0) {
        grad = gradients.get(i - 1);
      }
    }
  }

  @Override
  public boolean scaleInputRow(int row, double factor, RowChanges out, ChangeBuffers buffers) {
    RowChanges first = parts.size() == 1 ? out : buffers.borrow(0);
    boolean known = parts.get(0).scaleInputRow(row, factor, first, buffers);
    if (parts.size() > 1) {
      if (known) {
        follow(1, parts.size(), first, false, out, buffers);
      }
      buffers.release(first);
    }
    return known;
  }

  @Override
  public boolean moveWithInputRow(int row, RowChanges out, ChangeBuffers buffers) {
    RowChanges first = parts.size() == 1 ? out : buffers.borrow(0);
    boolean known = parts.get(0).moveWithInputRow(row, first, buffers);
    if (parts.size() > 1) {
      if (known) {
        follow(1, parts.size(), first, true, out, buffers);
      }
      buffers.release(first);
    }
    return known;
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    follow(0, parts.size(), in, false, out, buffers);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    follow(0, parts.size(), in, true, out, buffers);
  }

  @Override
  public void changeObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    followTo(observed, in, false, out, buffers);
  }

  @Override
  public void moveObservedRows(
      RowChanges in, IntList observed, RowChanges out, ChangeBuffers buffers) {
    followTo(observed, in, true, out, buffers);
  }

  /**
   * Propagates changes or derivatives through all parts; for the last part, to the observed rows
   * only.
   */
  private void followTo(
      IntList observed, RowChanges in, boolean derivatives, RowChanges out, ChangeBuffers buffers) {
    int last = parts.size() - 1;
    RowChanges before = in;
    if (last > 0) {
      before = buffers.borrow(0);
      follow(0, last, in, derivatives, before, buffers);
      before.sortByRow();
    }
    if (derivatives) {
      parts.get(last).moveObservedRows(before, observed, out, buffers);
    } else {
      parts.get(last).changeObservedRows(before, observed, out, buffers);
    }
    if (last > 0) {
      buffers.release(before);
    }
  }

  /** Propagates changes or derivatives from the input of one part to the output of another. */
  private void follow(
      int from, int to, RowChanges in, boolean derivatives, RowChanges out, ChangeBuffers buffers) {
    RowChanges current = in;
    for (int i = from; i < to; i++) {
      RowChanges next = i == to - 1 ? out : buffers.borrow(0);
      current.sortByRow();
      if (derivatives) {
        parts.get(i).moveInputRows(current, next, buffers);
      } else {
        parts.get(i).changeInputRows(current, next, buffers);
      }
      if (current != in) {
        buffers.release(current);
      }
      current = next;
    }
  }
}
