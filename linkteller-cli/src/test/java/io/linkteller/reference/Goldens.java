package io.linkteller.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Reference numbers computed by other programs, kept among the test resources. */
public final class Goldens {

  private Goldens() {}

  public static JsonNode read(String name) {
    try (InputStream json =
        Objects.requireNonNull(Goldens.class.getResourceAsStream("/reference/" + name), name)) {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static int[] ints(JsonNode array) {
    int[] values = new int[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).intValue();
    }
    return values;
  }

  public static double[] doubles(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).doubleValue();
    }
    return values;
  }

  public static boolean[] bits(JsonNode array) {
    boolean[] values = new boolean[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).intValue() == 1;
    }
    return values;
  }
}
