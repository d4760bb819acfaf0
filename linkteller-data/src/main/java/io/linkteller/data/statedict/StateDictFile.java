package io.linkteller.data.statedict;

import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import io.linkteller.models.statedict.StateDict;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Reads a {@link StateDict} from model files of several formats:
 *
 * <ul>
 *   <li><b>PyTorch</b>: {@code torch.save(model.state_dict(), file)} since version 1.6, or a
 *       checkpoint that contains one state dict; its other contents are not read. No code in the
 *       file is executed.
 *   <li><b>safetensors</b>, which sorts arrays, so only names and shapes determine the order of the
 *       layers.
 *   <li><b>NumPy</b>: {@code numpy.savez(file, **arrays)}.
 * </ul>
 *
 * <p>Floating-point numbers of 16 bits (float16 and bfloat16), 32 bits and 64 bits, integers and
 * booleans are converted to doubles. Memory use is bounded by the size of the file, not by sizes
 * stated in it.
 */
public final class StateDictFile {

  /** The first four bytes of a ZIP archive. */
  private static final int ZIP = 0x504b0304;

  private StateDictFile() {}

  /**
   * Reads a file, whose format is detected from its first bytes. Takes time proportional to its
   * size.
   *
   * @param file a file from {@code torch.save}, safetensors or NumPy
   * @return the arrays by name, in the order of the file
   * @throws ModelFormatException if the file is missing, damaged, in a different format, or
   *     contains anything other than numbers; the message gives the file and the entry
   * @throws UncheckedIOException if the file cannot be read
   */
  public static StateDict read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new ModelFormatException(file, "there is no such file");
    }
    try {
      boolean zip = startsAsZip(file);
      Map<String, NumpyArray> arrays = zip ? readZip(file) : SafetensorsFile.read(file);
      if (arrays.isEmpty()) {
        throw new ModelFormatException(file, "expected arrays, found none");
      }
      return zip ? StateDict.of(arrays) : StateDict.unordered(arrays);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }

  private static boolean startsAsZip(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      int first = 0;
      for (int i = 0; i < Integer.BYTES; i++) {
        first = (first << Byte.SIZE) | (in.read() & 0xff);
      }
      return first == ZIP;
    }
  }

  /**
   * Returns a description of an unexpected archive, with advice.
   *
   * @param file an archive
   * @return a clause for messages
   */
  public static String kindOf(Path file) {
    List<String> names;
    try {
      names = entries(file);
    } catch (IOException | ModelFormatException e) {
      return "is a damaged archive";
    }
    if (names.stream().anyMatch(name -> name.endsWith("/" + TorchFile.SCRIPT))) {
      return TorchFile.EXPORT;
    }
    if (names.stream().anyMatch(name -> name.endsWith("/" + TorchFile.PICKLE))) {
      return "is a file from torch.save: read a state dict with its architecture, or export a whole"
          + " model to ONNX with torch.onnx.export";
    }
    return "is an archive of "
        + names.stream().limit(TorchFile.MAX_SHOWN).toList()
        + ": export the model to ONNX with torch.onnx.export";
  }

  private static List<String> entries(Path file) throws IOException {
    ReadingBudget budget = ReadingBudget.of(problem -> new ModelFormatException(file, problem));
    try (ZipFile zip = budget.openZip(file)) {
      return zip.stream().map(ZipEntry::getName).toList();
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      // IllegalArgumentException is thrown for entry names that are not UTF-8.
      throw new ModelFormatException(file, "the archive is damaged: " + e, e);
    }
  }

  private static Map<String, NumpyArray> readZip(Path file) throws IOException {
    if (entries(file).stream().anyMatch(name -> name.endsWith("/" + TorchFile.PICKLE))) {
      return TorchFile.read(file);
    }
    try {
      return NumpyFile.readArchive(file, NumpyFile.names(file));
    } catch (NumpyFormatException e) {
      throw new ModelFormatException(
          file, "expected a PyTorch or NumPy archive, found another: " + e.getMessage(), e);
    }
  }
}
