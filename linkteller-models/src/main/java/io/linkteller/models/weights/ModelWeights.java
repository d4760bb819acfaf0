package io.linkteller.models.weights;

import io.linkteller.feature.FeatureScaler;
import io.linkteller.file.WholeFile;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.openlca.npy.Npy;
import org.openlca.npy.NpyArray;
import org.openlca.npy.NpyCharArray;
import org.openlca.npy.NpyDataType;
import org.openlca.npy.NpyDoubleArray;
import org.openlca.npy.NpyHeader;
import org.openlca.npy.Npz;

/**
 * The parameters of a model, with the scaler its features went through and the settings of its
 * architecture, as a NumPy archive ({@code .npz}) that {@code numpy.load} reads: one array a
 * parameter, biases (names that begin with b) one-dimensional, the scaler as {@code mean} and
 * {@code std}, and the settings as the text {@code settings}, a line {@code name=value} each, of
 * which the first is {@code format=1}.
 *
 * <p>Files that Python wrote are read as well: arrays of any integer or floating point type and
 * either memory order, with or without settings. An array of shape (heads, d, c) is taken as its
 * matrices side by side, d x (heads times c), as {@link Gat} keeps them.
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
  private static final String SUFFIX = ".npy";
  private static final int LONGEST_TEXT = 1 << 20;

  /** What deflate can make of a byte, and some. */
  private static final long LARGEST_RATIO = 1100;

  /**
   * Returns weights of an architecture that the file will not name.
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
   * @param model a model of this library
   * @param scaler the scaler of the features, if there is one
   * @return the weights
   */
  public static ModelWeights of(GnnModel<?> model, Optional<FeatureScaler> scaler) {
    return new ModelWeights(model.parameters(), scaler, Optional.of(model.settings()));
  }

  /**
   * Builds the model that the settings describe.
   *
   * @return a {@link Gcn}, {@link Mlp} or {@link Gat} with these parameters
   * @throws IllegalStateException if there are no settings
   * @throws IllegalArgumentException if the architecture is none of these, a setting is missing or
   *     malformed, or a parameter is missing or of another shape
   */
  public GnnModel<?> model() {
    Settings known =
        settings.orElseThrow(
            () ->
                new IllegalStateException(
                    "the weights do not say of which architecture they are; build it and give it"
                        + " the parameters"));
    return switch (known.architecture()) {
      case Gcn.ARCHITECTURE -> Gcn.builder(known).build(parameters);
      case Mlp.ARCHITECTURE -> Mlp.builder(known).build(parameters);
      case Gat.ARCHITECTURE -> Gat.builder(known).build(parameters);
      default ->
          throw new IllegalArgumentException(
              "architecture " + known.architecture() + " is none of gcn, mlp, gat");
    };
  }

  /**
   * Reads a file.
   *
   * @param file an {@code .npz} archive
   * @return its contents; settings, where there are any, fit the parameters
   * @throws WeightFormatException if the file is missing, damaged or holds something else, or its
   *     settings do not fit its parameters; the message names file and entry
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
    Map<String, DMatrixRMaj> arrays = new LinkedHashMap<>();
    parameters.names().forEach(name -> arrays.put(name, parameters.get(name)));
    scaler.ifPresent(
        s -> {
          arrays.put(MEAN, DMatrixRMaj.wrap(1, s.mean().length, s.mean()));
          arrays.put(DEVIATION, DMatrixRMaj.wrap(1, s.deviation().length, s.deviation()));
        });
    WholeFile.write(file, out -> writeArrays(out, arrays, settings));
  }

  private static void writeArrays(
      OutputStream out, Map<String, DMatrixRMaj> arrays, Optional<Settings> settings)
      throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      arrays.forEach(
          (name, matrix) ->
              Npz.write(zip, name + SUFFIX, isVector(name) ? vector(matrix) : matrix(matrix)));
      settings.ifPresent(
          known -> Npz.write(zip, SETTINGS + SUFFIX, NpyCharArray.of(textOf(known))));
    }
  }

  private static boolean isVector(String name) {
    return name.startsWith("b") || name.equals(MEAN) || name.equals(DEVIATION);
  }

  private static NpyDoubleArray vector(DMatrixRMaj matrix) {
    return NpyDoubleArray.vectorOf(matrix.data);
  }

  private static NpyDoubleArray matrix(DMatrixRMaj matrix) {
    return NpyDoubleArray.rowOrderOf(matrix.data, matrix.numRows, matrix.numCols);
  }

  private record Contents(Map<String, DMatrixRMaj> arrays, Optional<String> text) {}

  private static Contents readContents(Path file) {
    Map<String, DMatrixRMaj> arrays = new LinkedHashMap<>();
    Optional<String> text = Optional.empty();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<ZipEntry> entries =
          new ArrayList<>(zip.stream().map(entry -> (ZipEntry) entry).toList());
      for (ZipEntry entry : entries) {
        String name = entry.getName();
        if (!name.endsWith(SUFFIX)) {
          throw new WeightFormatException(file, "entry " + name + " is not an .npy array");
        }
        if (name.equals(SETTINGS + SUFFIX)) {
          text = Optional.of(readText(file, zip, entry));
        } else {
          arrays.put(
              name.substring(0, name.length() - SUFFIX.length()),
              matrixOf(file, entry, readArray(file, zip, entry)));
        }
      }
    } catch (NoSuchFileException e) {
      throw new WeightFormatException(file, "there is no such file", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new WeightFormatException(file, "not a readable .npz archive: " + e.getMessage(), e);
    }
    return new Contents(arrays, text);
  }

  /** One text of bytes, as written here, or of Python's characters, of four bytes each. */
  private static String readText(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    checkSize(file, zip, entry);
    try (InputStream stream = zip.getInputStream(entry)) {
      byte[] bytes = stream.readNBytes(LONGEST_TEXT);
      NpyHeader header = NpyHeader.read(new ByteArrayInputStream(bytes));
      Charset charset =
          switch (header.dict().dataType()) {
            case S -> StandardCharsets.UTF_8;
            case U ->
                Charset.forName(
                    header.byteOrder() == ByteOrder.BIG_ENDIAN ? "UTF-32BE" : "UTF-32LE");
            default ->
                throw new WeightFormatException(file, "entry " + entry.getName() + " is not text");
          };
      int from = Math.toIntExact(header.dataOffset());
      String text = new String(bytes, from, bytes.length - from, charset);
      int end = text.indexOf('\0');
      return end < 0 ? text : text.substring(0, end);
    } catch (WeightFormatException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new WeightFormatException(
          file, "entry " + entry.getName() + " is not readable text: " + e, e);
    }
  }

  private static DMatrixRMaj matrixOf(Path file, ZipEntry entry, NpyArray<?> array) {
    try {
      double[] doubles = array.asDoubleArray().data();
      int[] shape = array.shape();
      return switch (shape.length) {
        case 1 -> DMatrixRMaj.wrap(1, shape[0], doubles);
        case 2 ->
            array.hasColumnOrder()
                ? transposed(doubles, shape[0], shape[1])
                : DMatrixRMaj.wrap(shape[0], shape[1], doubles);
        case 3 -> sideBySide(doubles, shape, array.hasColumnOrder());
        default ->
            throw new WeightFormatException(
                file,
                "entry " + entry.getName() + " has " + shape.length + " dimensions, not 1 to 3");
      };
    } catch (WeightFormatException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new WeightFormatException(
          file, "entry " + entry.getName() + " is not an array of numbers: " + e, e);
    }
  }

  private static NpyArray<?> readArray(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    try {
      checkSize(file, zip, entry);
      try (ReadableByteChannel bytes = Channels.newChannel(zip.getInputStream(entry))) {
        return Npy.read(bytes);
      }
    } catch (WeightFormatException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new WeightFormatException(
          file, "entry " + entry.getName() + " is not a readable array: " + e, e);
    }
  }

  /**
   * A damaged header must not make the reader allocate more than the entry can hold, and numbers
   * that are missing must not be read as zeros.
   */
  private static void checkSize(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    long holdable = LARGEST_RATIO * Math.min(entry.getCompressedSize(), Files.size(file));
    try (InputStream stream = zip.getInputStream(entry)) {
      byte[] start = stream.readNBytes(12);
      // From version 2 on four bytes give the length of the header, which is allocated as given.
      if (start.length < 12
          || (start[6] != 1
              && ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(8) >>> 16 != 0)) {
        throw new WeightFormatException(
            file, "entry " + entry.getName() + " has no readable header");
      }
    }
    checkSum(file, zip, entry);
    try (ReadableByteChannel bytes = Channels.newChannel(zip.getInputStream(entry))) {
      NpyHeader header = NpyHeader.read(bytes);
      double claimed =
          switch (header.dict().dataType()) {
            case S -> header.dict().typeSize();
            case U -> 4.0 * header.dict().typeSize();
            default -> header.dict().dataType().size();
          };
      for (int i = 0; i < header.dict().dimensions(); i++) {
        claimed *= header.dict().sizeOfDimension(i);
      }
      long held = entry.getSize() - header.dataOffset();
      boolean text =
          header.dict().dataType() == NpyDataType.S || header.dict().dataType() == NpyDataType.U;
      // The library that writes texts ends them with a zero that it does not count.
      if ((text ? claimed > held : claimed != held) || claimed > holdable) {
        throw new WeightFormatException(
            file,
            "entry "
                + entry.getName()
                + " claims "
                + (long) claimed
                + " bytes of numbers but has "
                + held);
      }
    }
  }

  private static void checkSum(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    CRC32 sum = new CRC32();
    try (InputStream stream = new CheckedInputStream(zip.getInputStream(entry), sum)) {
      stream.transferTo(OutputStream.nullOutputStream());
    }
    if (sum.getValue() != entry.getCrc()) {
      throw new WeightFormatException(
          file, "entry " + entry.getName() + " is damaged: its checksum is wrong");
    }
  }

  private static DMatrixRMaj sideBySide(double[] numbers, int[] shape, boolean columnOrder) {
    int count = shape[0];
    int rows = shape[1];
    int cols = shape[2];
    DMatrixRMaj all = new DMatrixRMaj(rows, count * cols);
    for (int m = 0; m < count; m++) {
      for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
          int at = columnOrder ? m + count * (row + rows * col) : (m * rows + row) * cols + col;
          all.unsafe_set(row, m * cols + col, numbers[at]);
        }
      }
    }
    return all;
  }

  private static DMatrixRMaj transposed(double[] columnMajor, int rows, int cols) {
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int row = 0; row < rows; row++) {
      for (int col = 0; col < cols; col++) {
        matrix.unsafe_set(row, col, columnMajor[col * rows + row]);
      }
    }
    return matrix;
  }
}
