package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.weights.ModelWeights;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saving and reading weights, and refusing mismatched ones. */
class SavedWeightsTest {

  @TempDir Path directory;

  @Test
  void savedWeightsGiveTheSameAttackAsTheTrainedModel() {
    Path saved = directory.resolve("weights.npz");
    JsonNode trained =
        Cli.attack(
                "--train PTBR --infer PTBR --epochs 5 --hidden 8,4 --targets 60"
                    + " --normalization aug_norm_adj --save-weights %s",
                saved)
            .succeeded()
            .json();
    assertTrue(trained.get("trainSeconds").asDouble() > 0);
    JsonNode loaded =
        Cli.attack("--infer PTBR --targets 60 --weights %s", saved).succeeded().json();
    for (String field : List.of("truePositives", "auc", "rareClassF1", "nodesSha256")) {
      assertEquals(trained.get(field), loaded.get(field), field);
    }
  }

  @Test
  void theNormalizationOptionOverridesSavedWeights() {
    ModelWeights reference = ModelWeights.read(Path.of(Cli.referenceWeights()));
    Path declared = directory.resolve("declared.npz");
    ModelWeights.of(
            Gcn.ofParameters(reference.parameters(), Normalization.FIRST_ORDER_GCN),
            reference.scaler())
        .write(declared);
    String few =
        "--infer PTBR --targets 20 --k-hat 0.01 --attack lsa2-post --weights %s --normalization ";
    Set<JsonNode> walks = new HashSet<>();
    for (String name : List.of("aug-rwalk", "AUG_RWALK")) {
      walks.add(Cli.attack(few + name, declared).succeeded().json().get("rareClassF1"));
    }
    assertEquals(1, walks.size(), walks::toString);
    JsonNode symmetric = Cli.attack(few + "AUG_norm-adj", declared).json().get("rareClassF1");
    assertEquals(
        Cli.attack(few + "aug-norm-adj", Cli.referenceWeights()).json().get("rareClassF1"),
        symmetric);
    assertFalse(walks.contains(symmetric));
    Cli.attack("--normalization plain").refused(2, "first-order-gcn");

    Path attention = directory.resolve("gat.npz");
    ModelWeights.of(Gat.builder().layers(3170, 2, 2).build(), reference.scaler()).write(attention);
    Cli.attack(few + "aug-norm-adj", attention).refused(2, "replaces the normalization of a GCN");
  }

  @Test
  void mismatchedWeightsAreRefusedBeforeAnyQuery() {
    Path file = directory.resolve("narrow.npz");
    double[] ones = new double[3000];
    Arrays.fill(ones, 1);
    new ModelWeights(
            Gcn.builder().layers(3000, 4, 2).build().parameters(),
            Optional.of(FeatureScaler.of(new double[3000], ones)),
            Optional.empty())
        .write(file);
    Cli.attack("--weights %s", file)
        .refused(1, "narrow.npz maps 3000 features", "twitch-RU has 3170 features");
  }
}
