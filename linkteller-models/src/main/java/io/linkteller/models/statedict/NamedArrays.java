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
import java.util.Collection;
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

  /** A module of a layer and the entries that are looked for in it. */
  private record Module(String name, StateDictNames names) {}

  private final StateDict dict;
  private final StateDictNames names;
  private final Set<String> used = new LinkedHashSet<>();

  NamedArrays(StateDict dict, StateDictNames names) {
    this.dict = dict;
    this.names = names;
  }

  GnnModel read(Architecture architecture, Map<String, String> given) throws Misfit {
    // 1. Find the modules of each layer.
    List<List<Module>> layers = layers(architecture);
    // 2. Find widths and heads from the shapes of arrays.
    Settings settings = Settings.of(architecture.name()).with(LayerPlan.LAYERS, widths(layers));
    settings = settings.with(LayerPlan.INPUT_DROPOUT, 0.0).with(LayerPlan.DROPOUT, 0.0);
    Optional<int[]> heads = heads(layers);
    for (Setting<?> each : architecture.settings()) {
      String known = names.settings().getOrDefault(each.name(), each.initialText());
      settings = settings.with(each.name(), known);
    }
    if (heads.isPresent() && names.heads().isPresent()) {
      settings = settings.with(names.heads().get(), heads.get());
    }
    for (Entry entry : names.entries()) {
      if (entry.kind() == Kind.ROWS || entry.kind() == Kind.STACK) {
        Optional<String> array = array(layers.get(0).get(0).name(), entry);
        if (array.isPresent() && entry.flag().isPresent()) {
          String length = String.valueOf(dict.get(array.get()).shape().get(0));
          settings = settings.with(entry.flag().get(), length);
        }
      } else if (entry.flag().isPresent()) {
        boolean any = layers.stream().anyMatch(l -> array(l.get(0).name(), entry).isPresent());
        settings = settings.with(entry.flag().get(), Boolean.toString(any));
      }
    }
    for (Map.Entry<String, String> each : given.entrySet()) {
      settings = settings.with(each.getKey(), each.getValue());
    }
    // 3. Read the parameters that a model with these settings has.
    Map<String, DMatrixRMaj> parameters = new LinkedHashMap<>();
    for (ParameterSpec spec : architecture.parameters(settings)) {
      parameters.put(spec.name(), parameter(spec, layers));
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

  private List<List<Module>> layers(Architecture architecture) throws Misfit {
    Set<String> claimed = new LinkedHashSet<>();
    List<List<Module>> layers = new ArrayList<>();
    for (String module : modules(names, claimed)) {
      layers.add(new ArrayList<>(List.of(new Module(module, names))));
    }
    if (layers.isEmpty()) {
      throw new Misfit(
          1,
          "found no layer of "
              + architecture.name()
              + " with "
              + names.entries().get(0).names()
              + " among the arrays "
              + dict.names());
    }
    if (names.beside().isPresent()) {
      List<String> beside = modules(names.beside().get(), claimed);
      if (beside.size() != layers.size()) {
        throw new Misfit(
            1, "found " + layers.size() + " layers, but beside them the modules " + beside);
      }
      for (int l = 0; l < beside.size(); l++) {
        layers.get(l).add(new Module(beside.get(l), names.beside().get()));
      }
    }
    if (names.first().isPresent()) {
      layers.add(0, List.of(next(names.first().get(), claimed, "before")));
    }
    if (names.last().isPresent()) {
      layers.add(List.of(next(names.last().get(), claimed, "after")));
    }
    return layers;
  }

  private Module next(StateDictNames of, Set<String> claimed, String where) throws Misfit {
    for (String module : modules(of, new LinkedHashSet<>(claimed))) {
      claim(module, of, claimed);
      return new Module(module, of);
    }
    throw new Misfit(
        1,
        "found no module with "
            + of.entries().get(0).names()
            + ' '
            + where
            + " the other layers among the arrays "
            + dict.names());
  }

  /** Returns the modules that have the array of the first entry, and claims their arrays. */
  private List<String> modules(StateDictNames of, Set<String> claimed) {
    Entry mark = of.entries().get(0);
    List<String> found = new ArrayList<>();
    for (String name : mark.names()) {
      for (String module : dict.modulesWith(name)) {
        String array = module + '.' + name;
        if (!claimed.contains(array) && mark.kind().allows(dict.get(array).shape().size())) {
          found.add(module);
        }
      }
    }
    found.forEach(module -> claim(module, of, claimed));
    return found;
  }

  private void claim(String module, StateDictNames of, Set<String> claimed) {
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

  private int[] widths(List<List<Module>> layers) throws Misfit {
    int[] widths = new int[layers.size() + 1];
    for (int l = 1; l < widths.length; l++) {
      for (Module module : layers.get(l - 1)) {
        for (Entry entry : module.names().entries()) {
          Optional<String> array = array(module.name(), entry);
          if (array.isEmpty() && !entry.kind().isOptional()) {
            throw new Misfit(
                2, "module " + module.name() + " has none of " + entry.names() + ": " + dict);
          }
          if (array.isEmpty()
              || entry.kind() == Kind.ROWS
              || !Kind.MATRIX.allows(dict.get(array.get()).shape().size())) {
            continue;
          }
          List<Integer> shape = dict.get(array.get()).shape();
          boolean transposed = entry.kind().isTransposed();
          if (widths[0] == 0) {
            widths[0] = shape.get(transposed ? 1 : 0);
          }
          widths[l] = shape.get(transposed ? 0 : 1);
        }
      }
    }
    Optional<int[]> heads = heads(layers);
    for (int l = 1; l < widths.length && heads.isPresent(); l++) {
      int count = heads.get()[l - 1];
      widths[l] = count == 0 ? widths[l] : widths[l] / count;
    }
    return widths;
  }

  /** Returns the number of heads of each layer, if layers have heads. */
  private Optional<int[]> heads(List<List<Module>> layers) {
    int[] heads = new int[layers.size()];
    boolean any = false;
    for (int l = 0; l < heads.length; l++) {
      for (Module module : layers.get(l)) {
        for (Entry entry : module.names().entries()) {
          Optional<String> array = array(module.name(), entry);
          if (entry.kind() == Kind.HEADS && array.isPresent()) {
            List<Integer> shape = dict.get(array.get()).shape();
            heads[l] = shape.get(shape.size() - 2);
            any = true;
          }
        }
      }
    }
    return any ? Optional.of(heads) : Optional.empty();
  }

  private DMatrixRMaj parameter(ParameterSpec spec, List<List<Module>> layers) throws Misfit {
    for (int l = 1; l <= layers.size(); l++) {
      for (Module module : layers.get(l - 1)) {
        for (Entry entry : module.names().entries()) {
          if (spec.name().equals(entry.parameter() + l)) {
            Optional<String> array = array(module.name(), entry);
            return array.isPresent()
                ? parameter(spec, entry.kind(), array.get())
                : new DMatrixRMaj(spec.rows(), spec.cols());
          }
        }
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

  /** Returns the misfit that came furthest. */
  static Misfit best(Collection<Misfit> all) {
    Misfit best = all.iterator().next();
    for (Misfit each : all) {
      best = each.step > best.step ? each : best;
    }
    return best;
  }
}
