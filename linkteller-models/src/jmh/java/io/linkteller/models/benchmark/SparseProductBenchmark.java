package io.linkteller.models.benchmark;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
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

/** Measures the product of Â and a dense matrix on all processors. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SparseProductBenchmark {

  /** The graph. */
  @Param({"TWITCH_ES", "FLICKR"})
  public String graph = "TWITCH_ES";

  /** The number of columns of the dense matrix. */
  @Param({"2", "64", "256"})
  public int width = 2;

  private final Workers workers = Workers.all();
  private final DMatrixRMaj out = new DMatrixRMaj(0, 0);
  private CsrMatrix adjacency = CsrMatrix.of(0, new int[1], new int[0], new double[0]);
  private DMatrixRMaj dense = out;

  /** Generates the matrices. */
  @Setup
  public void setUp() {
    MadeUp data = MadeUp.valueOf(graph);
    adjacency = Normalization.FIRST_ORDER_GCN.of(data.graph());
    dense = new DMatrixRMaj(data.nodes, width);
    Arrays.fill(dense.data, 1e-3);
  }

  /**
   * Multiplies.
   *
   * @return the product
   */
  @Benchmark
  public DMatrixRMaj multiply() {
    adjacency.multiply(dense, out, workers);
    return out;
  }
}
