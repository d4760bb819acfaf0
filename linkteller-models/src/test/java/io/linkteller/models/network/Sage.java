package io.linkteller.models.network;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** What another architecture takes: a layer, and this. */
record Sage(LayerPlan plan, Parameters parameters) implements GnnModel<Sage> {

  static Sage of(int[] widths, double dropout) {
    SplittableRandom random = new SplittableRandom(0);
    Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
    for (int l = 1; l < widths.length; l++) {
      drawn.put("W" + l, Initialization.GLOROT.weight(widths[l - 1], widths[l], random));
      drawn.put("N" + l, Initialization.GLOROT.weight(widths[l - 1], widths[l], random));
      drawn.put("b" + l, Initialization.GLOROT.bias(widths[l], random));
    }
    return new Sage(new LayerPlan(IntList.of(widths), dropout, dropout), Parameters.of(drawn));
  }

  @Override
  public int inputWidth() {
    return plan.inputWidth();
  }

  @Override
  public int outputWidth() {
    return plan.outputWidth();
  }

  @Override
  public Settings settings() {
    return Settings.of("sage")
        .with("layers", plan.widths().toIntArray())
        .with("dropout", plan.dropout());
  }

  @Override
  public Sage withParameters(Parameters other) {
    return new Sage(plan, other);
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    int[] offsets = graph.copyOffsets();
    double[] shares = new double[2 * graph.edgeCount()];
    for (int u = 0; u < graph.nodeCount(); u++) {
      Arrays.fill(shares, offsets[u], offsets[u + 1], 1.0 / Math.max(1, graph.degree(u)));
    }
    CsrMatrix mean = CsrMatrix.of(graph.nodeCount(), offsets, graph.copyNeighbors(), shares);
    return plan.network(l -> layer(mean, l), Activation.ELU, workers);
  }

  private Layer layer(CsrMatrix mean, int l) {
    return new SageLayer(
        mean, parameters.tensor("W" + l), parameters.tensor("N" + l), parameters.tensor("b" + l));
  }
}
