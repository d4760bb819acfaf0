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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;

/** Reads a state dict that has the names of one library. */
final class NamedArrays {

  /** The suffix of a counter in PyTorch's batch normalization, which prediction does not need. */
  private static final String COUNTER = "num_batches_tracked";

  /**
   * The step number of a decision that only the user can make. Its misfit takes precedence over all
   * others.
   */
  static final int UNDECIDED = 5;

  /**
   * The step number of arrays or layers that these names do not cover. If other names cover them,
   * the misfit of those names is more informative.
   */
  private static final int UNKNOWN_NAME = 2;

  /** Thrown if a state dict cannot be read with these names. */
  static final class Misfit extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * The step of {@link #read} that failed. Of several misfits, the one with the largest step is
     * reported.
     */
    final int step;

    Misfit(int step, String message) {
      super(message);
      this.step = step;
    }
  }

  /** An array expected in a module of a layer. The first layer has the number 1. */
  private record Wanted(int layer, String module, Entry entry, Optional<String> array) {}

  private final StateDict dict;
  private final StateDictNames names;
  private final List<String> layerNames;
  private final LayerOrder.Source source;
  private final List<Wanted> wanted = new ArrayList<>();
  private final Set<String> claimed = new LinkedHashSet<>();
  private final Set<String> used = new LinkedHashSet<>();
  private final List<String> doubts = new ArrayList<>();

  NamedArrays(StateDict dict, StateDictNames names, List<String> layers, LayerOrder.Source source) {
    this.source = source;
    this.dict = dict;
    this.names = names;
    this.layerNames = layers;
  }

  ImportedModel read(Architecture architecture, Map<String, String> given) throws Misfit {
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
    requireSharedArraysToAgree();
    Map<String, DMatrixRMaj> parameters = new LinkedHashMap<>();
    for (ParameterSpec spec : architecture.parameters(settings)) {
      parameters.put(spec.name(), parameter(spec));
    }
    // 4. No array may be left over.
    requireNothingLeft(used, 4);
    for (Map.Entry<String, String> each : names.asked().entrySet()) {
      if (!given.containsKey(each.getKey())) {
        throw new Misfit(UNDECIDED, each.getValue() + ": say which model it is with setting(...)");
      }
    }
    return new ImportedModel(
        GnnModel.of(architecture, settings, Parameters.of(parameters)), doubts);
  }

  /**
   * Checks that no arrays are left over. No order of the layers could explain arrays that these
   * names do not use.
   */
  private void requireNothingLeft(Set<String> taken, int step) throws Misfit {
    List<String> left =
        dict.names().stream()
            .filter(name -> !taken.contains(name) && !name.endsWith(COUNTER))
            .toList();
    if (!left.isEmpty()) {
      throw new Misfit(
          step,
          "unexpected arrays "
              + left
              + ", which the architecture does not use; if the model does, export it to ONNX with"
              + " torch.onnx.export, because a state dict does not show how they are used");
    }
  }

  /** Finds the required arrays, in the order of the layers, and returns the number of layers. */
  private int findLayers(Architecture architecture) throws Misfit {
    List<String> modules = modules(names);
    if (modules.isEmpty()) {
      throw new Misfit(1, "found no layer of " + architecture.name() + whatIsThere());
    }
    List<String> beside = names.beside().map(this::modules).orElse(List.of());
    if (names.beside().isPresent() && beside.size() != modules.size()) {
      throw new Misfit(
          1, "found " + modules.size() + " layers, but the accompanying modules are " + beside);
    }
    List<String> ends = ends();
    requireNothingLeft(claimed, UNKNOWN_NAME);
    // The order of the layers follows from their names and shapes, or is given by the user.
    List<String> layers =
        LayerOrder.of(
            modules,
            layerNames,
            dict.keepsOrder(),
            source,
            doubts::add,
            (before, module, place) ->
                shape(module, names).isPresent()
                    && (place == 0 || width(before, names, 1) == width(module, names, 0)));
    int first = width(layers.get(0), names, 0);
    int last = width(layers.get(layers.size() - 1), names, 1);
    List<String> norms =
        LayerOrder.of(
            beside,
            layerNames,
            dict.keepsOrder(),
            source,
            doubts::add,
            (before, module, place) -> isBeside(module, width(layers.get(place), names, 1)));
    boolean hasFirst = names.first().isPresent();
    List<String> ordered =
        LayerOrder.of(
            ends,
            layerNames,
            dict.keepsOrder(),
            source,
            doubts::add,
            (before, module, place) ->
                (hasFirst && place == 0)
                    ? width(module, StateDictNames.LINEAR, 1) == first
                    // Jumping knowledge concatenates the outputs of several layers.
                    : width(module, StateDictNames.LINEAR, 0) % Math.max(1, last) == 0);
    int depth = 0;
    if (hasFirst) {
      want(++depth, ordered.get(0), names.first().get());
    }
    for (int l = 0; l < layers.size(); l++) {
      want(++depth, layers.get(l), names);
      if (names.beside().isPresent()) {
        want(depth, norms.get(l), names.beside().get());
      }
    }
    if (names.last().isPresent()) {
      want(++depth, ordered.get(ordered.size() - 1), names.last().get());
    }
    Set<String> known = new LinkedHashSet<>(layers);
    known.addAll(norms);
    known.addAll(ends);
    for (String name : layerNames) {
      if (!known.contains(name)) {
        throw new Misfit(
            UNKNOWN_NAME,
            "layers(...) has "
                + name
                + ", which is not one of the layers "
                + LayerOrder.listed(known));
      }
    }
    return depth;
  }

  /** Returns the modules of the first and last layers, if these are of a different kind. */
  private List<String> ends() throws Misfit {
    List<StateDictNames> wantedEnds =
        Stream.concat(names.first().stream(), names.last().stream()).toList();
    if (wantedEnds.isEmpty()) {
      return List.of();
    }
    List<String> found = unclaimed(wantedEnds.get(0));
    if (found.size() < wantedEnds.size()) {
      throw new Misfit(
          1,
          "found no module with "
              + wantedEnds.get(0).entries().get(0).names()
              + " before or after the other layers among the arrays "
              + dict.names());
    }
    // The arrays of any additional modules are rejected as unexpected.
    List<String> ends = found.subList(0, wantedEnds.size());
    ends.forEach(module -> claim(module, wantedEnds.get(0)));
    return ends;
  }

  /**
   * Returns the number of inputs (side 0) or outputs (side 1) of a module, or 0 if its arrays
   * disagree.
   */
  private int width(String module, StateDictNames of, int side) {
    return shape(module, of).map(shape -> shape[side]).orElse(0);
  }

  /** Returns the numbers of inputs and outputs of a module, if its arrays agree. */
  private Optional<int[]> shape(String module, StateDictNames of) {
    int[] shape = new int[2];
    int columns = 0;
    int bias = 0;
    for (Entry entry : of.entries()) {
      Optional<String> array = array(module, entry);
      if (entry.kind().isWeight() && array.isPresent()) {
        List<Integer> sides = dict.get(array.get()).shape();
        shape[0] = shape[0] == 0 ? sides.get(entry.kind().isTransposed() ? 1 : 0) : shape[0];
        shape[1] = sides.get(entry.kind().isTransposed() ? 0 : 1);
        columns = columns == 0 ? shape[1] : columns;
      }
      bias =
          entry.parameter().equals("b") && array.isPresent() ? dict.get(array.get()).size() : bias;
    }
    // Layers that average their heads have a bias with fewer columns.
    boolean heads = of.entries().stream().anyMatch(entry -> entry.kind().isOfHeads());
    boolean agrees = bias == 0 || (heads ? columns % bias == 0 : columns == bias);
    return agrees ? Optional.of(shape) : Optional.empty();
  }

  private boolean isBeside(String module, int width) {
    StateDictNames of = names.beside().orElseThrow();
    return of.entries().stream()
        .allMatch(e -> array(module, e).map(name -> dict.get(name).size() == width).orElse(true));
  }

  /** Describes the missing array that would identify a layer, and the arrays that exist instead. */
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
                    + " these can be read only from an ONNX file"
                : ", which does not fit the expected array " + mark.names());
      }
    }
    return " with " + mark.names() + " among the arrays " + dict.names();
  }

  private void want(int layer, String module, StateDictNames of) {
    of.entries().forEach(each -> wanted.add(new Wanted(layer, module, each, array(module, each))));
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

  /** Returns the name of the module's array for an entry, if there is one. */
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
      if (kind.isWeight()) {
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

  /** Returns the number of heads of each layer, or 0 for a layer without heads. */
  private int[] heads(int depth) {
    int[] heads = new int[depth];
    for (Wanted each : wanted) {
      if (each.entry().kind().isOfHeads() && each.array().isPresent()) {
        List<Integer> shape = dict.get(each.array().get()).shape();
        heads[each.layer() - 1] = shape.get(shape.size() - 2);
      }
    }
    return heads;
  }

  /** Returns a copy of settings with the setting that is derived from the arrays of an entry. */
  private Settings with(Settings settings, Entry entry, String setting, int[] heads) {
    Optional<String> first =
        wanted.stream()
            .filter(each -> each.entry().equals(entry))
            .flatMap(each -> each.array().stream())
            .findFirst();
    return switch (entry.kind()) {
      case HEADS, FIRST_HALF, SECOND_HALF -> settings.with(setting, heads);
      case ROWS, STACK ->
          settings.with(setting, first.map(array -> dict.get(array).shape().get(0)).orElse(0));
      default -> settings.with(setting, Boolean.toString(first.isPresent()));
    };
  }

  private DMatrixRMaj parameter(ParameterSpec spec) throws Misfit {
    for (Wanted each : wanted) {
      if (each.entry().kind() != Kind.SHARED
          && spec.name().equals(each.entry().parameter() + each.layer())) {
        return each.array().isPresent()
            ? parameter(spec, each.entry().kind(), each.array().get())
            : new DMatrixRMaj(spec.rows(), spec.cols());
      }
    }
    throw new Misfit(3, "no array matches parameter " + spec.name() + " among " + dict.names());
  }

  private DMatrixRMaj parameter(ParameterSpec spec, Kind kind, String array) throws Misfit {
    used.add(array);
    DMatrixRMaj value =
        switch (kind) {
          case WEIGHT, OPTIONAL_WEIGHT -> dict.transposed(array);
          case MATRIX -> dict.matrix(array);
          case STACK -> dict.get(array).sideBySide();
          case FIRST_HALF, SECOND_HALF -> half(dict.row(array), spec, kind == Kind.SECOND_HALF);
          case HEADS, ROWS, VECTOR, BIAS, BIAS_OF_HEADS, SHARED -> dict.row(array);
        };
    if (kind == Kind.HEADS && value.numCols == spec.rows() * spec.cols()) {
      value.reshape(spec.rows(), spec.cols());
    }
    if (kind == Kind.OPTIONAL_WEIGHT && spec.cols() % value.numCols == 0) {
      // This map of the input is added to the mean of the heads, or to every head.
      value = repeated(value, spec.cols());
    }
    if (kind == Kind.BIAS_OF_HEADS
        && value.numCols > spec.cols()
        && value.numCols % spec.cols() == 0) {
      // This bias is added to the heads before they are averaged.
      value = mean(value, spec.cols());
    }
    if (value.numRows != spec.rows() || value.numCols != spec.cols()) {
      throw new Misfit(
          3,
          array
              + " is read as "
              + spec.name()
              + " with "
              + value.numRows
              + " x "
              + value.numCols
              + " numbers, but the other layers require "
              + spec.rows()
              + " x "
              + spec.cols()
              + (value.numRows == spec.cols() && value.numCols == spec.rows() && kind.isWeight()
                  ? "; the weight may be transposed"
                  : "; layers may be missing, or in another order")
              + (names.entries().stream().anyMatch(entry -> entry.kind().isOfHeads())
                  ? ", or heads may be averaged in a hidden layer or concatenated in the last"
                  : ""));
    }
    return value;
  }

  private void requireSharedArraysToAgree() throws Misfit {
    for (Wanted each : wanted) {
      if (each.entry().kind() == Kind.SHARED && each.array().isPresent()) {
        String again = each.array().get();
        String weight =
            wanted.stream()
                .filter(e -> e.layer() == each.layer() && e.entry().kind() == Kind.WEIGHT)
                .flatMap(e -> e.array().stream())
                .findFirst()
                .orElse(again);
        if (!Arrays.equals(dict.row(again).data, dict.row(weight).data)) {
          throw new Misfit(
              2,
              again
                  + " differs from "
                  + weight
                  + ": layers for two kinds of nodes are not supported");
        }
        used.add(again);
      }
    }
  }

  /** Returns one half of the columns of heads x 2 width numbers, as a heads x width matrix. */
  private static DMatrixRMaj half(DMatrixRMaj row, ParameterSpec spec, boolean second) {
    int width = row.numCols / 2 / spec.rows();
    DMatrixRMaj half = new DMatrixRMaj(spec.rows(), width);
    for (int i = 0; i < half.getNumElements(); i++) {
      half.data[i] = row.data[i / width * 2 * width + (second ? width : 0) + i % width];
    }
    return half;
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
