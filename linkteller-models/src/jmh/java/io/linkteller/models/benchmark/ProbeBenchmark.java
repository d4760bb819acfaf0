package io.linkteller.models.benchmark;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.Scratch;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the computation of logit changes when one row of X is scaled, on one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ProbeBenchmark {

  /** The model: a GCN with 2 or 3 layers, or a GAT. */
  @Param({"GCN_2", "GCN_3", "GAT_2"})
  public String model = "GCN_2";

  private Program network =
      Gcn.builder().layers(1433, 7).build().on(MadeUp.CORA.graph(), Workers.all());
  private Scratch scratch = network.scratch();
  private int node;

  /** Generates data and model, and runs the pass whose activations are kept. */
  @Setup
  public void setUp() {
    MadeUp data = MadeUp.TWITCH_ES;
    GnnModel untrained =
        switch (model) {
          case "GCN_2" -> Gcn.builder().layers(data.width, 256, 2).build();
          case "GCN_3" -> Gcn.builder().layers(data.width, 256, 256, 2).build();
          default -> Gat.builder().layers(data.width, 32, 2).with(Gat.HEADS, IntList.of(4)).build();
        };
    network = untrained.on(data.graph(), Workers.all());
    network.predict(data.features());
    scratch = network.scratch();
  }

  /**
   * Probes the next node.
   *
   * @return the changes
   */
  @Benchmark
  public RowChanges probe() {
    node = (node + 1) % MadeUp.TWITCH_ES.nodes;
    return network.logitChanges(
        FeatureEdit.scaling(node, 1 + 1e-4), MadeUp.TWITCH_ES.graph().nodes(), scratch);
  }
}
