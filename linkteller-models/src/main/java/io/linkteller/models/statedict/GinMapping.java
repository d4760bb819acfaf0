package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Maps models with {@code GINConv} layers of PyTorch Geometric followed by a linear layer. */
public final class GinMapping implements StateDictMapping {

  /** Creates the mapping. */
  public GinMapping() {}

  @Override
  public String architecture() {
    return "gin";
  }

  @Override
  public Found find(StateDict dict) {
    Finding finding = new Finding(dict);
    List<String> modules = dict.modulesWith("nn.0.weight");
    List<String> ends =
        dict.modulesWith("weight").stream().filter(name -> !name.contains("nn.")).toList();
    if (modules.isEmpty() || ends.size() != 1) {
      throw new StateDictFormatException(
          "expected convolutions with perceptrons nn.0, nn.2, followed by one linear layer, found "
              + dict.names());
    }
    int width = 0;
    for (int l = 1; l <= modules.size(); l++) {
      String module = modules.get(l - 1);
      finding.put("eps" + l, finding.bias(module, "eps", 1));
      DMatrixRMaj weight = finding.linear(module + ".nn.0", "W" + l, "b" + l);
      DMatrixRMaj second = finding.linear(module + ".nn.2", "V" + l, "c" + l);
      if (l == 1) {
        finding.width(weight.numRows);
      } else {
        finding.requireInput(module, weight.numRows, width);
      }
      finding.requireInput(module + ".nn.2", second.numRows, weight.numCols);
      width = second.numCols;
      finding.width(width);
    }
    int last = modules.size() + 1;
    DMatrixRMaj end = finding.linear(ends.get(0), "W" + last, "b" + last);
    finding.requireInput(ends.get(0), end.numRows, width);
    finding.width(end.numCols);
    return finding.found(Settings.of(architecture()).with("trainedEpsilon", "true"));
  }
}
