package io.linkteller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Pivot;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GridTest {

  @Test
  void theGridOfEachDataSetContainsOnlyItsRows() {
    List<Grid> grids =
        Grid.of(
            SampleReport.attack(),
            Pivot.rows(Columns.METHOD).columns(Columns.METRIC).gridFor(Columns.DATASET));
    assertEquals(List.of("RU", "A<B"), grids.stream().map(Grid::caption).toList());
    assertEquals(List.of(List.of("precision [%]")), grids.get(1).heads());
    assertEquals(1, grids.get(1).lines().size());
  }
}
