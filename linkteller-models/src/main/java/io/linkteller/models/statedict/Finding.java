package io.linkteller.models.statedict;

import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;

/** Parameters as they are found in a state dict, one after the other. */
final class Finding {

  private final StateDict dict;
  private final Map<String, DMatrixRMaj> parameters = new LinkedHashMap<>();
  private final Set<String> used = new LinkedHashSet<>();
  private final List<Integer> widths = new ArrayList<>();

  Finding(StateDict dict) {
    this.dict = dict;
  }

  /** The first of some names that there is, in a module. */
  private String firstOf(String module, String... names) {
    for (String name : names) {
      if (dict.contains(module + "." + name)) {
        return module + "." + name;
      }
    }
    throw new StateDictFormatException(
        "there is none of " + List.of(names) + " in " + module + " among " + dict.names());
  }

  boolean has(String module, String name) {
    return dict.contains(module + "." + name);
  }

  /** Takes the weight of a linear layer, kept as outputs x inputs. */
  DMatrixRMaj transposed(String module, String... names) {
    String name = firstOf(module, names);
    used.add(name);
    return dict.transposed(name);
  }

  /** Takes a matrix as it is. */
  DMatrixRMaj matrix(String module, String name) {
    used.add(module + "." + name);
    return dict.matrix(module + "." + name);
  }

  /** Takes all numbers of an array. */
  DMatrixRMaj row(String module, String... names) {
    String name = firstOf(module, names);
    used.add(name);
    return dict.row(name);
  }

  /** Takes a bias, or zeros where there is none. */
  DMatrixRMaj bias(String module, String name, int width) {
    return has(module, name) ? row(module, name) : new DMatrixRMaj(1, width);
  }

  void put(String name, DMatrixRMaj value) {
    parameters.put(name, value);
  }

  /** Notes how wide the input of the first layer is, and then the output of each. */
  void width(int width) {
    widths.add(width);
  }

  /** Checks that a layer takes what the one before gives. */
  void requireInput(String module, int found, int expected) {
    if (found != expected) {
      throw new StateDictFormatException(
          module
              + " takes "
              + found
              + " columns where the layer before it gives "
              + expected
              + ": its weight may be transposed, or layers are missing");
    }
  }

  int[] widths() {
    return widths.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Puts a linear layer of PyTorch, and returns its weight. */
  DMatrixRMaj linear(String module, String weight, String bias) {
    DMatrixRMaj w = transposed(module, "weight");
    put(weight, w);
    put(bias, bias(module, "bias", w.numCols));
    return w;
  }

  /**
   * Puts a graph convolution, and returns its weight. PyTorch Geometric keeps it as a linear layer
   * without bias, and the bias beside it; DGL keeps inputs x outputs.
   */
  DMatrixRMaj convolution(String module, int l) {
    DMatrixRMaj w =
        has(module, "lin.weight") ? transposed(module, "lin.weight") : matrix(module, "weight");
    put("W" + l, w);
    put("b" + l, bias(module, "bias", w.numCols));
    return w;
  }

  StateDictMapping.Found found(Settings settings) {
    Settings all = settings.with("layers", widths()).with("inputDropout", 0.0).with("dropout", 0.0);
    return new StateDictMapping.Found(all, Parameters.of(parameters), used);
  }
}
