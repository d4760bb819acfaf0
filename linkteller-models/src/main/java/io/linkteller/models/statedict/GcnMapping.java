package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Maps graph convolutions of PyTorch Geometric ({@code GCNConv}) and DGL ({@code GraphConv}). */
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
    int width = 0;
    for (int l = 1; l <= modules.size(); l++) {
      String module = modules.get(l - 1);
      DMatrixRMaj weight = finding.convolution(module, l);
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
}
