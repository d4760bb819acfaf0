package io.linkteller.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdjacencyRowsTest {

  @Property
  void aGraphIsRestoredFromItsRows(
      @ForAll @IntRange(min = 0, max = 30) int n,
      @ForAll @IntRange(max = 80) int edges,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder builder = Graph.builder(n).mergingDuplicates();
    for (int e = 0; n > 1 && e < edges; e++) {
      int u = random.nextInt(n);
      builder.addEdge(u, (u + 1 + random.nextInt(n - 1)) % n);
    }
    Graph graph = builder.build();
    assertEquals(graph, Graph.ofAdjacencyRows(graph.copyOffsets(), graph.copyNeighbors()));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', offsets must ascend",
    "0 1 1, 0 1, offsets must ascend",
    "1 1, 0, offsets must ascend",
    "0 2 1, 1, does not ascend",
    "0 1 2, 1 1, the node itself",
    "0 1 2, 1 2, outside [0",
    "0 2 3 4, 2 1 0 0, out of order",
    "0 1 2 2, 1 2, 1 is a neighbor of 0",
    "0 1 2 4, 2 0 0 1, 0 is a neighbor of 1"
  })
  void rowsThatAreNotAnAdjacencyMatrixAreRejected(
      String offsets, String neighbors, String expected) {
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Graph.ofAdjacencyRows(numbers(offsets), numbers(neighbors)))
                .getMessage());
    assertTrue(message.contains(expected), message);
  }

  private static int[] numbers(String text) {
    return text.isEmpty()
        ? new int[0]
        : Arrays.stream(text.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
  }
}
