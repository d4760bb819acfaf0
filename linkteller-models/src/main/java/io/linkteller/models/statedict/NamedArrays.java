package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Setting;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.architecture.StateDictNames;
import io.linkteller.models.architecture.StateDictNames.Entry;
import io.linkteller.models.architecture.StateDictNames.Kind;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;

/** Reads a state dict by the names of one library. */
final class NamedArrays {

  /** The suffix of a counter in PyTorch's batch normalization, which prediction does not need. */
  private static final String COUNTER = "num_batches_tracked";

  /** How far reading came before it failed. */
  static final class Misfit extends Exception {

    private static final long serialVersionUID = 1L;

    /** The step of {@link #read} that failed; of several misfits, the largest tells most. */
    final int step;

    Misfit(int step, String message) {
      super(message);
      this.step = step;
    }
  }

  /** What is looked for in a module of a layer, of which the first has the number 1. */
  private record Wanted(int layer, String module, Entry entry, Optional<String> array) {}

  private final StateDict dict;
  private final StateDictNames names;
  private final List<Wanted> wanted = new ArrayList<>();
  private final Set<String> claimed = new LinkedHashSet<>();
  private final Set<String> used = new LinkedHashSet<>();

  NamedArrays(StateDict dict, StateDictNames names) {
    this.dict = dict;
    this.names = names;
  }

  GnnModel read(Architecture architecture, Map<String, String> given) throws Misfit {
    // 1. Find the modules of each layer.
    int depth = findLayers(architecture);
    // 2. Find widths and other settings from the shapes of arrays.
    int[] heads = heads(depth);
    Settings settings = Settings.of(architecture.name()).with(LayerPlan.LAYERS, widths(heads));
    settings = settings.with(LayerPlan.INPUT_DROPOUT, "0.0").with(LayerPlan.DROPOUT, "0.0");
    for (Setting<?> each : architecture.settings()) {
      String known = names.settings().getOrDefault(each.name(), each.initialText());
      settings = settings.with(each.name(), known);
    }
    for (Entry entry : names.entries()) {
      if (entry.setting().isPresent()) {
        settings = with(settings, entry, entry.setting().get(), heads);
      }
    }
    for (Map.Entry<String, String> each : given.entrySet()) {
      settings = settings.with(each.getKey(), each.getValue());
    }
    // 3. Read the parameters that a model with these settings has.
    Map<String, DMatrixRMaj> parameters = new LinkedHashMap<>();
    for (ParameterSpec spec : architecture.parameters(settings)) {
      parameters.put(spec.name(), parameter(spec));
    }
    // 4. Nothing may be left.
    List<String> left =
        dict.names().stream()
            .filter(name -> !used.contains(name) && !name.endsWith(COUNTER))
            .toList();
    if (!left.isEmpty()) {
      throw new Misfit(
          4, "unexpected arrays " + left + ": architecture " + architecture.name() + " has no use");
    }
    return GnnModel.of(architecture, settings, Parameters.of(parameters));
  }

  /** Finds what is wanted, in the order of the layers, and returns the number of layers. */
  private int findLayers(Architecture architecture) throws Misfit {
    List<String> modules = modules(names);
    if (modules.isEmpty()) {
      throw new Misfit(1, "found no layer of " + architecture.name() + whatIsThere());
    }
    List<String> beside = names.beside().map(this::modules).orElse(modules);
    if (beside.size() != modules.size()) {
      throw new Misfit(
          1, "found " + modules.size() + " layers, but beside them the modules " + beside);
    }
    int depth = 0;
    if (names.first().isPresent()) {
      want(++depth, next(names.first().get(), "before"), names.first().get());
    }
    for (int l = 0; l < modules.size(); l++) {
      want(++depth, modules.get(l), names);
      if (names.beside().isPresent()) {
        want(depth, beside.get(l), names.beside().get());
      }
    }
    if (names.last().isPresent()) {
      want(++depth, next(names.last().get(), "after"), names.last().get());
    }
    return depth;
  }

  /** Returns which array should mark a layer and does not. */
  private String whatIsThere() {
    Entry mark = names.entries().get(0);
    for (String name : mark.names()) {
      for (String module : dict.modulesWith(name)) {
        List<Integer> shape = dict.get(module + '.' + name).shape();
        return ": "
            + module
            + '.'
            + name
            + " has the shape "
            + shape
            + (mark.kind() == Kind.STACK && shape.size() == 4
                ? ", block-diagonal weights (num_blocks) of relations, blocks, inputs and outputs;"
                    + " these are read from an ONNX file only"
                : ", which is none of its arrays " + mark.names());
      }
    }
    return " with " + mark.names() + " among the arrays " + dict.names();
  }

  private void want(int layer, String module, StateDictNames of) {
    of.entries().forEach(each -> wanted.add(new Wanted(layer, module, each, array(module, each))));
  }

  private String next(StateDictNames of, String where) throws Misfit {
    List<String> found = unclaimed(of);
    if (found.isEmpty()) {
      throw new Misfit(
          1,
          "found no module with "
              + of.entries().get(0).names()
              + ' '
              + where
              + " the other layers among the arrays "
              + dict.names());
    }
    claim(found.get(0), of);
    return found.get(0);
  }

  /** Returns the modules that have the array of the first entry, and claims their arrays. */
  private List<String> modules(StateDictNames of) {
    List<String> found = unclaimed(of);
    found.forEach(module -> claim(module, of));
    return found;
  }

  private List<String> unclaimed(StateDictNames of) {
    Entry mark = of.entries().get(0);
    List<String> found = new ArrayList<>();
    for (String name : mark.names()) {
      for (String module : dict.modulesWith(name)) {
        String array = module + '.' + name;
        if (!claimed.contains(array) && allows(mark, array)) {
          found.add(module);
        }
      }
    }
    return found;
  }

  private void claim(String module, StateDictNames of) {
    of.entries().forEach(entry -> array(module, entry).ifPresent(claimed::add));
  }

  /** Returns the name of the array that an entry stands for, if the module has one. */
  private Optional<String> array(String module, Entry entry) {
    return entry.names().stream()
        .map(name -> module + '.' + name)
        .filter(name -> dict.contains(name) && allows(entry, name))
        .findFirst();
  }

  private boolean allows(Entry entry, String array) {
    return entry.kind().allows(dict.get(array).shape().size());
  }

  private int[] widths(int[] heads) throws Misfit {
    int[] widths = new int[heads.length + 1];
    for (Wanted each : wanted) {
      Kind kind = each.entry().kind();
      if (each.array().isEmpty()) {
        if (!kind.isOptional()) {
          throw new Misfit(
              2, "module " + each.module() + " has none of " + each.entry().names() + ": " + dict);
        }
        continue;
      }
      List<Integer> shape = dict.get(each.array().get()).shape();
      if (kind != Kind.ROWS && Kind.MATRIX.allows(shape.size())) {
        if (widths[0] == 0) {
          widths[0] = shape.get(kind.isTransposed() ? 1 : 0);
        }
        widths[each.layer()] = shape.get(kind.isTransposed() ? 0 : 1);
      }
    }
    for (int l = 0; l < heads.length; l++) {
      widths[l + 1] /= Math.max(1, heads[l]);
    }
    return widths;
  }

  /** Returns the number of heads of each layer, 0 where a layer has none. */
  private int[] heads(int depth) {
    int[] heads = new int[depth];
    for (Wanted each : wanted) {
      if (each.entry().kind() == Kind.HEADS && each.array().isPresent()) {
        List<Integer> shape = dict.get(each.array().get()).shape();
        heads[each.layer() - 1] = shape.get(shape.size() - 2);
      }
    }
    return heads;
  }

  /** Returns settings with the one that follows from the arrays of an entry. */
  private Settings with(Settings settings, Entry entry, String setting, int[] heads) {
    Optional<String> first =
        wanted.stream()
            .filter(each -> each.entry().equals(entry))
            .flatMap(each -> each.array().stream())
            .findFirst();
    return switch (entry.kind()) {
      case HEADS -> settings.with(setting, heads);
      case ROWS, STACK ->
          settings.with(setting, first.map(array -> dict.get(array).shape().get(0)).orElse(0));
      default -> settings.with(setting, Boolean.toString(first.isPresent()));
    };
  }

  private DMatrixRMaj parameter(ParameterSpec spec) throws Misfit {
    for (Wanted each : wanted) {
      if (spec.name().equals(each.entry().parameter() + each.layer())) {
        return each.array().isPresent()
            ? parameter(spec, each.entry().kind(), each.array().get())
            : new DMatrixRMaj(spec.rows(), spec.cols());
      }
    }
    throw new Misfit(3, "no array is parameter " + spec.name() + " among " + dict.names());
  }

  private DMatrixRMaj parameter(ParameterSpec spec, Kind kind, String array) throws Misfit {
    used.add(array);
    DMatrixRMaj value =
        switch (kind) {
          case WEIGHT, OPTIONAL_WEIGHT -> dict.transposed(array);
          case MATRIX -> dict.matrix(array);
          case STACK -> dict.get(array).sideBySide();
          case HEADS, ROWS, VECTOR, BIAS, BIAS_OF_HEADS -> dict.row(array);
        };
    if (kind == Kind.HEADS && value.numCols == spec.rows() * spec.cols()) {
      value.reshape(spec.rows(), spec.cols());
    }
    if (kind == Kind.OPTIONAL_WEIGHT && spec.cols() % value.numCols == 0) {
      // A map of the input that is added to the mean of the heads, or to every head.
      value = repeated(value, spec.cols());
    }
    if (kind == Kind.BIAS_OF_HEADS
        && value.numCols > spec.cols()
        && value.numCols % spec.cols() == 0) {
      // A bias that is added to each head before their mean.
      value = mean(value, spec.cols());
    }
    if (value.numRows != spec.rows() || value.numCols != spec.cols()) {
      throw new Misfit(
          3,
          array
              + " gives "
              + spec.name()
              + " with "
              + value.numRows
              + " x "
              + value.numCols
              + " numbers, but the other layers need "
              + spec.rows()
              + " x "
              + spec.cols()
              + "; a weight may be transposed, layers may be missing, or heads may be averaged in"
              + " a hidden layer or concatenated in the last");
    }
    return value;
  }

  private static DMatrixRMaj repeated(DMatrixRMaj weight, int cols) {
    DMatrixRMaj all = new DMatrixRMaj(weight.numRows, cols);
    for (int i = 0; i < all.getNumElements(); i++) {
      all.data[i] = weight.get(i / cols, i % cols % weight.numCols);
    }
    return all;
  }

  private static DMatrixRMaj mean(DMatrixRMaj bias, int cols) {
    DMatrixRMaj mean = new DMatrixRMaj(1, cols);
    for (int i = 0; i < bias.numCols; i++) {
      mean.data[i % cols] += bias.data[i] * cols / bias.numCols;
    }
    return mean;
  }
}
