package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SparseRowTest {

  @Test
  void entriesAboveTheThresholdAreKept() {
    SparseRow row = SparseRow.above(0.5, new double[] {0, 0.5, 0.6, -3, 2});
    assertEquals(2, row.size());
    assertEquals(2, row.column(0));
    assertEquals(0.6, row.value(0));
    assertEquals(4, row.column(1));
    assertEquals(2, row.value(1));
    assertEquals(0.6, row.at(2));
    assertEquals(2, row.at(4));
    assertEquals(0, row.at(1));
    assertEquals(0, row.at(3));
    assertEquals(0, SparseRow.EMPTY.at(0));
  }

  @Test
  void columnsOfTargetsAreInTheirOrderAndTheNodeItselfIsLeftOut() {
    SparseRow row =
        SparseRow.atTargets(new int[] {3, 0, 2}, 2, 0, new double[] {0.25, 7, 9, 0.125});
    assertEquals(2, row.size());
    assertEquals(0.125, row.at(0));
    assertEquals(0.25, row.at(1));
    assertEquals(0, row.at(2));
  }
}
