package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.dp.StandardMechanisms;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.architecture.UnknownArchitectureException;
import io.linkteller.models.train.Preset;
import io.linkteller.models.weights.ModelWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainedModelsTest {

  private static final Scenario SCENARIO = SmallScenario.inductive(2);
  private static final ModelRecipe RECIPE = new ModelRecipe(Preset.TWITCH, 3, 42);
  private static final Protection LAP_GRAPH = Protection.by(StandardMechanisms.LAP_GRAPH, 2, 1);

  @TempDir Path directory;

  private static double[] firstWeights(GnnModel model) {
    return model.parameters().get("W1").data;
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  @Test
  void aModelIsTrainedOnceAndReadBackBitForBit() throws IOException {
    double[] trained =
        firstWeights(TrainedModels.in(directory, 2).get(SCENARIO, RECIPE, Protection.NONE));
    assertEquals(1, files());
    double[] read =
        firstWeights(TrainedModels.in(directory, 1).get(SCENARIO, RECIPE, Protection.NONE));
    assertEquals(1, files());
    assertArrayEquals(trained, read);
  }

  @Test
  void aTruncatedFileIsSetAsideAndTheModelIsRetrained() throws IOException {
    double[] trained =
        firstWeights(TrainedModels.in(directory, 1).get(SCENARIO, RECIPE, Protection.NONE));
    Path file;
    try (Stream<Path> files = Files.list(directory)) {
      file = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(file);
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    Files.write(file, half);
    assertArrayEquals(
        trained,
        firstWeights(TrainedModels.in(directory, 1).get(SCENARIO, RECIPE, Protection.NONE)));
    assertArrayEquals(whole, Files.readAllBytes(file));
    assertArrayEquals(
        half, Files.readAllBytes(file.resolveSibling(file.getFileName() + ".damaged")));
  }

  @Test
  void aValidFileOfAnUnregisteredArchitectureIsLeftUnchanged() throws IOException {
    GnnModel trained = TrainedModels.in(directory, 1).get(SCENARIO, RECIPE, Protection.NONE);
    Path file;
    try (Stream<Path> files = Files.list(directory)) {
      file = files.findFirst().orElseThrow();
    }
    new ModelWeights(trained.parameters(), Optional.empty(), Optional.of(Settings.of("nobodys")))
        .write(file);
    byte[] theirs = Files.readAllBytes(file);
    assertThrows(
        UnknownArchitectureException.class,
        () -> TrainedModels.in(directory, 1).get(SCENARIO, RECIPE, Protection.NONE));
    assertArrayEquals(theirs, Files.readAllBytes(file));
    assertEquals(1, files());
  }

  @Test
  void countriesServedByTheSameModelShareIt() throws IOException {
    TrainedModels models = TrainedModels.in(directory, 1);
    models.get(SCENARIO, RECIPE, Protection.NONE);
    models.get(SmallScenario.inductive(3), RECIPE, Protection.NONE);
    assertEquals(1, files());
  }

  @Test
  void seedLengthPresetAndProtectionIdentifyAModel() throws IOException {
    TrainedModels models = TrainedModels.in(directory, 1);
    models.get(SCENARIO, RECIPE, Protection.NONE);
    models.get(SCENARIO, RECIPE.withSeed(1), Protection.NONE);
    models.get(SCENARIO, new ModelRecipe(Preset.TWITCH, 4, 42), Protection.NONE);
    models.get(SCENARIO, new ModelRecipe(Preset.TWITCH_MLP, 3, 42), Protection.NONE);
    models.get(SCENARIO, RECIPE, LAP_GRAPH);
    models.get(SCENARIO, RECIPE, Protection.by(StandardMechanisms.LAP_GRAPH, 2, 7));
    models.get(SCENARIO, RECIPE, Protection.by(StandardMechanisms.EDGE_RAND, 2, 1));
    assertEquals(7, files());
  }

  @Test
  void protectionChangesTheTrainedModel() {
    TrainedModels models = TrainedModels.in(directory, 1);
    assertFalse(
        Arrays.equals(
            firstWeights(models.get(SCENARIO, RECIPE, Protection.NONE)),
            firstWeights(models.get(SCENARIO, RECIPE, LAP_GRAPH))));
  }
}
