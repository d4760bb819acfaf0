package io.linkteller.dp.session;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.PerturbationRefusedException;
import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateSessionTest {

  private static final int NODES = 8;
  private static final Graph WITHOUT = Graph.builder(NODES).addEdge(2, 3).addEdge(5, 6).build();
  private static final Graph WITH =
      Graph.builder(NODES).addEdge(2, 3).addEdge(5, 6).addEdge(0, 4).build();

  private static PrivateSession open(Graph graph) {
    return PrivateSession.builder(graph, PrivacyLedger.builder(5).delta(1e-3).build()).open();
  }

  /**
   * Regression: a release that interrupted its thread for one of two graphs revealed which it was.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theInterruptFlagOfTheCallerIsRestored(boolean before) throws Exception {
    PrivacyGuarantee claim = new PrivacyGuarantee("flag", 1, NeighboringGraphs.ONE_EDGE);
    for (boolean set : new boolean[] {false, true}) {
      PrivateSession session =
          PrivateSession.builder(WITH, PrivacyLedger.builder(50).delta(1e-3).build())
              .onFailure(failure -> flag(set))
              .open();
      for (Executable call :
          List.<Executable>of(
              () -> session.release(claim, (graph, chance) -> flag(set)),
              () ->
                  assertThrows(
                      ReleaseFailedException.class,
                      () ->
                          session.perturb(
                              graph -> {
                                flag(set);
                                throw new IllegalStateException("for the test");
                              },
                              claim)))) {
        flag(before);
        assertDoesNotThrow(call);
        assertEquals(before, Thread.interrupted());
      }
    }
  }

  private static boolean flag(boolean set) {
    if (set) {
      Thread.currentThread().interrupt();
    } else {
      Thread.interrupted();
    }
    return set;
  }

  /** A matrix that returns itself as its copy and hides its numbers from the check. */
  @Test
  @SuppressWarnings("unchecked") // EJML's matrices override generic methods by raw ones.
  void rowsOfAHostileSubclassAreChecked() {
    DMatrixRMaj hostile =
        new DMatrixRMaj(NODES, 1) {
          private int asked;

          @Override
          public DMatrixRMaj copy() {
            return this;
          }

          @Override
          public int getNumElements() {
            return asked++ < 2 ? 0 : super.getNumElements();
          }
        };
    Arrays.fill(hostile.data, Double.NaN);
    GaussianAggregation noise = GaussianAggregation.builder().deviation(100).build();
    NoisySums sums = open(WITH).sums(noise, 1);
    assertRefused(() -> sums.next(hostile));
    assertEquals(1, sums.remaining());
    for (int none : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertRefused(() -> open(WITH).sums(noise, none));
    }
  }

  /** Regression: rows that another thread enlarged after the check had more influence. */
  @Test
  void rowsThatChangeWhileTheyAreSummedDoNotChangeTheSum() {
    DMatrixRMaj rows = new DMatrixRMaj(NODES, 1);
    List<Object> summed = new ArrayList<>();
    NeighborAggregation mechanism =
        new NeighborAggregation() {
          @Override
          public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj checked) {
            summed.add(graph);
            summed.add(checked.get(0, 0));
            return checked;
          }

          @Override
          public PrivacyGuarantee guarantee(int releases) {
            return new PrivacyGuarantee("exact", releases, NeighboringGraphs.ONE_EDGE);
          }

          @Override
          public void requireRows(DMatrixRMaj checked) {
            rows.fill(1000);
          }
        };
    open(WITH).sums(mechanism, 1).next(rows);
    assertEquals(List.of(WITH, 0.0), summed);
  }

  /** The owner's own listener must not become a side channel. */
  @Test
  void errorsOfTheListenerAreNotPropagated() throws Exception {
    PrivateSession session =
        PrivateSession.builder(WITH, PrivacyLedger.builder(5).delta(1e-3).build())
            .onFailure(
                failure -> {
                  throw new StackOverflowError(failure.toString());
                })
            .open();
    PrivacyGuarantee claim = new PrivacyGuarantee("failing", 1, NeighboringGraphs.ONE_EDGE);
    assertThrows(
        ReleaseFailedException.class,
        () ->
            session.release(
                claim,
                (graph, chance) -> {
                  throw new IllegalStateException("private");
                }));
  }

  /** D6: a query threw exactly if an edge took a node over the bound. */
  @Test
  void degreesAreCheckedOnOpeningASessionOnly() {
    GaussianAggregation ofNodes =
        GaussianAggregation.builder().deviation(500).degreeBound(3).build();
    Graph.Builder star = Graph.builder(NODES);
    for (int v = 1; v < 5; v++) {
      star.addEdge(0, v);
    }
    PrivacyLedger ledger = PrivacyLedger.builder(5).delta(1e-3).build();
    assertRefused(() -> PrivateSession.builder(star.build(), ledger).degreeBound(3).open());
    // Without a declared bound, the mechanism is refused for every graph.
    for (Graph graph : List.of(star.build(), WITHOUT)) {
      assertRefused(() -> open(graph).sums(ofNodes, 1));
    }
    NoisySums sums =
        PrivateSession.builder(WITH, ledger).degreeBound(3).open().sums(ofNodes, NODES);
    assertEquals(NODES, sums.next(new DMatrixRMaj(NODES, 1)).numRows);
    assertEquals(NeighboringGraphs.ONE_NODE, sums.guarantee().guarantee().neighbors());
  }

  @Test
  void allReleasesAreComposed() {
    PrivateSession session = open(WITH);
    assertEquals(Optional.empty(), session.guarantee());
    PerturbedGraph released = session.perturb(EdgeRand.withEpsilon(1));
    assertEquals(1, released.charge().orElseThrow().guarantee().epsilon());
    NoisySums sums = session.sums(new Sessions.Claimed(0.25), 2);
    Release<Integer> count =
        session.release(
            new PrivacyGuarantee("constant", 0.125, NeighboringGraphs.ONE_EDGE),
            (graph, chance) -> 7);
    assertEquals(7, count.value());
    PrivacyGuarantee all = session.guarantee().orElseThrow().guarantee();
    assertEquals(1.625, all.epsilon());
    assertEquals("EdgeRand, then claimed, then constant", all.mechanism());
    assertFalse(all.isSeeded());
    // Any value may depend on all releases, so each guarantee covers them all; each counts once.
    assertEquals(1, released.guarantee().epsilon());
    for (ChargedGuarantee each :
        List.of(released.charge().orElseThrow(), sums.guarantee(), count.guarantee())) {
      assertEquals(1.625, each.guarantee().epsilon());
      assertEquals(each, each.and(count.guarantee()));
    }
    assertEquals(1.625, session.ledger().spent());
  }

  /** The ledger accounts for single arcs and for edges of single relations. */
  @Test
  void arcsAndRelationsAreReleasedAndChargedLikeEdges() {
    Graph arcs = Graph.builder(4).directed().addEdge(0, 1).addEdge(1, 0).addEdge(2, 3).build();
    Graph relations = Graph.ofRelations(List.of(arcs, Graph.builder(4).directed().build()));
    Set<String> codes = new HashSet<>();
    for (Graph graph : List.of(arcs, relations, arcs.simple())) {
      PrivateSession session =
          PrivateSession.builder(graph, PrivacyLedger.builder(2e5).build()).open();
      assertEquals(graph, session.perturb(LapGraph.withEpsilon(1e5)).graph());
      assertEquals(graph, session.perturb(EdgeRand.withEpsilon(1e5)).graph());
      assertEquals(2e5, session.ledger().spent());
      List<PrivacyLedger.Entry> entries = session.ledger().entries();
      assertEquals(Optional.of(PrivacyLedger.codeOf(graph)), entries.get(0).released());
      codes.add(PrivacyLedger.codeOf(graph));
    }
    codes.add(PrivacyLedger.codeOf(Graph.ofRelations(List.of(arcs))));
    codes.add(PrivacyLedger.codeOf(Graph.ofRelations(List.of(arcs.simple()))));
    codes.add(
        PrivacyLedger.codeOf(
            Graph.ofRelations(List.of(Graph.builder(4).directed().build(), arcs))));
    assertEquals(6, codes.size());
  }

  @Test
  void weightsAndSumsOverArcsAreRefusedBeforeAnyCharge() {
    Graph weighted = Graph.builder(3).addEdge(0, 1, 2).build();
    assertTrue(
        String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> open(weighted)).getMessage())
            .startsWith("a session hides edges but not their weights"));
    PrivateSession session = open(Graph.builder(3).directed().addEdge(0, 1).build());
    assertRefused(() -> session.sums(new Sessions.Claimed(0.25), 2));
    assertEquals(0, session.ledger().spent());
  }

  @Test
  void aPerturberOutsideASessionIsNotCharged() {
    assertEquals(Optional.empty(), EdgeRand.withEpsilon(1).perturb(WITH).charge());
  }

  @Test
  void sumsAreChargedInAdvanceAndRunOut() {
    PrivateSession session = open(WITH);
    NoisySums sums = session.sums(new Sessions.Claimed(1), 2);
    assertEquals(2, session.ledger().spent());
    DMatrixRMaj rows = new DMatrixRMaj(NODES, 1);
    sums.next(rows);
    // Arguments are checked before a sum is used up.
    assertThrows(IllegalArgumentException.class, () -> sums.next(new DMatrixRMaj(3, 1)));
    DMatrixRMaj large = new DMatrixRMaj(NODES, 1);
    large.set(3, 0, 1.5);
    assertRefused(() -> sums.next(large));
    assertEquals(1, sums.remaining());
    sums.next(rows);
    assertThrows(IllegalStateException.class, () -> sums.next(rows));
    assertThrows(
        PrivacyBudgetExceededException.class, () -> session.sums(new Sessions.Claimed(1), 4));
  }

  @Test
  void aFailingMechanismRevealsOnlyThatItFailed() {
    List<Throwable> told = new ArrayList<>();
    PrivateSession session =
        PrivateSession.builder(WITH, PrivacyLedger.builder(5).build()).onFailure(told::add).open();
    PrivacyGuarantee claim = new PrivacyGuarantee("failing", 1, NeighboringGraphs.ONE_EDGE);
    ReleaseFailedException failure =
        assertThrows(
            ReleaseFailedException.class,
            () ->
                session.release(
                    claim,
                    (graph, chance) -> {
                      throw new IllegalStateException("edges: " + graph.edgeCount());
                    }));
    assertEquals(
        "failing failed; the reason is private and was reported only to the owner",
        failure.getMessage());
    assertEquals(null, failure.getCause());
    assertEquals("edges: 3", told.get(0).getMessage());
    assertEquals(1, session.ledger().spent());
  }

  /** The kind of a failure is as private as its occurrence, and no guarantee covers it. */
  @Test
  void failuresAreIndistinguishable() {
    PrivacyGuarantee claim = new PrivacyGuarantee("failing", 1, NeighboringGraphs.ONE_EDGE);
    List<GraphPerturber> failing =
        List.of(
            graph -> {
              throw new IllegalStateException("edges: " + graph.edgeCount());
            },
            graph -> new PerturbedGraph(Graph.empty(1), claim),
            graph -> new PerturbedGraph(graph, claim.seeded()));
    Set<String> seen = new HashSet<>();
    for (GraphPerturber each : failing) {
      List<Throwable> told = new ArrayList<>();
      PrivateSession session =
          PrivateSession.builder(WITH, PrivacyLedger.builder(5).build())
              .onFailure(told::add)
              .open();
      ReleaseFailedException failure =
          assertThrows(ReleaseFailedException.class, () -> session.perturb(each, claim));
      List<StackTraceElement> lines = List.of(failure.getStackTrace()).subList(0, 2);
      seen.add(failure.getMessage() + lines);
      assertEquals(1, told.size());
    }
    assertEquals(1, seen.size(), seen::toString);
  }

  /** A refusal that an external mechanism catches and rethrows may carry details of the graph. */
  @Test
  void aRethrownRefusalRevealsNothing() {
    GraphMechanism stranger =
        new GraphMechanism() {
          @Override
          public PrivacyGuarantee guarantee() {
            return new PrivacyGuarantee("rethrowing", 1, NeighboringGraphs.ONE_EDGE);
          }

          @Override
          public Graph perturb(Graph graph, Chance chance) {
            try {
              return EdgeRand.withEpsilon(1e-9).perturb(Graph.empty(1_000_000), chance);
            } catch (PerturbationRefusedException refusal) {
              refusal.addSuppressed(new IllegalStateException("edges: " + graph.edgeCount()));
              throw refusal;
            }
          }
        };
    PrivateSession session = open(WITH);
    assertThrows(ReleaseFailedException.class, () -> session.perturb(stranger));
    assertThrows(
        ReleaseFailedException.class,
        () -> session.release(stranger.guarantee(), stranger::perturb));
    assertEquals(2, session.ledger().spent());
  }

  /**
   * D11: the ledger recorded the claimed relation, not the weaker one of the result. The guarantee
   * of a result may depend on the graph, so the ledger must not reveal it either.
   */
  @Test
  void aResultWeakerThanItsClaimIsReportedToTheOwnerOnly() {
    PrivacyGuarantee claim = new PrivacyGuarantee("boastful", 1, NeighboringGraphs.ONE_NODE);
    PrivacyGuarantee pair = new PrivacyGuarantee("boastful", 1, NeighboringGraphs.ONE_EDGE);
    List<PrivacyGuarantee> worse =
        List.of(
            pair,
            new PrivacyGuarantee("boastful", 2.5, NeighboringGraphs.ONE_NODE),
            new PrivacyGuarantee("boastful", Double.MAX_VALUE, NeighboringGraphs.ONE_NODE),
            new PrivacyGuarantee(
                "boastful",
                1,
                1e-6,
                NeighboringGraphs.ONE_NODE,
                PrivacyGuarantee.NoiseSource.SECURE),
            claim.seeded());
    for (PrivacyGuarantee given : worse) {
      List<Throwable> told = new ArrayList<>();
      PrivateSession session =
          PrivateSession.builder(WITH, PrivacyLedger.builder(10).build())
              .onFailure(told::add)
              .open();
      GraphPerturber boastful = graph -> new PerturbedGraph(graph, given);
      assertRefusal(
          ReleaseFailedException.class,
          "boastful failed; the reason is private and was reported only to the owner",
          () -> session.perturb(boastful, claim));
      assertTrue(String.valueOf(told.get(0).getMessage()).contains(given.toString()));
      assertEquals(1, session.ledger().entries().size());
      assertEquals(1, session.ledger().spent());
      assertEquals(claim, session.guarantee().orElseThrow().guarantee());
    }
    GraphPerturber honest = graph -> new PerturbedGraph(graph, claim);
    PerturbedGraph released = open(WITH).perturb(honest, pair);
    assertEquals(pair, released.guarantee(), "the charged guarantee, and no more");
    assertThrows(
        ReleaseFailedException.class,
        () -> open(WITH).perturb(graph -> new PerturbedGraph(Graph.empty(1), claim), claim));
  }

  @Test
  void releasesFromASeedAreRepeatableAndMarked() {
    PerturbedGraph one =
        PrivateSession.forExperiments(WITH, 5).open().perturb(LapGraph.withEpsilon(1));
    PerturbedGraph same =
        PrivateSession.forExperiments(WITH, 5).open().perturb(LapGraph.withEpsilon(1));
    assertEquals(one.graph(), same.graph());
    assertTrue(one.guarantee().isSeeded());
    DMatrixRMaj rows = new DMatrixRMaj(NODES, 1);
    GaussianAggregation noise = GaussianAggregation.builder().deviation(1000).build();
    NoisySums sums = PrivateSession.forExperiments(WITH, 5).open().sums(noise, 2);
    assertFalse(Arrays.equals(sums.next(rows).data, sums.next(rows).data));
    assertRefused(
        () ->
            PrivateSession.builder(WITH, PrivacyLedger.builder(5).build())
                .seed(1)
                .open()
                .perturb(EdgeRand.withEpsilon(1)));
  }

  /** Regression: charges of two copies of a ledger had the same numbers and were counted once. */
  @Test
  void chargesOfARolledBackLedgerAddUp(@TempDir Path directory) throws Exception {
    List<PerturbedGraph> released = new ArrayList<>();
    for (String copy : List.of("one", "another")) {
      Path folder = Files.createDirectory(directory.resolve(copy));
      if (copy.equals("another")) {
        Files.copy(directory.resolve("one/key"), folder.resolve("key"));
        Files.copy(directory.resolve("before"), folder.resolve("ledger"));
        Files.copy(directory.resolve("before.head"), folder.resolve("key.head"));
      }
      PrivacyLedger ledger =
          PrivacyLedger.builder(4).file(folder.resolve("ledger"), folder.resolve("key")).build();
      if (copy.equals("one")) {
        Files.copy(folder.resolve("ledger"), directory.resolve("before"));
        Files.copy(folder.resolve("key.head"), directory.resolve("before.head"));
      }
      released.add(PrivateSession.builder(WITH, ledger).open().perturb(EdgeRand.withEpsilon(4)));
    }
    double both =
        released
            .get(0)
            .charge()
            .orElseThrow()
            .and(released.get(1).charge().orElseThrow())
            .guarantee()
            .epsilon();
    assertEquals(8, both);
  }

  /** D4: a restart renewed the budget for sums. */
  @Test
  void releasesOfEveryKindAreRememberedAfterARestart(@TempDir Path directory) {
    double[] spent = new double[1];
    for (int start = 0; start < 2; start++) {
      PrivacyLedger ledger =
          PrivacyLedger.builder(9)
              .delta(1e-3)
              .file(directory.resolve("ledger"), directory.resolve("key"))
              .build();
      assertEquals(spent[0], ledger.spent());
      PrivateSession session = PrivateSession.builder(WITH, ledger).open();
      session.sums(new Sessions.Claimed(0.5), 2);
      session.sums(GaussianAggregation.builder().deviation(8).build(), 1);
      session.release(
          new PrivacyGuarantee("model", 0.25, NeighboringGraphs.ONE_EDGE), (graph, chance) -> "");
      assertEquals(3 * (start + 1), ledger.entries().size());
      spent[0] = ledger.spent();
      assertTrue(spent[0] > 1.25 * (start + 1));
      assertEquals(spent[0], session.guarantee().orElseThrow().guarantee().epsilon(), 1e-12);
    }
  }
}
