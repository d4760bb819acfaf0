package io.linkteller.cli;

import io.linkteller.LinkTeller;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.StreamedAudit;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.Trainer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** A task that is measured on graphs of growing size. */
enum GrowthTask {
  TRAIN("training, an epoch") {
    @Override
    void run(Setting setting) {
      Trainer.builder()
          .epochs(EPOCHS)
          .seed(SEED)
          .parallelism(setting.threads())
          .build()
          .train(
              setting.model(), setting.data().graph(), setting.features(), setting.data().labels());
    }

    @Override
    double share() {
      return 1.0 / EPOCHS;
    }
  },
  ATTACK("attack, 500 targets") {
    @Override
    void run(Setting setting) {
      LinkTeller.builder()
          .score(PairScore.PAPER)
          .parallelism(setting.threads())
          .build()
          .run(
              GraphOwner.of(setting.data().graph())
                  .serve(setting.model())
                  .parallelism(setting.threads()),
              InferenceNodes.of(setting.features()).targeting(setting.sample().nodes()),
              K_HAT);
    }
  },
  AUDIT("audit of every edge") {
    @Override
    void run(Setting setting) {
      StreamedAudit.of(setting.model(), setting.data().graph(), setting.features())
          .parallelism(setting.threads())
          .run();
    }
  },
  EDGE_RAND("EdgeRand, ε = 12") {
    @Override
    void run(Setting setting) {
      EdgeRand.withEpsilon(12).perturb(setting.data().graph());
    }
  },
  LAP_GRAPH("LapGraph, ε = 5") {
    @Override
    void run(Setting setting) {
      LapGraph.withEpsilon(5).perturb(setting.data().graph());
    }
  };

  private static final int EPOCHS = 3;
  private static final int TARGETS = 500;
  private static final int SEED = 42;
  private static final int HIDDEN = 32;
  private static final double K_HAT = 0.005;

  /**
   * The maximum number of repetitions of short runs, which are repeated until they have taken one
   * second.
   */
  private static final int MOST_REPETITIONS = 9;

  private final String title;

  GrowthTask(String title) {
    this.title = title;
  }

  /** The inputs of a task. */
  record Setting(
      Dataset data, FeatureMatrix features, GnnModel model, NodeSample sample, int threads) {}

  String title() {
    return title;
  }

  abstract void run(Setting setting);

  /** Returns the fraction of a run that is reported. */
  double share() {
    return 1;
  }

  /** Returns the processor time of each task on one drawn graph, in seconds. */
  static Map<GrowthTask, Double> measureAll(int nodes, int edges, long seed, int threads) {
    Dataset data =
        SyntheticDataset.builder()
            .nodes(nodes)
            .edges(edges)
            .featureColumns(100)
            .featuresPerNode(10)
            .build()
            .generate("drawn", seed);
    Setting setting =
        new Setting(
            data,
            FeatureScaler.fit(data.features()).transform(data.features()),
            Gcn.builder().layers(100, HIDDEN, 2).seed(seed).build(),
            NodeSample.draw(
                data.graph(),
                DegreeClass.UNCONSTRAINED,
                DegreeThresholds.quartilesOf(data.graph()),
                TARGETS,
                SEED),
            threads);
    Map<GrowthTask, Double> seconds = new EnumMap<>(GrowthTask.class);
    for (GrowthTask task : values()) {
      seconds.put(task, task.share() * task.median(setting));
    }
    return seconds;
  }

  private double median(Setting setting) {
    double[] seconds = new double[MOST_REPETITIONS];
    double total = 0;
    int count = 0;
    while (count == 0 || (count < MOST_REPETITIONS && total < 1)) {
      long start = ProcessorTime.nanos();
      run(setting);
      seconds[count] = (ProcessorTime.nanos() - start) / 1e9;
      total += seconds[count++];
    }
    Arrays.sort(seconds, 0, count);
    return seconds[count / 2];
  }
}
