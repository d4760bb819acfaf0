package io.linkteller.data.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.tensor.EdgeIndex;
import io.linkteller.models.program.Program;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.export.ProtobufBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to the bytes or the fields of a file, the reader answers or refuses. */
final class DamagedOnnxFileTest {

  private static final EdgeIndex ARCS =
      EdgeIndex.of(3, new int[] {0, 1, 1, 2}, new int[] {1, 0, 2, 1})
          .withWeights(new double[] {1, 0.5, 2, 1})
          .withTypes(new int[] {0, 1, 1, 0});

  private static final FeatureMatrix X =
      FeatureMatrix.dense(new double[][] {{1, 0}, {0, 1}, {1, -1}});

  private static final List<byte[]> SAMPLES = OnnxSamples.all();

  private static Program program(Path file) {
    return OnnxProgram.read(file).on(ARCS, Workers.sequential());
  }

  @Test
  void eachSampleIsComputed(@TempDir Path folder) throws IOException {
    for (byte[] sample : SAMPLES) {
      Path file = Files.write(folder.resolve("sample.onnx"), sample);
      DMatrixRMaj answer = program(file).predict(X);
      assertEquals(3, answer.numRows);
      for (int i = 0; i < answer.getNumElements(); i++) {
        assertFalse(Double.isNaN(answer.data[i]));
      }
    }
  }

  @Property
  void damagedFilesAreReadOrRefused(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = SAMPLES.get(random.nextInt(SAMPLES.size()));
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      bytes = random.nextInt(4) > 0 ? withField(bytes, random, 0) : withByte(bytes, random);
    }
    Path file = Files.createTempFile("fuzzed", ".onnx");
    try {
      Files.write(file, bytes);
      OnnxProgram model = OnnxProgram.read(file);
      int width = model.inputWidth();
      FeatureMatrix x = width == X.cols() ? X : FeatureMatrix.zero(3, width);
      model.on(ARCS, Workers.sequential()).predict(x);
    } catch (ModelFormatException | UnsupportedOperatorException e) {
      assertFalse(String.valueOf(e.getMessage()).isEmpty());
    } finally {
      Files.delete(file);
    }
  }

  static byte[] withByte(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    int at = random.nextInt(changed.length);
    switch (random.nextInt(3)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) random.nextInt();
      default -> changed = Arrays.copyOf(changed, at);
    }
    return changed.length == 0 ? bytes : changed;
  }

  /**
   * Changes one field of a message or of one within it, and leaves the lengths around it right:
   * removes or repeats it, or gives it another value.
   */
  private static byte[] withField(byte[] message, Random random, int depth) {
    int[] starts = new int[message.length + 1];
    int count = 0;
    int at = 0;
    while (at < message.length) {
      int end = endOfField(message, at);
      if (end < 0) {
        return withByte(message, random);
      }
      starts[count++] = at;
      at = end;
    }
    if (count == 0) {
      return message;
    }
    starts[count] = message.length;
    int chosen = random.nextInt(count);
    int from = starts[chosen];
    int to = starts[chosen + 1];
    byte[] field = Arrays.copyOfRange(message, from, to);
    int kind = field[0] & 7;
    byte[] replaced = field;
    if (kind == 2 && depth < 8 && random.nextInt(4) > 0) {
      int header = to - from - lengthOf(field);
      byte[] inner = withField(Arrays.copyOfRange(field, header, field.length), random, depth + 1);
      replaced = join(tag(field), varint(inner.length), inner);
    } else {
      switch (random.nextInt(3)) {
        case 0 -> replaced = new byte[0];
        case 1 -> replaced = join(field, field);
        default -> {
          if (kind == 0) {
            long number =
                random.nextBoolean()
                    ? random.nextInt(9) - 4
                    : random.nextLong() >> random.nextInt(64);
            replaced = join(tag(field), varint(number));
          } else {
            // Another field of this message with the same tag: inputs exchanged, names reused.
            int other = random.nextInt(count);
            byte[] given = Arrays.copyOfRange(message, starts[other], starts[other + 1]);
            replaced = given[0] == field[0] ? given : field;
          }
        }
      }
    }
    return join(
        Arrays.copyOf(message, from), replaced, Arrays.copyOfRange(message, to, message.length));
  }

  private static byte[] tag(byte[] field) {
    int end = 1;
    while (field[end - 1] < 0) {
      end++;
    }
    return Arrays.copyOf(field, end);
  }

  private static byte[] varint(long value) {
    byte[] withTag = new ProtobufBytes().integer(1, value).toBytes();
    return Arrays.copyOfRange(withTag, 1, withTag.length);
  }

  private static int lengthOf(byte[] field) {
    int at = tag(field).length;
    long length = 0;
    int shift = 0;
    do {
      length |= (field[at] & 0x7fL) << shift;
      shift += 7;
    } while (field[at++] < 0);
    return (int) length;
  }

  /** Returns where a field ends, or -1 if these bytes are no message. */
  private static int endOfField(byte[] message, int from) {
    int at = from;
    while (at < message.length && message[at] < 0) {
      at++;
    }
    int kind = message[from] & 7;
    at++;
    if (kind == 0 || kind == 2) {
      long length = 0;
      int shift = 0;
      boolean more = true;
      while (at < message.length && more && shift < 63) {
        length |= (message[at] & 0x7fL) << shift;
        more = message[at++] < 0;
        shift += 7;
      }
      if (more) {
        return -1;
      }
      at += kind == 2 ? (int) Math.min(length, Integer.MAX_VALUE / 2) : 0;
    } else {
      at += kind == 5 ? 4 : kind == 1 ? 8 : message.length;
    }
    return at > message.length ? -1 : at;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
