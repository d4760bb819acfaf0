package io.linkteller.models.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.layer.LinearLayer;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LayerPlanTest {

  private static final Workers WORKERS = Workers.sequential();

  private static void assertRefused(String why, Executable call) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call);
    assertTrue(String.valueOf(refusal.getMessage()).contains(why), refusal::getMessage);
  }

  @Test
  void widthsAndRatesOutOfRangeAreRejected() {
    assertRefused("at least 2 widths", () -> new LayerPlan(IntList.of(3), 0, 0));
    assertRefused("width 0 is below 1", () -> new LayerPlan(IntList.of(3, 0), 0, 0));
    assertRefused("inputDropout = 1.0", () -> new LayerPlan(IntList.of(3, 2), 1, 0));
    assertRefused("dropout = NaN", () -> new LayerPlan(IntList.of(3, 2), 0, Double.NaN));
  }

  @Test
  void aPlanCopiesTheListItIsCreatedFrom() {
    IntArrayList widths = IntArrayList.of(3, 8, 2);
    LayerPlan plan = new LayerPlan(widths, 0, 0);
    widths.set(1, 9);
    assertEquals(IntList.of(3, 8, 2), plan.widths());
    assertEquals(2, plan.depth());
  }

  @Test
  void layersWithMismatchedWidthsAreRejected() {
    LayerPlan plan = new LayerPlan(IntList.of(3, 8, 2), 0, 0);
    Tensor weight = Tensor.startingAt("W", new DMatrixRMaj(3, 2));
    Tensor bias = Tensor.startingAt("b", new DMatrixRMaj(1, 2));
    assertRefused(
        "layer 2 has 3 input columns, but layer 1 has 2 output columns",
        () ->
            new Network(plan.stages(l -> new LinearLayer(weight, bias), Activation.RELU), WORKERS));
  }
}
