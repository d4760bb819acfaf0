package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.Access;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks and audits report exactly as many calls as the black box counts. */
class QueryCountsTest {

  private static final int NODES = 30;
  private static final int FEATURES = 6;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.1, 3);
  private static final InferenceNodes ALL =
      InferenceNodes.of(
          FeatureMatrix.dense(Gaussian.rows(NODES, FEATURES, new SplittableRandom(4))));
  private static final ServedModel MODEL =
      GraphOwner.of(GRAPH).serve(Gcn.builder().layers(FEATURES, 8, 3).seed(5).build());

  /** Counts the queries of a batch one by one, and answers only the first ones. */
  private record Counting(InferenceApi model, int batchSize, int answered, AtomicInteger calls)
      implements InferenceApi {

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      if (calls.incrementAndGet() > answered) {
        throw new InferenceException("no answer");
      }
      return model.predict(query);
    }
  }

  /** A model that nodes can join, and one whose answers are scores of pairs. */
  private static List<InferenceApi> models(UnaryOperator<InferenceApi> counting) {
    InferenceApi pairs =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), NODES);
          for (int row = 0; row < answer.numRows; row++) {
            for (int u : GRAPH.neighbors(query.nodes().getInt(row))) {
              answer.set(row, u, 0.7 + 0.01 * u);
            }
          }
          return answer;
        };
    return List.of(
        MODEL.joinable(ALL.features(), JoiningLimits.NONE).answering(MODEL, counting),
        counting.apply(pairs));
  }

  static Stream<String> attacks() {
    return LinkAttackProvider.all().stream().map(LinkAttackProvider::name);
  }

  private static LinkAttack attack(String name, AttackSettings settings) {
    return AttackRequest.builder()
        .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(5))
        .settings(settings)
        .attack(name);
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void anAttackReportsEveryCall(String name) {
    AtomicInteger calls = new AtomicInteger();
    AttackSettings settings = new AttackSettings(2, AttackSettings.SILENT, Optional.empty());
    boolean suits = false;
    for (InferenceApi model : models(api -> new Counting(api, 3, Integer.MAX_VALUE, calls))) {
      calls.set(0);
      try {
        LinkPrediction found = attack(name, settings).run(model, ALL, GRAPH.density());
        assertEquals(calls.get(), found.queries() + found.verificationQueries());
        suits = true;
      } catch (InferenceException | IllegalArgumentException e) {
        // The other model suits the attack.
      }
    }
    assertTrue(suits);
  }

  /** Sending a query twice is a defect, whether it is counted or not. */
  @ParameterizedTest
  @ValueSource(
      strings = {"linkteller", "pairs", "random-design", "lsa2-post", "lsa2-attr", "random"})
  void anAttackOfAFixedDesignSendsNoOtherQueries(String name) {
    LinkPrediction found = attack(name, AttackSettings.DEFAULT).run(MODEL, ALL, GRAPH.density());
    long expected = LinkAttackProvider.named(name).expectedQueries(ALL.targets().size());
    assertEquals(expected, found.queries());
  }

  @Test
  void theConvenienceMethodsReportEveryCall() {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi model = new Counting(MODEL, 1, Integer.MAX_VALUE, calls);
    LinkPrediction paper = LinkTeller.attack(model, ALL, GRAPH.density());
    assertEquals(calls.getAndSet(0), paper.queries() + paper.verificationQueries());
    LinkPrediction auto = LinkTeller.auto().run(model, ALL, GRAPH.density());
    assertEquals(calls.getAndSet(0), auto.queries() + auto.verificationQueries());
    LinkPrediction named = LinkTeller.named("subsets").run(model, ALL, GRAPH.density());
    assertEquals(calls.get(), named.queries() + named.verificationQueries());
  }

  /** The listener is notified of each answer, and a journal keeps it. */
  @ParameterizedTest
  @MethodSource("attacks")
  void aFailedAttackReportsEveryAnswerAndCanContinue(String name, @TempDir Path directory) {
    boolean joins = LinkAttackProvider.named(name).needs().joining().isPresent();
    for (int answered : new int[] {1, 9}) {
      for (int at = 0; at < 2; at++) {
        AtomicInteger answers = new AtomicInteger();
        AttackListener listener = (count, total) -> answers.incrementAndGet();
        Path journal = directory.resolve("journal-" + answered + at);
        AttackSettings settings =
            new AttackSettings(1, listener, joins ? Optional.empty() : Optional.of(journal));
        AtomicInteger calls = new AtomicInteger();
        InferenceApi failing = models(api -> new Counting(api, 1, answered, calls)).get(at);
        try {
          attack(name, settings).run(failing, ALL, GRAPH.density());
        } catch (InferenceException | IllegalArgumentException e) {
          assertEquals(Math.min(answered, calls.get()), answers.get(), e::toString);
        }
        AtomicInteger more = new AtomicInteger();
        InferenceApi mended = models(api -> new Counting(api, 1, Integer.MAX_VALUE, more)).get(at);
        try {
          LinkPrediction found = attack(name, settings).run(mended, ALL, GRAPH.density());
          int kept = joins ? 0 : Math.min(answered, calls.get());
          assertEquals(kept + more.get(), found.queries() + found.verificationQueries());
        } catch (InferenceException | IllegalArgumentException e) {
          // The other model suits the attack.
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, 60, 14})
  void anAuditReportsEveryCallOfEachAttack(int answered) {
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      for (long limit : new long[] {10_000, 17}) {
        assertCounted(LeakageAudit.builder().attacks(List.of(attack.name())), limit, answered);
      }
    }
    assertCounted(LeakageAudit.builder().runAll(), 10_000, answered);
  }

  private static void assertCounted(LeakageAudit.Builder audit, long limit, int answered) {
    audit
        .access(Access.builder().queryLimit(limit).joining(new Access.Joining(5, 9)).build())
        .with(DenoisingAttack.RATES, ResponseRates.ofEdgeRand(5));
    AtomicInteger calls = new AtomicInteger();
    for (InferenceApi model : models(api -> new Counting(api, 1, answered, calls))) {
      calls.set(0);
      LeakageAuditReport report;
      try {
        report = audit.build().run(model, GRAPH, ALL);
      } catch (InferenceException | IllegalArgumentException e) {
        continue; // No attack was answered, so there is no report.
      }
      String said = report.attacks().toString();
      assertEquals(calls.get(), report.queries().sent(), said);
      long sum = report.attacks().stream().mapToLong(AttackOutcome::queries).sum();
      // Attacks that exceed the limit are run again on fewer targets.
      assertTrue(
          limit < 100 ? sum <= report.queries().attacks() : sum == report.queries().attacks(),
          said);
    }
  }
}
