package io.linkteller.cli;

import io.linkteller.attack.LinkTeller;
import io.linkteller.data.Dataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.privacy.GraphPerturber;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * A performance target of the project. Each is measured in a separate process with its own heap
 * size, so that no target warms up another.
 */
enum BenchmarkTarget {
  TRAIN("train the paper's GCN on twitch-ES, 200 epochs", "3g", 1, 10.0) {
    @Override
    double[] seconds(Path twitch, int threads) {
      return new double[] {train(twitch, threads).elapsed().toNanos() / 1e9};
    }
  },
  ATTACK("attack 500 targets of twitch-RU", "3g", 15, 0.15) {
    @Override
    double[] seconds(Path twitch, int threads) {
      return attackSample(twitch, threads, Recompute.CHANGED_ROWS, repetitions());
    }
  },
  ATTACK_WITH_FULL_PASSES("the same, a full pass for every query", "3g", 2, Double.NaN) {
    @Override
    double[] seconds(Path twitch, int threads) {
      return attackSample(twitch, threads, Recompute.EVERYTHING, repetitions());
    }
  },
  ALL_PAIRS_RU("attack all 9.6 million pairs of twitch-RU", "3g", 1, 3.0) {
    @Override
    double[] seconds(Path twitch, int threads) {
      return attackAllPairs(twitch, "RU", threads);
    }
  },
  ALL_PAIRS_DE("attack all 45.1 million pairs of twitch-DE", "3g", 1, 12.0) {
    @Override
    double[] seconds(Path twitch, int threads) {
      return attackAllPairs(twitch, "DE", threads);
    }
  },
  ALL_PAIRS_FLICKR("attack all 4.0 billion pairs of a Flickr-sized graph", "4g", 1, 300.0) {
    @Override
    double[] seconds(Path twitch, int threads) {
      Dataset flickr = SyntheticDataset.flickrSized().generate("flickr-sized", 1);
      Gcn gcn = Gcn.builder().layers(500, 256, 7).seed(1).build();
      ServedModel api = GraphOwner.of(flickr.graph()).serve(gcn).parallelism(threads);
      return attack(
          api,
          InferenceNodes.of(flickr.features()),
          flickr.graph().density(),
          threads,
          repetitions());
    }
  },
  EDGE_RAND_DE("EdgeRand of twitch-DE, epsilon 5", "1g", 15, 0.1) {
    @Override
    double[] seconds(Path twitch, int threads) {
      Graph graph = TwitchDataset.load(twitch, "DE").graph();
      return perturb(EdgeRand.withEpsilon(5), graph, repetitions());
    }
  },
  LAP_GRAPH_DE("LapGraph of twitch-DE, epsilon 5", "1g", 15, 0.1) {
    @Override
    double[] seconds(Path twitch, int threads) {
      Graph graph = TwitchDataset.load(twitch, "DE").graph();
      return perturb(LapGraph.withEpsilon(5), graph, repetitions());
    }
  },
  LAP_GRAPH_FLICKR("LapGraph of a Flickr-sized graph, epsilon 1", "512m", 1, 1.0) {
    @Override
    double[] seconds(Path twitch, int threads) {
      Graph graph = SyntheticDataset.flickrSized().generate("flickr-sized", 1).graph();
      return perturb(LapGraph.withEpsilon(1), graph, repetitions());
    }
  };

  private static final int TARGETS = 500;
  private static final int SEED = 42;
  private static final double K_HAT = 0.005;

  private final String what;
  private final String heap;
  private final int repetitions;
  private final double limit;

  BenchmarkTarget(String what, String heap, int repetitions, double limit) {
    this.what = what;
    this.heap = heap;
    this.repetitions = repetitions;
    this.limit = limit;
  }

  /** Measures in this process. Returns one time per repetition, the first without warm-up. */
  abstract double[] seconds(Path twitch, int threads);

  String what() {
    return what;
  }

  /** Returns the heap size in the format of {@code -Xmx}. */
  String heap() {
    return heap;
  }

  int repetitions() {
    return repetitions;
  }

  /** Returns the time limit in seconds. */
  OptionalDouble limit() {
    return Double.isNaN(limit) ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  private static TrainingRun<Gcn> train(Path twitch, int threads) {
    Dataset spain = TwitchDataset.load(twitch, "ES");
    FeatureMatrix x = FeatureScaler.fit(spain.features()).transform(spain.features());
    Gcn untrained = Gcn.builder().layers(x.cols(), 256, 2).dropout(0.5).seed(SEED).build();
    return Trainer.builder()
        .epochs(200)
        .learningRate(0.01)
        .weightDecay(5e-4)
        .seed(SEED)
        .parallelism(threads)
        .build()
        .train(untrained, spain.graph(), x, spain.labels());
  }

  private static FeatureMatrix scaled(Path twitch, Dataset served) {
    return FeatureScaler.fit(TwitchDataset.load(twitch, "ES").features())
        .transform(served.features());
  }

  private static double[] attackSample(
      Path twitch, int threads, Recompute recompute, int repetitions) {
    Dataset russia = TwitchDataset.load(twitch, "RU");
    NodeSample sample =
        NodeSample.draw(
            russia.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.forTwitch("RU"),
            TARGETS,
            SEED);
    ServedModel api =
        GraphOwner.of(russia.graph())
            .serve(train(twitch, threads).model(), recompute)
            .parallelism(threads);
    InferenceNodes nodes = InferenceNodes.of(scaled(twitch, russia)).targeting(sample.nodes());
    return attack(api, nodes, K_HAT, threads, repetitions);
  }

  private static double[] attackAllPairs(Path twitch, String country, int threads) {
    Dataset served = TwitchDataset.load(twitch, country);
    ServedModel api =
        GraphOwner.of(served.graph()).serve(train(twitch, threads).model()).parallelism(threads);
    return attack(
        api, InferenceNodes.of(scaled(twitch, served)), served.graph().density(), threads, 1);
  }

  private static double[] attack(
      ServedModel api, InferenceNodes nodes, double kHat, int threads, int repetitions) {
    LinkTeller attack = LinkTeller.builder().parallelism(threads).build();
    double[] seconds = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      seconds[i] = attack.run(api, nodes, kHat).elapsed().toNanos() / 1e9;
    }
    return seconds;
  }

  private static double[] perturb(GraphPerturber perturber, Graph graph, int repetitions) {
    double[] seconds = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      perturber.perturb(graph);
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    return seconds;
  }
}
