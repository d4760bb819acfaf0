package io.linkteller.cli;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.audit.StreamedAudit;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of attacking every pair of a large graph. */
@Command(
    name = "all-pairs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Draws a graph, serves a GCN on it, attacks every pair of its nodes, and reports time and"
          + " memory.",
      "The defaults are a graph of the size of Flickr: 4.0 billion pairs. The GCN keeps its"
          + " initial",
      "weights: what an attack costs does not depend on them."
    })
final class AllPairsCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "89250",
      description = "Number of nodes. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--edges",
      defaultValue = "449878",
      description = "Number of edges. Default: ${DEFAULT-VALUE}.")
  private int edges;

  @Option(
      names = "--hidden",
      defaultValue = "256",
      description = "Width of the hidden layer. Default: ${DEFAULT-VALUE}.")
  private int hidden;

  @Option(
      names = "--features",
      defaultValue = "500",
      description = "Number of feature columns, of which a node has 25. Default: ${DEFAULT-VALUE}.")
  private int features;

  @Option(
      names = "--degree-exponent",
      defaultValue = "2.5",
      description =
          "Exponent of the degrees' power law, above 2; Infinity for none. Default:"
              + " ${DEFAULT-VALUE}.")
  private double degreeExponent;

  @Option(
      names = "--stream",
      description =
          "Rank the edges by their exact influences instead, target by target, without storing the"
              + " influences: for graphs of millions of nodes.")
  private boolean stream;

  @Option(names = "--seed", defaultValue = "42", description = "Default: ${DEFAULT-VALUE}.")
  private long seed;

  @CommandLine.Mixin private Threads threads;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    InfluenceAttack.Builder attack =
        Arguments.read(
            spec, () -> LinkTeller.builder().score(PairScore.PAPER).parallelism(threads.count()));
    SyntheticDataset law =
        Arguments.read(
            spec,
            () ->
                SyntheticDataset.builder()
                    .nodes(nodes)
                    .edges(edges)
                    .classes(7)
                    .homophily(0.4)
                    .degreeExponent(degreeExponent)
                    .featureColumns(features)
                    .featuresPerNode(25)
                    .build());
    Dataset drawn = law.generate("synthetic", seed);
    FeatureMatrix x = FeatureScaler.fit(drawn.features()).transform(drawn.features());
    GnnModel model = Gcn.builder().layers(x.cols(), hidden, 7).seed(seed).build();
    if (stream) {
      return stream(drawn.graph(), x, model);
    }
    ServedModel api = GraphOwner.of(drawn.graph()).serve(model).parallelism(threads.count());
    double kHat = RoundedDensity.of(drawn.graph()).kHat(BeliefFactor.RIGHT);
    LinkPrediction found;
    try (Progress progress = Remarks.of(spec).progress("querying", nodes + 1L)) {
      found = attack.onProgress(progress.queries()).build().run(api, InferenceNodes.of(x), kHat);
    }
    double attackSeconds = found.elapsed().toNanos() / 1e9;
    long start = System.nanoTime();
    EdgeMetrics metrics = PredictionMetrics.edges(found, drawn.graph());
    double auc = PredictionMetrics.rocAuc(found, drawn.graph());
    double judgeSeconds = (System.nanoTime() - start) / 1e9;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", nodes);
    fields.put("edges", drawn.graph().edgeCount());
    fields.put("pairs", found.scores().pairCount());
    fields.put("storedPairs", found.scores().storedCount());
    fields.put("queries", found.queries());
    fields.put("m", found.m());
    fields.put("truePositives", metrics.truePositives());
    fields.put("f1", metrics.f1());
    fields.put("auc", auc);
    fields.put("attackSeconds", attackSeconds);
    fields.put("judgeSeconds", judgeSeconds);
    fields.put("maxHeapMegabytes", Runtime.getRuntime().maxMemory() >> 20);
    fields.put("peakHeapMegabytes", peakHeap() >> 20);
    answer.print(
        () -> fields,
        () ->
            String.format(
                Locale.ROOT,
                "%,d pairs of %,d nodes, %,d of them edges; %,d pairs are in reach of each other.%n"
                    + "Attack: %,d queries in %s; %,d guesses, %,d right, F1 %s.%n"
                    + "AUC over all pairs: %s, in %s. Peak heap %,d of %,d MB.",
                found.scores().pairCount(),
                nodes,
                drawn.graph().edgeCount(),
                found.scores().storedCount(),
                found.queries(),
                Output.seconds(attackSeconds),
                found.m(),
                metrics.truePositives(),
                Output.percent(metrics.f1()),
                Output.number(auc),
                Output.seconds(judgeSeconds),
                peakHeap() >> 20,
                Runtime.getRuntime().maxMemory() >> 20));
    return CommandLine.ExitCode.OK;
  }

  private int stream(Graph graph, FeatureMatrix x, GnnModel model) {
    long start = System.nanoTime();
    long processorStart = ProcessorTime.nanos();
    LeakageReport report;
    try (Progress progress = Remarks.of(spec).progress("auditing", 2L * nodes)) {
      report =
          StreamedAudit.of(model, graph, x)
              .parallelism(threads.count())
              .onProgress(progress.queries())
              .run();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double processorSeconds = (ProcessorTime.nanos() - processorStart) / 1e9;
    int named = report.namedAmong(report.edgeCount());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", nodes);
    fields.put("edges", report.edgeCount());
    fields.put("largestDegree", largestDegree(graph));
    fields.put("pairs", report.pairCount());
    fields.put("namedAmongFirst", named);
    fields.put("auc", report.auc());
    fields.put("seconds", seconds);
    fields.put("processorSeconds", processorSeconds);
    fields.put("maxHeapMegabytes", Runtime.getRuntime().maxMemory() >> 20);
    fields.put("peakHeapMegabytes", peakHeap() >> 20);
    fields.put("digest", report.digest());
    answer.print(
        () -> fields,
        () ->
            String.format(
                Locale.ROOT,
                "%,d pairs of %,d nodes, %,d of them edges; the largest degree is %,d.%nExact ranks"
                    + " of all edges in %s (%s of processor time); %,d edges are among the first"
                    + " %,d pairs; AUC %s.%nPeak heap %,d of %,d MB. Digest %s.",
                report.pairCount(),
                nodes,
                report.edgeCount(),
                largestDegree(graph),
                Output.seconds(seconds),
                Output.seconds(processorSeconds),
                named,
                report.edgeCount(),
                Output.number(report.auc()),
                peakHeap() >> 20,
                Runtime.getRuntime().maxMemory() >> 20,
                report.digest()));
    return CommandLine.ExitCode.OK;
  }

  private static int largestDegree(Graph graph) {
    return IntStream.range(0, graph.nodeCount()).map(graph::degree).max().orElse(0);
  }

  /**
   * Returns an upper bound on the peak: the pools need not have peaked simultaneously, and garbage
   * is included.
   */
  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
