package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttackCommandTest {

  @TempDir Path directory;

  private static String referenceWeights() {
    return RealData.reference("gcn-twitch-es.npz").toString();
  }

  private static Cli.Run attack(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "attack",
                "--format",
                "twitch",
                "--data",
                RealData.set("twitch").toString(),
                "--json"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  /** The numbers are those of the reference for RU, unconstrained, seed 42. */
  @Test
  void theReferenceModelLeaksWhatTheReferenceSays() {
    Cli.Run run = attack("--weights", referenceWeights(), "--k-hat", "2k");
    assertEquals(0, run.exitCode(), run.err());
    JsonNode json = run.json();
    assertEquals("twitch-RU", json.get("dataset").asText());
    assertEquals(4385, json.get("nodes").asInt());
    assertEquals(500, json.get("targets").asInt());
    assertEquals(563, json.get("edges").asInt());
    assertEquals(0.004513026052104209, json.get("density").asDouble(), 1e-15);
    assertEquals(0.005, json.get("roundedDensity").asDouble());
    assertEquals(0.01, json.get("kHat").asDouble());
    assertEquals(1248, json.get("m").asInt());
    int right = json.get("truePositives").asInt();
    assertEquals(right / 1248.0, json.get("precision").asDouble(), 1e-15);
    assertEquals(right / 563.0, json.get("recall").asDouble(), 1e-15);
    assertEquals(2.0 * right / (1248 + 563), json.get("f1").asDouble(), 1e-15);
    assertEquals(0.3091508656224237, json.get("rareClassF1").asDouble(), 1e-12);
    assertEquals(501, json.get("queries").asInt());
    assertEquals(0, json.get("trainSeconds").asDouble());
    for (String field : List.of("nodesSha256", "auc", "attackSeconds")) {
      assertTrue(json.has(field), field);
    }
  }

  @Test
  void theNamedPairsAreWrittenWithTheirScores(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("pairs.csv");
    Cli.Run run = attack("--weights", referenceWeights(), "--out", file.toString());
    assertEquals(0, run.exitCode(), run.err());
    List<String> lines = Files.readAllLines(file);
    assertEquals("from,to,score", lines.get(0));
    assertEquals(run.json().get("m").asInt(), lines.size() - 1);
  }

  @Test
  void theChosenAttackFindsEveryEdgeAndSaysWhy() {
    Cli.Run run = attack("--weights", referenceWeights(), "--attack", "auto");
    assertEquals(563, run.json().get("truePositives").asInt());
    assertTrue(run.json().get("queries").asInt() <= 80, run.err());
    assertTrue(run.err().contains("chose --attack compressed: FIRST_ORDER"), run.err());
  }

  @Test
  void equalFeaturesRevealTheGraph() {
    JsonNode json =
        attack(
                "--weights",
                referenceWeights(),
                "--attack",
                "chosen-features",
                "--score",
                "reach_weighted")
            .json();
    assertEquals(563, json.get("truePositives").asInt());
    // Two more for the precision of the answers.
    assertEquals(503, json.get("queries").asInt());
  }

  @Tag("thorough")
  @Test
  void logitsRoundedToWholeNumbersAreReadWithLargeFeatures() {
    String[] some = {"--weights", referenceWeights(), "--targets", "60", "--access", "decimals=0"};
    for (String kind : List.of("kinks", "auto")) {
      List<String> args = new ArrayList<>(List.of(some));
      args.addAll(List.of("--k-hat", "0.05", "--attack", kind));
      Cli.Run run = attack(args.toArray(String[]::new));
      assertEquals(0, run.exitCode(), run.err());
      JsonNode json = run.json();
      assertEquals(json.get("edges").asInt(), json.get("truePositives").asInt());
      assertTrue(run.err().contains("have no evidence"), run.err());
    }
  }

  @Test
  void optionsOfInfluencesHaveNoEffectOnKinks() {
    for (String option : List.of("--score=max", "--delta=0.1")) {
      Cli.Run run = attack("--weights", referenceWeights(), "--attack", "kinks", option);
      assertEquals(2, run.exitCode());
      assertTrue(run.err().contains("no effect on --attack kinks"), run.err());
    }
  }

  @Test
  void kinksAreRefusedWhereLogitsAreNotShownAndAutoSaysWhatItTakesInstead() {
    String[] few = {
      "--weights", referenceWeights(), "--targets", "20", "--access", "answers=labels"
    };
    Cli.Run kinks = attack(few[0], few[1], few[2], few[3], few[4], few[5], "--attack", "kinks");
    assertEquals(2, kinks.exitCode());
    assertTrue(kinks.err().contains("--attack kinks"), kinks.err());
    String[] labels = {
      "--weights",
      referenceWeights(),
      "--targets",
      "20",
      "--k-hat",
      "0.01",
      "--access",
      "answers=labels",
      "--attack",
      "auto"
    };
    Cli.Run auto = attack(labels);
    assertEquals(0, auto.exitCode(), auto.err());
    assertTrue(auto.err().contains("chose --attack l"), auto.err());
  }

  /** The counts are those of the reference for RU, unconstrained, seed 42, k-hat = k. */
  @Test
  void theBaselinesFindWhatTheReferenceSays() throws IOException {
    JsonNode reference =
        new ObjectMapper().readTree(RealData.reference("twitch-attack.json").toFile());
    JsonNode counts = reference.path("RU").path("cells").path("unconstrained/42");
    JsonNode attr =
        attack("--attack", "lsa2-attr", "--weights", referenceWeights(), "--k-hat", "k").json();
    assertEquals(
        counts.path("lsa2_attr").path("k").path("tp").asInt(-1), attr.get("truePositives").asInt());
    assertEquals(0, attr.get("queries").asInt());
    JsonNode post = attack("--attack", "lsa2-post", "--weights", referenceWeights()).json();
    assertEquals("LSA2-post", post.get("attack").asText());
    assertEquals(1, post.get("queries").asInt());
    JsonNode random = attack("--attack", "random", "--weights", referenceWeights()).json();
    assertEquals("random", random.get("attack").asText());
    assertEquals(0, random.get("queries").asInt());
  }

  /** Two logits move in two directions, of which their log-ratio shows one. */
  @Tag("thorough")
  @Test
  void probabilitiesLeakAlmostWhatLogitsDo() {
    int logits = attack("--weights", referenceWeights()).json().get("truePositives").asInt();
    int probabilities =
        attack("--weights", referenceWeights(), "--access", "answers=probabilities")
            .json()
            .get("truePositives")
            .asInt();
    assertTrue(
        probabilities > 0.9 * logits && probabilities <= logits,
        probabilities + " right from probabilities, " + logits + " from logits");
  }

  /** Nothing would add noise to the answers of our models, and the figures would be without it. */
  @Test
  void noiseIsNotTakenForGrantedOfOurModels() {
    Cli.Run refused = attack("--weights", referenceWeights(), "--access", "precision=noisy");
    assertEquals(2, refused.exitCode());
    assertTrue(refused.err().contains("--answers noise:DEVIATION"), refused.err());
  }

  @Test
  void singlePrecisionIsShownIfItIsAskedFor() {
    String[] exact = {"--weights", referenceWeights(), "--targets", "60", "--attack", "compressed"};
    List<String> single = new ArrayList<>(List.of(exact));
    single.addAll(List.of("--access", "precision=single"));
    double loss = attack(exact).json().get("loss").asDouble();
    double ofSingle = attack(single.toArray(String[]::new)).json().get("loss").asDouble();
    assertTrue(ofSingle > 1e4 * loss, loss + " exact, " + ofSingle + " in single precision");
    single.set(single.size() - 1, "precision=single,decimals=3");
    assertEquals(2, attack(single.toArray(String[]::new)).exitCode());
  }

  @Test
  void anAttackResumesFromItsOwnJournalOnly() throws IOException {
    Path journal = directory.resolve("attack.journal");
    String[] arguments = {
      "--weights",
      referenceWeights(),
      "--infer",
      "PTBR",
      "--targets",
      "60",
      "--journal",
      journal.toString()
    };
    JsonNode first = attack(arguments).json();
    long size = Files.size(journal);
    Files.write(journal, Arrays.copyOf(Files.readAllBytes(journal), (int) size / 2));
    JsonNode again = attack(arguments).json();
    assertEquals(size, Files.size(journal));
    for (String field : List.of("truePositives", "auc", "queries")) {
      assertEquals(first.get(field), again.get(field), field);
    }
    List<String> others = new ArrayList<>(List.of(arguments));
    others.addAll(List.of("--access", "answers=probabilities"));
    Cli.Run refused = attack(others.toArray(String[]::new));
    assertEquals(1, refused.exitCode());
    assertTrue(refused.err().contains("probabilities"), refused.err());
  }

  /** Paper's score, RU, unconstrained, seed 42: rounding must not cost 5 points of F1. */
  @Tag("thorough")
  @Test
  void fourDecimalsCostLittle() {
    double exact =
        attack("--weights", referenceWeights(), "--access", "answers=probabilities")
            .json()
            .get("f1")
            .asDouble();
    double rounded =
        attack("--weights", referenceWeights(), "--access", "answers=probabilities,decimals=4")
            .json()
            .get("f1")
            .asDouble();
    assertTrue(rounded >= exact - 0.05, rounded + " after rounding, " + exact + " before");
  }

  @Test
  void optionsThatDoNotGoTogetherAreUsageErrors() {
    for (List<String> wrong :
        List.of(
            List.of("--attack", "lsa2-post", "--score", "max"),
            List.of("--attack", "random", "--delta", "1e-3"),
            List.of("--attack", "random", "--access", "answers=labels"),
            List.of("--attack", "lsa2-attr", "--access", "decimals=3"),
            List.of("--attack", "random", "--journal", "some.journal"),
            List.of("--journal", "some.journal", "--repeat", "2"),
            List.of("--access", "answers=labels,decimals=3"),
            List.of("--access", "answers=probabilities,decimals=0"),
            List.of("--access", "answers=probabilities,decimals=16"))) {
      Cli.Run run = attack(wrong.toArray(String[]::new));
      assertEquals(2, run.exitCode(), wrong + run.err());
      assertTrue(run.err().contains(wrong.get(wrong.size() - 2)), () -> wrong + ": " + run.err());
    }
  }

  @Test
  void theNamedPairsAreWrittenWithTheirScores() throws IOException {
    for (String name : List.of("pairs.csv", "pairs.json")) {
      Path file = directory.resolve(name);
      JsonNode json =
          attack(
                  "--weights",
                  referenceWeights(),
                  "--targets",
                  "60",
                  "--k-hat",
                  "0.01",
                  "--out",
                  file.toString())
              .json();
      List<double[]> pairs = new ArrayList<>();
      if (name.endsWith(".json")) {
        for (JsonNode pair : new ObjectMapper().readTree(file.toFile())) {
          pairs.add(
              new double[] {
                pair.get("from").asInt(), pair.get("to").asInt(), pair.get("score").asDouble()
              });
        }
      } else {
        List<String> lines = Files.readAllLines(file);
        assertEquals("from,to,score", lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
          pairs.add(Arrays.stream(line.split(",", -1)).mapToDouble(Double::parseDouble).toArray());
        }
      }
      assertEquals(json.get("m").asInt(), pairs.size());
      for (int i = 1; i < pairs.size(); i++) {
        assertTrue(pairs.get(i)[2] <= pairs.get(i - 1)[2]);
      }
    }
  }

  @Test
  void savedWeightsAttackAsTheTrainedModelDid() {
    String saved = directory.resolve("weights.npz").toString();
    JsonNode trained =
        attack(
                "--train",
                "PTBR",
                "--infer",
                "PTBR",
                "--epochs",
                "5",
                "--hidden",
                "8,4",
                "--normalization",
                "aug_norm_adj",
                "--save-weights",
                saved)
            .json();
    assertTrue(trained.get("trainSeconds").asDouble() > 0);
    JsonNode loaded = attack("--infer", "PTBR", "--weights", saved).json();
    for (String field : List.of("truePositives", "auc", "rareClassF1", "nodesSha256")) {
      assertEquals(trained.get(field), loaded.get(field), field);
    }
  }

  @Tag("thorough")
  @Test
  void allNodesMayBeTargets() {
    JsonNode json =
        attack(
                "--weights",
                referenceWeights(),
                "--infer",
                "PTBR",
                "--targets",
                "all",
                "--k-hat",
                "0.0171")
            .json();
    assertEquals(1912, json.get("targets").asInt());
    assertEquals(31299, json.get("edges").asInt());
    assertEquals(1913, json.get("queries").asInt());
    assertEquals(0.0171, json.get("kHat").asDouble());
    assertTrue(json.get("auc").asDouble() > 0.99);
  }

  @Test
  void wrongArgumentsAreUsageErrorsThatNameThem() {
    for (String[] wrong :
        new String[][] {
          {"--k-hat", "3k"},
          {"--k-hat", "0"},
          {"--k-hat", "NaN"},
          {"--targets", "1"},
          {"--targets", "some"},
          {"--degree", "middling"},
          {"--attack", "lsa3"},
          {"--access", "answers=guesses"},
          {"--access", "precision=low"},
          {"--score", "best"},
          {"--delta", "0"},
          {"--threads", "0"},
          {"--epochs", "-1"},
          {"--hidden", "-8"},
          {"--dropout", "1.5"},
          {"--seed", "-3"},
          {"--targets", "99999"},
          {"--save-weights", "no/such/file.npz"}
        }) {
      Cli.Run run = attack(wrong);
      assertEquals(2, run.exitCode(), wrong[0] + " " + wrong[1] + run.err());
      assertTrue(run.err().contains(wrong[1]), run.err());
      assertEquals(
          List.of(true, false),
          run.err().lines().map(line -> line.startsWith("linkteller attack: ")).toList(),
          run.err());
      assertTrue(run.err().endsWith("Try 'linkteller attack --help'." + System.lineSeparator()));
    }
    assertEquals(2, Cli.run("attack").exitCode());
  }

  @Test
  void impossibleRequestsAreReportedInOneLine() throws IOException {
    Path damaged = Files.writeString(directory.resolve("damaged.npz"), "nothing");
    for (String[] impossible :
        new String[][] {
          {"--infer", "XX"},
          {"--weights", damaged.toString()},
          {"--weights", directory.resolve("absent.npz").toString()}
        }) {
      Cli.Run run = attack(impossible);
      assertEquals(1, run.exitCode(), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
      assertEquals("", run.out());
    }
  }

  @Test
  void valuesAreReadInAnyCaseWithHyphensOrUnderscores() {
    List<JsonNode> found = new ArrayList<>();
    for (String name :
        List.of("aug-rwalk", "aug_rwalk", "AUG_RWALK", "aug-norm-adj", "AUG_norm-adj")) {
      Cli.Run run = attack("--weights", referenceWeights(), "--normalization", name);
      assertEquals(0, run.exitCode(), run.err());
      found.add(run.json().get("rareClassF1"));
    }
    assertEquals(1, Set.copyOf(found.subList(0, 3)).size(), found::toString);
    assertEquals(1, Set.copyOf(found.subList(3, 5)).size(), found::toString);
    assertEquals(2, Set.copyOf(found).size(), found::toString);
    Cli.Run wrong = attack("--normalization", "plain");
    assertEquals(2, wrong.exitCode());
    assertTrue(wrong.err().contains("first-order-gcn"), wrong.err());
  }

  @Tag("thorough")
  @Test
  void theNormalizationOfSavedWeightsCanBeReplaced() {
    ModelWeights reference = ModelWeights.read(Path.of(referenceWeights()));
    Path file = directory.resolve("declared.npz");
    ModelWeights.of(
            Gcn.ofParameters(reference.parameters(), Normalization.FIRST_ORDER_GCN),
            reference.scaler())
        .write(file);
    List<JsonNode> found = new ArrayList<>();
    for (String weights : List.of(referenceWeights(), file.toString())) {
      Cli.Run run = attack("--weights", weights, "--normalization", "aug-norm-adj");
      assertEquals(0, run.exitCode(), run.err());
      found.add(run.json().get("rareClassF1"));
    }
    assertEquals(found.get(0), found.get(1));
    JsonNode unchanged = attack("--weights", file.toString()).json().get("rareClassF1");
    assertNotEquals(found.get(1), unchanged);

    Path attention = directory.resolve("gat.npz");
    ModelWeights.of(Gat.builder().layers(3170, 2, 2).build(), reference.scaler()).write(attention);
    Cli.Run refused = attack("--weights", attention.toString(), "--normalization", "aug-norm-adj");
    assertEquals(2, refused.exitCode());
    assertTrue(refused.err().contains("replaces the normalization of a GCN"), refused.err());
  }

  /** The rounded density of these targets of RU is 0.005. */
  @Test
  void theTextNamesTheBeliefOfTheRunBesideTheRowsOfAll() {
    String data = RealData.set("twitch").toString();
    Cli.Run run =
        Cli.run("attack", "--data", data, "--weights", referenceWeights(), "--k-hat", "2k");
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("LinkTeller with k-hat = 0.0100: 501 queries"), run.out());
  }

  @Test
  void ownNodesSayWhatIsCertainAndWhatItTook(@TempDir Path directory) {
    String data = RealData.set("twitch").toString();
    String weights = Path.of(referenceWeights()).resolveSibling("gcn3-twitch-es.npz").toString();
    List<String> args =
        List.of("attack", "--data", data, "--weights", weights, "--attack", "own-nodes");
    Cli.Run text = Cli.run(args.toArray(String[]::new));
    assertEquals(0, text.exitCode(), text.err());
    for (String line :
        List.of("certain edges: 563", "open pairs: 0", "layers: 3", "own nodes: 1,034", "| own ")) {
      assertTrue(text.out().contains(line), text.out());
    }
    List<String> json = new ArrayList<>(args);
    json.add("--json");
    JsonNode found = Cli.run(json.toArray(String[]::new)).json();
    assertEquals(563, found.get("ownM").intValue());
    assertEquals(563, found.get("ownTruePositives").intValue());
    assertEquals(563, found.get("notes").get("certain edges").intValue());
    assertEquals(2, found.get("notes").get("queries for depth").intValue());

    List<String> limited = new ArrayList<>(json);
    limited.addAll(List.of("--access", "features=within-range,decimals=6", "--targets", "100"));
    JsonNode inTurn = Cli.run(limited.toArray(String[]::new)).json();
    assertEquals(inTurn.get("ownTruePositives").intValue(), inTurn.get("ownM").intValue());
    assertTrue(inTurn.get("ownM").intValue() > 0, inTurn::toString);
    assertEquals("one at a time", inTurn.get("notes").get("read from").textValue());

    List<String> recorded = new ArrayList<>(args);
    recorded.addAll(List.of("--journal", directory.resolve("journal").toString()));
    Cli.Run refused = Cli.run(recorded.toArray(String[]::new));
    assertEquals(2, refused.exitCode());
    assertTrue(refused.err().contains("leave --journal out"), refused.err());
    List<String> none = new ArrayList<>(args);
    none.addAll(List.of("--access", "join=0"));
    Cli.Run without = Cli.run(none.toArray(String[]::new));
    assertEquals(2, without.exitCode());
    assertTrue(without.err().contains("leave join out"), without.err());
  }

  @Test
  void theTrainedGraphMayBeNamedBesideItsWeights() {
    Cli.Run run = attack("--weights", referenceWeights(), "--train", "ES");
    assertEquals(0, run.exitCode(), run.err());
  }

  @Test
  void optionsOfTrainingAreRefusedWhereNothingIsTrained() {
    Cli.Run run = attack("--weights", referenceWeights(), "--epochs", "5");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("--epochs has no effect"), run.err());
  }

  @Test
  void weightsThatDoNotFitAreRefusedByFileBeforeAnyQuery() {
    Path file = directory.resolve("narrow.npz");
    new ModelWeights(
            Gcn.builder().layers(3000, 4, 2).build().parameters(),
            Optional.of(FeatureScaler.of(new double[3000], ones(3000))),
            Optional.empty())
        .write(file);
    Cli.Run run = attack("--weights", file.toString());
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("narrow.npz maps 3000 features"), run.err());
    assertTrue(run.err().contains("twitch-RU has 3170 features"), run.err());
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void missingDataAreNamed() {
    Cli.Run run = Cli.run("attack", "--data", directory.toString());
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains(directory.toString()), run.err());
  }
}
