package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import io.linkteller.models.numpy.NumpyArray;
import java.util.List;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;

/** Maps attention layers of PyTorch Geometric and DGL (both {@code GATConv}). */
public final class GatMapping implements StateDictMapping {

  /** Creates the mapping. */
  public GatMapping() {}

  @Override
  public String architecture() {
    return "gat";
  }

  @Override
  public Found find(StateDict dict) {
    Finding finding = new Finding(dict);
    List<String> modules =
        Stream.of("att_src", "attn_l").flatMap(name -> dict.modulesWith(name).stream()).toList();
    if (modules.isEmpty()) {
      throw new StateDictFormatException(
          "found no attention layer among the arrays " + dict.names());
    }
    boolean skip =
        modules.stream()
            .anyMatch(m -> finding.has(m, "res.weight") || finding.has(m, "res_fc.weight"));
    int[] heads = new int[modules.size()];
    int width = 0;
    for (int l = 1; l <= modules.size(); l++) {
      String module = modules.get(l - 1);
      DMatrixRMaj weight =
          finding.transposed(module, "lin.weight", "lin_src.weight", "lin_l.weight", "fc.weight");
      String source = finding.has(module, "att_src") ? "att_src" : "attn_l";
      int[] shape = headsAndWidth(module + "." + source, dict.get(module + "." + source), weight);
      heads[l - 1] = shape[0];
      if (l == 1) {
        finding.width(weight.numRows);
      } else {
        finding.requireInput(module, weight.numRows, width);
      }
      boolean last = l == modules.size();
      width = last ? shape[1] : shape[0] * shape[1];
      finding.width(shape[1]);
      finding.put("W" + l, weight);
      finding.put("aSrc" + l, reshaped(finding.row(module, source), shape));
      finding.put("aDst" + l, reshaped(finding.row(module, "att_dst", "attn_r"), shape));
      finding.put("b" + l, bias(finding, module, width, shape, last));
      if (skip) {
        finding.put("S" + l, skip(finding, module, weight, shape, last));
      }
    }
    return finding.found(
        Settings.of(architecture())
            .with("heads", heads)
            .with("skip", Boolean.toString(skip))
            .with("negativeSlope", 0.2)
            .with("attentionDropout", 0.0));
  }

  private static int[] headsAndWidth(String name, NumpyArray attention, DMatrixRMaj weight) {
    List<Integer> shape = attention.shape();
    int count = shape.size();
    if (count < 2 || shape.get(count - 2) * shape.get(count - 1) != weight.numCols) {
      throw new StateDictFormatException(
          name + " has shape " + shape + ", but the weight has " + weight.numCols + " columns");
    }
    return new int[] {shape.get(count - 2), shape.get(count - 1)};
  }

  private static DMatrixRMaj reshaped(DMatrixRMaj row, int[] shape) {
    if (row.numCols != shape[0] * shape[1]) {
      throw new StateDictFormatException(
          "attention has " + row.numCols + " elements instead of " + shape[0] + " x " + shape[1]);
    }
    row.reshape(shape[0], shape[1]);
    return row;
  }

  /** Returns the bias: of all concatenated heads, or of their mean in the last layer. */
  private static DMatrixRMaj bias(
      Finding finding, String module, int width, int[] shape, boolean last) {
    DMatrixRMaj bias = finding.bias(module, "bias", width);
    if (last && bias.numCols == shape[0] * shape[1] && finding.has(module, "attn_l")) {
      // DGL adds the bias of each head before taking the mean.
      DMatrixRMaj mean = new DMatrixRMaj(1, shape[1]);
      for (int i = 0; i < bias.numCols; i++) {
        mean.data[i % shape[1]] += bias.data[i] / shape[0];
      }
      return mean;
    }
    if (bias.numCols != width) {
      throw new StateDictFormatException(
          module
              + ".bias has "
              + bias.numCols
              + " elements instead of "
              + width
              + "; hidden layers must concatenate their heads, and the last layer must average them");
    }
    return bias;
  }

  private static DMatrixRMaj skip(
      Finding finding, String module, DMatrixRMaj weight, int[] shape, boolean last) {
    if (!finding.has(module, "res.weight") && !finding.has(module, "res_fc.weight")) {
      return new DMatrixRMaj(weight.numRows, weight.numCols);
    }
    DMatrixRMaj skip = finding.transposed(module, "res.weight", "res_fc.weight");
    if (!last || skip.numCols == weight.numCols) {
      return skip;
    }
    // Adding it to every head has the same effect as adding it to the mean of the heads.
    DMatrixRMaj perHead = new DMatrixRMaj(skip.numRows, weight.numCols);
    for (int row = 0; row < skip.numRows; row++) {
      for (int col = 0; col < weight.numCols; col++) {
        perHead.set(row, col, skip.get(row, col % shape[1]));
      }
    }
    return perHead;
  }
}
