package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.direct.EdgeRelations;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.RelationalGcn;
import io.linkteller.models.serve.GraphOwner;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairs 0 - 1, 2 - 3, ..., which relations connect in turn, and some two at once. */
class NamedRelationsTest {

  private static final int PAIRS = 20;

  private static final InferenceNodes NODES =
      InferenceNodes.of(
          DenseFeatures.of(
              DMatrixRMaj.wrap(
                  2 * PAIRS,
                  4,
                  new SplittableRandom(2).doubles(8 * PAIRS).map(x -> 2 * x - 1).toArray())));

  /** The relations of a pair: wire, card or cash, and of every fifth wire and card. */
  private static List<Integer> relations(int pair) {
    return pair % 5 == 4 ? List.of(0, 1) : List.of(pair % 5 % 3);
  }

  /** If relations are disjoint, a pair of two has the first only. */
  private static Graph truth(boolean disjoint) {
    List<Graph.Builder> each =
        IntStream.range(0, 3).mapToObj(r -> Graph.builder(2 * PAIRS)).toList();
    for (int pair = 0; pair < PAIRS; pair++) {
      for (int r : disjoint ? relations(pair).subList(0, 1) : relations(pair)) {
        each.get(r).addEdge(2 * pair, 2 * pair + 1);
      }
    }
    return Graph.ofRelations(each.stream().map(Graph.Builder::build).toList())
        .withRelationNames(List.of("wire", "card", "cash"));
  }

  private static InferenceApi serve(Graph graph) {
    return GraphOwner.of(graph)
        .serve(
            ModelBuilder.of(Architecture.named("rgcn"))
                .with(RelationalGcn.RELATIONS, graph.relations().size())
                .layers(4, 8, 3)
                .seed(5)
                .build());
  }

  /** Names all edges, and the first ends of the first two pairs, which are none. */
  private static LinkPrediction naming() {
    PairScores.Builder scores = PairScores.builder(2 * PAIRS);
    scores.add(0, 1, PAIRS + 1);
    scores.add(0, 2, 1);
    for (int pair = 1; pair < PAIRS; pair++) {
      scores.add(2 * pair, 2 * pair + 1, PAIRS + 1 - pair);
    }
    return LinkPrediction.of(
        "given",
        NODES,
        LinkPrediction.beliefOf(PAIRS + 1, NODES.pairCount()),
        scores.build(),
        0,
        Duration.ZERO);
  }

  /** Of 20 pairs 8 are of wire, 4 of card, 4 of cash and 4 of wire and card. */
  @Test
  void aPairOfTwoRelationsIsRightIfItsClassIsThatOfBoth() {
    Graph truth = truth(false);
    EdgeRelations told = EdgeRelations.ask(serve(truth), NODES, naming());
    NamedRelations named = NamedRelations.of(naming(), told, truth);
    assertEquals(new EdgeMetrics(PAIRS, PAIRS + 1, PAIRS), named.metrics());
    assertEquals("4 (3 relations and 1 combination of two)", named.toldApart());
    assertEquals("wire", named.labels().get(0));
    assertEquals(
        List.of("card", "cash", "wire", "wire + card"), named.labels().stream().sorted().toList());
    assertEquals(List.of(), named.mergedLabels());
    assertEquals(named.metrics(), named.ifMergedCount());
  }

  /** Two relations of equal weights are one relation of a model that has one fewer. */
  @Test
  void relationsOfEqualWeightsAreSaidToBeNotToldApart() {
    Graph truth = truth(true);
    Graph.Builder wireOrCash = Graph.builder(2 * PAIRS);
    truth.relations().get(0).forEachEdge(wireOrCash::addEdge);
    truth.relations().get(2).forEachEdge(wireOrCash::addEdge);
    Graph equal = Graph.ofRelations(List.of(wireOrCash.build(), truth.relations().get(1)));
    EdgeRelations told = EdgeRelations.ask(serve(equal), NODES, naming());
    NamedRelations named = NamedRelations.of(naming(), told, truth);
    assertEquals(List.of("wire or cash", "card"), named.labels());
    assertEquals(List.of("wire or cash"), named.mergedLabels());
    assertEquals("2", named.toldApart());
    assertEquals(new EdgeMetrics(PAIRS - 4, PAIRS + 1, PAIRS), named.metrics());
    assertEquals(new EdgeMetrics(PAIRS, PAIRS + 1, PAIRS), named.ifMergedCount());
  }

  /** A truth in which all pairs are of one relation: the largest class is it, others are none. */
  @Test
  void aClassThatMatchesNothingIsNotCalledByTheNumberOfARelation() {
    EdgeRelations told = EdgeRelations.ask(serve(truth(true)), NODES, naming());
    Graph.Builder any = Graph.builder(2 * PAIRS);
    truth(true).forEachEdge(any::addEdge);
    Graph truth = Graph.ofRelations(List.of(any.build()));
    NamedRelations named = NamedRelations.of(naming(), told, truth);
    assertEquals(List.of("0", "class 2", "class 3"), named.labels());
    assertEquals("3 (1 relation and 2 that match none)", named.toldApart());
    assertEquals(2, named.unmatched());
    assertEquals(new EdgeMetrics(12, PAIRS + 1, PAIRS), named.metrics());
  }

  /**
   * The model has an inverse for each of two relations. Arcs of the first go to the later node, two
   * of three of the second to the earlier, so that no order of the nodes gives both right.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void eachRelationOfAModelWithInversesIsCountedUpToOneReversalOfItsArcs(int relations) {
    List<Graph.Builder> each =
        IntStream.range(0, 2 * relations)
            .mapToObj(r -> Graph.builder(2 * PAIRS).directed())
            .toList();
    PairScores.Builder scores = PairScores.builder(2 * PAIRS, true);
    for (int pair = 0; pair < PAIRS; pair++) {
      int r = pair % relations;
      int later = r == 0 || pair % 3 == 0 ? 1 : 0;
      each.get(r).addEdge(2 * pair + 1 - later, 2 * pair + later);
      each.get(relations + r).addEdge(2 * pair + later, 2 * pair + 1 - later);
      scores.add(2 * pair, 2 * pair + 1, 1);
      scores.add(2 * pair + 1, 2 * pair, 1);
    }
    List<Graph> graphs = each.stream().map(Graph.Builder::build).toList();
    InferenceNodes arcs = NODES.directed();
    LinkPrediction found =
        LinkPrediction.of(
            "given",
            arcs,
            LinkPrediction.beliefOf(PAIRS, arcs.pairCount()),
            Finding.of(scores.build()).withOwnDensity(),
            0,
            Duration.ZERO);
    EdgeRelations told = EdgeRelations.ask(serve(Graph.ofRelations(graphs)), arcs, found);
    for (List<Graph> truths :
        List.of(graphs.subList(0, relations), graphs.subList(relations, 2 * relations))) {
      Graph truth = relations == 1 ? truths.get(0) : Graph.ofRelations(truths);
      EdgeRelations best = NamedRelations.upToReversal(told, truth);
      EdgeMetrics all = new EdgeMetrics(PAIRS, PAIRS, PAIRS);
      assertEquals(all, PredictionMetrics.edges(best.found(), truth));
      if (relations > 1) {
        assertEquals(all, NamedRelations.of(best.found(), best, truth).metrics());
      }
    }
  }

  @Test
  void aGraphWithoutRelationsAndOtherPairsAreRefused() {
    Graph truth = truth(false);
    EdgeRelations told = EdgeRelations.ask(serve(truth), NODES, naming());
    assertRefused(() -> NamedRelations.of(naming(), told, truth.simple()));
    LinkPrediction fewer = naming().withBelief(LinkPrediction.beliefOf(PAIRS, NODES.pairCount()));
    assertRefused("of 21 edges", () -> NamedRelations.of(fewer, told, truth));
  }
}
