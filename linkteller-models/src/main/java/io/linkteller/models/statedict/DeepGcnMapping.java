package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Maps models that consist of a linear layer, graph convolutions of PyTorch Geometric, and a linear
 * layer. Either all convolutions have a normalization or none; normalizations are assigned to
 * convolutions in order.
 */
public final class DeepGcnMapping implements StateDictMapping {

  /** Creates the mapping. */
  public DeepGcnMapping() {}

  @Override
  public String architecture() {
    return "deep-gcn";
  }

  @Override
  public Found find(StateDict dict) {
    Finding finding = new Finding(dict);
    List<String> convolutions = dict.modulesWith("lin.weight");
    List<String> batches = dict.modulesWith("running_mean");
    List<String> linear = new ArrayList<>();
    List<String> norms = new ArrayList<>();
    for (String module : dict.modulesWith("weight")) {
      int dimensions = dict.get(module + ".weight").shape().size();
      if (dimensions == 1) {
        norms.add(module);
      } else if (!module.endsWith(".lin")) {
        linear.add(module);
      }
    }
    if (linear.size() != 2 || convolutions.isEmpty()) {
      throw new StateDictFormatException(
          "expected a linear layer, convolutions and a linear layer, found " + dict.names());
    }
    if (!norms.isEmpty() && norms.size() != convolutions.size()) {
      throw new StateDictFormatException(
          "expected one normalization for each of " + convolutions + ", found " + norms);
    }
    if (!batches.isEmpty() && !batches.equals(norms)) {
      throw new StateDictFormatException(
          "of the normalizations " + norms + " only " + batches + " are batch normalizations");
    }
    DMatrixRMaj first = finding.linear(linear.get(0), "W1", "b1");
    finding.width(first.numRows);
    finding.width(first.numCols);
    int width = first.numCols;
    int joined = 0;
    for (int i = 0; i < convolutions.size(); i++) {
      int l = i + 2;
      DMatrixRMaj weight = finding.convolution(convolutions.get(i), l);
      finding.requireInput(convolutions.get(i), weight.numRows, width);
      width = weight.numCols;
      joined += width;
      finding.width(width);
      if (!norms.isEmpty()) {
        String norm = norms.get(i);
        finding.put("gamma" + l, finding.row(norm, "weight"));
        finding.put("beta" + l, finding.row(norm, "bias"));
        if (!batches.isEmpty()) {
          finding.put("mean" + l, finding.row(norm, "running_mean"));
          finding.put("var" + l, finding.row(norm, "running_var"));
        }
      }
    }
    int last = convolutions.size() + 2;
    DMatrixRMaj end = finding.linear(linear.get(1), "W" + last, "b" + last);
    boolean concatenated = end.numRows != width && end.numRows == joined;
    finding.requireInput(linear.get(1), end.numRows, concatenated ? joined : width);
    finding.width(end.numCols);
    return finding.found(
        Settings.of(architecture())
            .with("normalization", "AUG_NORM_ADJ")
            .with("residual", "true")
            .with("norm", norms.isEmpty() ? "NONE" : batches.isEmpty() ? "LAYER" : "BATCH")
            .with("jump", concatenated ? "CONCAT" : "LAST"));
  }
}
