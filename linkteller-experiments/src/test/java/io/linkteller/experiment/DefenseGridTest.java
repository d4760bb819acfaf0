package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.metric.Utility;
import io.linkteller.models.train.Preset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefenseGridTest {

  @TempDir private Path directory;

  private DefenseGrid grid() {
    return new DefenseGrid(
        List.of(
            new Victim(
                SmallScenario.inductive(2).judgedBy(Utility.RARE_CLASS_AUC),
                new ModelRecipe(Preset.TWITCH, 5, 1))),
        List.of(42),
        60,
        List.of(1L),
        true,
        TrainedModels.in(directory, 1));
  }

  @Test
  void everyDefenseAndSettingIsASeparateCell() {
    List<Cell> cells = grid().cells();
    Set<Map<String, String>> keys =
        cells.stream().map(cell -> cell.key().settings()).collect(Collectors.toSet());
    assertEquals(cells.size(), keys.size());
    assertEquals(Defense.all(true).size(), cells.size());
    assertTrue(Defense.all(false).size() > cells.size());
    assertTrue(ExperimentProvider.labeled("defenses").isPresent());
  }
}
