package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.data.graphsaint.GraphSaintDataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Generates a random graph with features and classes and writes it in GraphSAINT's format. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Draws a graph with communities, hubs, features and classes, and writes it in GraphSAINT's"
          + " format.",
      "The same options and seed give the same files, byte for byte."
    })
final class GenerateCommand implements Callable<Integer> {

  /** The output formats of a generated data set. */
  enum Format {
    GRAPHSAINT,
    BINARY
  }

  @Option(
      names = "--nodes",
      defaultValue = "2000",
      description = "Number of nodes. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--edges",
      defaultValue = "10000",
      description = "Number of edges. Default: ${DEFAULT-VALUE}.")
  private int edges;

  @Option(
      names = "--classes",
      defaultValue = "2",
      description = "Number of classes. Default: ${DEFAULT-VALUE}.")
  private int classes;

  @Option(
      names = "--homophily",
      defaultValue = "0.8",
      description = "Share of the edges that join nodes of one class. Default: ${DEFAULT-VALUE}.")
  private double homophily;

  @Option(
      names = "--degree-exponent",
      defaultValue = "2.5",
      description =
          "Exponent of the degrees' power law, above 2; Infinity for none. Default:"
              + " ${DEFAULT-VALUE}.")
  private double degreeExponent;

  @Option(
      names = "--features",
      defaultValue = "500",
      description = "Number of feature columns. Default: ${DEFAULT-VALUE}.")
  private int features;

  @Option(
      names = "--features-per-node",
      defaultValue = "20",
      description = "Features a node has on average. Default: ${DEFAULT-VALUE}.")
  private double featuresPerNode;

  @Option(
      names = "--class-signal",
      defaultValue = "0.3",
      description = "Share of a node's features that its class gives. Default: ${DEFAULT-VALUE}.")
  private double classSignal;

  @Option(
      names = "--train-share",
      defaultValue = "0.5",
      description = "Share of the nodes to train on. Default: ${DEFAULT-VALUE}.")
  private double trainShare;

  @Option(
      names = "--validation-share",
      defaultValue = "0.25",
      description =
          "Share of the nodes for validation; the rest is for test. Default: ${DEFAULT-VALUE}.")
  private double validationShare;

  @Option(names = "--seed", defaultValue = "42", description = "Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--format",
      defaultValue = "graphsaint",
      description =
          "Format of the files: graphsaint or binary (see convert). Default: ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Directory for the files; made if it is missing.")
  private Path out;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    SyntheticDataset law =
        SyntheticDataset.builder()
            .nodes(nodes)
            .edges(edges)
            .classes(classes)
            .homophily(homophily)
            .degreeExponent(degreeExponent)
            .featureColumns(features)
            .featuresPerNode(featuresPerNode)
            .classSignal(classSignal)
            .build();
    NodeSplit split = NodeSplit.draw(nodes, trainShare, validationShare, seed);
    long start = System.nanoTime();
    Dataset drawn = law.generate("synthetic", seed).withSplit(split);
    if (format == Format.BINARY) {
      BinaryDataset.write(drawn, out);
    } else {
      GraphSaintDataset.write(drawn, out);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", drawn.graph().nodeCount());
    fields.put("edges", drawn.graph().edgeCount());
    fields.put("features", drawn.features().cols());
    fields.put("classes", drawn.labels().classCount());
    fields.put("train", split.train().size());
    fields.put("validation", split.validation().size());
    fields.put("test", split.test().size());
    fields.put("seed", seed);
    fields.put("seconds", seconds);
    answer.print(
        () -> fields,
        () ->
            String.format(
                Locale.ROOT,
                "%,d nodes in %d classes, %,d edges and %,d features in %s.%nWritten to %s",
                nodes,
                classes,
                edges,
                features,
                Output.seconds(seconds),
                out));
    return CommandLine.ExitCode.OK;
  }
}
