package io.linkteller.models.benchmark;

import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
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

/** Measures one epoch of training (forward pass, loss, backward pass, Adam) on all processors. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(value = 1, jvmArgsAppend = "-Xmx6g")
public class EpochBenchmark {

  /** A combination of data and model. */
  public enum Training {
    /** GCN 3170-256-2. */
    GCN_TWITCH_ES,
    /** GCN 500-256-7. */
    GCN_FLICKR,
    /** GAT 1433-8x8-7, dropout 0.6 everywhere. */
    GAT_CORA
  }

  /** The data and model. */
  @Param public Training training = Training.GCN_TWITCH_ES;

  private Epochs epochs = new Epochs(MadeUp.CORA, Gcn.builder().layers(1433, 7).build());

  /** Generates data and model. */
  @Setup
  public void setUp() {
    epochs =
        switch (training) {
          case GCN_TWITCH_ES -> of(MadeUp.TWITCH_ES, gcn(MadeUp.TWITCH_ES));
          case GCN_FLICKR -> of(MadeUp.FLICKR, gcn(MadeUp.FLICKR));
          case GAT_CORA ->
              of(
                  MadeUp.CORA,
                  Gat.builder()
                      .layers(MadeUp.CORA.width, 8, MadeUp.CORA.classes)
                      .with(Gat.HEADS, IntList.of(8, 1))
                      .inputDropout(0.6)
                      .dropout(0.6)
                      .with(Gat.ATTENTION_DROPOUT, 0.6)
                      .build());
        };
  }

  private static GnnModel gcn(MadeUp data) {
    return Gcn.builder().layers(data.width, 256, data.classes).dropout(0.5).build();
  }

  private static Epochs of(MadeUp data, GnnModel model) {
    return new Epochs(data, model);
  }

  /**
   * Runs an epoch.
   *
   * @return the loss
   */
  @Benchmark
  public double epoch() {
    return epochs.next();
  }
}
