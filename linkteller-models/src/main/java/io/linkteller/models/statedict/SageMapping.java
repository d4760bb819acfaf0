package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import java.util.List;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;

/** Maps GraphSAGE layers of PyTorch Geometric and DGL (both {@code SAGEConv}). */
public final class SageMapping implements StateDictMapping {

  /** Creates the mapping. */
  public SageMapping() {}

  @Override
  public String architecture() {
    return "sage";
  }

  @Override
  public Found find(StateDict dict) {
    Finding finding = new Finding(dict);
    List<String> modules =
        Stream.of("lin_l.weight", "fc_neigh.weight")
            .flatMap(name -> dict.modulesWith(name).stream())
            .toList();
    if (modules.isEmpty()) {
      throw new StateDictFormatException(
          "found no GraphSAGE layer among the arrays " + dict.names());
    }
    int width = 0;
    for (int l = 1; l <= modules.size(); l++) {
      String module = modules.get(l - 1);
      DMatrixRMaj near = finding.transposed(module, "lin_l.weight", "fc_neigh.weight");
      boolean self = finding.has(module, "lin_r.weight") || finding.has(module, "fc_self.weight");
      if (l == 1) {
        finding.width(near.numRows);
      } else {
        finding.requireInput(module, near.numRows, width);
      }
      width = near.numCols;
      finding.width(width);
      finding.put(
          "W" + l,
          self
              ? finding.transposed(module, "lin_r.weight", "fc_self.weight")
              : new DMatrixRMaj(near.numRows, near.numCols));
      finding.put("N" + l, near);
      String bias = finding.has(module, "lin_l.bias") ? "lin_l.bias" : "bias";
      finding.put("b" + l, finding.bias(module, bias, width));
    }
    return finding.found(Settings.of(architecture()).with("aggregator", "MEAN"));
  }
}
