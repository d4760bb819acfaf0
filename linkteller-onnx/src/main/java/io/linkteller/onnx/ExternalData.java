package io.linkteller.onnx;

import io.linkteller.inference.ModelFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that an ONNX model names as the places of its numbers, before ONNX Runtime opens
 * them: it would read any file of this machine, and follow an address into its own memory.
 *
 * <p>Reads the messages that lead to tensors and skips everything else, in memory that does not
 * depend on the file.
 */
final class ExternalData {

  /** The messages of onnx.proto that contain tensors, directly or not, by the number of a field. */
  private enum Message {
    MODEL,
    TRAINING,
    GRAPH,
    NODE,
    ATTRIBUTE,
    SPARSE_TENSOR,
    FUNCTION,
    TENSOR,
    /** A key and a value that say where the numbers of a tensor are. */
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

  // How a value is encoded: the lowest three bits of what precedes it.
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  /** The depth at which parsers of protocol buffers give up. */
  private static final int DEEPEST = 100;

  private static final int LONGEST_PATH = 4096;

  /** ONNX Runtime takes an offset behind this name as an address in the memory of the process. */
  private static final String ADDRESS = "_ORT_MEM_ADDR_";

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 13).limit(0);
  private long bufferAt;

  private ExternalData(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Checks that all numbers of a model are in its file or in files of the same folder.
   *
   * @param file the file of the model
   * @throws ModelFormatException if the file is not an ONNX file, or a tensor refers to a file that
   *     is missing or outside the folder, by its path or by a link, or to memory
   */
  static void requireInFolderOf(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      new ExternalData(file, channel).check(Message.MODEL, 0, channel.size(), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e, e);
    }
  }

  private void check(Message message, long from, long to, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw notOnnx("messages are nested more than " + DEEPEST + " deep");
    }
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    Map<Integer, Message> parts = message.parts();
    long at = from;
    while (at < to) {
      Varint tag = varint(at, to);
      at = tag.end();
      if (tag.value() >>> 3 == 0 || tag.value() >>> Integer.SIZE != 0) {
        throw notOnnx("a field at byte " + at + " has no number");
      }
      int field = (int) (tag.value() >>> 3);
      switch ((int) tag.value() & 7) {
        case VARINT -> at = varint(at, to).end();
        case FIXED64 -> at += Long.BYTES;
        case FIXED32 -> at += Integer.BYTES;
        case LENGTH -> {
          Varint length = varint(at, to);
          at = length.end();
          if (length.value() < 0 || length.value() > to - at) {
            throw notOnnx("a field at byte " + at + " is longer than the message that contains it");
          }
          long end = at + length.value();
          @Nullable Message part = parts.get(field);
          if (part != null) {
            check(part, at, end, depth + 1);
          } else if (message == Message.PLACE && field <= 2) {
            (field == 1 ? keys : values).add(text(at, end));
          }
          at = end;
        }
        default -> throw notOnnx("a field at byte " + at + " is of no known kind");
      }
    }
    if (at > to) {
      throw notOnnx("it ends within a field");
    }
    // The last key and value count, but which is last is for others to decide.
    if (keys.contains("location")) {
      values.forEach(this::requireInFolder);
    }
  }

  private void requireInFolder(String location) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      Path folder = (parent == null ? file.toAbsolutePath() : parent).toRealPath();
      Path named = Path.of(location);
      boolean leaves = named.isAbsolute() || location.isEmpty() || location.contains(ADDRESS);
      for (Path part : named) {
        leaves |= part.toString().equals("..");
      }
      // Resolves links. What is a device or a pipe is not read either.
      Path real = leaves ? folder : folder.resolve(named).toRealPath();
      if (leaves || !real.startsWith(folder) || !Files.isRegularFile(real)) {
        throw refused(location, null);
      }
    } catch (IOException | InvalidPathException e) {
      throw refused(location, e);
    }
  }

  private ModelFormatException refused(String location, @Nullable Exception cause) {
    String problem =
        "keeps numbers in "
            + location
                .codePoints()
                .limit(80)
                .mapToObj(c -> Character.isISOControl(c) ? " " : Character.toString(c))
                .reduce("", String::concat)
            + ", which is not a file in the model's folder; only files there are read";
    return cause == null
        ? new ModelFormatException(file, problem)
        : new ModelFormatException(file, problem, cause);
  }

  private ModelFormatException notOnnx(String problem) {
    return new ModelFormatException(file, "not a valid ONNX file: " + problem);
  }

  private String text(long from, long to) throws IOException {
    if (to - from > LONGEST_PATH) {
      throw notOnnx("the place of a tensor takes " + (to - from) + " bytes");
    }
    byte[] bytes = new byte[(int) (to - from)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = byteAt(from + i);
    }
    try {
      // What Java would replace, ONNX Runtime opens as it is: another file.
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw notOnnx("the place of a tensor at byte " + from + " is no UTF-8 text");
    }
  }

  /** An integer of variable length, and where it ends. */
  private record Varint(long value, long end) {}

  private Varint varint(long from, long to) throws IOException {
    long value = 0;
    for (int i = 0; i < 10 && from + i < to; i++) {
      byte next = byteAt(from + i);
      value |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return new Varint(value, from + i + 1);
      }
    }
    throw notOnnx("an integer at byte " + from + " does not end");
  }

  private byte byteAt(long at) throws IOException {
    if (at < bufferAt || at >= bufferAt + buffer.limit()) {
      buffer.clear();
      bufferAt = at;
      int read = channel.read(buffer, at);
      buffer.flip();
      if (read <= 0) {
        throw new IOException("the file became shorter while it was read");
      }
    }
    return buffer.get((int) (at - bufferAt));
  }
}
