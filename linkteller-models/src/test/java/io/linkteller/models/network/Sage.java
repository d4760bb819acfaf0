package io.linkteller.models.network;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** What another architecture takes: a layer, and this. */
record Sage(IntList widths, double dropout, Parameters parameters) implements GnnModel<Sage> {

  static Sage of(int[] widths, double dropout) {
    SplittableRandom random = new SplittableRandom(0);
    Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
    for (int l = 1; l < widths.length; l++) {
      drawn.put("W" + l, Initialization.GLOROT.weight(widths[l - 1], widths[l], random));
      drawn.put("N" + l, Initialization.GLOROT.weight(widths[l - 1], widths[l], random));
      drawn.put("b" + l, Initialization.GLOROT.bias(widths[l], random));
    }
    return new Sage(new IntImmutableList(widths), dropout, Parameters.of(drawn));
  }

  @Override
  public int inputWidth() {
    return widths.getInt(0);
  }

  @Override
  public int outputWidth() {
    return widths.getInt(widths.size() - 1);
  }

  @Override
  public Settings settings() {
    return Settings.of("sage").with("layers", widths.toIntArray()).with("dropout", dropout);
  }

  @Override
  public Sage withParameters(Parameters other) {
    return new Sage(widths, dropout, other);
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    int[] offsets = graph.copyOffsets();
    double[] shares = new double[2 * graph.edgeCount()];
    for (int u = 0; u < graph.nodeCount(); u++) {
      Arrays.fill(shares, offsets[u], offsets[u + 1], 1.0 / Math.max(1, graph.degree(u)));
    }
    CsrMatrix mean = CsrMatrix.of(graph.nodeCount(), offsets, graph.copyNeighbors(), shares);
    List<Stage> stages = new ArrayList<>();
    for (int l = 1; l < widths.size(); l++) {
      Layer layer = new SageLayer(mean, tensor("W" + l), tensor("N" + l), tensor("b" + l));
      boolean last = l == widths.size() - 1;
      stages.add(new Stage(dropout, layer, last ? Activation.IDENTITY : Activation.ELU));
    }
    return new Network(stages, workers);
  }

  private Tensor tensor(String name) {
    return Tensor.startingAt(name, parameters.get(name));
  }
}
