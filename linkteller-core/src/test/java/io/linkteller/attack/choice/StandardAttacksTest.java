package io.linkteller.attack.choice;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardAttacksTest {

  private static final AnswerKind LABELS =
      new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());

  @Test
  void everyAttackIsRegisteredUnderItsName() {
    assertEquals(
        List.of(
            "auto",
            "compressed",
            "denoising",
            "kinks",
            "labels",
            "linkteller",
            "lsa2-attr",
            "lsa2-post",
            "own-nodes",
            "pairs",
            "random",
            "random-design",
            "shown-pairs",
            "subsets"),
        LinkAttackProvider.all().stream().map(LinkAttackProvider::name).toList());
    assertEquals("shown-pairs", LinkAttackProvider.named(" Shown_Pairs").name());
  }

  @Test
  void anUnknownNameIsRejectedWithTheRegisteredNames() {
    assertRefused("lsa2-post", () -> LinkAttackProvider.named("lsa3"));
  }

  @Test
  void compressedProbingStaysWithinItsQueryLimit() {
    Graph graph = RandomGraphs.uniform(100, 0.05, 3);
    AtomicInteger asked = new AtomicInteger();
    SmallNetwork model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 1, 11);
    InferenceApi counted =
        query -> {
          asked.incrementAndGet();
          return model.predict(query);
        };
    AttackRequest request =
        AttackRequest.builder().access(Access.builder().queryLimit(45).build()).build();
    LinkPrediction found =
        LinkAttackProvider.named("compressed")
            .create(request)
            .run(
                counted,
                InferenceNodes.of(FeatureMatrix.dense(new double[100][SmallNetwork.FEATURES])),
                0.05);
    assertEquals(asked.get(), found.queries() + found.verificationQueries());
    assertTrue(asked.get() <= 45, found::toString);
  }

  @Test
  void theSmallerLimitOfSettingsAndAccessHolds() {
    AttackRequest.Builder three =
        AttackRequest.builder()
            .settings(
                new AttackSettings(
                    1,
                    AttackSettings.SILENT,
                    Optional.empty(),
                    AttackSettings.Verification.NEVER,
                    OptionalLong.of(3)));
    for (long limit : new long[] {2, 3, 4}) {
      Access access = Access.builder().queryLimit(limit).build();
      assertEquals(
          OptionalLong.of(Math.min(3, limit)),
          three.access(access).build().settings().queryLimit());
    }
    assertEquals(
        OptionalLong.of(3), three.access(Access.UNRESTRICTED).build().settings().queryLimit());
  }

  @Test
  void attacksOnLogitsRejectLabels() {
    AttackRequest request = AttackRequest.builder().access(Access.seeing(LABELS)).build();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      if (attack.needs().form() == AnswerKind.Form.LOGITS) {
        assertThrows(IllegalArgumentException.class, () -> attack.create(request), attack.name());
      }
    }
  }

  @Test
  void onlyDenoisingNeedsToKnowAMechanism() {
    AttackRequest request = AttackRequest.builder().read(DenoisingAttack.RATES, "2").build();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      attack.create(request);
      if (!attack.name().equals("denoising")) {
        attack.create(AttackRequest.DEFAULT);
      }
    }
    LinkAttackProvider denoising = LinkAttackProvider.named("denoising");
    assertRefused(() -> denoising.create(AttackRequest.DEFAULT));
  }

  @Test
  void attacksThatSendQueriesFindHalfOfTheEdges() {
    Graph graph = RandomGraphs.uniform(30, 0.1, 11);
    AttackRequest request =
        AttackRequest.builder().with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(5)).build();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      if (attack.needs().joining().isPresent()) {
        continue; // It needs a black box that nodes can join; see OwnNodesAttackTest.
      }
      if (attack.name().equals("shown-pairs")) {
        continue; // It needs answers that show pairs; see ShownPairsAttackTest.
      }
      LinkPrediction found = attack.create(request).run(model(graph), nodes(), graph.density());
      long right = found.edges().stream().filter(edge -> graph.hasEdge(edge.u(), edge.v())).count();
      boolean asks = attack.expectedQueries(30) > 0;
      assertEquals(asks, found.queries() > 0, attack.name());
      if (!List.of("auto", "compressed", "denoising").contains(attack.name())) {
        assertEquals(attack.name(), found.attack());
      }
      // Random pairs, and similar pairs without homophily, are correct one time in ten.
      boolean guesses = !asks || attack.name().equals("lsa2-post");
      assertTrue(guesses || right >= 0.5 * graph.edgeCount(), attack.name() + " " + right);
      assertFalse(attack.description().isBlank(), attack.name());
    }
  }

  private static InferenceApi model(Graph graph) {
    return new SmallNetwork(graph, SmallNetwork.Kind.FIRST_ORDER, 2, 3, 5);
  }

  private static InferenceNodes nodes() {
    return InferenceNodes.of(
        FeatureMatrix.dense(Gaussian.rows(30, SmallNetwork.FEATURES, new Random(3))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto",
        "compressed",
        "kinks",
        "labels",
        "linkteller",
        "pairs",
        "random-design",
        "subsets"
      })
  void anAttackResumesFromItsJournal(String name, @TempDir Path directory) {
    Graph graph = RandomGraphs.uniform(30, 0.1, 11);
    InferenceApi model = model(graph);
    InferenceNodes nodes = nodes();
    AttackRequest settings = AttackRequest.builder().journal(directory.resolve("journal")).build();
    LinkAttackProvider attack = LinkAttackProvider.named(name);
    LinkPrediction found = attack.create(settings).run(model, nodes, graph.density());
    InferenceApi gone =
        query -> {
          throw new InferenceException("the model is gone");
        };
    assertEquals(found.edges(), attack.create(settings).run(gone, nodes, graph.density()).edges());
  }
}
