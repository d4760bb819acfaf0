package io.linkteller.models.program;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.parameter.Tensor;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class LayerPlanTest {

  @Test
  void widthsAndRatesOutOfRangeAreRejected() {
    assertRefused("at least 2 widths", () -> new LayerPlan(IntList.of(3), 0, 0));
    new LayerPlan(IntList.of(IntStream.generate(() -> 1).limit(10_001).toArray()), 0, 0);
    assertRefused(
        "layers = 10001 is outside [1, 10000]",
        () -> new LayerPlan(IntList.of(IntStream.generate(() -> 1).limit(10_002).toArray()), 0, 0));
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
  void operatorsWithUnsuitableInputsAreRejected() {
    ProgramBuilder p = Program.builder(4, 3);
    Value weight = p.parameter(Tensor.of("W", new DMatrixRMaj(3, 2), true));
    Value h = p.linear(p.features(), weight);
    assertRefused(
        "operator Linear, value 3: a matrix of size 4 x 2 cannot be multiplied by a weight of size 3 x 2",
        () -> p.linear(h, weight));
    assertRefused("a value of another program", () -> Program.builder(4, 3).build(h));
  }
}
