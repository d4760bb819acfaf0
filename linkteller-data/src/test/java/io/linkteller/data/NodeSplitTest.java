package io.linkteller.data;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.linkteller.data.synthetic.SyntheticDataset;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NodeSplitTest {

  @Property(tries = 200)
  void aDrawnSplitGivesEveryNodeOnePart(
      @ForAll @IntRange(max = 60) int nodes,
      @ForAll @DoubleRange(max = 0.6) double train,
      @ForAll @DoubleRange(max = 0.4) double validation,
      @ForAll long seed) {
    NodeSplit split = NodeSplit.draw(nodes, train, validation, seed);
    assertEquals(split, NodeSplit.draw(nodes, train, validation, seed));
    assertEquals((int) Math.rint(nodes * train), split.train().size());
    assertEquals(
        IntStream.range(0, nodes).boxed().toList(),
        Stream.of(split.train(), split.validation(), split.test())
            .flatMapToInt(IntList::intStream)
            .sorted()
            .boxed()
            .toList());
    split.requireWithin(nodes);
  }

  @Test
  void anotherSeedDrawsAnotherSplit() {
    assertNotEquals(NodeSplit.draw(100, 0.5, 0.2, 1), NodeSplit.draw(100, 0.5, 0.2, 2));
  }

  @Test
  void repeatedAndMissingNodesAreRejected() {
    IntList none = IntList.of();
    assertRefused("test has node 1", () -> new NodeSplit(IntList.of(1), none, IntList.of(2, 1)));
    assertRefused("-1", () -> new NodeSplit(none, IntList.of(-1), none));
    Dataset ten = SyntheticDataset.builder().nodes(10).averageDegree(1).build().generate("ten", 1);
    NodeSplit eleven = new NodeSplit(IntList.of(10), none, none);
    assertRefused("10, outside [0, 10)", () -> ten.withSplit(eleven));
    assertRefused(() -> NodeSplit.draw(10, 0.7, 0.4, 1));
    assertRefused(() -> NodeSplit.draw(10, Double.NaN, 0.4, 1));
    assertRefused(() -> NodeSplit.draw(-1, 0.5, 0.4, 1));
  }

  @Test
  void laterChangesToListsDoNotAffectTheSplit() {
    IntArrayList mine = new IntArrayList(new int[] {1, 2});
    NodeSplit split = new NodeSplit(mine, IntList.of(), IntList.of());
    mine.set(0, 7);
    assertEquals(IntList.of(1, 2), split.train());
  }
}
