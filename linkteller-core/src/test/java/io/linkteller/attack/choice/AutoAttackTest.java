package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.Access;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The automatic choice on small networks with random weights. */
class AutoAttackTest {

  static final int NODES = 60;
  static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.08, 11);

  static InferenceNodes nodes() {
    return InferenceNodes.of(
        FeatureMatrix.dense(Gaussian.rows(NODES, SmallNetwork.FEATURES, new Random(3))));
  }

  static SmallNetwork network(SmallNetwork.Kind kind) {
    return new SmallNetwork(GRAPH, kind, 2, 3, 5);
  }

  /** Adds noise whose seed is the number of the query. */
  private static InferenceApi noisy(InferenceApi exact, double deviation) {
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      DMatrixRMaj answer = exact.predict(query).copy();
      Random random = new Random(asked.incrementAndGet());
      for (int i = 0; i < answer.getNumElements(); i++) {
        answer.data[i] += deviation * random.nextGaussian();
      }
      return answer;
    };
  }

  private static int right(LinkPrediction found) {
    int right = 0;
    for (var edge : found.edges()) {
      right += GRAPH.hasEdge(edge.u(), edge.v()) ? 1 : 0;
    }
    return right;
  }

  private static final class Choices implements AttackListener {

    private final List<String> taken = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    @Override
    public void onAnswer(int answered, int total) {}

    @Override
    public void onChoice(String attack, boolean isTaken, String reason) {
      taken.add((isTaken ? "" : "not ") + attack);
      reasons.add(reason);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"FIRST_ORDER", "AUGMENTED", "ATTENTION"})
  void modelsOfOneMatrixAreReadExactly(SmallNetwork.Kind kind) {
    Choices choices = new Choices();
    LinkPrediction found =
        LinkTeller.auto()
            .with(new AttackSettings(1, choices, Optional.empty()))
            .run(network(kind), nodes(), GRAPH.density());
    assertEquals(GRAPH.edgeCount(), right(found));
    assertEquals(List.of("compressed"), choices.taken);
    assertTrue(found.queries() < NODES, () -> found.queries() + " queries");
  }

  @Test
  void ownFeaturesAreQueriedIfLargeFeaturesAreRefused() {
    SmallNetwork model = network(SmallNetwork.Kind.AUGMENTED);
    InferenceApi limited =
        query -> {
          DMatrixRMaj features = query.features().toDense();
          for (int i = 0; i < features.getNumElements(); i++) {
            if (Math.abs(features.data[i]) > 4) {
              throw new InferenceException("a feature is " + features.data[i]);
            }
          }
          return model.predict(query);
        };
    Choices choices = new Choices();
    LinkAttack attack = LinkTeller.auto().with(new AttackSettings(1, choices, Optional.empty()));
    LinkPrediction found = attack.run(limited, nodes(), GRAPH.density());
    assertEquals(GRAPH.edgeCount(), right(found), choices.taken::toString);
    assertEquals("not compressed", choices.taken.get(0), choices.taken::toString);
  }

  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"SUM", "RESIDUAL"})
  void atLeastAsManyEdgesAreFoundAsByFixedScores(SmallNetwork.Kind kind) {
    SmallNetwork model = network(kind);
    LinkPrediction found = LinkTeller.auto().run(model, nodes(), GRAPH.density());
    for (PairScore score : List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED)) {
      LinkPrediction other =
          LinkTeller.builder().score(score).build().run(model, nodes(), GRAPH.density());
      assertTrue(right(found) >= right(other), () -> right(found) + " < " + right(other));
    }
  }

  /** Each layer of this model consists of more than one fixed matrix. */
  @Test
  void modelsOfMoreThanOneMatrixAreReadExactly() {
    Choices choices = new Choices();
    LinkPrediction found =
        LinkTeller.auto()
            .with(new AttackSettings(1, choices, Optional.empty()))
            .run(network(SmallNetwork.Kind.SAGE), nodes(), GRAPH.density());
    String taken = choices.taken.get(choices.taken.size() - 1);
    assertTrue(taken.equals("subsets") || taken.equals("compressed"), taken);
    assertEquals(GRAPH.edgeCount(), right(found));
  }

  @Test
  void subsetsWithFewUndecidedPairsAreChosenWithAWarning() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    Choices choices = new Choices();
    LinkPrediction found =
        LinkTeller.auto()
            .with(new AttackSettings(1, choices, Optional.empty()))
            .run(
                query -> {
                  if (query.nodes().size() < NODES
                      && query.nodes().contains(3)
                      && query.nodes().contains(9)) {
                    throw new InferenceException("nodes 3 and 9 are only asked with all others");
                  }
                  return model.predict(query);
                },
                nodes(),
                GRAPH.density());
    assertEquals("subsets", choices.taken.get(choices.taken.size() - 1));
    assertTrue(right(found) >= GRAPH.edgeCount() - 1, () -> right(found) + " right");
    assertEquals(
        List.of(AttackWarning.Kind.PAIRS_UNDECIDED),
        found.warnings().stream().map(AttackWarning::kind).toList());
  }

  @Test
  void kinksAreTriedIfOnlyTheWholeGraphCanBeQueried() {
    SmallNetwork model = network(SmallNetwork.Kind.FIRST_ORDER);
    InferenceNodes half = nodes().targeting(IntStream.range(0, NODES / 2).toArray());
    InferenceApi whole =
        query -> {
          if (query.nodes().size() < NODES) {
            throw new InferenceException("the API answers for all nodes only");
          }
          return model.predict(query);
        };
    Choices choices = new Choices();
    LinkPrediction found =
        AttackRequest.builder()
            .access(Access.seeing(AnswerKind.LOGITS))
            .onProgress(choices)
            .attack("auto")
            .run(whole, half, GRAPH.density());
    assertEquals(List.of("not compressed", "not subsets", "kinks"), choices.taken);
    assertTrue(choices.reasons.get(0).contains("all nodes only"), choices.reasons::toString);
    AtomicInteger inside = new AtomicInteger();
    GRAPH.forEachEdge((u, v) -> inside.addAndGet(u < NODES / 2 && v < NODES / 2 ? 1 : 0));
    int named = found.edges().size();
    assertTrue(named > 20, () -> named + " pairs");
    assertEquals(Math.min(named, inside.get()), right(found));
  }

  /** The targets are not in ascending order, and the rows of every query are checked. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOrderOfTheTargetsDoesNotMatter(boolean wholeGraphOnly) {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    double[][] own = new double[NODES][SmallNetwork.FEATURES];
    Arrays.setAll(own, row -> nodes().features().row(row));
    InferenceApi strict =
        query -> {
          if (wholeGraphOnly && query.nodes().size() < NODES) {
            throw new InferenceException("the API answers for all nodes only");
          }
          for (int row = 0; row < query.nodes().size(); row++) {
            assertArrayEquals(own[query.nodes().getInt(row)], query.base().row(row));
          }
          return model.predict(query);
        };
    int[] drawn = IntStream.range(0, 40).map(i -> (i * 37 + 5) % NODES).toArray();
    int[] ascending = IntStream.of(drawn).sorted().toArray();
    LinkAttack scaling =
        LinkAttackProvider.named("auto")
            .create(
                AttackRequest.builder()
                    .access(Access.builder().features(Access.Features.SCALED).build())
                    .build());
    LinkPrediction found = scaling.run(strict, nodes().targeting(drawn), GRAPH.density());
    LinkPrediction same = scaling.run(strict, nodes().targeting(ascending), GRAPH.density());
    assertEquals(same.finding().loss().getAsDouble(), found.finding().loss().getAsDouble(), 0.05);
    assertTrue(found.finding().loss().getAsDouble() < 0.5, found.finding().loss()::toString);
    assertEquals(right(same), right(found));
  }

  /**
   * An API that always answers from its whole graph must not pass for one that answers from a part.
   */
  @Test
  void answersFromTheWholeGraphForAPartAreDetected() {
    Graph graph = RandomGraphs.uniform(80, 0.07, 2);
    SmallNetwork model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 3, 6);
    double[][] stored = Gaussian.rows(80, SmallNetwork.FEATURES, new Random(2));
    InferenceApi whole =
        query -> {
          double[][] features = stored.clone();
          for (int row = 0; row < query.nodes().size(); row++) {
            features[query.nodes().getInt(row)] = query.features().row(row);
          }
          DMatrixRMaj all = model.predict(InferenceNodes.of(FeatureMatrix.dense(features)).query());
          DMatrixRMaj asked = new DMatrixRMaj(query.nodes().size(), all.numCols);
          for (int row = 0; row < asked.numRows; row++) {
            int from = query.nodes().getInt(row) * all.numCols;
            System.arraycopy(all.data, from, asked.data, row * all.numCols, all.numCols);
          }
          return asked;
        };
    int[] targets = IntStream.range(0, 40).toArray();
    LinkPrediction found =
        AttackRequest.builder()
            .access(Access.seeing(AnswerKind.LOGITS))
            .attack("auto")
            .run(
                whole,
                InferenceNodes.of(FeatureMatrix.dense(stored)).targeting(targets),
                graph.inducedSubgraph(IntList.of(targets)).density());
    long right = found.edges().stream().filter(edge -> graph.hasEdge(edge.u(), edge.v())).count();
    assertTrue(right >= 0.95 * found.edges().size(), () -> right + " of " + found.edges().size());
  }

  @Test
  void labelsAreReadByTheAttackOnLabels() {
    InferenceApi labels =
        ShownOutputs.labels(network(SmallNetwork.Kind.AUGMENTED), Posterior.SOFTMAX);
    Choices choices = new Choices();
    LinkPrediction found =
        LinkTeller.auto()
            .with(new AttackSettings(1, choices, Optional.empty()))
            .run(labels, nodes(), GRAPH.density());
    assertEquals(List.of("labels"), choices.taken);
    assertEquals(GRAPH.edgeCount(), right(found));
  }

  @Test
  void constantLabelsAreLeftToTheRandomDesign() {
    InferenceApi constant =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.observed().size(), 2);
          for (int row = 0; row < answer.numRows; row++) {
            answer.set(row, 0, 1);
          }
          return answer;
        };
    Choices choices = new Choices();
    LinkTeller.auto()
        .with(new AttackSettings(1, choices, Optional.empty()))
        .run(constant, nodes(), GRAPH.density());
    assertEquals(List.of("not labels", "random-design"), choices.taken);
    assertEquals("answers are labels", choices.reasons.get(1));
  }

  @Test
  void probabilitiesAreReadWithFeaturesThatDoNotSaturateThem() {
    InferenceApi shown =
        ShownOutputs.probabilities(network(SmallNetwork.Kind.ATTENTION), Posterior.SOFTMAX);
    Choices choices = new Choices();
    LinkPrediction found =
        LinkTeller.auto()
            .with(new AttackSettings(1, choices, Optional.empty()))
            .run(shown, nodes(), GRAPH.density());
    assertEquals(GRAPH.edgeCount(), right(found));
  }

  @Test
  void roundedProbabilitiesAreReadByTheirLabels() {
    AnswerKind kind =
        new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(3));
    InferenceApi shown =
        ShownOutputs.rounded(
            ShownOutputs.probabilities(network(SmallNetwork.Kind.FIRST_ORDER), Posterior.SOFTMAX),
            3);
    Choices choices = new Choices();
    LinkPrediction found =
        AttackRequest.builder()
            .access(Access.seeing(kind))
            .onProgress(choices)
            .attack("auto")
            .run(shown, nodes(), GRAPH.density());
    assertEquals(List.of("labels"), choices.taken);
    assertEquals(GRAPH.edgeCount(), right(found));
  }

  @Test
  void afterAnExhaustedBudgetNoOtherAttackIsTried() {
    SmallNetwork model = network(SmallNetwork.Kind.AUGMENTED);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi limited =
        query -> {
          if (asked.incrementAndGet() > 10) {
            throw new QueryBudgetException(10);
          }
          return model.predict(query);
        };
    LinkAttack attack = LinkTeller.auto();
    assertThrows(InferenceException.class, () -> attack.run(limited, nodes(), GRAPH.density()));
    assertEquals(11, asked.get());
  }

  @Test
  void noiseOnTheAnswersOfAttentionIsMeasuredFromEqualRows() {
    InferenceApi api = noisy(network(SmallNetwork.Kind.ATTENTION), 1e-7);
    LinkPrediction found = LinkTeller.auto().run(api, nodes(), GRAPH.density());
    assertEquals(GRAPH.edgeCount(), right(found));
    // If compressed probing certifies nothing, own features and subsets follow.
    assertTrue(found.queries() <= 4 * NODES, () -> found.queries() + " queries");
  }

  @Test
  void pairsWithOneTargetWithoutFeaturesAreScoredByTheOther() {
    double[][] m = {{4, 1, 0, 0.5}, {2, 8, 0, 0}, {0, 0, 0, 0}, {0.25, 0, 5, 16}};
    InferenceNodes four = InferenceNodes.of(FeatureMatrix.dense(new double[4][1]));
    InfluenceMatrix influences =
        InfluenceMatrix.exact(
            four,
            PairScore.ADAPTIVE.extent(),
            (v, row) -> System.arraycopy(m[v], 0, row, 0, row.length),
            1);
    PairScores scores = PairScore.ADAPTIVE.of(influences);
    // Of targets 2 and 3, only the latter was probed.
    assertEquals(5.0 / 16, scores.score(2, 3), 1e-12);
    assertEquals(0, scores.score(0, 2));
  }
}
