package org.example.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Verifies that JUnit tests and jqwik properties run in the same class. */
final class GraphsTest {

  @Test
  void aGraphWithoutEdgesHasNone() {
    assertEquals(0, Graph.builder(3).build().edgeCount());
  }

  @Property(tries = 20)
  void arbitraryGraphsComeFromTheTestKit(@ForAll Graph graph) {
    assertTrue(graph.nodeCount() >= 0);
  }
}
