package io.linkteller.cli;

import io.linkteller.LinkTeller;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.cli.benchmark.LeastWork;
import io.linkteller.cli.benchmark.LeastWork.Sparse;
import io.linkteller.cli.benchmark.Peer;
import io.linkteller.cli.benchmark.Timed;
import io.linkteller.cli.benchmark.Work;
import io.linkteller.data.Dataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.StandardizedFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.Scratch;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Adam;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Loss;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.GraphPerturber;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;

/**
 * A task or kernel whose time is measured and compared with the limit of the machine, and with a
 * target of the project where there is one. Each is measured in a separate process with its own
 * heap size, so that none warms up another.
 */
enum BenchmarkTarget {
  TRAIN("train the paper's GCN on twitch-ES, 200 epochs", "3g", 1, 10.0) {
    @Override
    Timed measure(Setting on) {
      double seconds = train(on).elapsed().toNanos() / 1e9;
      List<Work> epochs =
          spanishEpoch(on.twitch("ES")).stream().map(step -> step.times(EPOCHS)).toList();
      return new Timed(List.of(seconds), epochs);
    }
  },
  ATTACK("attack 500 targets of twitch-RU", "3g", 15, 0.15) {
    @Override
    Timed measure(Setting on) {
      return attackSample(on, Recompute.CHANGED_ROWS, repetitions());
    }
  },
  ATTACK_WITH_FULL_PASSES("the same, a full pass for every query", "3g", 2, Double.NaN) {
    @Override
    Timed measure(Setting on) {
      return attackSample(on, Recompute.EVERYTHING, repetitions());
    }
  },
  ALL_PAIRS_RU("attack all 9.6 million pairs of twitch-RU", "3g", 1, 3.0) {
    @Override
    Timed measure(Setting on) {
      return attackAllPairs(on, "RU");
    }
  },
  ALL_PAIRS_DE("attack all 45.1 million pairs of twitch-DE", "3g", 1, 12.0) {
    @Override
    Timed measure(Setting on) {
      return attackAllPairs(on, "DE");
    }
  },
  ALL_PAIRS_FLICKR("attack all 4.0 billion pairs of a Flickr-sized graph", "4g", 1, 300.0) {
    @Override
    Timed measure(Setting on) {
      Dataset flickr = flickr();
      GnnModel gcn = Gcn.builder().layers(500, HIDDEN, 7).seed(1).build();
      ServedModel api = GraphOwner.of(flickr.graph()).serve(gcn).parallelism(on.threads());
      return attack(
          api,
          InferenceNodes.of(flickr.features()),
          flickr.graph().density(),
          on,
          repetitions(),
          LeastWork.then(
              LeastWork.gcnForward(
                  adjacency(flickr.graph()), false, shape(flickr.features()), HIDDEN, 7),
              List.of(LeastWork.probes(flickr.graph(), flickr.graph().nodes(), HIDDEN, 7))));
    }
  },
  EDGE_RAND_DE("EdgeRand of twitch-DE, epsilon 5", "1g", 15, 0.1) {
    @Override
    Timed measure(Setting on) {
      Graph graph = on.twitch("DE").graph();
      return perturb(EdgeRand.withEpsilon(5), graph, repetitions());
    }
  },
  LAP_GRAPH_DE("LapGraph of twitch-DE, epsilon 5", "1g", 15, 0.1) {
    @Override
    Timed measure(Setting on) {
      Graph graph = on.twitch("DE").graph();
      return perturb(LapGraph.withEpsilon(5), graph, repetitions());
    }
  },
  LAP_GRAPH_FLICKR("LapGraph of a Flickr-sized graph, epsilon 1", "512m", 1, 1.0) {
    @Override
    Timed measure(Setting on) {
      return perturb(LapGraph.withEpsilon(1), flickr().graph(), repetitions());
    }
  },
  EPOCH_GCN_ES("an epoch of the paper's GCN on twitch-ES") {
    @Override
    Timed measure(Setting on) {
      Dataset spain = on.twitch("ES");
      GnnModel gcn = Gcn.builder().layers(spain.features().cols(), HIDDEN, 2).dropout(0.5).build();
      Labels labels = spain.labels();
      Epoch epoch = epoch(gcn, spain.graph(), standardized(spain), labels, on.workers());
      return on.sampled(epoch::run, spanishEpoch(spain));
    }

    @Override
    Optional<Peer.Run> by(Peer peer, Setting on) {
      Dataset spain = on.twitch("ES");
      GnnModel gcn = Gcn.builder().layers(spain.features().cols(), HIDDEN, 2).seed(SEED).build();
      IntList labels =
          IntArrayList.toList(
              spain.graph().nodes().intStream().map(v -> spain.labels().has(v, 1) ? 1 : 0));
      StandardizedFeatures x = standardized(spain);
      Peer.Training training =
          new Peer.Training(
              Normalization.FIRST_ORDER_GCN.of(spain.graph()),
              x.toDense(),
              labels,
              weights(gcn.on(spain.graph(), on.workers())),
              0.5);
      // Dropout is random, so losses are compared without it.
      peer.epoch(training.withDropout(0))
          .ifPresent(
              run ->
                  checkLosses(
                      peer, run, epoch(gcn, spain.graph(), x, spain.labels(), on.workers())));
      return peer.epoch(training);
    }
  },
  EPOCH_GAT_ES("an epoch of a GAT on twitch-ES, 8 heads of width 32") {
    @Override
    Timed measure(Setting on) {
      Dataset spain = on.twitch("ES");
      FeatureMatrix x = standardized(spain);
      GnnModel gat =
          Gat.builder()
              .layers(x.cols(), 32, 2)
              .with(Gat.HEADS, IntList.of(8, 1))
              .dropout(0.5)
              .build();
      Epoch epoch = epoch(gat, spain.graph(), x, spain.labels(), on.workers());
      return on.sampled(
          epoch::run, LeastWork.gatEpoch(adjacency(spain.graph()), shape(x), 8, 32, 2));
    }
  },
  EPOCH_GCN_FLICKR("an epoch of a GCN of a Flickr-sized graph, dense features") {
    @Override
    Timed measure(Setting on) {
      Dataset flickr = flickr();
      DMatrixRMaj x = random(flickr.graph().nodeCount(), 500);
      GnnModel gcn = Gcn.builder().layers(500, HIDDEN, 7).dropout(0.5).build();
      Epoch epoch =
          epoch(gcn, flickr.graph(), FeatureMatrix.dense(x), labels(x.numRows, 7), on.workers());
      return on.sampled(
          epoch::run,
          LeastWork.gcnEpoch(
              adjacency(flickr.graph()), false, new Sparse(x.numRows, 500, 0), HIDDEN, 7));
    }
  },
  SPARSE_ES("Â B of twitch-ES, 256 columns") {
    @Override
    Timed measure(Setting on) {
      return sparseProduct(on.twitch("ES").graph(), HIDDEN, on);
    }

    @Override
    Optional<Peer.Run> by(Peer peer, Setting on) {
      return sparseProduct(on.twitch("ES").graph(), HIDDEN, peer);
    }
  },
  SPARSE_ES_NARROW("Â B of twitch-ES, 2 columns") {
    @Override
    Timed measure(Setting on) {
      return sparseProduct(on.twitch("ES").graph(), 2, on);
    }

    @Override
    Optional<Peer.Run> by(Peer peer, Setting on) {
      return sparseProduct(on.twitch("ES").graph(), 2, peer);
    }
  },
  SPARSE_FLICKR("Â B of a Flickr-sized graph, 256 columns") {
    @Override
    Timed measure(Setting on) {
      return sparseProduct(flickr().graph(), HIDDEN, on);
    }

    @Override
    Optional<Peer.Run> by(Peer peer, Setting on) {
      return sparseProduct(flickr().graph(), HIDDEN, peer);
    }
  },
  FEATURES_ES("X W of twitch-ES, 256 columns") {
    @Override
    Timed measure(Setting on) {
      StandardizedFeatures x = standardized(on.twitch("ES"));
      DMatrixRMaj w = random(x.cols(), HIDDEN);
      DMatrixRMaj out = new DMatrixRMaj(0, 0);
      Workers workers = on.workers();
      return on.sampled(
          () -> x.multiply(w, out, workers),
          List.of(LeastWork.sparseProduct("X W", shape(x), HIDDEN)));
    }
  },
  FEATURES_TRANSPOSED_ES("Xᵀ G of twitch-ES, 256 columns") {
    @Override
    Timed measure(Setting on) {
      StandardizedFeatures x = standardized(on.twitch("ES"));
      DMatrixRMaj g = random(x.rows(), HIDDEN);
      DMatrixRMaj out = new DMatrixRMaj(0, 0);
      Workers workers = on.workers();
      return on.sampled(
          () -> x.multiplyTransposed(g, out, workers),
          List.of(LeastWork.sparseProduct("Xᵀ G", shape(x).transpose(), HIDDEN)));
    }
  },
  DENSE_FLICKR(new DenseShape("H W", 89_250, 500, 256, false)),
  DENSE_TRANSPOSED_FLICKR(new DenseShape("Hᵀ G", 500, 89_250, 256, true)),
  DENSE_SQUARE(new DenseShape("H W", 4648, 256, 256, false)),
  DENSE_NARROW(new DenseShape("H W", 4648, 256, 2, false)),
  DENSE_TRANSPOSED_NARROW(new DenseShape("Hᵀ G", 256, 4648, 2, true)),
  DENSE_SHALLOW(new DenseShape("G Wᵀ", 4648, 2, 256, false)),
  ATTENTION_ES("forward pass of a layer of attention on twitch-ES, 8 heads of width 32") {
    @Override
    Timed measure(Setting on) {
      Graph graph = on.twitch("ES").graph();
      FeatureMatrix x = FeatureMatrix.dense(random(graph.nodeCount(), 8));
      GnnModel gat = Gat.builder().layers(8, 32, 2).with(Gat.HEADS, IntList.of(8, 1)).build();
      Program network = gat.on(graph, on.workers());
      double n = graph.nodeCount();
      return on.sampled(
          () -> network.predict(x),
          List.of(
              LeastWork.denseProduct("X W1", n, 8, HIDDEN),
              LeastWork.attention(adjacency(graph), 8, 32),
              LeastWork.denseProduct("H W2", n, HIDDEN, 2),
              LeastWork.attention(adjacency(graph), 1, 2)));
    }
  },
  PROBES_RU("influence of 500 targets of twitch-RU on each other, one thread", 1) {
    @Override
    Timed measure(Setting on) {
      Dataset russia = on.twitch("RU");
      FeatureMatrix x = scaled(on, russia);
      IntList targets = sample(russia).nodes();
      Program network =
          Gcn.builder().layers(x.cols(), HIDDEN, 2).build().on(russia.graph(), Workers.all());
      network.predict(x);
      Scratch scratch = network.scratch();
      Runnable probes =
          () -> {
            for (int i = 0; i < targets.size(); i++) {
              network.logitChanges(
                  FeatureEdit.scaling(targets.getInt(i), 1 + 1e-4), targets, scratch);
            }
          };
      return on.sampled(probes, List.of(LeastWork.probes(russia.graph(), targets, HIDDEN, 2)));
    }
  };

  /**
   * Where the data are and how thoroughly is measured.
   *
   * @param directory the directory of the twitch graphs
   * @param threads the number of threads
   * @param seconds how long a kernel is warmed up, and how long it is measured
   */
  record Setting(Path directory, int threads, double seconds) {

    private Dataset twitch(String country) {
      return TwitchDataset.load(directory, country);
    }

    private Workers workers() {
      return Workers.of(threads);
    }

    private Timed sampled(Runnable kernel, List<Work> work) {
      return Timed.sampling(seconds, seconds, kernel, work);
    }
  }

  /**
   * A product of random dense matrices.
   *
   * @param formula the product, in letters
   * @param rows the rows of the product
   * @param inner the number of terms of each sum
   * @param cols the columns of the product
   * @param transposed whether the left matrix is stored as its transpose
   */
  private record DenseShape(String formula, int rows, int inner, int cols, boolean transposed) {

    private String what() {
      return String.format(Locale.ROOT, "dense %s, %,d x %,d x %,d", formula, rows, inner, cols);
    }

    private DMatrixRMaj left() {
      return transposed ? random(inner, rows) : random(rows, inner);
    }

    private DMatrixRMaj right() {
      return random(inner, cols);
    }

    private void multiply(DMatrixRMaj a, DMatrixRMaj b, DMatrixRMaj out, Workers workers) {
      if (transposed) {
        DenseOperand.view(a).multiplyTransposed(b, out, workers);
      } else {
        DenseOperand.view(a).multiply(b, out, workers);
      }
    }

    private Timed measure(Setting on) {
      DMatrixRMaj a = left();
      DMatrixRMaj b = right();
      DMatrixRMaj out = new DMatrixRMaj(0, 0);
      Workers workers = on.workers();
      return on.sampled(
          () -> multiply(a, b, out, workers),
          List.of(LeastWork.denseProduct(formula, rows, inner, cols)));
    }

    private Optional<Peer.Run> by(Peer peer) {
      DMatrixRMaj a = left();
      DMatrixRMaj b = right();
      return peer.denseProduct(a, transposed, b)
          .map(run -> checked(peer, run, out -> multiply(a, b, out, Workers.all())));
    }
  }

  private static final int TARGETS = 500;
  private static final int SEED = 42;
  private static final int HIDDEN = 256;
  private static final int EPOCHS = 200;
  private static final double K_HAT = 0.005;

  /** Relative. Adam's first steps have the size of the learning rate, whatever the rounding. */
  private static final double LOSS_TOLERANCE = 1e-3;

  private final String what;
  private final String heap;
  private final int repetitions;
  private final double limit;
  private final boolean sequential;

  // Immutable, as a record of numbers and a text is, but a type parameter of Optional is not
  // checked.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Optional<DenseShape> dense;

  /** A kernel, which is repeated for a few seconds. */
  BenchmarkTarget(String what) {
    this(what, "3g", 0, Double.NaN, false);
  }

  /** A kernel that runs on one thread, whatever the number of threads. */
  BenchmarkTarget(String what, int threads) {
    this(what, "3g", 0, Double.NaN, threads == 1);
  }

  BenchmarkTarget(String what, String heap, int repetitions, double limit) {
    this(what, heap, repetitions, limit, false);
  }

  BenchmarkTarget(String what, String heap, int repetitions, double limit, boolean sequential) {
    this(what, heap, repetitions, limit, sequential, Optional.empty());
  }

  BenchmarkTarget(DenseShape dense) {
    this(dense.what(), "3g", 0, Double.NaN, false, Optional.of(dense));
  }

  BenchmarkTarget(
      String what,
      String heap,
      int repetitions,
      double limit,
      boolean sequential,
      Optional<DenseShape> dense) {
    this.what = what;
    this.heap = heap;
    this.repetitions = repetitions;
    this.limit = limit;
    this.sequential = sequential;
    this.dense = dense;
  }

  /** Measures in this process. A target that is no dense product must override this method. */
  Timed measure(Setting on) {
    return dense.orElseThrow().measure(on);
  }

  /**
   * Prepares the same computation on the same data by another implementation. Results that differ
   * from ours by more than rounding errors are refused.
   *
   * @return the computation, or empty if the peer has none
   */
  Optional<Peer.Run> by(Peer peer, Setting on) {
    return dense.flatMap(shape -> shape.by(peer));
  }

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

  /** Returns whether one thread is used, whatever the number of threads. */
  boolean isSequential() {
    return sequential || this == EDGE_RAND_DE || this == LAP_GRAPH_DE || this == LAP_GRAPH_FLICKR;
  }

  /** Returns the project's limit in seconds. */
  OptionalDouble limit() {
    return Double.isNaN(limit) ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  private static Dataset flickr() {
    return SyntheticDataset.flickrSized().generate("flickr-sized", 1);
  }

  /** The shape of a normalized adjacency matrix. */
  private static Sparse adjacency(Graph graph) {
    double n = graph.nodeCount();
    return new Sparse(n, n, 2.0 * graph.edgeCount() + n);
  }

  private static Sparse shape(FeatureMatrix x) {
    double entries = x.storedCount();
    // Standardized features count their common row too.
    return new Sparse(
        x.rows(), x.cols(), x instanceof StandardizedFeatures ? entries - x.cols() : entries);
  }

  private static StandardizedFeatures standardized(Dataset data) {
    return (StandardizedFeatures) FeatureScaler.fit(data.features()).transform(data.features());
  }

  private static List<Work> spanishEpoch(Dataset spain) {
    return LeastWork.gcnEpoch(
        adjacency(spain.graph()), true, shape(standardized(spain)), HIDDEN, 2);
  }

  private static DMatrixRMaj random(int rows, int cols) {
    SplittableRandom random = new SplittableRandom(SEED);
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < matrix.getNumElements(); i++) {
      matrix.data[i] = random.nextDouble(-1, 1);
    }
    return matrix;
  }

  private static Labels labels(int nodes, int classes) {
    return Labels.single(new SplittableRandom(SEED).ints(nodes, 0, classes).toArray(), classes);
  }

  /** An epoch of training. */
  @FunctionalInterface
  private interface Epoch {

    /** Returns the loss before the step. */
    double run();
  }

  private static Epoch epoch(
      GnnModel model, Graph graph, FeatureMatrix x, Labels labels, Workers workers) {
    Program network = model.on(graph, workers);
    Adam adam = new Adam(network.parameters(), 0.01, 5e-4);
    DMatrixRMaj gradient = new DMatrixRMaj(0, 0);
    int[] epoch = {0};
    return () -> {
      DMatrixRMaj logits = network.predictForTraining(x, SEED, epoch[0]++);
      double loss = Loss.evaluate(logits, labels, graph.nodes(), gradient);
      network.backward(gradient);
      adam.next(workers);
      return loss;
    };
  }

  private static List<DMatrixRMaj> weights(Program network) {
    return network.parameters().stream().map(tensor -> tensor.value().copy()).toList();
  }

  private static Timed sparseProduct(Graph graph, int width, Setting on) {
    CsrMatrix adjacency = Normalization.FIRST_ORDER_GCN.of(graph);
    DMatrixRMaj b = random(graph.nodeCount(), width);
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    Workers workers = on.workers();
    return on.sampled(
        () -> adjacency.multiply(b, out, workers),
        List.of(LeastWork.sparseProduct("Â B", adjacency(graph), width)));
  }

  private static Optional<Peer.Run> sparseProduct(Graph graph, int width, Peer peer) {
    CsrMatrix adjacency = Normalization.FIRST_ORDER_GCN.of(graph);
    DMatrixRMaj b = random(graph.nodeCount(), width);
    return peer.sparseProduct(adjacency, b)
        .map(run -> checked(peer, run, out -> adjacency.multiply(b, out, Workers.all())));
  }

  private static Peer.Run checked(Peer peer, Peer.Run run, Consumer<DMatrixRMaj> ours) {
    DMatrixRMaj expected = new DMatrixRMaj(0, 0);
    ours.accept(expected);
    run.run();
    DMatrixRMaj found = run.result();
    double bound = peer.tolerance() * CommonOps_DDRM.elementMaxAbs(expected);
    if (!MatrixFeatures_DDRM.isIdentical(expected, found, bound)) {
      throw new IllegalStateException(
          peer.name() + " gives another result than ours, by more than " + bound);
    }
    return run;
  }

  private static void checkLosses(Peer peer, Peer.Run run, Epoch ours) {
    for (int epoch = 1; epoch <= 3; epoch++) {
      double expected = ours.run();
      run.run();
      double found = run.result().get(0, 0);
      if (!(Math.abs(found - expected) <= LOSS_TOLERANCE * expected)) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "%s has loss %s in epoch %d, ours is %s",
                peer.name(),
                found,
                epoch,
                expected));
      }
    }
  }

  private static TrainingRun train(Setting on) {
    Dataset spain = on.twitch("ES");
    FeatureMatrix x = standardized(spain);
    GnnModel untrained = Gcn.builder().layers(x.cols(), HIDDEN, 2).dropout(0.5).seed(SEED).build();
    return Trainer.builder()
        .epochs(EPOCHS)
        .learningRate(0.01)
        .weightDecay(5e-4)
        .seed(SEED)
        .parallelism(on.threads())
        .build()
        .train(untrained, spain.graph(), x, spain.labels());
  }

  private static FeatureMatrix scaled(Setting on, Dataset served) {
    return FeatureScaler.fit(on.twitch("ES").features()).transform(served.features());
  }

  private static NodeSample sample(Dataset russia) {
    return NodeSample.draw(
        russia.graph(), DegreeClass.UNCONSTRAINED, DegreeThresholds.forTwitch("RU"), TARGETS, SEED);
  }

  private static Timed attackSample(Setting on, Recompute recompute, int repetitions) {
    Dataset russia = on.twitch("RU");
    IntList targets = sample(russia).nodes();
    ServedModel api =
        GraphOwner.of(russia.graph()).serve(train(on).model(), recompute).parallelism(on.threads());
    FeatureMatrix x = scaled(on, russia);
    List<Work> pass = LeastWork.gcnForward(adjacency(russia.graph()), true, shape(x), HIDDEN, 2);
    List<Work> work =
        recompute == Recompute.EVERYTHING
            ? pass.stream().map(step -> step.times(targets.size() + 1)).toList()
            : LeastWork.then(pass, List.of(LeastWork.probes(russia.graph(), targets, HIDDEN, 2)));
    return attack(api, InferenceNodes.of(x).targeting(targets), K_HAT, on, repetitions, work);
  }

  private static Timed attackAllPairs(Setting on, String country) {
    Dataset served = on.twitch(country);
    Graph graph = served.graph();
    ServedModel api = GraphOwner.of(graph).serve(train(on).model()).parallelism(on.threads());
    FeatureMatrix x = scaled(on, served);
    return attack(
        api,
        InferenceNodes.of(x),
        graph.density(),
        on,
        1,
        LeastWork.then(
            LeastWork.gcnForward(adjacency(graph), true, shape(x), HIDDEN, 2),
            List.of(LeastWork.probes(graph, graph.nodes(), HIDDEN, 2))));
  }

  private static Timed attack(
      ServedModel api,
      InferenceNodes nodes,
      double kHat,
      Setting on,
      int repetitions,
      List<Work> work) {
    InfluenceAttack attack = LinkTeller.builder().parallelism(on.threads()).build();
    return Timed.repeating(repetitions, () -> attack.run(api, nodes, kHat), work);
  }

  private static Timed perturb(GraphPerturber perturber, Graph graph, int repetitions) {
    Graph[] last = {graph};
    Timed timed =
        Timed.repeating(repetitions, () -> last[0] = perturber.perturb(graph).graph(), List.of());
    return new Timed(timed.seconds(), List.of(LeastWork.perturbation(graph, last[0])));
  }
}
