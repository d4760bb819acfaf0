package io.linkteller.data.statedict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.linkteller.data.source.NumberType;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.numpy.NumpyArray;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads safetensors files, which consist of 8 bytes with the length of a JSON header, the header
 * with the type, shape and position of each array, and the numbers without gaps.
 */
final class SafetensorsFile {

  private static final String METADATA = "__metadata__";

  /** The maximum length of a header that the format allows, in bytes. */
  private static final long MAX_HEADER_LENGTH = 100_000_000;

  /** The maximum number of dimensions of an array in NumPy and PyTorch. */
  private static final int MAX_DIMENSIONS = 64;

  private static final String TOO_MANY = " has more than " + MAX_DIMENSIONS + " entries";

  /**
   * The maximum memory, in bytes, per byte of the header: a digit and a comma become a number in a
   * growing list.
   */
  private static final long HEADER = 32;

  private final Path file;
  private final FileChannel channel;
  private final long dataFrom;
  private final long dataLength;
  private final ReadingBudget budget;
  private long claimed;

  private SafetensorsFile(
      Path file, FileChannel channel, long dataFrom, long dataLength, ReadingBudget budget) {
    this.budget = budget;
    this.file = file;
    this.channel = channel;
    this.dataFrom = dataFrom;
    this.dataLength = dataLength;
  }

  static Map<String, NumpyArray> read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      if (size < Long.BYTES) {
        throw noStateDict(file);
      }
      long length = bytes(channel, 0, Long.BYTES).getLong(0);
      if (length < 2 || length > size - Long.BYTES || length > MAX_HEADER_LENGTH) {
        throw noStateDict(file);
      }
      ReadingBudget budget = ReadingBudget.of(problem -> new ModelFormatException(file, problem));
      budget.take(HEADER * length);
      byte[] header = bytes(channel, Long.BYTES, (int) length).array();
      long from = Long.BYTES + length;
      return new SafetensorsFile(file, channel, from, size - from, budget).read(header);
    }
  }

  private static ModelFormatException noStateDict(Path file) {
    return new ModelFormatException(
        file,
        "expected a file from torch.save since PyTorch 1.6, safetensors or NumPy (.npz), found"
            + " another");
  }

  private static ByteBuffer bytes(FileChannel channel, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        throw new IOException("the file became shorter while it was read");
      }
    }
    return bytes;
  }

  private Map<String, NumpyArray> read(byte[] header) throws IOException {
    Map<String, NumpyArray> arrays = new LinkedHashMap<>();
    try (JsonParser json = new JsonFactory().createParser(header)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw noStateDict(file);
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        require(json.nextToken() == JsonToken.START_OBJECT, name, "is not described by an object");
        if (name.equals(METADATA)) {
          json.skipChildren();
        } else {
          require(arrays.put(name, array(json, name)) == null, name, "is described twice");
        }
      }
    } catch (JsonProcessingException e) {
      throw new ModelFormatException(
          file, "the header of safetensors is damaged: " + e.getOriginalMessage(), e);
    } catch (CharConversionException e) {
      throw new ModelFormatException(file, "the header of safetensors is not UTF-8", e);
    }
    return arrays;
  }

  private NumpyArray array(JsonParser json, String name) throws IOException {
    Optional<NumberType> type = Optional.empty();
    Optional<List<Long>> shape = Optional.empty();
    Optional<List<Long>> offsets = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "dtype" -> {
          String code = String.valueOf(json.getText());
          NumberType known = NumberType.ofSafetensors(code);
          if (known == null) {
            throw problem(
                name, "is of the type " + code + ", not one of " + NumberType.safetensors());
          }
          type = Optional.of(known);
        }
        case "shape" -> shape = Optional.of(integers(json, name, field));
        case "data_offsets" -> offsets = Optional.of(integers(json, name, field));
        default -> json.skipChildren();
      }
    }
    if (type.isEmpty() || shape.isEmpty() || offsets.isEmpty() || offsets.get().size() != 2) {
      throw problem(name, "lacks dtype, shape or two data_offsets");
    }
    return array(name, type.get(), shape.get(), offsets.get().get(0), offsets.get().get(1));
  }

  private NumpyArray array(String name, NumberType type, List<Long> shape, long from, long to)
      throws IOException {
    require(
        from >= 0 && from <= to && to <= dataLength,
        name,
        "claims bytes " + from + " to " + to + " of " + dataLength);
    // Arrays must not overlap, so together they cannot be longer than the data.
    claimed += to - from;
    require(claimed <= dataLength, name, "overlaps other arrays");
    long count = 1;
    List<Integer> lengths = new ArrayList<>();
    for (long length : shape) {
      if (length < 0 || length > Integer.MAX_VALUE || count * length > Integer.MAX_VALUE) {
        throw problem(name, "has the unsupported shape " + shape);
      }
      count *= length;
      lengths.add((int) length);
    }
    require(
        count * type.size() == to - from,
        name,
        "has the shape " + shape + " but " + (to - from) + " bytes");
    require(to - from <= Integer.MAX_VALUE - 8, name, "is longer than 2^31 bytes");
    // Memory for the bytes, the numbers, and a copy of the numbers.
    budget.take(to - from + 2 * Double.BYTES * count);
    ByteBuffer bytes = bytes(channel, dataFrom + from, (int) (to - from));
    return NumpyArray.of(lengths, type.decode(bytes));
  }

  private List<Long> integers(JsonParser json, String name, String field) throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, name, field + " is not a list");
    List<Long> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(
          json.currentToken() == JsonToken.VALUE_NUMBER_INT,
          name,
          field + " has an entry that is not an integer");
      require(values.size() < MAX_DIMENSIONS, name, field + TOO_MANY);
      values.add(json.getLongValue());
    }
    return values;
  }

  private void require(boolean condition, String name, String problem) {
    if (!condition) {
      throw problem(name, problem);
    }
  }

  private ModelFormatException problem(String name, String problem) {
    return new ModelFormatException(file, "array " + name + " " + problem);
  }
}
