package io.linkteller.models.weights;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.program.RandomCases;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;

/** Reads files written by this library, files written by Python, and damaged files. */
class WeightFilePropertiesTest {

  @Property(tries = 50)
  void everyModelIsReadAsItWasWritten(
      @ForAll @IntRange(min = 1, max = 3) int depth, @ForAll long seed) throws IOException {
    GnnModel model = RandomCases.anyModel(depth, 0.25, new SplittableRandom(seed));
    Path file = Files.createTempFile("weights", ".npz");
    try {
      ModelWeights.of(model, Optional.empty()).write(file);
      ModelWeights read = ModelWeights.read(file);
      GnnModel again = read.model();
      assertEquals(model.getClass(), again.getClass());
      assertEquals(model.settings(), again.settings());
      for (String name : model.parameters().names()) {
        assertArrayEquals(model.parameters().get(name).data, read.parameters().get(name).data);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static Path resource(String name) {
    try {
      return Path.of(
          Objects.requireNonNull(WeightFilePropertiesTest.class.getResource("/" + name)).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the element that the script wrote at an index: the sum of index[k] / 10^k. */
  private static double written(int... index) {
    double sum = 0;
    for (int k = 0; k < index.length; k++) {
      sum += (index[k] + 1) * Math.pow(10, -k);
    }
    return sum;
  }

  @Example
  void headsOfAModelWrittenByNumpyAreReadSideBySide() {
    GnnModel model = ModelWeights.read(resource("numpy-gat.npz")).model();
    GnnModel expected = Gat.builder().layers(3, 2, 2).with(Gat.HEADS, IntList.of(2, 1)).build();
    // The file is from before the flag, which then has its default.
    assertFalse(Gat.EDGE_WEIGHTS.in(model.settings()));
    assertEquals(expected.settings(), model.settings().with("edgeWeights", "false"));
    DMatrixRMaj weight = model.parameters().get("W1");
    for (int head = 0; head < 2; head++) {
      for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 2; col++) {
          assertEquals(written(head, row, col), weight.get(row, 2 * head + col), 1e-12);
        }
      }
    }
    assertEquals(written(1, 0), model.parameters().get("aDst1").get(1, 0), 1e-12);
  }

  @Example
  void singlePrecisionIntegersAndColumnMajorOrderAreRead() {
    ModelWeights read = ModelWeights.read(resource("numpy-gcn-float32.npz"));
    assertTrue(read.settings().isEmpty());
    assertThrows(IllegalStateException.class, read::model);
    Parameters parameters = read.parameters();
    assertEquals(written(0, 1), parameters.get("W2").get(0, 1), 1e-6);
    assertEquals(written(2, 1), parameters.get("W1").get(2, 1), 1e-6);
    assertEquals(2, parameters.get("b2").get(0, 1));
  }

  @Example
  void aChangedNumberIsDetected() throws IOException {
    byte[] bytes = Files.readAllBytes(resource("numpy-gcn-float32.npz"));
    // The first entry is stored uncompressed: a name, a header of 128 bytes, then six numbers.
    bytes[30 + "W1.npy".length() + 20 + 128 + 2] ^= 1;
    Path file = Files.createTempFile("changed", ".npz");
    try {
      Files.write(file, bytes);
      assertRefused(
          WeightFormatException.class, "W1.npy is damaged", () -> ModelWeights.read(file));
    } finally {
      Files.delete(file);
    }
  }
}
