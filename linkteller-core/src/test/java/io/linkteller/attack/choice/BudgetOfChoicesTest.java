package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Counting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A query budget that runs out in the middle of each attack that is tried. */
class BudgetOfChoicesTest {

  /**
   * Runs the attack without a budget, then with a budget that ends in each attack that it tried.
   */
  private static void assertEndsInEach(InferenceApi api, InferenceNodes nodes, String... tried) {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi counted = new Counting(api, asked);
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
    LinkAttack attack = LinkTeller.auto().with(new AttackSettings(1, listener, Optional.empty()));
    attack.run(counted, nodes, AutoAttackTest.GRAPH.density());
    assertEquals(List.of(tried), choices);
    List<Integer> last = List.copyOf(ends);
    for (int stage = 0; stage < tried.length; stage++) {
      // The first query determines the kind of answers.
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
      assertThrows(
          InferenceException.class,
          () -> attack.run(limited, nodes, AutoAttackTest.GRAPH.density()));
      assertEquals(budget + 1, asked.get(), tried[stage]);
      assertEquals(List.of(tried).subList(0, stage), choices);
    }
  }

  @Test
  void noAttackFollowsAnExhaustedBudgetOnLogits() {
    assertEndsInEach(
        AutoAttackTest.network(SmallNetwork.Kind.SAGE),
        AutoAttackTest.nodes(),
        "not compressed",
        "subsets");
  }

  @Test
  void noAttackFollowsAnExhaustedBudgetOnLabels() {
    assertEndsInEach(
        ShownOutputs.labels(AutoAttackTest.network(SmallNetwork.Kind.AUGMENTED), Posterior.SOFTMAX),
        AutoAttackTest.nodes(),
        "labels");
  }

  /** With half of the nodes as targets, only kinks sends more than the one query that fails. */
  @Test
  void noAttackFollowsKinksThatExhaustTheBudget() {
    SmallNetwork model = AutoAttackTest.network(SmallNetwork.Kind.FIRST_ORDER);
    InferenceNodes half =
        AutoAttackTest.nodes().targeting(IntStream.range(0, AutoAttackTest.NODES / 2).toArray());
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger whole = new AtomicInteger();
    LinkAttack attack = LinkTeller.auto();
    InferenceApi limited =
        query -> {
          asked.incrementAndGet();
          if (query.nodes().size() < AutoAttackTest.NODES) {
            throw new InferenceException("the API answers for all nodes only");
          }
          if (whole.incrementAndGet() > 10) {
            throw new QueryBudgetException(10);
          }
          return model.predict(query);
        };
    assertThrows(
        InferenceException.class, () -> attack.run(limited, half, AutoAttackTest.GRAPH.density()));
    assertEquals(11, whole.get());
    assertTrue(asked.get() > 11, asked + " queries");
  }
}
