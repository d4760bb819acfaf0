package io.linkteller.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.graph.Graph;
import io.linkteller.testing.fixture.RealData;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every program and checks its output. Facts that follow from the data, such as whether a pair
 * is an edge, are computed again.
 */
@Tag("thorough")
final class ExampleProgramsTest {

  @Test
  void theQuickstartFindsMostEdgesAndStatesCorrectlyWhichPairsAreEdges() {
    Printed printed = Printed.by(Quickstart::run);
    Graph truth = secret(2_000);
    List<Map<String, String>> rows = printed.rowsWith("is an edge");
    assertEquals(6, rows.size(), printed::text);
    for (Map<String, String> row : rows) {
      int[] pair = Printed.pair(row.getOrDefault("pair", ""));
      assertEquals(
          truth.hasEdge(pair[0], pair[1]) ? "yes" : "no", row.get("is an edge"), printed::text);
    }
    assertEquals("yes", rows.get(0).get("is an edge"), printed::text);
    List<Double> counts =
        printed.numbers(
            "With ([\\d,]+) queries, Bob predicted ([\\d,]+) of ([\\d,]+) pairs\\."
                + " ([\\d,]+) of the ([\\d,]+) edges");
    // The base query and one query per node; 0.005 of all pairs, rounded up.
    assertEquals(List.of(2_001.0, 9_995.0, 1_999_000.0), counts.subList(0, 3));
    assertTrue(counts.get(3) > 8_000, printed::text);
    assertEquals(10_000, counts.get(4));
  }

  @Test
  void anExternalModelLeaksAndRoundingHelpsOnlyAgainstASmallDelta() {
    Printed printed = Printed.by(AttackYourOwnModel::run);
    List<Map<String, String>> rows = printed.rowsWith("recall");
    assertEquals(3, rows.size(), printed::text);
    rows.forEach(row -> assertEquals("301", row.get("queries")));
    // A score depends only on neighbors, so all other influences are exactly 0.
    assertEquals("100.0 %", rows.get(0).get("precision"), printed::text);
    assertEquals("100.0 %", rows.get(0).get("recall"), printed::text);
    assertTrue(percent(rows.get(1), "recall") < 20, printed::text);
    assertTrue(percent(rows.get(2), "recall") > 95, printed::text);
  }

  /** The first line has the same numbers as the authors' code on these weights and targets. */
  @Test
  void thePaperOnTwitchAgreesWithTheAuthorsAndWithTheoremSix() {
    Path data = RealData.directory();
    Path weights = RealData.reference("gcn-twitch-es.npz");
    Printed printed = Printed.by(out -> PaperOnTwitch.run(data, weights, out));
    String numbers = " +precision ([\\d.]+), recall ([\\d.]+), AUC ([\\d.]+)";
    assertEquals(List.of(0.688, 0.762, 0.998), printed.numbers("paper" + numbers));
    assertTrue(printed.numbers("self-normalized" + numbers).get(0) > 0.8, printed::text);
    for (int epsilon : new int[] {5, 3}) {
      List<Double> behind = printed.numbers("EdgeRand " + epsilon + ", bound ([\\d.]+)" + numbers);
      assertTrue(behind.get(1) < behind.get(0), printed::text);
    }
  }

  @Test
  void attacksAreComparedInATableAndAPicture(@TempDir Path directory) throws IOException {
    Path picture = directory.resolve("compare.png");
    Printed printed = Printed.by(out -> CompareAttacks.run(out, picture));
    assertEquals(PairScore.all().size() + 4, printed.rowsWith("AUC").size(), printed::text);
    double paper = printed.number("LinkTeller, paper", "precision");
    double selfNormalized = printed.number("LinkTeller, self-normalized", "precision");
    assertTrue(paper > 60, printed::text);
    assertTrue(selfNormalized > paper + 5, printed::text);
    assertTrue(printed.number("LinkTeller, self-normalized", "AUC") > 0.99, printed::text);
    // Compressed probing recovers the whole graph.
    assertTrue(printed.number("compressed", "precision") > 99, printed::text);
    assertEquals("601", printed.cell("LinkTeller, paper", "queries"));
    for (String baseline : List.of("LSA2 on posteriors", "LSA2 on features", "random guess")) {
      assertTrue(printed.number(baseline, "precision") < paper / 5, printed::text);
    }
    assertEquals(0.5, printed.number("random guess", "AUC"), 0.03);
    BufferedImage drawn = ImageIO.read(picture.toFile());
    assertTrue(drawn.getWidth() > 600 && drawn.getHeight() > 400, "a picture of some size");
    assertTrue(printed.text().contains(picture.toString()), printed::text);
  }

  @Test
  void anAuditListsTrueEdgesAndLeavesTheDecisionToTheOwner(@TempDir Path directory) {
    Printed printed = Printed.by(out -> AuditBeforeRelease.run(out, Optional.of(directory)));
    for (String part : List.of("open", "perturbed")) {
      for (String ending : List.of("html", "md", "json")) {
        assertTrue(Files.isRegularFile(directory.resolve(part + "/leakage-audit." + ending)));
      }
    }
    Graph truth = secret(500);
    List<Map<String, String>> edges = printed.rowsWith("rank among all pairs");
    assertEquals(6, edges.size(), printed::text);
    for (Map<String, String> row : edges) {
      int[] pair = Printed.pair(row.getOrDefault("edge", ""));
      assertTrue(truth.hasEdge(pair[0], pair[1]), printed::text);
      assertTrue(row.getOrDefault("rank among all pairs", "").endsWith(" of 124,750"));
    }
    List<Map<String, String>> nodes = printed.rowsWith("edges found");
    assertEquals(6, nodes.size(), printed::text);
    for (Map<String, String> row : nodes) {
      int degree = truth.degree(Integer.parseInt(row.getOrDefault("node", "")));
      assertEquals(degree, Integer.parseInt(row.getOrDefault("edges", "")), printed::text);
      assertTrue(Integer.parseInt(row.getOrDefault("edges found", "")) <= degree);
    }
    List<Double> recalls =
        printed
            .text()
            .lines()
            .filter(line -> line.startsWith("That is "))
            .map(line -> line.replaceAll("That is ([\\d.]+) %.*", "$1"))
            .map(Double::valueOf)
            .toList();
    assertEquals(2, recalls.size(), printed::text);
    assertTrue(recalls.get(0) > 99, printed::text);
    assertTrue(recalls.get(1) < 20, printed::text);
    assertFalse(printed.text().contains("elease"), printed::text);
  }

  @Test
  void protectionLimitsTheAttackAsTheoremSixStatesAndCostsAccuracy() {
    Printed printed = Printed.by(ProtectAGraph::run);
    assertEquals("5000", printed.cell("unprotected", "true edges"));
    assertTrue(printed.number("unprotected", "attack's precision") > 80, printed::text);
    long pairs = 999L * 500;
    for (int epsilon : new int[] {8, 5, 2}) {
      String edgeRand = "EdgeRand, epsilon = " + epsilon;
      String lapGraph = "LapGraph, epsilon = " + epsilon;
      // Six standard deviations of a binomial distribution: a correct number fails with
      // probability 2e-9, in every run or in none because the seeds are fixed.
      double flip = 1 / (1 + Math.exp(epsilon));
      double expected = 5_000 * (1 - flip) + (pairs - 5_000) * flip;
      double deviation = Math.sqrt(pairs * flip * (1 - flip));
      assertEquals(expected, printed.number(edgeRand, "edges"), 6 * deviation, printed::text);
      // Laplace noise of scale 1/(0.01 ε) exceeds 21 scales with probability e^-21.
      assertEquals(5_000, printed.number(lapGraph, "edges"), 2_100.0 / epsilon, printed::text);
      double promised = Math.min(100, 100 * Math.exp(epsilon) * 5_000 / pairs);
      for (String name : List.of(edgeRand, lapGraph)) {
        assertEquals(
            promised, printed.number(name, "bound if pairs are independent"), 0.051, printed::text);
        assertTrue(printed.number(name, "attack's precision") <= promised, printed::text);
      }
    }
    assertDecreasing(printed, "true edges", "LapGraph");
    assertDecreasing(printed, "true edges", "EdgeRand");
    assertDecreasing(printed, "attack's precision", "LapGraph");
    assertDecreasing(printed, "accuracy", "LapGraph");
  }

  private static void assertDecreasing(Printed printed, String column, String mechanism) {
    double before = printed.number("unprotected", column);
    for (int epsilon : new int[] {8, 5, 2}) {
      double now = printed.number(mechanism + ", epsilon = " + epsilon, column);
      assertTrue(now < before, () -> column + " of " + mechanism + " in\n" + printed.text());
      before = now;
    }
  }

  @Test
  void theSmallestEpsilonThatBeatsTheMlpIsChosen() {
    Printed printed = Printed.by(ChooseEpsilon::run);
    double toBeat = printed.number("MLP, no edges", "validation accuracy");
    int chosen = printed.numbers("Chosen: epsilon = (\\d+)").get(0).intValue();
    for (int epsilon = 1; epsilon <= chosen; epsilon++) {
      double accuracy = printed.number(Integer.toString(epsilon), "validation accuracy");
      assertEquals(epsilon == chosen, accuracy > toBeat, printed::text);
    }
    assertTrue(chosen > 1, "a choice was made");
    String named = "edges found by the attack";
    double unprotected = printed.number("no protection", named);
    assertTrue(unprotected > 90, printed::text);
    assertTrue(printed.number(Integer.toString(chosen), named) < unprotected - 20, printed::text);
    assertFalse(printed.text().contains("No epsilon"), printed::text);
  }

  /** Returns the graph that the programs keep secret. */
  private static Graph secret(int nodes) {
    return SyntheticDataset.builder()
        .nodes(nodes)
        .build()
        .generatePair("friends", 42)
        .inference()
        .graph();
  }

  private static double percent(Map<String, String> row, String column) {
    return Printed.number(row.getOrDefault(column, ""));
  }
}
