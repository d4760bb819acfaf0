package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GridCommandTest {

  private static final Access SCALED =
      Access.needing().features(Access.Features.SCALED).featuresOf(Access.Part.TARGETS).build();

  private static final Access ANY =
      Access.needing().features(Access.Features.ANY).featuresOf(Access.Part.ALL).build();

  private static GridCommand.Result result(Access access, double share, double queries) {
    return new GridCommand.Result("attack", access, share, queries);
  }

  @Test
  void anAttackIsDominatedByOneThatFindsAsMuchWithNoMoreAccessAndQueries() {
    GridCommand.Result judged = result(ANY, 0.9, 100);
    assertTrue(judged.isDominatedBy(result(SCALED, 0.9, 100)));
    assertTrue(judged.isDominatedBy(result(ANY, 0.891, 50)));
    assertFalse(judged.isDominatedBy(judged));
    assertFalse(judged.isDominatedBy(result(ANY, 0.88, 50)), "finds less");
    assertFalse(judged.isDominatedBy(result(ANY, 1, 101)), "asks more");
    assertFalse(result(SCALED, 0.9, 100).isDominatedBy(result(ANY, 1, 1)), "is allowed more");
  }

  @Test
  void theGridIsPrintedAsJson() {
    GridCommand.Result weak = new GridCommand.Result("weak", ANY, 0.5, 100);
    GridCommand.Result strong = new GridCommand.Result("strong", SCALED, 0.75, 50);
    String json = Output.json(GridCommand.json(Map.of("cell", List.of(weak, strong))));
    assertTrue(json.matches("(?s).*\"weak\".*\"dominatedBy\" : \"strong\".*"), json);
    assertTrue(json.matches("(?s).*\"strong\"[^}]*\"share\" : 0.75,.*"), json);
  }

  @Test
  void cellsThatAreNotNamedAreNotMeasured() {
    Cli.Run run = Cli.line("grid --data nowhere --reference nowhere --cells none").succeeded();
    assertFalse(run.out().contains("double"), run.out());
  }
}
