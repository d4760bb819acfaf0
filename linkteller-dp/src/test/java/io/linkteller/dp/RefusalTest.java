package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.SmallGraphs.Kind;
import io.linkteller.dp.audit.ExhaustiveAudit;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.RankCursor;
import io.linkteller.dp.sampling.UniformSubset;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A refusal is an output: it must be as private as the others. */
class RefusalTest {

  private static final OutputSize TWO_EDGES = new OutputSize(2, "two are enough");

  /** EdgeRand whose results may have two edges. */
  private record Limited(EdgeRand mechanism) implements GraphMechanism {

    @Override
    public PrivacyGuarantee guarantee() {
      return mechanism.guarantee();
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      return mechanism.perturb(graph, chance, TWO_EDGES);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 1, 5})
  void refusalsOfEdgeRandAreProvedPrivate(double epsilon) {
    // With relations, the limit for each is what the results of the previous ones leave.
    for (Kind kind : List.of(new Kind(3, false, 0), new Kind(2, true, 2), new Kind(3, false, 2))) {
      ExhaustiveAudit audit = ExhaustiveAudit.of(new Limited(EdgeRand.withEpsilon(epsilon)), kind);
      assertTrue(audit.isProof(), audit::toString);
      assertEquals(epsilon, audit.epsilon(), 1e-9);
    }
  }

  /** A mechanism given its noisy count, which is private already. */
  private record Counted(NoisyCountMechanism mechanism, long count) implements GraphMechanism {

    @Override
    public PrivacyGuarantee guarantee() {
      return new PrivacyGuarantee(
          "cells of " + mechanism, mechanism.cellEpsilon(), NeighboringGraphs.ONE_EDGE);
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      return mechanism.perturb(graph, count, chance, TWO_EDGES.maxEdges());
    }
  }

  @Test
  void refusalsByTheResultAreProvedPrivateForEachNoisyCount() {
    for (long count = 0; count <= 3; count++) {
      ExhaustiveAudit audit =
          ExhaustiveAudit.of(new Counted(TopMFilter.withEpsilon(2), count), new Kind(3, false, 0));
      assertTrue(audit.isProof(), audit::toString);
    }
  }

  /** Regression: the stack trace revealed whether the excess edge was kept or filled in. */
  @Test
  void aRefusalHasNoStackTrace() {
    Graph complete = SmallGraphs.graph(3, 7);
    PerturbationRefusedException kept =
        assertThrows(
            PerturbationRefusedException.class,
            () -> EdgeRand.withEpsilon(50).perturb(complete, Chance.forExperiments(1), TWO_EDGES));
    assertEquals(0, kept.getStackTrace().length);
    assertEquals(0, kept.getSuppressed().length);
  }

  @Test
  void lapGraphRefusesByTheNoisyCountAlone() {
    LapGraph lapGraph = LapGraph.withEpsilon(0.5).withCountShare(0.5);
    for (int mask = 0; mask < 8; mask++) {
      Graph graph = SmallGraphs.graph(3, mask);
      for (int seed = 0; seed < 50; seed++) {
        long count = lapGraph.split.noisyCount(graph, Chance.forExperiments(seed));
        Chance same = Chance.forExperiments(seed);
        if (count > 2) {
          assertThrows(
              PerturbationRefusedException.class, () -> lapGraph.perturb(graph, same, TWO_EDGES));
        } else {
          assertEquals(count, lapGraph.perturb(graph, same, TWO_EDGES).edgeCount());
        }
      }
    }
  }

  /** The former EdgeRand, which refused by the expected size, a step function of |E|. */
  private record RefusingByTheTrueSize(EdgeRand edgeRand) implements GraphMechanism {

    @Override
    public PrivacyGuarantee guarantee() {
      return edgeRand.guarantee();
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      TWO_EDGES.require(this, graph.nodeCount(), edgeRand.expectedEdges(graph));
      return edgeRand.perturb(graph, chance);
    }
  }

  @Test
  void aRefusalByTheTrueSizeIsRefuted() {
    ExhaustiveAudit audit =
        ExhaustiveAudit.of(
            new RefusingByTheTrueSize(EdgeRand.withEpsilon(3)), new Kind(3, false, 0));
    assertEquals(Double.POSITIVE_INFINITY, audit.epsilon());
    assertTrue(audit.isViolation());
  }

  /** Runs a class in a separate process with little memory. */
  private static String inHeapOf24Megabytes(Class<?> main) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-Xmx24m",
                "-cp",
                System.getProperty("java.class.path", ""),
                main.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed.strip();
  }

  /**
   * The review's attack: in a heap of 24 MB, EdgeRand at ε = 3 refused 0 of 20 graphs on 1,500
   * nodes with 486,155 edges and 20 of 20 with 500 more. Results that do not fit in memory are
   * refused: on 9,500 nodes, EdgeRand at ε = 1 returns 12 million edges, and the others return many
   * if the noisy count is large.
   */
  @Test
  void aSmallHeapNeitherRevealsSizesNorRunsOut() throws Exception {
    String printed = inHeapOf24Megabytes(SmallHeapRefusals.class);
    assertTrue(printed.matches("refused 0 0 0 5 [0-5] [0-5]"), printed);
  }

  /** The main class of a separate process with little memory. */
  static final class SmallHeapRefusals {

    private SmallHeapRefusals() {}

    public static void main(String[] args) {
      StringBuilder report = new StringBuilder("refused");
      for (int edges : new int[] {400_000, 486_155, 486_655}) {
        report.append(refusals(EdgeRand.withEpsilon(3), random(edges), 20));
      }
      for (GraphMechanism each :
          List.of(
              EdgeRand.withEpsilon(1), LapGraph.withEpsilon(3e-6), TopMFilter.withEpsilon(3e-6))) {
        report.append(refusals(each, Graph.empty(9_500), 5));
      }
      System.out.println(report);
    }

    private static String refusals(GraphMechanism mechanism, Graph graph, int runs) {
      int refused = 0;
      for (int i = 0; i < runs; i++) {
        try {
          mechanism.perturb(graph);
        } catch (PerturbationRefusedException e) {
          refused++;
        }
      }
      return " " + refused;
    }

    private static Graph random(int edges) {
      int n = 1_500;
      Chance chance = Chance.forExperiments(1);
      RankCursor none = () -> RankCursor.END;
      return CellSelection.keepingAndFilling(
          Graph.empty(n),
          none,
          UniformSubset.of(n * (n - 1L) / 2, edges, chance),
          edges,
          Graph.MAX_EDGES);
    }
  }
}
