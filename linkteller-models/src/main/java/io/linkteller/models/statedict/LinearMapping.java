package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Maps a sequence of linear layers of PyTorch. */
final class LinearMapping {

  private LinearMapping() {}

  static StateDictMapping.Found find(StateDict dict, Settings settings) {
    Finding finding = new Finding(dict);
    List<String> modules = dict.modulesWith("weight");
    if (modules.isEmpty()) {
      throw new StateDictFormatException("found no linear layer among the arrays " + dict.names());
    }
    int width = 0;
    for (int l = 1; l <= modules.size(); l++) {
      String module = modules.get(l - 1);
      DMatrixRMaj weight = finding.linear(module, "W" + l, "b" + l);
      if (l == 1) {
        finding.width(weight.numRows);
      } else {
        finding.requireInput(module, weight.numRows, width);
      }
      width = weight.numCols;
      finding.width(width);
    }
    return finding.found(settings);
  }
}
