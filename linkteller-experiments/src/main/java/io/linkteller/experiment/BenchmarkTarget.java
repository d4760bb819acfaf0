package io.linkteller.experiment;

import io.linkteller.LinkTeller;
import io.linkteller.attack.reading.InfluenceAttack;
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
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Trainer;
import io.linkteller.privacy.GraphPerturber;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A task whose running time the documentation states, with the project's limit if there is one. */
enum BenchmarkTarget {
  TRAIN("train the paper's GCN on twitch-ES, 200 epochs", "3g", 1, 10.0, Setting::training),
  ATTACK(
      "attack 500 targets of twitch-RU", "3g", 15, 0.15, on -> on.attack(Recompute.CHANGED_ROWS)),
  ATTACK_WITH_FULL_PASSES(
      "the same, a full pass for every query",
      "3g",
      2,
      Double.NaN,
      on -> on.attack(Recompute.EVERYTHING)),
  ALL_PAIRS_RU("attack all 9.6 million pairs of twitch-RU", "3g", 1, 3.0, on -> on.allPairs("RU")),
  ALL_PAIRS_DE(
      "attack all 45.1 million pairs of twitch-DE", "3g", 1, 12.0, on -> on.allPairs("DE")),
  ALL_PAIRS_FLICKR(
      "attack all 4.0 billion pairs of a Flickr-sized graph",
      "4g",
      1,
      300.0,
      Setting::allPairsOfFlickr),
  EDGE_RAND_DE(
      "EdgeRand of twitch-DE, epsilon 5",
      "1g",
      15,
      0.1,
      on -> perturbation(EdgeRand.withEpsilon(5), on.twitch("DE").graph())),
  LAP_GRAPH_DE(
      "LapGraph of twitch-DE, epsilon 5",
      "1g",
      15,
      0.1,
      on -> perturbation(LapGraph.withEpsilon(5), on.twitch("DE").graph())),
  LAP_GRAPH_FLICKR(
      "LapGraph of a Flickr-sized graph, epsilon 1",
      "512m",
      1,
      1.0,
      on -> perturbation(LapGraph.withEpsilon(1), flickr().graph()));

  private static final int TARGETS = 500;
  private static final int SEED = 42;
  private static final int HIDDEN = 256;
  private static final double K_HAT = 0.005;

  private final String what;
  private final String heap;
  private final int repetitions;
  private final double limit;

  @SuppressWarnings("ImmutableEnumChecker") // The functions hold no state.
  private final Function<Setting, Runnable> preparation;

  BenchmarkTarget(
      String what,
      String heap,
      int repetitions,
      double limit,
      Function<Setting, Runnable> preparation) {
    this.what = what;
    this.heap = heap;
    this.repetitions = repetitions;
    this.limit = limit;
    this.preparation = preparation;
  }

  String what() {
    return what;
  }

  /** Returns the heap size in the format of {@code -Xmx}. */
  String heap() {
    return heap;
  }

  /** Returns the project's limit in seconds. */
  OptionalDouble limit() {
    return Double.isNaN(limit) ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  /** Runs the task in this process and returns the seconds of each repetition, in order. */
  double[] measure(Setting on) {
    Runnable task = preparation.apply(on);
    double[] seconds = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      task.run();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    return seconds;
  }

  private static Runnable perturbation(GraphPerturber perturber, Graph graph) {
    return () -> perturber.perturb(graph);
  }

  private static Dataset flickr() {
    return SyntheticDataset.flickrSized().generate("flickr-sized", 1);
  }

  /**
   * The location of the data and the number of threads.
   *
   * @param directory the directory of the twitch graphs
   * @param threads the number of threads
   */
  record Setting(Path directory, int threads) {

    private Dataset twitch(String country) {
      return TwitchDataset.load(directory, country);
    }

    private Runnable training() {
      Dataset spain = twitch("ES");
      FeatureMatrix x = FeatureScaler.fit(spain.features()).transform(spain.features());
      return () -> train(spain, x);
    }

    private GnnModel train(Dataset spain, FeatureMatrix x) {
      return Trainer.builder()
          .epochs(200)
          .learningRate(0.01)
          .weightDecay(5e-4)
          .seed(SEED)
          .parallelism(threads)
          .build()
          .train(
              Gcn.builder().layers(x.cols(), HIDDEN, 2).dropout(0.5).seed(SEED).build(),
              spain.graph(),
              x,
              spain.labels())
          .model();
    }

    private GnnModel trained() {
      Dataset spain = twitch("ES");
      return train(spain, FeatureScaler.fit(spain.features()).transform(spain.features()));
    }

    private InferenceNodes nodes(Dataset served) {
      return InferenceNodes.of(
          FeatureScaler.fit(twitch("ES").features()).transform(served.features()));
    }

    private Runnable attack(Recompute recompute) {
      Dataset russia = twitch("RU");
      NodeSample sample =
          NodeSample.draw(
              russia.graph(),
              DegreeClass.UNCONSTRAINED,
              DegreeThresholds.forTwitch("RU"),
              TARGETS,
              SEED);
      return attack(
          GraphOwner.of(russia.graph()).serve(trained(), recompute),
          nodes(russia).targeting(sample.nodes()),
          K_HAT);
    }

    private Runnable allPairs(String country) {
      Dataset served = twitch(country);
      return attack(
          GraphOwner.of(served.graph()).serve(trained()), nodes(served), served.graph().density());
    }

    private Runnable allPairsOfFlickr() {
      Dataset flickr = flickr();
      GnnModel gcn = Gcn.builder().layers(500, HIDDEN, 7).seed(1).build();
      return attack(
          GraphOwner.of(flickr.graph()).serve(gcn),
          InferenceNodes.of(flickr.features()),
          flickr.graph().density());
    }

    private Runnable attack(ServedModel api, InferenceNodes nodes, double kHat) {
      InfluenceAttack attack = LinkTeller.builder().parallelism(threads).build();
      ServedModel served = api.parallelism(threads);
      return () -> attack.run(served, nodes, kHat);
    }
  }
}
