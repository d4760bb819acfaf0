package io.linkteller.data.onnx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks the files in which an ONNX model stores numbers. They must be in the model's folder,
 * because ONNX Runtime itself reads any file on the machine, or even an address in its own memory.
 */
final class ExternalData {

  /** The messages of onnx.proto that contain tensors, directly or indirectly. */
  private enum Message {
    MODEL,
    TRAINING,
    GRAPH,
    NODE,
    ATTRIBUTE,
    SPARSE_TENSOR,
    FUNCTION,
    TENSOR,
    /** A key and a value that describe where the numbers of a tensor are stored. */
    PLACE;

    private Map<Integer, Message> parts() {
      return switch (this) {
        case MODEL -> Map.of(7, GRAPH, 20, TRAINING, 25, FUNCTION);
        case TRAINING -> Map.of(1, GRAPH, 2, GRAPH);
        case GRAPH -> Map.of(1, NODE, 5, TENSOR, 15, SPARSE_TENSOR);
        case NODE -> Map.of(5, ATTRIBUTE);
        case ATTRIBUTE ->
            Map.of(
                5, TENSOR, 6, GRAPH, 10, TENSOR, 11, GRAPH, 22, SPARSE_TENSOR, 23, SPARSE_TENSOR);
        case SPARSE_TENSOR -> Map.of(1, TENSOR, 2, TENSOR);
        case FUNCTION -> Map.of(7, NODE, 11, ATTRIBUTE);
        case TENSOR -> Map.of(13, PLACE);
        case PLACE -> Map.of();
      };
    }
  }

  /**
   * The location for which ONNX Runtime treats the offset as an address in the memory of the
   * process.
   */
  private static final String ADDRESS = "_ORT_MEM_ADDR_";

  /** The maximum number of characters of a location that a message shows. */
  private static final int MAX_SHOWN = 80;

  private ExternalData() {}

  /**
   * Checks that all numbers of a model are in its file or in files of the same folder, whether or
   * not the parser of this package reads them.
   *
   * @throws IllegalArgumentException if the file is damaged, or a tensor refers to a file that is
   *     missing or outside the folder (by its path or through a link), or to memory
   */
  static void requireInFolderOf(Path file, ProtobufInput model) {
    require(file, Message.MODEL, model);
  }

  private static void require(Path file, Message message, ProtobufInput in) {
    Map<Integer, Message> parts = message.parts();
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    while (in.next()) {
      Message part = parts.get(in.field());
      if (part != null) {
        require(file, part, in.message());
      } else if (message == Message.PLACE && in.field() <= 2) {
        // Invalid UTF-8 is an error: if it were replaced here, ONNX Runtime would still open
        // the file with the original name.
        (in.field() == 1 ? keys : values).add(in.text());
      } else {
        in.skip();
      }
    }
    // If a field is repeated, the last one counts, but parsers may disagree on which one that is.
    // All values are therefore checked.
    if (keys.contains("location")) {
      values.forEach(location -> inFolderOf(file, location));
    }
  }

  /**
   * Returns the file at a location in the folder of a model.
   *
   * @throws IllegalArgumentException if there is no such file, or it is outside the folder
   */
  static Path inFolderOf(Path file, String location) {
    try {
      Path folder = file.toAbsolutePath().resolveSibling("").toRealPath();
      Path named = Path.of(location);
      boolean leaves = named.isAbsolute() || location.isEmpty() || location.contains(ADDRESS);
      for (Path part : named) {
        leaves |= part.toString().equals("..");
      }
      // toRealPath resolves links, and isRegularFile rejects devices and pipes.
      Path real = leaves ? folder : folder.resolve(named).toRealPath();
      if (!real.startsWith(folder) || !Files.isRegularFile(real)) {
        throw new IOException("outside the folder");
      }
      return real;
    } catch (IOException | InvalidPathException e) {
      throw refused(location, e);
    }
  }

  private static IllegalArgumentException refused(String location, Exception cause) {
    StringBuilder shown = new StringBuilder();
    location
        .codePoints()
        .limit(MAX_SHOWN)
        .forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return new IllegalArgumentException(
        "it stores numbers in "
            + shown
            + ", which is not a file in the model's folder; only files there are read",
        cause);
  }
}
