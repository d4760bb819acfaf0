package io.linkteller.graph;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class NodeNamesTest {

  @Test
  void aNodeIsFoundByItsName() {
    NodeNames names = NodeNames.of(List.of("ann", "1", "bob"));
    assertFalse(names.areNumbers());
    assertEquals(3, names.nodeCount());
    assertEquals("1", names.of(1));
    assertEquals(OptionalInt.of(2), names.node("bob"));
    assertEquals(OptionalInt.empty(), names.node("2"));
    assertEquals("bob", names.select(IntList.of(2, 0)).of(0));
    assertRefused(() -> NodeNames.of(List.of("a", "a")));
  }

  @Test
  void withoutNamesANodeIsIdentifiedByItsNumber() {
    NodeNames numbers = NodeNames.numbers(11);
    assertTrue(numbers.areNumbers());
    assertEquals("10", numbers.of(10));
    assertEquals(OptionalInt.of(10), numbers.node("10"));
    for (String other : List.of("11", "-1", "+1", "01", "", "x")) {
      assertEquals(OptionalInt.empty(), numbers.node(other));
    }
    assertEquals("1", numbers.select(IntList.of(3, 7)).of(1));
    assertThrows(IndexOutOfBoundsException.class, () -> numbers.of(11));
    assertRefused(() -> NodeNames.numbers(-1));
  }
}
