package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.testing.fixture.Goldens;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttackCommandTest {

  @TempDir Path directory;

  /** Attacks the model with the reference weights. */
  private static Cli.Run attackReference(String more, Object... values) {
    return Cli.attack(
        "--weights %s " + more,
        Stream.concat(Stream.of(Cli.referenceWeights()), Stream.of(values)).toArray());
  }

  /** The numbers are those of the reference for RU, unconstrained, seed 42. */
  @Test
  void theAttackAgreesWithTheReference() {
    JsonNode json = attackReference("--attack linkteller --train ES --k-hat 2k").succeeded().json();
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
  void autoFindsEveryEdgeAndExplainsItsChoice() {
    Cli.Run run =
        attackReference("--attack auto --targets 100 --k-hat 0.005 --score max").succeeded();
    assertTrue(run.json().get("edges").asInt() > 0, run.out());
    assertEquals(run.json().get("edges"), run.json().get("truePositives"));
    assertTrue(run.json().get("queries").asInt() <= 80, run.err());
    assertTrue(run.err().contains("chose --attack compressed: it decides every pair"), run.err());
    assertTrue(run.err().contains("--score has no effect on compressed"), run.err());
  }

  @Test
  void logitsRoundedToWholeNumbersAreReadWithLargeFeatures() {
    Cli.Run run =
        attackReference("--targets 60 --access decimals=0 --k-hat 0.05 --attack kinks").succeeded();
    assertEquals(run.json().get("edges"), run.json().get("truePositives"));
    assertTrue(run.err().contains("have no evidence"), run.err());
  }

  @Test
  void withoutLogitsKinksAreRefusedAndAutoChoosesAnotherAttack() {
    String few = "--infer PTBR --targets 4 --k-hat 0.2 --access answers=labels --attack ";
    attackReference(few + "kinks").refused(2, "--attack kinks");
    Cli.Run auto = attackReference(few + "auto").succeeded();
    assertTrue(auto.err().contains("chose --attack l"), auto.err());
  }

  /** The counts are those of the reference for RU, unconstrained, seed 42, k-hat = k. */
  @Test
  void theBaselinesAgreeWithTheReference() {
    JsonNode counts = Goldens.read("twitch-attack.json").at("/RU/cells").path("unconstrained/42");
    JsonNode attr = attackReference("--attack lsa2-attr --k-hat k").succeeded().json();
    assertEquals(counts.at("/lsa2_attr/k/tp").asInt(-1), attr.get("truePositives").asInt());
    assertEquals(0, attr.get("queries").asInt());
    JsonNode post = attackReference("--attack lsa2-post").succeeded().json();
    assertEquals("lsa2-post", post.get("attack").asText());
    assertEquals(1, post.get("queries").asInt());
    JsonNode random = attackReference("--attack random").succeeded().json();
    assertEquals("random", random.get("attack").asText());
    assertEquals(0, random.get("queries").asInt());
  }

  @Test
  void singlePrecisionIsShownOnRequest() {
    String exact = "--infer PTBR --targets 40 --attack compressed ";
    double loss = attackReference(exact).json().get("loss").asDouble();
    double single =
        attackReference(exact + "--access precision=single").json().get("loss").asDouble();
    assertTrue(single > 1e4 * loss, loss + " exact, " + single + " in single precision");
    attackReference(exact + "--access precision=single,decimals=3").refused(2);
  }

  @Test
  void anAttackResumesFromItsOwnJournalOnly() throws IOException {
    Path journal = directory.resolve("attack.journal");
    String arguments = "--attack linkteller --infer PTBR --targets 60 --journal %s ";
    JsonNode first = attackReference(arguments, journal).json();
    long size = Files.size(journal);
    Files.write(journal, Arrays.copyOf(Files.readAllBytes(journal), (int) size / 2));
    JsonNode again = attackReference(arguments, journal).json();
    assertEquals(size, Files.size(journal));
    for (String field : List.of("truePositives", "auc", "queries")) {
      assertEquals(first.get(field), again.get(field), field);
    }
    attackReference(arguments + "--access answers=probabilities", journal)
        .refused(1, "probabilities");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--attack lsa2-post --score max",
        "--attack random --delta 1e-3",
        "--attack random --access answers=labels",
        "--attack lsa2-attr --access decimals=3",
        "--attack random --journal some.journal",
        "--journal some.journal --repeat 2",
        "--access answers=labels,decimals=3",
        "--access answers=probabilities,decimals=0",
        "--access answers=probabilities,decimals=16"
      })
  void incompatibleOptionsAreUsageErrors(String wrong) {
    String[] words = Cli.words(wrong);
    Cli.attack(wrong).refused(2, words[words.length - 2]);
  }

  @ParameterizedTest
  @CsvSource({
    "--attack kinks --score=max, no effect on --attack kinks",
    "--attack kinks --delta=0.1, no effect on --attack kinks",
    "--epochs 5, --epochs has no effect",
    // No noise is added to the answers of built-in models, so the figures would be wrong.
    "--access precision=noisy, precision=noisy is only for external models"
  })
  void optionsWithoutEffectAreRefused(String wrong, String why) {
    attackReference(wrong).refused(2, why);
  }

  @Test
  void thePredictedPairsAreWrittenWithTheirScores() throws IOException {
    for (String name : List.of("pairs.csv", "pairs.json")) {
      Path file = directory.resolve(name);
      JsonNode json =
          attackReference(
                  "--attack linkteller --infer PTBR --targets 40 --k-hat 0.01 --out %s", file)
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--k-hat 3k",
        "--k-hat 0",
        "--k-hat NaN",
        "--targets 1",
        "--targets some",
        "--degree middling",
        "--attack lsa3",
        "--access answers=guesses",
        "--access precision=low",
        "--score best",
        "--delta 0",
        "--threads 0",
        "--epochs -1",
        "--hidden -8",
        "--dropout 1.5",
        "--seed -3",
        "--targets 99999",
        "--save-weights no/such/file.npz"
      })
  void wrongArgumentsAreUsageErrorsThatNameThem(String wrong) {
    Cli.Run run = Cli.attack(wrong).refused(2, Cli.words(wrong)[1]);
    assertEquals(
        List.of(true, false),
        run.err().lines().map(line -> line.startsWith("linkteller attack: ")).toList(),
        run.err());
    assertTrue(run.err().endsWith("Try 'linkteller attack --help'." + System.lineSeparator()));
  }

  @Test
  void impossibleRequestsAreReportedInOneLine() throws IOException {
    Path damaged = Files.writeString(directory.resolve("damaged.npz"), "nothing");
    for (String impossible :
        List.of("--infer XX", "--weights " + damaged, "--weights " + directory + "/absent.npz")) {
      Cli.Run run = Cli.attack(impossible).refused(1);
      assertEquals(1, run.err().lines().count(), run.err());
      assertEquals("", run.out());
    }
    Cli.line("attack --data %s", directory).refused(1, directory.toString());
    Cli.line("attack").refused(2);
  }

  @Test
  void theTextStatesTheBeliefOfTheRun() {
    Cli.Run run =
        Cli.line(
            "attack --attack linkteller --data %s --weights %s --infer PTBR --targets 40"
                + " --k-hat 0.01",
            RealData.set("twitch"), Cli.referenceWeights());
    assertTrue(
        run.succeeded().out().contains("linkteller with k-hat = 0.0100: 41 queries"), run.out());
  }

  @Test
  void ownNodesReportCertainEdgesAndTheirCost() {
    String attack = "attack --data %s --weights %s --attack own-nodes --targets 50 ";
    Object[] files = {RealData.set("twitch"), RealData.reference("gcn3-twitch-es.npz")};
    JsonNode found = Cli.line(attack + "--json", files).succeeded().json();
    int edges = found.get("edges").intValue();
    assertTrue(edges > 0, found::toString);
    assertEquals(edges, found.get("ownM").intValue());
    assertEquals(edges, found.get("ownTruePositives").intValue());
    assertEquals(edges, found.get("notes").get("certain edges").intValue());
    assertEquals(2, found.get("notes").get("queries for depth").intValue());
    String text = Cli.line(attack, files).succeeded().out();
    for (String line :
        List.of("certain edges: " + edges, "open pairs: 0", "layers: 3", "own nodes: ", "| own ")) {
      assertTrue(text.contains(line), text);
    }
    Cli.line(attack + "--access features=within-range", files)
        .refused(2, "needs features of any size");
    Cli.line(attack + "--journal " + directory.resolve("journal"), files)
        .refused(2, "omit --journal");
    Cli.line(attack + "--access join=0", files).refused(2, "omit join");
  }
}
