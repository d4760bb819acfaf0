package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;

/** Collects the parameters that a mapping finds in a state dict. */
final class Finding {

  private final StateDict dict;
  private final Map<String, DMatrixRMaj> parameters = new LinkedHashMap<>();
  private final Set<String> used = new LinkedHashSet<>();
  private final List<Integer> widths = new ArrayList<>();

  Finding(StateDict dict) {
    this.dict = dict;
  }

  /** Returns the first of some alternative names that a module has. */
  private String firstOf(String module, String... names) {
    for (String name : names) {
      if (dict.contains(module + "." + name)) {
        return module + "." + name;
      }
    }
    throw new StateDictFormatException(
        "module " + module + " has none of " + List.of(names) + ", the arrays are " + dict.names());
  }

  boolean has(String module, String name) {
    return dict.contains(module + "." + name);
  }

  /** Returns the transposed weight of a linear layer, which is stored as outputs x inputs. */
  DMatrixRMaj transposed(String module, String... names) {
    String name = firstOf(module, names);
    used.add(name);
    return dict.transposed(name);
  }

  /** Returns a matrix without transposing it. */
  DMatrixRMaj matrix(String module, String name) {
    used.add(module + "." + name);
    return dict.matrix(module + "." + name);
  }

  /** Returns all elements of an array as a row. */
  DMatrixRMaj row(String module, String... names) {
    String name = firstOf(module, names);
    used.add(name);
    return dict.row(name);
  }

  /** Returns a bias, or zeros if the module has none. */
  DMatrixRMaj bias(String module, String name, int width) {
    return has(module, name) ? row(module, name) : new DMatrixRMaj(1, width);
  }

  void put(String name, DMatrixRMaj value) {
    parameters.put(name, value);
  }

  /**
   * Adds a width: first the input width of the first layer, then the output width of each layer.
   */
  void width(int width) {
    widths.add(width);
  }

  /** Checks that the input width of a layer matches the output width of the previous one. */
  void requireInput(String module, int found, int expected) {
    if (found != expected) {
      throw new StateDictFormatException(
          module
              + " has "
              + found
              + " input columns, but the previous layer has "
              + expected
              + " output columns; its weight may be transposed, or layers may be missing");
    }
  }

  int[] widths() {
    return widths.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Adds the parameters of a linear layer of PyTorch and returns its weight. */
  DMatrixRMaj linear(String module, String weight, String bias) {
    DMatrixRMaj w = transposed(module, "weight");
    put(weight, w);
    put(bias, bias(module, "bias", w.numCols));
    return w;
  }

  /**
   * Adds the parameters of a graph convolution and returns its weight. PyTorch Geometric stores a
   * linear layer without bias and a separate bias; DGL stores the weight as inputs x outputs.
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
