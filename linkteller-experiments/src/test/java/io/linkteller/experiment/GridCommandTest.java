package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.testing.fixture.RealData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class GridCommandTest {

  @Test
  void unselectedCellsAreNotMeasured() {
    Run run = Run.of("grid", "--data=nowhere", "--reference=nowhere", "--cells=none");
    assertEquals(0, run.exitCode(), run.err());
    assertEquals("", run.out());
  }

  @Tag("thorough")
  @Test
  void aCellListsEveryAttackThatItsAccessAllows() {
    Run run =
        Run.of(
            "grid",
            "--data=" + RealData.directory(),
            "--reference=" + RealData.reference("coupled").getParent(),
            "--cells=coupled-graphnorm");
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("coupled-graphnorm"), run.out());
    assertTrue(run.out().contains("| `linkteller` |"), run.out());
    assertTrue(run.out().contains("| `linkteller --score max` |"), run.out());
  }
}
