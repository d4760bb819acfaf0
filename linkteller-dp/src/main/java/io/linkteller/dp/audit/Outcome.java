package io.linkteller.dp.audit;

import io.linkteller.dp.session.Release;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PerturbedGraph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A release, decomposed into the values in its collections, maps, arrays, records and matrices.
 *
 * @param rest the structure, and the values that {@code numbers} cannot represent exactly
 * @param numbers the numbers in order, with 0 in place of other values and of numbers that are not
 *     finite; then the first characters of the other values
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by its observations.
record Outcome(List<Object> rest, double[] numbers) {

  private static final Set<Class<?>> PRIMITIVE =
      Set.of(Double.class, Float.class, Integer.class, Short.class, Byte.class);

  /** The maximum number of characters of a value that become numbers. */
  private static final int MAX_TEXT_LENGTH = 256;

  /**
   * Decomposes a release. A graph without weights and relations, as perturbers return it, is
   * returned unchanged.
   *
   * @throws IllegalArgumentException if a part does not define {@code equals}: because it would
   *     equal only itself, it would look different in every run, whatever it reveals
   */
  static Object of(@Nullable Object released) {
    if (released instanceof Release<?> release) {
      return of(release.value());
    }
    if (released instanceof PerturbedGraph perturbed) {
      return of(perturbed.graph());
    }
    if (released instanceof Graph graph && !graph.isWeighted() && graph.relations().isEmpty()) {
      return graph;
    }
    List<Object> rest = new ArrayList<>();
    DoubleArrayList numbers = new DoubleArrayList();
    DoubleArrayList text = new DoubleArrayList();
    // Values beside a collection precede its contents, so that a random size does not shift them.
    List<@Nullable Object> open = new ArrayList<>(Collections.singletonList(released));
    for (int i = 0; i < open.size(); i++) {
      Object value = open.get(i);
      Optional<List<?>> parts = value == null ? Optional.empty() : parts(value);
      if (parts.isPresent()) {
        rest.add(parts.get().size() + " parts");
        open.addAll(parts.get());
      } else {
        add(value, rest, numbers, text);
      }
    }
    numbers.addAll(text);
    return new Outcome(rest, numbers.toDoubleArray());
  }

  private static void add(
      @Nullable Object value, List<Object> rest, DoubleArrayList numbers, DoubleArrayList text) {
    if (value instanceof Boolean is) {
      numbers.add(is ? 1 : 0);
    } else if (value instanceof Character character) {
      numbers.add(character);
    } else if (value instanceof Number number) {
      double nearest = number.doubleValue();
      numbers.add(Double.isFinite(nearest) ? nearest : 0);
      if (!isExact(number)) {
        rest.add(requireValue(value));
      }
    } else {
      // Characters are also added one by one: a revealing one among random ones would not be
      // visible in the whole text.
      Object whole = value instanceof CharSequence ? value.toString() : requireValue(value);
      numbers.add(0);
      rest.add(whole);
      whole.toString().chars().limit(MAX_TEXT_LENGTH).forEach(text::add);
    }
  }

  private static boolean isExact(Number number) {
    double nearest = number.doubleValue();
    return number instanceof Long exact
        ? (long) nearest == exact
        : Double.isFinite(nearest) && PRIMITIVE.contains(number.getClass());
  }

  private static Optional<List<?>> parts(Object value) {
    if (value instanceof Release || value instanceof PerturbedGraph) {
      return Optional.of(List.of(of(value)));
    } else if (value instanceof Graph graph) {
      return Optional.of(matrices(graph));
    } else if (value instanceof FeatureMatrix x) {
      return Optional.of(List.of(x.toDense()));
    } else if (value instanceof DMatrixRMaj matrix) {
      // Includes the unused end of the array, which anyone who has the matrix can read.
      return Optional.of(List.of(matrix.numRows, matrix.numCols, matrix.data));
    } else if (value instanceof Optional<?> optional) {
      return Optional.of(optional.stream().toList());
    } else if (value instanceof Buffer buffer && buffer.hasArray()) {
      return Optional.of(List.of(buffer.position(), buffer.limit(), buffer.array()));
    } else if (value instanceof OptionalDouble optional) {
      return Optional.of(optional.stream().boxed().toList());
    } else if (value instanceof OptionalInt optional) {
      return Optional.of(optional.stream().boxed().toList());
    } else if (value instanceof OptionalLong optional) {
      return Optional.of(optional.stream().boxed().toList());
    } else if (value instanceof Map.Entry<?, ?> entry) {
      return Optional.of(Arrays.asList(entry.getKey(), entry.getValue()));
    } else if (value instanceof Map<?, ?> map) {
      return Optional.of(
          map.entrySet().stream().flatMap(e -> Stream.of(e.getKey(), e.getValue())).toList());
    } else if (value instanceof Collection<?> collection) {
      return Optional.of(new ArrayList<>(collection));
    } else if (value.getClass().isArray()) {
      return Optional.of(
          IntStream.range(0, Array.getLength(value)).mapToObj(i -> Array.get(value, i)).toList());
    }
    return value instanceof Record ? Optional.of(components(value)) : Optional.empty();
  }

  /**
   * Returns everything that a graph reveals: whether it is directed, its relations, which pairs are
   * adjacent, and all weights.
   */
  private static List<Object> matrices(Graph graph) {
    int n = graph.nodeCount();
    double[][] edges = new double[n][n];
    double[][] weights = new double[n][n];
    for (int v = 0; v < n; v++) {
      for (int i = 0; i < graph.degree(v); i++) {
        edges[v][graph.neighbor(v, i)] = 1;
        weights[v][graph.neighbor(v, i)] = graph.weight(v, i);
      }
    }
    return List.of(graph.isDirected(), graph.relations(), edges, weights);
  }

  private static List<Object> components(Object record) {
    List<Object> components = new ArrayList<>(List.of(record.getClass().getName()));
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        components.add(component.getAccessor().invoke(record));
      } catch (ReflectiveOperationException | RuntimeException e) {
        throw new IllegalArgumentException(
            "an audit cannot read the components of " + record.getClass(), e);
      }
    }
    return components;
  }

  private static Object requireValue(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    try {
      if (!(value instanceof Buffer)
          && value.getClass().getMethod("equals", Object.class).getDeclaringClass()
              != Object.class) {
        return value;
      }
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every class has this method", e);
    }
    throw new IllegalArgumentException(
        "an audit cannot compare a "
            + value.getClass().getName()
            + ", which does not define equals or is a buffer without an array; release what an"
            + " attacker can see of it");
  }
}
