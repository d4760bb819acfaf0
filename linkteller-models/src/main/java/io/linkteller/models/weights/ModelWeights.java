package io.linkteller.models.weights;

import io.linkteller.feature.FeatureScaler;
import io.linkteller.file.ReadingBudget;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.architecture.UnknownArchitectureException;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.privacy.Provenance;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
 * The parameters of a model together with the scaler of its features and its settings. Weight files
 * are NumPy archives ({@code .npz}) for {@code numpy.load}. They contain one array per parameter,
 * one-dimensional for biases and other vectors; the scaler, as {@code mean} and {@code std}; and
 * the settings, as the string {@code settings}, which consists of the line {@code format=2} and one
 * line {@code name=value} per setting. The provenance of the parameters is stored as the string
 * {@code provenance}, unless it is unknown.
 *
 * <p>Files of format 1, which have no {@code provenance}, can be read; their provenance is unknown.
 * Files of later formats are rejected.
 *
 * <p>Files written by Python can also be read, with arrays of any integer or floating-point type in
 * either memory order, with or without settings. An array of shape (heads, d, c) is converted to a
 * d x (heads times c) matrix with the heads side by side, which is how {@link
 * io.linkteller.models.architecture.Gat} stores them.
 *
 * @param parameters the parameters
 * @param scaler the scaler of the features, if any
 * @param settings the settings of the model, if known
 */
public record ModelWeights(
    Parameters parameters, Optional<FeatureScaler> scaler, Optional<Settings> settings) {

  private static final String MEAN = "mean";
  private static final String DEVIATION = "std";
  private static final String SETTINGS = "settings";
  private static final String FORMAT = "format";
  private static final int FORMAT_VERSION = 2;
  private static final Set<String> READABLE = Set.of("1", Integer.toString(FORMAT_VERSION));
  private static final String PROVENANCE = "provenance";
  private static final String LAYERS = "layers";

  /** The maximum number of characters of a message, which may quote a damaged file. */
  private static final int MAX_MESSAGE_LENGTH = 500;

  /**
   * The maximum number of characters of the settings or the provenance. Reading a line requires a
   * hundred times its length in memory.
   */
  private static final int MAX_TEXT_LENGTH = 1 << 18;

  /**
   * Creates weights.
   *
   * @param parameters the parameters
   * @param scaler the scaler of the features, if any
   * @param settings the settings of the model, if known
   * @throws IllegalArgumentException if there is no parameter, or the scaler and the {@code layers}
   *     in the settings have different numbers of features
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
              + " features, but the model has "
              + settings.integers(LAYERS)[0]);
    }
  }

  /**
   * Returns the weights of a model, including its provenance.
   *
   * @param model the model; its architecture must be registered for {@link #read} to read the file
   * @param scaler the scaler of the features, if any
   * @return the weights
   * @throws IllegalArgumentException if the scaler and the model have different numbers of features
   */
  public static ModelWeights of(GnnModel model, Optional<FeatureScaler> scaler) {
    return new ModelWeights(model.parameters(), scaler, Optional.of(model.settings()));
  }

  /**
   * Returns the model that the settings describe.
   *
   * @return a model of the registered {@link Architecture} that the settings name
   * @throws IllegalStateException if there are no settings
   * @throws UnknownArchitectureException if the architecture is not registered
   * @throws IllegalArgumentException if a setting is missing, malformed or unknown, or a parameter
   *     is missing, superfluous or of the wrong shape
   */
  public GnnModel model() {
    Settings known =
        settings.orElseThrow(
            () ->
                new IllegalStateException(
                    "the weights have no settings that name their architecture; create the model"
                        + " with a builder and these parameters"));
    return GnnModel.of(Architecture.named(known.architecture()), known, parameters);
  }

  /**
   * Reads a file.
   *
   * @param file an {@code .npz} archive
   * @return the weights; settings, if any, match the parameters
   * @throws WeightFormatException if the file is missing, damaged or not a weight file, or its
   *     settings do not match its parameters or scaler; the message names the file and the entry
   * @throws UnknownArchitectureException if the file names an architecture that is not registered;
   *     the message names the file
   */
  public static ModelWeights read(Path file) {
    Contents contents = readContents(file);
    Map<String, DMatrixRMaj> arrays = contents.arrays();
    // The parameters and the model copy the arrays. One copy may take a third of the remaining
    // memory.
    ReadingBudget.of(problem -> new WeightFormatException(file, problem))
        .take(
            arrays.values().stream()
                .mapToLong(array -> (long) Double.BYTES * array.getNumElements())
                .sum());
    DMatrixRMaj mean = arrays.remove(MEAN);
    DMatrixRMaj deviation = arrays.remove(DEVIATION);
    if ((mean == null) != (deviation == null)) {
      throw new WeightFormatException(file, "mean and std must occur together, but one is missing");
    }
    try {
      Optional<FeatureScaler> scaler =
          mean == null || deviation == null
              ? Optional.empty()
              : Optional.of(FeatureScaler.of(mean.data, deviation.data));
      ModelWeights weights =
          new ModelWeights(
              Parameters.of(arrays)
                  .withProvenance(
                      contents
                          .provenance()
                          .map(ModelWeights::provenanceOf)
                          .orElse(Provenance.UNKNOWN)),
              scaler,
              contents.text().map(ModelWeights::settingsOf));
      if (weights.settings().isPresent()) {
        weights.model();
      }
      return weights;
    } catch (UnknownArchitectureException e) {
      throw e.in(file.toString());
    } catch (IllegalArgumentException e) {
      throw new WeightFormatException(file, shortened(String.valueOf(e.getMessage())), e);
    }
  }

  /** Shortens a message, which may quote settings of any length if a file is damaged. */
  private static String shortened(String message) {
    return message.length() <= MAX_MESSAGE_LENGTH
        ? message
        : message.substring(0, MAX_MESSAGE_LENGTH) + "...";
  }

  private static Map<String, String> linesOf(String entry, String text) {
    if (text.length() > MAX_TEXT_LENGTH) {
      throw new IllegalArgumentException(
          "the text "
              + entry
              + " has "
              + text.length()
              + " characters, more than "
              + MAX_TEXT_LENGTH);
    }
    Map<String, String> byName = new LinkedHashMap<>();
    text.lines()
        .forEach(
            line -> {
              int at = line.indexOf('=');
              if (at < 1) {
                throw new IllegalArgumentException(
                    entry + " must consist of lines name=value; found the line " + line);
              }
              byName.put(line.substring(0, at), line.substring(at + 1));
            });
    return byName;
  }

  private static Provenance provenanceOf(String text) {
    Map<String, String> attributes = linesOf(PROVENANCE, text);
    attributes.replaceAll((name, value) -> URLDecoder.decode(value, StandardCharsets.UTF_8));
    if (!attributes.containsKey("origin")) {
      throw new IllegalArgumentException("the provenance has no origin");
    }
    return Provenance.of(attributes);
  }

  private static String textOf(Provenance provenance) {
    return provenance.attributes().entrySet().stream()
        .map(
            each ->
                each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("\n"));
  }

  private static Settings settingsOf(String text) {
    Map<String, String> byName = linesOf(SETTINGS, text);
    String version = byName.remove(FORMAT);
    if (version == null || !READABLE.contains(version)) {
      throw new IllegalArgumentException(
          "settings have format "
              + version
              + ", but this version of the library reads formats up to "
              + FORMAT_VERSION);
    }
    return new Settings(byName);
  }

  private static String textOf(Settings settings) {
    StringBuilder text = new StringBuilder(FORMAT + "=" + FORMAT_VERSION);
    settings.byName().forEach((name, value) -> text.append('\n').append(name + "=" + value));
    return text.toString();
  }

  /**
   * Writes a file atomically. An existing file is replaced once the new one is complete. Only its
   * owner can read the file, because parameters may reveal the edges of the graph on which they
   * were trained.
   *
   * @param file the file
   * @throws UncheckedIOException if the file cannot be written
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
    if (!parameters.provenance().equals(Provenance.UNKNOWN)) {
      archive.add(PROVENANCE, textOf(parameters.provenance()));
    }
    archive.write(file);
  }

  /** Returns the names of the parameters that files store as one-dimensional arrays. */
  private Set<String> vectors() {
    try {
      if (settings.isPresent()) {
        return Architecture.named(settings.get().architecture()).parameters(settings.get()).stream()
            .filter(ParameterSpec::vector)
            .map(ParameterSpec::name)
            .collect(Collectors.toSet());
      }
    } catch (UnknownArchitectureException e) {
      // The file can still be written. Most architectures of this library name biases b1, b2, ...
    }
    return parameters.names().stream()
        .filter(name -> name.startsWith("b"))
        .collect(Collectors.toSet());
  }

  private record Contents(
      Map<String, DMatrixRMaj> arrays, Optional<String> text, Optional<String> provenance) {}

  private static Contents readContents(Path file) {
    if (!Files.exists(file)) {
      throw new WeightFormatException(file, "the file does not exist");
    }
    try {
      List<String> names = new ArrayList<>(NumpyFile.names(file));
      Optional<String> text = takeText(file, names, SETTINGS);
      Optional<String> provenance = takeText(file, names, PROVENANCE);
      Map<String, DMatrixRMaj> arrays = new LinkedHashMap<>();
      NumpyFile.readArchive(file, names)
          .forEach((name, array) -> arrays.put(name, matrixOf(file, name, array)));
      return new Contents(arrays, text, provenance);
    } catch (NumpyFormatException e) {
      throw new WeightFormatException(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static Optional<String> takeText(Path file, List<String> names, String entry) {
    return names.remove(entry) ? Optional.of(NumpyFile.readText(file, entry)) : Optional.empty();
  }

  private static DMatrixRMaj matrixOf(Path file, String name, NumpyArray array) {
    List<Integer> shape = array.shape();
    return switch (shape.size()) {
      case 1, 2 -> array.toMatrix();
      case 3 -> array.sideBySide();
      default ->
          throw new WeightFormatException(
              file, "entry " + name + ".npy has " + shape.size() + " dimensions, not 1 to 3");
    };
  }
}
