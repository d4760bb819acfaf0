package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Maps graph convolutions of PyTorch Geometric ({@code GCNConv}) and DGL ({@code GraphConv}), and
 * linear layers of PyTorch of any name in their place.
 */
public final class GcnMapping implements StateDictMapping {

  /** Creates the mapping. */
  public GcnMapping() {}

  @Override
  public String architecture() {
    return "gcn";
  }

  @Override
  public Found find(StateDict dict) {
    Finding finding = new Finding(dict);
    List<String> modules = dict.modulesWith("lin.weight");
    if (modules.isEmpty()) {
      modules = dict.modulesWith("weight");
    }
    boolean linear = !isChain(dict, modules, false) && isChain(dict, modules, true);
    int width = 0;
    for (int l = 1; l <= modules.size(); l++) {
      String module = modules.get(l - 1);
      DMatrixRMaj weight =
          linear ? finding.linear(module, "W" + l, "b" + l) : finding.convolution(module, l);
      if (l == 1) {
        finding.width(weight.numRows);
      } else {
        finding.requireInput(module, weight.numRows, width);
      }
      width = weight.numCols;
      finding.width(width);
    }
    if (modules.isEmpty()) {
      throw new StateDictFormatException(
          "found no graph convolution among the arrays " + dict.names());
    }
    return finding.found(Settings.of(architecture()).with("normalization", "AUG_NORM_ADJ"));
  }

  /**
   * Returns whether {@code weight} and {@code bias} of modules fit together.
   *
   * @param transposed whether weights are outputs x inputs, as those of linear layers
   */
  private static boolean isChain(StateDict dict, List<String> modules, boolean transposed) {
    int width = -1;
    for (String module : modules) {
      if (!dict.contains(module + ".weight")) {
        return false;
      }
      DMatrixRMaj weight = dict.matrix(module + ".weight");
      int inputs = transposed ? weight.numCols : weight.numRows;
      int outputs = transposed ? weight.numRows : weight.numCols;
      String bias = module + ".bias";
      if ((width >= 0 && inputs != width)
          || (dict.contains(bias) && dict.get(bias).size() != outputs)) {
        return false;
      }
      width = outputs;
    }
    return true;
  }
}
