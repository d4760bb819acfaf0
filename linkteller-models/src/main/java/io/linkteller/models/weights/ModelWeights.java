package io.linkteller.models.weights;

import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.network.Architecture;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.ParameterSpec;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import io.linkteller.models.network.UnknownArchitectureException;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ejml.data.DMatrixRMaj;

/**
 * The parameters of a model, with the scaler its features went through and the settings of its
 * architecture, as a NumPy archive ({@code .npz}) that {@code numpy.load} reads: one array per
 * parameter, biases and other vectors one-dimensional, the scaler as {@code mean} and {@code std},
 * and the settings as the text {@code settings}, a line {@code name=value} each, of which the first
 * is {@code format=1}.
 *
 * <p>Files that Python wrote are read as well: arrays of any integer or floating point type and
 * either memory order, with or without settings. An array of shape (heads, d, c) is taken as its
 * matrices side by side, d x (heads times c), as {@link io.linkteller.models.gat.Gat} keeps them.
 *
 * @param parameters the parameters
 * @param scaler the scaler of the features, if there is one
 * @param settings what the architecture is besides its parameters, if it is known
 */
public record ModelWeights(
    Parameters parameters, Optional<FeatureScaler> scaler, Optional<Settings> settings) {

  private static final String MEAN = "mean";
  private static final String DEVIATION = "std";
  private static final String SETTINGS = "settings";
  private static final String FORMAT = "format";
  private static final String FORMAT_VERSION = "1";
  private static final String LAYERS = "layers";

  /**
   * Checks that there is a model, and that the scaler is one for its features.
   *
   * @param parameters the parameters
   * @param scaler the scaler of the features, if there is one
   * @param settings what the architecture is besides its parameters, if it is known
   * @throws IllegalArgumentException if there is no parameter, or the scaler is for another number
   *     of features than the {@code layers} in the settings
   */
  public ModelWeights {
    if (parameters.names().isEmpty()) {
      throw new IllegalArgumentException("there are no parameters");
    }
    if (scaler.isPresent() && settings.isPresent()) {
      checkWidth(scaler.get(), settings.get());
    }
  }

  private static void checkWidth(FeatureScaler scaler, Settings settings) {
    int width = scaler.mean().length;
    if (settings.byName().containsKey(LAYERS) && settings.integers(LAYERS)[0] != width) {
      throw new IllegalArgumentException(
          "the scaler is for "
              + width
              + " features where the model takes "
              + settings.integers(LAYERS)[0]);
    }
  }

  /**
   * Creates weights of an architecture that the file will not name.
   *
   * @param parameters the parameters
   * @param scaler the scaler of the features, if there is one
   */
  public ModelWeights(Parameters parameters, Optional<FeatureScaler> scaler) {
    this(parameters, scaler, Optional.empty());
  }

  /**
   * Returns the weights of a model.
   *
   * @param model the model; for {@link #read} to take the file back its architecture must be
   *     registered
   * @param scaler the scaler of the features, if there is one
   * @return the weights
   * @throws IllegalArgumentException if the scaler is for another number of features
   */
  public static ModelWeights of(GnnModel<?> model, Optional<FeatureScaler> scaler) {
    return new ModelWeights(model.parameters(), scaler, Optional.of(model.settings()));
  }

  /**
   * Builds the model that the settings describe.
   *
   * @return a model of the registered {@link Architecture} that the settings name
   * @throws IllegalStateException if there are no settings
   * @throws UnknownArchitectureException if the architecture is not registered
   * @throws IllegalArgumentException if a setting is missing, malformed or unknown, or a parameter
   *     is missing, of another shape or left over
   */
  public GnnModel<?> model() {
    Settings known =
        settings.orElseThrow(
            () ->
                new IllegalStateException(
                    "the weights do not say of which architecture they are; build it and give it"
                        + " the parameters"));
    return Architecture.named(known.architecture()).model(known, parameters);
  }

  /**
   * Reads a file.
   *
   * @param file an {@code .npz} archive
   * @return its contents; settings, where there are any, fit the parameters
   * @throws WeightFormatException if the file is missing, damaged, without parameters or holds
   *     something else, or its settings do not fit its parameters or scaler; the message names file
   *     and entry
   * @throws UnknownArchitectureException if the file names an architecture that is not registered;
   *     the message names the file
   */
  public static ModelWeights read(Path file) {
    Contents contents = readContents(file);
    Map<String, DMatrixRMaj> arrays = contents.arrays();
    DMatrixRMaj mean = arrays.remove(MEAN);
    DMatrixRMaj deviation = arrays.remove(DEVIATION);
    if ((mean == null) != (deviation == null)) {
      throw new WeightFormatException(file, "only one of mean and std is there");
    }
    try {
      Optional<FeatureScaler> scaler =
          mean == null || deviation == null
              ? Optional.empty()
              : Optional.of(FeatureScaler.of(mean.data, deviation.data));
      ModelWeights weights =
          new ModelWeights(
              Parameters.of(arrays), scaler, contents.text().map(ModelWeights::settingsOf));
      if (weights.settings().isPresent()) {
        weights.model();
      }
      return weights;
    } catch (UnknownArchitectureException e) {
      throw e.in(file.toString());
    } catch (IllegalArgumentException e) {
      throw new WeightFormatException(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static Settings settingsOf(String text) {
    Map<String, String> byName = new LinkedHashMap<>();
    text.lines()
        .forEach(
            line -> {
              int at = line.indexOf('=');
              if (at < 1) {
                throw new IllegalArgumentException(
                    "settings have the line " + line + " where name=value is expected");
              }
              byName.put(line.substring(0, at), line.substring(at + 1));
            });
    String version = byName.remove(FORMAT);
    if (!FORMAT_VERSION.equals(version)) {
      throw new IllegalArgumentException(
          "settings are of format " + version + " where " + FORMAT_VERSION + " is supported");
    }
    return Settings.of(byName);
  }

  private static String textOf(Settings settings) {
    StringBuilder text = new StringBuilder(FORMAT + "=" + FORMAT_VERSION);
    settings.byName().forEach((name, value) -> text.append('\n').append(name + "=" + value));
    return text.toString();
  }

  /**
   * Writes a file. What stood there before is replaced only once the whole file has been written.
   *
   * @param file where to
   * @throws UncheckedIOException if the file can't be written
   */
  public void write(Path file) {
    NumpyArchiveWriter archive = new NumpyArchiveWriter();
    Set<String> vectors = vectors();
    for (String name : parameters.names()) {
      DMatrixRMaj matrix = parameters.get(name);
      if (vectors.contains(name)) {
        archive.add(name, matrix.data);
      } else {
        archive.add(name, matrix);
      }
    }
    scaler.ifPresent(s -> archive.add(MEAN, s.mean()).add(DEVIATION, s.deviation()));
    settings.ifPresent(known -> archive.add(SETTINGS, textOf(known)));
    archive.write(file);
  }

  /** The parameters that have one dimension in files. */
  private Set<String> vectors() {
    try {
      if (settings.isPresent()) {
        return Architecture.named(settings.get().architecture()).parameters(settings.get()).stream()
            .filter(ParameterSpec::vector)
            .map(ParameterSpec::name)
            .collect(Collectors.toSet());
      }
    } catch (UnknownArchitectureException e) {
      // Written all the same, by the names that biases have everywhere here.
    }
    return parameters.names().stream()
        .filter(name -> name.startsWith("b"))
        .collect(Collectors.toSet());
  }

  private record Contents(Map<String, DMatrixRMaj> arrays, Optional<String> text) {}

  private static Contents readContents(Path file) {
    if (!Files.exists(file)) {
      throw new WeightFormatException(file, "there is no such file");
    }
    try {
      List<String> names = new ArrayList<>(NumpyFile.names(file));
      Optional<String> text =
          names.remove(SETTINGS)
              ? Optional.of(NumpyFile.readText(file, SETTINGS))
              : Optional.empty();
      Map<String, DMatrixRMaj> arrays = new LinkedHashMap<>();
      NumpyFile.readArchive(file, names)
          .forEach((name, array) -> arrays.put(name, matrixOf(file, name, array)));
      return new Contents(arrays, text);
    } catch (NumpyFormatException e) {
      throw new WeightFormatException(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static DMatrixRMaj matrixOf(Path file, String name, NumpyArray array) {
    List<Integer> shape = array.shape();
    return switch (shape.size()) {
      case 1, 2 -> array.toMatrix();
      case 3 -> sideBySide(array, shape.get(0), shape.get(1), shape.get(2));
      default ->
          throw new WeightFormatException(
              file, "entry " + name + ".npy has " + shape.size() + " dimensions, not 1 to 3");
    };
  }

  private static DMatrixRMaj sideBySide(NumpyArray array, int count, int rows, int cols) {
    DMatrixRMaj all = new DMatrixRMaj(rows, count * cols);
    for (int m = 0; m < count; m++) {
      for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
          all.unsafe_set(row, m * cols + col, array.get((m * rows + row) * cols + col));
        }
      }
    }
    return all;
  }
}
