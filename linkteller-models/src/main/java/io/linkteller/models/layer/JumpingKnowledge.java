package io.linkteller.models.layer;

import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.network.ChangeBuffers;
import io.linkteller.models.network.IncrementalLayer;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Pass;
import io.linkteller.models.network.RowChanges;
import io.linkteller.models.parameter.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * A stack of layers that passes on the outputs of all of them (Xu, Li, Tian, Sonobe, Kawarabayashi,
 * Jegelka, ICML 2018), either concatenated or as their elementwise maximum. Where several layers
 * attain the maximum, the derivative is that of the first one.
 */
public final class JumpingKnowledge implements IncrementalLayer {

  /** The way in which the outputs of the layers are combined. */
  public enum Join {
    /** Concatenation, in order. */
    CONCAT,
    /** Elementwise maximum; all layers must have the same width. */
    MAX
  }

  private final List<IncrementalLayer> parts;
  private final Join join;
  private final int width;
  private final List<DMatrixRMaj> outputs = new ArrayList<>();

  /** The derivatives with respect to the outputs. */
  private final List<DMatrixRMaj> gradients = new ArrayList<>();

  private final DMatrixRMaj gradNext = new DMatrixRMaj(0, 0);

  /**
   * Creates a stack.
   *
   * @param parts the layers, at least one; the output width of each must be the input width of the
   *     next
   * @param join the way in which their outputs are combined
   * @throws IllegalArgumentException if there is no layer or widths do not match
   */
  public JumpingKnowledge(List<? extends Layer> parts, Join join) {
    // Creating a sequence of the same parts checks their widths.
    new Sequence(parts.toArray(Layer[]::new));
    this.parts = parts.stream().map(IncrementalLayer::of).toList();
    this.join = join;
    int total = 0;
    for (Layer part : parts) {
      outputs.add(new DMatrixRMaj(0, 0));
      gradients.add(new DMatrixRMaj(0, 0));
      total += part.outputWidth();
      if (join == Join.MAX && part.outputWidth() != parts.get(0).outputWidth()) {
        throw new IllegalArgumentException(
            "cannot take the maximum of "
                + parts.get(0).outputWidth()
                + " columns and "
                + part.outputWidth()
                + " columns");
      }
    }
    this.width = join == Join.CONCAT ? total : parts.get(0).outputWidth();
  }

  @Override
  public int inputWidth() {
    return parts.get(0).inputWidth();
  }

  @Override
  public int outputWidth() {
    return width;
  }

  @Override
  public List<Tensor> parameters() {
    return parts.stream().flatMap(part -> part.parameters().stream()).toList();
  }

  private LeftOperand inputOf(int part, LeftOperand in) {
    return part == 0 ? in : DenseOperand.view(outputs.get(part - 1));
  }

  @Override
  public void forward(LeftOperand in, DMatrixRMaj out, Pass pass) {
    for (int l = 0; l < parts.size(); l++) {
      parts.get(l).forward(inputOf(l, in), outputs.get(l), pass.ofLayer(l));
    }
    out.reshape(in.rows(), width);
    pass.workers().forRows(in.rows(), DenseRows.BLOCK_ROWS, (from, to) -> join(from, to, out.data));
  }

  private void join(int from, int to, double[] out) {
    for (int u = from; u < to; u++) {
      if (join == Join.CONCAT) {
        int at = u * width;
        for (DMatrixRMaj output : outputs) {
          System.arraycopy(output.data, u * output.numCols, out, at, output.numCols);
          at += output.numCols;
        }
      } else {
        for (int c = 0; c < width; c++) {
          out[u * width + c] = outputs.get(origin(u, c)).data[u * width + c];
        }
      }
    }
  }

  /** Returns the index of the first layer that attains the maximum. */
  private int origin(int u, int column) {
    int at = u * width + column;
    int best = 0;
    for (int l = 1; l < outputs.size(); l++) {
      if (outputs.get(l).data[at] > outputs.get(best).data[at]) {
        best = l;
      }
    }
    return best;
  }

  @Override
  public void backward(
      LeftOperand in, DMatrixRMaj gradOut, Optional<DMatrixRMaj> gradIn, Pass pass) {
    for (int l = 0; l < parts.size(); l++) {
      gradients.get(l).reshape(gradOut.numRows, parts.get(l).outputWidth());
    }
    pass.workers()
        .forRows(
            gradOut.numRows, DenseRows.BLOCK_ROWS, (from, to) -> split(from, to, gradOut.data));
    for (int l = parts.size() - 1; l >= 0; l--) {
      if (l < parts.size() - 1) {
        DenseRows.add(gradNext, gradients.get(l), pass.workers());
      }
      parts
          .get(l)
          .backward(
              inputOf(l, in),
              gradients.get(l),
              l == 0 ? gradIn : Optional.of(gradNext),
              pass.ofLayer(l));
    }
  }

  private void split(int from, int to, double[] gradOut) {
    for (int u = from; u < to; u++) {
      if (join == Join.CONCAT) {
        int at = u * width;
        for (DMatrixRMaj gradient : gradients) {
          System.arraycopy(gradOut, at, gradient.data, u * gradient.numCols, gradient.numCols);
          at += gradient.numCols;
        }
      } else {
        for (int c = 0; c < width; c++) {
          int origin = origin(u, c);
          for (int l = 0; l < gradients.size(); l++) {
            gradients.get(l).data[u * width + c] = l == origin ? gradOut[u * width + c] : 0;
          }
        }
      }
    }
  }

  @Override
  public void changeInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    follow(in, false, out, buffers);
  }

  @Override
  public void moveInputRows(RowChanges in, RowChanges out, ChangeBuffers buffers) {
    follow(in, true, out, buffers);
  }

  private void follow(RowChanges in, boolean derivatives, RowChanges out, ChangeBuffers buffers) {
    out.clear(width);
    List<RowChanges> ofParts = new ArrayList<>();
    RowChanges current = in;
    int at = 0;
    for (IncrementalLayer part : parts) {
      RowChanges next = buffers.borrow(0);
      current.sortByRow();
      if (derivatives) {
        part.moveInputRows(current, next, buffers);
      } else {
        part.changeInputRows(current, next, buffers);
      }
      for (int slot = 0; slot < next.count(); slot++) {
        double[] row = out.add(next.row(slot));
        if (join == Join.CONCAT) {
          System.arraycopy(next.difference(slot), 0, row, at, next.width());
        }
      }
      at += next.width();
      ofParts.add(next);
      current = next;
    }
    if (join == Join.MAX) {
      // The loop above has added all rows that change in some part; now compute their maxima.
      for (int slot = 0; slot < out.count(); slot++) {
        followLargest(out.row(slot), ofParts, derivatives, out.difference(slot));
      }
    }
    ofParts.forEach(buffers::release);
  }

  private void followLargest(
      int u, List<RowChanges> ofParts, boolean derivatives, double[] result) {
    for (int c = 0; c < width; c++) {
      // For derivatives the maximal part stays the same; a change may make another part maximal.
      int before = origin(u, c);
      int after = before;
      if (!derivatives) {
        for (int l = 0; l < parts.size(); l++) {
          if (valueAfter(l, u, c, ofParts) > valueAfter(after, u, c, ofParts)) {
            after = l;
          }
        }
      }
      int at = u * width + c;
      result[c] =
          outputs.get(after).data[at] - outputs.get(before).data[at] + change(after, u, c, ofParts);
    }
  }

  private double valueAfter(int part, int u, int column, List<RowChanges> ofParts) {
    return outputs.get(part).data[u * width + column] + change(part, u, column, ofParts);
  }

  private static double change(int part, int u, int column, List<RowChanges> ofParts) {
    int slot = ofParts.get(part).slotOf(u);
    return slot < 0 ? 0 : ofParts.get(part).difference(slot)[column];
  }
}
