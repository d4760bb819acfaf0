package io.linkteller.attack;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PriorKnowledgeTest {

  /** All known edges come first, and all guesses go to unknown pairs in their old order. */
  @Property
  void knownPairsComeFirstAndLastAndCostNoGuess(
      @ForAll @IntRange(min = 3, max = 12) int n,
      @ForAll @DoubleRange(max = 0.6) double share,
      @ForAll @DoubleRange(min = 0.01, max = 1) double kHat,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder edges = Graph.builder(n);
    Graph.Builder others = Graph.builder(n);
    RandomGraphs.uniform(n, share, seed)
        .forEachEdge((u, v) -> (random.nextBoolean() ? edges : others).addEdge(u, v));
    PriorKnowledge known = new PriorKnowledge(edges.build(), others.build());
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[n][1]));
    PairScores scores = PairScores.ofAll(n, (i, j) -> random.nextDouble());
    LinkPrediction blind = LinkPrediction.of("any", nodes, kHat, scores, 0, Duration.ZERO);
    LinkPrediction informed = blind.given(known);
    int first = known.edges().edgeCount();
    assertTrue(
        informed.edges().stream()
            .limit(first)
            .allMatch(pair -> known.edges().hasEdge(pair.u(), pair.v())));
    assertEquals(
        blind.withBelief(1).edges().stream()
            .filter(pair -> !known.edges().hasEdge(pair.u(), pair.v()))
            .filter(pair -> !known.nonEdges().hasEdge(pair.u(), pair.v()))
            .limit(blind.m())
            .toList(),
        informed.edges().stream().skip(first).toList());
    assertEquals(NodePairs.count(n) - known.nonEdges().edgeCount(), informed.withBelief(1).m());
    if (first > 0) {
      assertRefused(() -> informed.given(known));
    }
  }

  @Test
  void knowledgeThatContradictsItselfIsRefused() {
    Graph edge = Graph.builder(4).addEdge(1, 2).build();
    assertRefused("(1, 2)", () -> new PriorKnowledge(edge, edge));
    assertRefused(() -> new PriorKnowledge(edge, Graph.empty(5)));
  }

  /** Twice the largest score and twice the smallest; known pairs follow the last scored one. */
  @Test
  void knownPairsLieBeyondScoresOfEitherSign() {
    PairScores scores =
        PairScores.ofStored(
            4,
            false,
            new long[] {NodePairs.pack(0, 1), NodePairs.pack(0, 2)},
            new double[] {-3, 2});
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
    assertRefused(() -> undirected.rank(scores));
    assertRefused(() -> new PriorKnowledge(arc, Graph.builder(3).build()));
  }
}
