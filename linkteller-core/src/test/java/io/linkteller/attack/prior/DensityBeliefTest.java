package io.linkteller.attack.prior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.PriorKnowledge;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.prior.DensityEstimate.Basis;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Beliefs from what an attacker knows, and predictions of one who knows some pairs. */
class DensityBeliefTest {

  /**
   * A graph, an attack that scores its edges higher than other pairs but for noise, and targets.
   */
  private record World(Graph graph, LinkPrediction found) {

    static World draw(int n, double density, double noise, SplittableRandom random) {
      Graph.Builder builder = Graph.builder(n);
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          if (random.nextDouble() < density) {
            builder.addEdge(u, v);
          }
        }
      }
      Graph graph = builder.build();
      IntList targets = new IntArrayList(IntStream.range(0, n).toArray());
      IntLists.shuffle(targets, new Random(random.nextLong()));
      PairScores scores =
          PairScores.ofAll(
              n,
              (i, j) ->
                  (graph.hasEdge(targets.getInt(i), targets.getInt(j)) ? 1 : 0)
                      + noise * random.nextDouble());
      InferenceNodes nodes =
          InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(n, 1))).targeting(targets);
      return new World(graph, LinkPrediction.of("made up", nodes, 0.5, scores, 0, Duration.ZERO));
    }

    /** What is known of pairs of node ids, by position of the targets. */
    PriorKnowledge amongTargets(PriorKnowledge known) {
      return known.among(found.targets());
    }

    /** Some of the edges, and about as large a share of the other pairs. */
    PriorKnowledge some(double share, SplittableRandom random) {
      int n = graph.nodeCount();
      Graph.Builder edges = Graph.builder(n);
      Graph.Builder others = Graph.builder(n);
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          if (random.nextDouble() < share) {
            (graph.hasEdge(u, v) ? edges : others).addEdge(u, v);
          }
        }
      }
      return new PriorKnowledge(edges.build(), others.build());
    }
  }

  @Property
  void theBeliefThatNamesMPairsNamesM(
      @ForAll @IntRange(min = 2, max = 90_000) int targets, @ForAll long draw) {
    long pairs = NodePairs.count(targets);
    long m = 1 + Math.floorMod(draw, pairs);
    assertEquals(m, LinkPrediction.edgeCount(LinkPrediction.beliefNaming(m, targets), targets));
    assertEquals(
        pairs, LinkPrediction.edgeCount(LinkPrediction.beliefNaming(pairs, targets), targets));
    assertThrows(IllegalArgumentException.class, () -> LinkPrediction.beliefNaming(0, targets));
    assertThrows(
        IllegalArgumentException.class, () -> LinkPrediction.beliefNaming(pairs + 1, targets));
  }

  /**
   * Scores of edges lie in [1, 1.9], others in [0, 0.9], and the threshold between what is known.
   */
  @Test
  void separateScoresGiveTheDensityFromAFewKnownPairs() {
    SplittableRandom random = new SplittableRandom(7);
    World world = World.draw(80, 0.1, 0.9, random);
    DensityEstimate estimate =
        DensityEstimate.fromKnownPairs(
            world.found().scores(), world.amongTargets(world.some(0.3, random)));
    assertEquals(1, estimate.recall());
    assertEquals(OptionalDouble.of(0), estimate.falseAlarm());
    assertEquals(world.graph().density(), estimate.kHat(), 0.02);
    assertEquals(estimate.kHat(), estimate.corrected());
    assertEquals(DensityEstimate.Basis.KNOWN_PAIRS, estimate.basis());
  }

  /**
   * Edges and others overlap, so a threshold alone names several times too many; with a quarter of
   * the 44,850 pairs known the correction comes within a fifth of the density.
   */
  @Test
  void falseAlarmsAreAllowedFor() {
    SplittableRandom random = new SplittableRandom(11);
    World world = World.draw(300, 0.02, 1.3, random);
    DensityEstimate estimate =
        DensityEstimate.fromKnownPairs(
            world.found().scores(), world.amongTargets(world.some(0.25, random)));
    double density = world.graph().density();
    assertTrue(estimate.kHat() > 2 * density, estimate.toString());
    assertEquals(density, estimate.corrected(), 0.2 * density, estimate.toString());
  }

  /** Recall less false alarms is one half above 2 and above 0.5. */
  @Test
  void ofEquallyGoodThresholdsTheHighestIsTaken() {
    Graph edges = Graph.builder(4).addEdge(0, 1).addEdge(0, 3).build();
    Graph others = Graph.builder(4).addEdge(0, 2).addEdge(1, 2).build();
    double[][] scores = {{0, 3, 2, 1}, {0, 0, 0.5, 0}, {0, 0, 0, 0}};
    LinkPrediction found =
        LinkPrediction.of(
            "made up",
            InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(4, 1))),
            0.5,
            PairScores.ofAll(4, (i, j) -> scores[i][j]),
            0,
            Duration.ZERO);
    DensityEstimate estimate =
        DensityEstimate.fromKnownPairs(found.scores(), new PriorKnowledge(edges, others));
    assertEquals(2.5, estimate.threshold());
    assertEquals(0.5, estimate.recall());
    assertEquals(OptionalDouble.of(0), estimate.falseAlarm());
  }

  @Property(tries = 200)
  void theThresholdClassifiesTheKnownPairsAsReported(
      @ForAll @IntRange(min = 3, max = 25) int n,
      @ForAll @DoubleRange(min = 0.1, max = 0.9) double density,
      @ForAll @DoubleRange(max = 4) double noise,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    World world = World.draw(n, density, noise, random);
    PriorKnowledge known = world.some(0.5, random);
    if (known.edges().edgeCount() == 0 || known.nonEdges().edgeCount() == 0) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DensityEstimate.fromKnownPairs(world.found().scores(), world.amongTargets(known)));
      return;
    }
    DensityEstimate estimate =
        DensityEstimate.fromKnownPairs(world.found().scores(), world.amongTargets(known));
    LinkPrediction all = world.found().withBelief(1);
    int recalled = 0;
    int alarms = 0;
    int named = 0;
    for (ScoredPair pair : all.edges()) {
      boolean above = pair.score() >= estimate.threshold();
      named += above ? 1 : 0;
      recalled += above && known.edges().hasEdge(pair.u(), pair.v()) ? 1 : 0;
      alarms += above && known.nonEdges().hasEdge(pair.u(), pair.v()) ? 1 : 0;
    }
    assertEquals((double) recalled / estimate.knownEdges(), estimate.recall());
    assertEquals((double) alarms / estimate.knownNonEdges(), estimate.falseAlarm().orElseThrow());
    assertEquals(named, world.found().withBelief(estimate.kHat()).m());
    assertTrue(estimate.corrected() > 0 && estimate.corrected() <= 1);
  }

  @Property(tries = 200)
  void theBeliefIsTheSmallestThatInfersTheKnownEdges(
      @ForAll @IntRange(min = 3, max = 20) int n,
      @ForAll @DoubleRange(min = 0.01, max = 1) double share,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    World world = World.draw(n, 0.4, 2, random);
    Graph known = world.some(0.7, random).edges();
    if (known.edgeCount() == 0) {
      return;
    }
    DensityEstimate estimate =
        DensityEstimate.fromKnownEdges(
            world.found().scores(), known.inducedSubgraph(world.found().targets()), share);
    LinkPrediction cut = world.found().withBelief(estimate.kHat());
    int wanted = (int) Math.ceil(share * known.edgeCount());
    assertEquals(wanted, inferred(cut, known));
    ScoredPair last = cut.edges().get(cut.m() - 1);
    assertTrue(known.hasEdge(last.u(), last.v()), "one pair less would infer one edge less");
    assertEquals(last.score(), estimate.threshold());
  }

  private static long inferred(LinkPrediction cut, Graph known) {
    return cut.edges().stream().filter(pair -> known.hasEdge(pair.u(), pair.v())).count();
  }

  /** Cliques of 8 with a fifth of their edges missing; a missing edge has common neighbors. */
  @Test
  void aPartOfAClusteredGraphIsCompleted() {
    SplittableRandom random = new SplittableRandom(3);
    Graph.Builder whole = Graph.builder(80);
    Graph.Builder part = Graph.builder(80);
    for (int u = 0; u < 80; u++) {
      for (int v = u + 1; v < 80 && v / 8 == u / 8; v++) {
        whole.addEdge(u, v);
        if (random.nextInt(5) > 0) {
          part.addEdge(u, v);
        }
      }
    }
    Graph partial = part.build();
    DensityEstimate estimate = DensityEstimate.fromLinkPrediction(partial, partial.nodes(), 1);
    assertEquals(DensityEstimate.Basis.LINK_PREDICTION, estimate.basis());
    assertEquals(whole.build().density(), estimate.kHat(), 1e-9);
    assertEquals(1, estimate.recall());
    assertEquals(
        estimate.kHat(), DensityEstimate.fromLinkPrediction(partial, partial.nodes(), 1).kHat());
    DensityEstimate few =
        DensityEstimate.fromLinkPrediction(partial, IntList.of(0, 1, 2, 3, 4, 5, 6, 7), 1);
    assertEquals(1, few.kHat());
  }

  @Test
  void aGraphWithoutTrianglesIsLeftAsItIs() {
    Graph.Builder star = Graph.builder(12);
    for (int v = 1; v < 12; v++) {
      star.addEdge(0, v);
    }
    Graph graph = star.build();
    DensityEstimate estimate = DensityEstimate.fromLinkPrediction(graph, graph.nodes(), 5);
    assertEquals(graph.density(), estimate.kHat(), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, estimate.threshold());
    assertThrows(
        IllegalArgumentException.class,
        () -> DensityEstimate.fromLinkPrediction(Graph.empty(9), IntList.of(1, 2), 5));
    assertThrows(
        IllegalArgumentException.class,
        () -> DensityEstimate.fromLinkPrediction(graph, IntList.of(1), 5));
    assertThrows(
        IllegalArgumentException.class,
        () -> DensityEstimate.fromLinkPrediction(graph, IntList.of(1, 2), 5));
  }

  /** Everything known stands where it belongs, and all guesses go to the rest in its old order. */
  @Property(tries = 300)
  void knownPairsComeFirstAndLastAndCostNoGuess(
      @ForAll @IntRange(min = 3, max = 20) int n,
      @ForAll @DoubleRange(max = 0.6) double share,
      @ForAll @DoubleRange(min = 0.01, max = 1) double kHat,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    World world = World.draw(n, 0.4, 3, random);
    PriorKnowledge known = world.some(share, random);
    LinkPrediction blind = world.found().withBelief(kHat);
    LinkPrediction informed = blind.given(known);
    int edges = known.edges().edgeCount();
    int unknown = (int) NodePairs.count(n) - edges - known.nonEdges().edgeCount();
    assertEquals(edges, informed.knownCount());
    assertEquals(edges + Math.min(blind.m(), unknown), informed.m());
    assertEquals(edges, inferred(informed, known.edges()));
    assertEquals(0, inferred(informed, known.nonEdges()));
    assertTrue(
        informed.edges().stream()
            .limit(edges)
            .allMatch(pair -> known.edges().hasEdge(pair.u(), pair.v())));
    assertEquals(
        world.found().withBelief(1).edges().stream()
            .filter(
                pair ->
                    !known.edges().hasEdge(pair.u(), pair.v())
                        && !known.nonEdges().hasEdge(pair.u(), pair.v()))
            .limit(blind.m())
            .toList(),
        informed.edges().stream().skip(edges).toList());
    assertEquals(edges + unknown, informed.withBelief(1).m());
  }

  @Test
  void knowledgeThatContradictsItselfIsRefused() {
    Graph edge = Graph.builder(4).addEdge(1, 2).build();
    String both =
        assertThrows(IllegalArgumentException.class, () -> new PriorKnowledge(edge, edge))
            .toString();
    assertTrue(both.contains("(1, 2)"), both);
    assertThrows(IllegalArgumentException.class, () -> new PriorKnowledge(edge, Graph.empty(5)));
    World world = World.draw(4, 0.5, 1, new SplittableRandom(1));
    LinkPrediction once = world.found().given(PriorKnowledge.ofEdges(edge));
    assertThrows(IllegalArgumentException.class, () -> once.given(PriorKnowledge.ofEdges(edge)));
  }

  /** Logits are sums of the features of a node and its neighbor: columns left alone do not show. */
  @Test
  void probesOfSomeColumnsLeaveTheOthersAlone() {
    double[][] features = {{1, 0, 5}, {2, 3, 0}, {0, 0, 7}};
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(features));
    InfluenceMatrix influences =
        LinkTeller.builder()
            .measuring(FeatureReweighting.of(0.5).ofColumns(IntList.of(1, 0)))
            .build()
            .influences(
                query -> {
                  DMatrixRMaj x = query.features().toDense();
                  DMatrixRMaj logits = new DMatrixRMaj(3, 3);
                  for (int c = 0; c < 3; c++) {
                    logits.set(0, c, x.get(0, c) + x.get(1, c));
                    logits.set(1, c, x.get(0, c) + x.get(1, c) + x.get(2, c));
                    logits.set(2, c, x.get(1, c) + x.get(2, c));
                  }
                  return logits;
                },
                nodes);
    assertEquals(1, influences.influence(0, 1), 1e-12);
    assertEquals(Math.sqrt(13), influences.influence(1, 0), 1e-12);
    assertEquals(0, influences.influence(2, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> LinkTeller.builder().measuring(FeatureReweighting.PAPER.ofColumns(IntList.of())));
    assertThrows(
        IllegalArgumentException.class,
        () -> LinkTeller.builder().measuring(FeatureReweighting.PAPER.ofColumns(IntList.of(-1))));
  }

  private static DensityEstimate estimate(double kHat, double recall, OptionalDouble alarm) {
    return new DensityEstimate(kHat, Basis.KNOWN_PAIRS, 0, 1, 1, recall, alarm);
  }

  @Test
  void theCorrectionIsThatOfRoganAndGladen() {
    assertEquals(0.2, estimate(0.26, 0.9, OptionalDouble.of(0.1)).corrected(), 1e-15);
    assertEquals(0.26, estimate(0.26, 0.9, OptionalDouble.empty()).corrected());
    // Recall that does not exceed the false alarms says nothing, nor do fewer pairs than alarms.
    assertEquals(0.26, estimate(0.26, 0.1, OptionalDouble.of(0.1)).corrected());
    assertEquals(0.26, estimate(0.26, 0.05, OptionalDouble.of(0.1)).corrected());
    assertEquals(0.1, estimate(0.1, 0.9, OptionalDouble.of(0.1)).corrected());
    assertEquals(0.05, estimate(0.05, 0.9, OptionalDouble.of(0.1)).corrected());
    assertEquals(1, estimate(0.95, 0.9, OptionalDouble.of(0.1)).corrected());
  }

  @Test
  void pairsThatAreNotStoredReachAThresholdOfZero() {
    // Of ten pairs, (0, 1) scores 3, (0, 2) scores -1, and all others score 0.
    PairScores scores =
        PairScores.ofStored(
            5, new long[] {NodePairs.pack(0, 1), NodePairs.pack(0, 2)}, new double[] {3, -1});
    PriorKnowledge known =
        new PriorKnowledge(
            Graph.builder(5).addEdge(0, 1).addEdge(3, 4).build(),
            Graph.builder(5).addEdge(0, 2).build());
    DensityEstimate all = DensityEstimate.fromKnownPairs(scores, known);
    // Halfway between 0 and -1: nine pairs reach it.
    assertEquals(-0.5, all.threshold());
    assertEquals(LinkPrediction.beliefNaming(9, 5), all.kHat());
    assertEquals(1, all.recall());
    assertEquals(OptionalDouble.of(0), all.falseAlarm());
    PriorKnowledge above =
        new PriorKnowledge(
            Graph.builder(5).addEdge(0, 1).build(), Graph.builder(5).addEdge(3, 4).build());
    DensityEstimate one = DensityEstimate.fromKnownPairs(scores, above);
    assertEquals(1.5, one.threshold());
    assertEquals(LinkPrediction.beliefNaming(1, 5), one.kHat());
  }

  @Test
  void tooFewPairsToEstimateFromAreRejected() {
    PairScores scores = PairScores.ofAll(3, (i, j) -> i + j);
    Graph edge = Graph.builder(3).addEdge(0, 1).build();
    for (double share : new double[] {0, -1, 1.0000001, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DensityEstimate.fromKnownEdges(scores, edge, share));
    }
    assertEquals(1, DensityEstimate.fromKnownEdges(scores, edge, 1).recall());
    Graph.Builder two = Graph.builder(3).addEdge(0, 1).addEdge(0, 2);
    DensityEstimate half = DensityEstimate.fromKnownEdges(scores, two.build(), 0.5);
    // (0, 2) is second of three after (1, 2); (0, 1) is last.
    assertEquals(0.5, half.recall());
    assertEquals(2, half.threshold());
    assertEquals(LinkPrediction.beliefNaming(2, 3), half.kHat());
    assertThrows(
        IllegalArgumentException.class,
        () -> DensityEstimate.fromKnownEdges(scores, Graph.empty(3), 1));
    Graph.Builder path = Graph.builder(6);
    for (int v = 1; v < 6; v++) {
      path.addEdge(v - 1, v);
    }
    Graph five = path.build();
    assertThrows(
        IllegalArgumentException.class,
        () -> DensityEstimate.fromLinkPrediction(five, IntList.of(1), 1));
    assertEquals(
        LinkPrediction.beliefNaming(1, 2),
        DensityEstimate.fromLinkPrediction(five, IntList.of(1, 2), 1).kHat());
    Graph four = Graph.builder(5).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).addEdge(3, 4).build();
    assertEquals(
        "4 known edges are too few to learn from: at least 5 are needed",
        assertThrows(
                IllegalArgumentException.class,
                () -> DensityEstimate.fromLinkPrediction(four, IntList.of(1, 2), 1))
            .getMessage());
    PriorKnowledge other =
        new PriorKnowledge(
            Graph.builder(4).addEdge(0, 1).build(), Graph.builder(4).addEdge(0, 2).build());
    assertEquals(
        "a graph of 4 nodes does not fit scores for n = 3",
        assertThrows(
                IllegalArgumentException.class, () -> DensityEstimate.fromKnownPairs(scores, other))
            .getMessage());
  }
}
