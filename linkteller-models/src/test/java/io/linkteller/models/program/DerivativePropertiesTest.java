package io.linkteller.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.RandomGraphs;
import io.linkteller.testing.Thorough;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Compares derivatives of the logits with difference quotients, for every architecture. */
class DerivativePropertiesTest {

  private static final double STEP = 0x1p-17;

  @Example
  void derivativesEqualTheLimitOfChanges() {
    int compared = 0;
    int skipped = 0;
    int seeds = Thorough.size(60, 300);
    for (int seed = 0; seed < seeds; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int nodes = 1 + random.nextInt(15);
      Graph graph = RandomGraphs.uniform(nodes, random.nextDouble(0.5), random);
      FeatureMatrix x = RandomCases.features(nodes, true, random);
      GnnModel model = RandomCases.anyModel(1 + random.nextInt(4), 0, random);
      Program network = model.on(graph, Workers.sequential());
      double largest = 1 + CommonOps_DDRM.elementMaxAbs(network.predict(x));
      Scratch scratch = network.scratch();
      for (int v = 0; v < nodes; v++) {
        DMatrixRMaj up = dense(changes(network, v, 1 + STEP, scratch, graph), nodes, 1 / STEP);
        DMatrixRMaj down = dense(changes(network, v, 1 - STEP, scratch, graph), nodes, -1 / STEP);
        DMatrixRMaj derivative =
            dense(network.logitDerivatives(v, graph.nodes(), scratch), nodes, 1);
        DMatrixRMaj gap = CommonOps_DDRM.subtract(up, down, null);
        // A unit that crosses its kink within the step has different slopes on the two sides.
        if (CommonOps_DDRM.elementMaxAbs(gap) > 100 * STEP * largest) {
          skipped++;
          continue;
        }
        compared++;
        for (int i = 0; i < derivative.getNumElements(); i++) {
          double central = (up.data[i] + down.data[i]) / 2;
          assertEquals(
              central, derivative.data[i], 1e-8 * largest, model + ", seed " + seed + ", " + v);
        }
      }
    }
    assertTrue(compared > 5 * seeds && skipped < compared / 20, compared + " and " + skipped);
  }

  private static RowChanges changes(
      Program network, int v, double factor, Scratch scratch, Graph graph) {
    return network.logitChanges(FeatureEdit.scaling(v, factor), graph.nodes(), scratch);
  }

  private static DMatrixRMaj dense(RowChanges changes, int nodes, double factor) {
    DMatrixRMaj dense = new DMatrixRMaj(nodes, changes.width());
    for (int slot = 0; slot < changes.count(); slot++) {
      for (int c = 0; c < changes.width(); c++) {
        dense.set(changes.row(slot), c, factor * changes.difference(slot)[c]);
      }
    }
    return dense;
  }
}
