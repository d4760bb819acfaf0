package io.linkteller.attack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import org.junit.jupiter.api.Test;

class PriorKnowledgeTest {

  /** Twice the largest score and twice the smallest; known pairs follow the last scored one. */
  @Test
  void knownPairsLieBeyondScoresOfEitherSign() {
    PairScores scores =
        PairScores.ofStored(
            4, new long[] {NodePairs.pack(0, 1), NodePairs.pack(0, 2)}, new double[] {-3, 2});
    PairScores ranked =
        new PriorKnowledge(
                Graph.builder(4).addEdge(2, 3).build(), Graph.builder(4).addEdge(1, 3).build())
            .rank(scores);
    assertEquals(4, ranked.score(2, 3));
    assertEquals(-6, ranked.score(1, 3));
    assertArrayEquals(new double[] {-3, 2, -6, 4}, ranked.storedScores());
  }

  @Test
  void aKnownArcSaysNothingOfItsReverse() {
    PairScores scores =
        PairScores.ofStored(
            3, true, new long[] {NodePairs.pack(0, 1), NodePairs.pack(2, 0)}, new double[] {1, 2});
    Graph arc = Graph.builder(3).directed().addEdge(2, 1).build();
    PairScores ranked = PriorKnowledge.ofEdges(arc).rank(scores);
    assertArrayEquals(new double[] {1, 2, 4}, ranked.storedScores());
    assertEquals(4, ranked.score(2, 1));
    assertEquals(0, ranked.score(1, 2));
    PriorKnowledge undirected = PriorKnowledge.ofEdges(arc.simple());
    assertThrows(IllegalArgumentException.class, () -> undirected.rank(scores));
    assertThrows(
        IllegalArgumentException.class, () -> new PriorKnowledge(arc, Graph.builder(3).build()));
  }
}
