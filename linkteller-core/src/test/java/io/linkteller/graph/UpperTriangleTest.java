package io.linkteller.graph;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class UpperTriangleTest {

  @Property
  void equalsTheGraphBuiltFromTheSameEdges(
      @ForAll @IntRange(max = 9) int n, @ForAll @LongRange(max = (1L << 36) - 1) long cells) {
    Graph.Builder builder = Graph.builder(n);
    int[] offsets = new int[n + 1];
    int[] columns = new int[n * n];
    int size = 0;
    int cell = 0;
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++, cell++) {
        if ((cells >>> cell & 1) == 1) {
          builder.addEdge(u, v);
          columns[size++] = v;
        }
      }
      offsets[u + 1] = size;
    }
    assertEquals(builder.build(), Graph.ofUpperTriangle(n, offsets, columns));
    assertEquals(builder.build(), Graph.ofUpperTriangle(n, offsets, Arrays.copyOf(columns, size)));
  }

  @Test
  void rejectsSelfLoopsRepeatedDescendingAndOutOfRangeNodes() {
    assertRejects("columns[0] = 0 in row 0", 2, new int[] {0, 1, 1}, 0);
    assertRejects("columns[1] = 1 in row 0", 3, new int[] {0, 2, 2, 2}, 1, 1);
    assertRejects("columns[1] = 1 in row 0", 3, new int[] {0, 2, 2, 2}, 2, 1);
    assertRejects("columns[0] = 2 in row 0", 2, new int[] {0, 1, 1}, 2);
    assertRejects("columns[0] = 0 in row 1", 2, new int[] {0, 0, 1}, 0);
  }

  @Test
  void rejectsMalformedOffsets() {
    assertRejects("nodeCount = -1", -1, new int[] {0});
    assertRejects("offsets has length 2", 2, new int[] {0, 0});
    assertRejects("offsets[0] = 1", 1, new int[] {1, 1}, 0);
    assertRejects("offsets[1] = 2 is above 1", 1, new int[] {0, 2}, 0);
    assertRejects("offsets[1] = 2 does not ascend", 3, new int[] {0, 2, 1, 1}, 1, 2);
  }

  private static void assertRejects(String why, int n, int[] offsets, int... columns) {
    assertRefused(why, () -> Graph.ofUpperTriangle(n, offsets, columns));
  }
}
