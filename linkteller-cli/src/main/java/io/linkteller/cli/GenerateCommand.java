package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Generates a random graph with features and classes. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Generates a graph with communities, hubs, features and classes, and writes it as binary"
          + " files, or as arrays if it is directed, weighted or typed.",
      "The same options and seed give the same files, byte for byte."
    })
final class GenerateCommand implements Callable<Integer> {

  /** The output formats of a generated data set. */
  enum Format {
    BINARY,
    ARRAYS
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
      description =
          "Share of the edges that join nodes of the same class. Default: 0.8, or 1 / --classes (no"
              + " preference) if labels depend on directions, weights or relations.")
  private Optional<Double> homophily = Optional.empty();

  @Option(names = "--directed", description = "Draw arcs; labels depend on their sources.")
  private boolean directed;

  @Option(names = "--weighted", description = "Give edges weights; labels depend on them.")
  private boolean weighted;

  @Option(
      names = "--relations",
      paramLabel = "R",
      description = "Give each edge one of R relations, for an R-GCN; labels depend on them.")
  private Optional<Integer> relations = Optional.empty();

  @Option(
      names = "--degree-exponent",
      defaultValue = "2.5",
      description =
          "Exponent of the power law of the degrees, above 2; Infinity for none. Default:"
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
      description = "Average number of features per node. Default: ${DEFAULT-VALUE}.")
  private double featuresPerNode;

  @Option(
      names = "--class-signal",
      defaultValue = "0.3",
      description =
          "Share of a node's features that its class determines. Default: ${DEFAULT-VALUE}.")
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
          "Share of the nodes for validation; the rest is for testing. Default: ${DEFAULT-VALUE}.")
  private double validationShare;

  @Option(names = "--seed", defaultValue = "42", description = "Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--format",
      description =
          "Format of the files: binary (see convert), or arrays (arrays.npz, for the option"
              + " --arrays of other commands, without a split of the nodes). Default: arrays for"
              + " edges with directions, weights or relations, which have no other format;"
              + " otherwise binary.")
  private Optional<Format> format = Optional.empty();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Directory for the files; created if it is missing.")
  private Path out;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    boolean plain = !directed && !weighted && relations.isEmpty();
    Format chosen = format.orElse(plain ? Format.BINARY : Format.ARRAYS);
    SyntheticDataset.Builder law =
        SyntheticDataset.builder()
            .nodes(nodes)
            .edges(edges)
            .classes(classes)
            .homophily(homophily.orElse(plain ? 0.8 : 1.0 / classes))
            .degreeExponent(degreeExponent)
            .featureColumns(features)
            .featuresPerNode(featuresPerNode)
            .classSignal(classSignal);
    law = directed ? law.directed() : law;
    law = weighted ? law.weighted() : law;
    law = relations.isPresent() ? law.relations(relations.get()) : law;
    NodeSplit split = NodeSplit.draw(nodes, trainShare, validationShare, seed);
    long start = System.nanoTime();
    Dataset drawn = law.build().generate("synthetic", seed).withSplit(split);
    switch (chosen) {
      case BINARY -> BinaryDataset.write(drawn, out);
      case ARRAYS -> NumpyDataset.write(drawn, out.resolve("arrays.npz"));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", drawn.graph().nodeCount());
    fields.put("edges", drawn.graph().edgeCount());
    fields.putAll(drawn.graph().edgeKind().fields());
    fields.put("features", drawn.features().cols());
    fields.put("classes", drawn.labels().classCount());
    if (chosen != Format.ARRAYS) {
      fields.put("train", split.train().size());
      fields.put("validation", split.validation().size());
      fields.put("test", split.test().size());
    }
    fields.put("seed", seed);
    fields.put("seconds", seconds);
    answer.print(
        () -> fields,
        () ->
            drawn
                .graph()
                .edgeKind()
                .format(
                    "%,d nodes in %d classes, %,d {edges} and %,d features in %s.%nWritten to %s",
                    nodes, classes, edges, features, Output.seconds(seconds), out));
    return CommandLine.ExitCode.OK;
  }
}
