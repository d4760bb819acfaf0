package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.attack.UnsuitableModelException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RowStandingTest {

  private static final Diagnosis DIAGNOSIS = new Diagnosis(2, Aggregation.FIRST_ORDER);

  private static RowStanding[] rows(int confirmed, int refuted, int silent) {
    RowStanding[] rows = new RowStanding[confirmed + refuted + silent];
    Arrays.fill(rows, RowStanding.SILENT);
    Arrays.fill(rows, 0, confirmed, RowStanding.CONFIRMED);
    Arrays.fill(rows, confirmed, confirmed + refuted, RowStanding.REFUTED);
    return rows;
  }

  @Test
  void aFifthOfTheRowsThatShowSomethingMayBeRefuted() {
    assertDoesNotThrow(() -> RowStanding.require(rows(8, 2, 0), DIAGNOSIS));
    UnsuitableModelException half =
        assertThrows(
            UnsuitableModelException.class, () -> RowStanding.require(rows(1, 1, 0), DIAGNOSIS));
    assertEquals(
        "1 of 2 rows are not those of the model that answers seemed to come from, " + DIAGNOSIS,
        half.getMessage());
    // Silent rows count neither way.
    assertDoesNotThrow(() -> RowStanding.require(rows(4, 1, 7), DIAGNOSIS));
    UnsuitableModelException refusal =
        assertThrows(
            UnsuitableModelException.class, () -> RowStanding.require(rows(7, 2, 9), DIAGNOSIS));
    assertEquals(
        "2 of 9 rows are not those of the model that answers seemed to come from, " + DIAGNOSIS,
        refusal.getMessage());
  }

  @Test
  void aModelThatShowsNoNeighborIsRefused() {
    UnsuitableModelException refusal =
        assertThrows(
            UnsuitableModelException.class, () -> RowStanding.require(rows(0, 0, 3), DIAGNOSIS));
    assertEquals(
        "no target shows a neighbor: all of them are isolated, or the model uses no graph",
        refusal.getMessage());
    assertThrows(
        UnsuitableModelException.class, () -> RowStanding.require(rows(0, 1, 0), DIAGNOSIS));
  }

  @Test
  void aRowWithoutNeighborsIsSilentWhateverItFits() {
    assertEquals(RowStanding.SILENT, RowStanding.of(false, true));
    assertEquals(RowStanding.SILENT, RowStanding.of(false, false));
    assertEquals(RowStanding.CONFIRMED, RowStanding.of(true, true));
    assertEquals(RowStanding.REFUTED, RowStanding.of(true, false));
  }
}
