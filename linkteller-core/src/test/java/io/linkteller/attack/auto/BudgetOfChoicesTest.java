package io.linkteller.attack.auto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.spectral.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A budget that ends in the middle of each attack that is tried. */
class BudgetOfChoicesTest {

  private static final int NODES = 60;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.08, 11);

  private static InferenceNodes nodes() {
    Random random = new Random(3);
    double[][] features = new double[NODES][SmallNetwork.FEATURES];
    for (double[] row : features) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextGaussian();
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(features));
  }

  private static SmallNetwork network(SmallNetwork.Kind kind) {
    return new SmallNetwork(GRAPH, kind, 2, 3, 5);
  }

  /** Runs the attack once without a budget, and once for each attack that it tried. */
  private static void assertEndsInEach(InferenceApi api, InferenceNodes nodes, String... tried) {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi counted =
        query -> {
          asked.incrementAndGet();
          return api.predict(query);
        };
    List<String> choices = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    AttackListener listener =
        new AttackListener() {
          @Override
          public void onAnswer(int answered, int total) {}

          @Override
          public void onChoice(String attack, boolean isTaken, String reason) {
            choices.add((isTaken ? "" : "not ") + attack);
            ends.add(asked.get());
          }
        };
    AutoAttack attack = AutoAttack.builder().onProgress(listener).build();
    attack.run(counted, nodes, GRAPH.density());
    assertEquals(List.of(tried), choices);
    List<Integer> last = List.copyOf(ends);
    for (int stage = 0; stage < tried.length; stage++) {
      // The first query tells the kind of answers.
      int first = stage == 0 ? 1 : last.get(stage - 1);
      int budget = (first + last.get(stage)) / 2;
      assertTrue(budget > first, tried[stage] + " asked " + (last.get(stage) - first));
      asked.set(0);
      choices.clear();
      InferenceApi limited =
          query -> {
            if (asked.get() >= budget) {
              asked.incrementAndGet();
              throw new QueryBudgetException(budget);
            }
            return counted.predict(query);
          };
      assertThrows(InferenceException.class, () -> attack.run(limited, nodes, GRAPH.density()));
      assertEquals(budget + 1, asked.get(), tried[stage]);
      assertEquals(List.of(tried).subList(0, stage), choices);
    }
  }

  @Test
  void noAttackFollowsOneWithoutABudgetOnLogits() {
    assertEndsInEach(network(SmallNetwork.Kind.SAGE), nodes(), "not spectral-root", "subsets");
  }

  @Test
  void noAttackFollowsOneWithoutABudgetOnLabels() {
    assertEndsInEach(
        ShownOutputs.labels(network(SmallNetwork.Kind.AUGMENTED), Posterior.SOFTMAX),
        nodes(),
        "labels");
  }

  /** With half of the nodes, only kinks ask more than the one query that fails. */
  @Test
  void noAttackFollowsKinksWithoutABudget() {
    SmallNetwork model = network(SmallNetwork.Kind.FIRST_ORDER);
    InferenceNodes half = nodes().targeting(IntStream.range(0, NODES / 2).toArray());
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger whole = new AtomicInteger();
    AutoAttack attack = AutoAttack.builder().build();
    InferenceApi limited =
        query -> {
          asked.incrementAndGet();
          if (query.nodes().size() < NODES) {
            throw new InferenceException("the API answers for all nodes only");
          }
          if (whole.incrementAndGet() > 10) {
            throw new QueryBudgetException(10);
          }
          return model.predict(query);
        };
    assertThrows(InferenceException.class, () -> attack.run(limited, half, GRAPH.density()));
    assertEquals(11, whole.get());
    assertTrue(asked.get() > 11, asked + " queries");
  }
}
