package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.linkteller.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What an audit sees of an output, counted by hand. */
class ViewTest {

  /** (0, 1) and (1, 2), with or without (2, 3). */
  private static final NeighboringPair PAIR =
      NeighboringPair.of(
          Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build(),
          Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build());

  /** The edge in question, one that the input has, and one that it has not. */
  private static final Graph OUTPUT =
      Graph.builder(4).addEdge(2, 3).addEdge(1, 2).addEdge(0, 3).build();

  private static final Graph OTHER =
      Graph.builder(4).addEdge(0, 2).addEdge(0, 3).addEdge(1, 3).build();

  /** The other output lacks both edges of the input, and has three that it does not have. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EDGE | the edge is there | the edge is not there",
        "COUNT | 3 edges | 3 edges",
        "EDGE_AND_COUNT | 3 edges and the edge is there | 3 edges and the edge is not there",
        "EDGE_AND_DISTANCE | the edge is there and 2 other cells have changed"
            + " | the edge is not there and 5 other cells have changed",
        "OUTPUT | edges (0, 3) (1, 2) (2, 3) | edges (0, 2) (0, 3) (1, 3)"
      })
  void anObservationIsDescribed(View view, String seen, String seenOfOther) {
    assertEquals(seen, view.of(OUTPUT, Statistic.NONE, PAIR));
    assertEquals(seenOfOther, view.of(OTHER, Statistic.NONE, PAIR));
  }

  @Test
  void observationsAreComparedByTheirValues() {
    for (View view : View.values()) {
      Graph same = Graph.builder(4).addEdge(0, 3).addEdge(1, 2).addEdge(2, 3).build();
      assertEquals(view.of(OUTPUT, Statistic.NONE, PAIR), view.of(same, Statistic.NONE, PAIR));
    }
    assertNotEquals(
        View.EDGE_AND_DISTANCE.of(OUTPUT, Statistic.NONE, PAIR),
        View.EDGE_AND_DISTANCE.of(OTHER, Statistic.NONE, PAIR));
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsSeenAsSuch(View view) {
    Failure failure = Failure.of(new IllegalStateException("does not fit"));
    assertSame(failure, view.of(failure, Statistic.NONE, PAIR));
    assertEquals("IllegalStateException: does not fit", failure.toString());
  }

  @Test
  void aFailureWithoutAMessageIsOne() {
    assertEquals("RuntimeException: null", Failure.of(new RuntimeException()).toString());
  }
}
