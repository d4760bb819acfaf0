package io.linkteller.experiment;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.NodeSplit;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.choice.DataFingerprint;
import io.linkteller.eval.choice.OwnerData;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The training data and served data of a model, and the measure of its utility. Features are scaled
 * for the model: columns are standardized by the training data or, for the citation graphs, each
 * row is divided by its sum. Immutable.
 */
public final class Scenario {

  private final String name;
  private final Graphs graphs;
  private final DegreeThresholds thresholds;
  private final Utility utility;

  private Scenario(String name, Graphs graphs, DegreeThresholds thresholds, Utility utility) {
    this.name = name;
    this.graphs = graphs;
    this.thresholds = thresholds;
    this.utility = utility;
  }

  /**
   * Both data sets, their relation, and their checksums, which are kept because computing them
   * requires a pass over all features.
   */
  private record Graphs(
      Dataset train,
      Dataset served,
      TrainingGraph relation,
      String trainFingerprint,
      String servedFingerprint) {

    static Graphs of(Dataset train, Dataset served, TrainingGraph relation) {
      return new Graphs(train, served, relation, fingerprint(train), fingerprint(served));
    }
  }

  private static String fingerprint(Dataset data) {
    return DataFingerprint.of(data.graph(), data.labels(), data.features());
  }

  /**
   * Returns a scenario whose training graph and served graph have no nodes in common, as on twitch.
   *
   * @param name its name in tables
   * @param pair the two graphs
   * @param thresholds the thresholds of low and high degree
   * @param utility the measure of the utility
   * @return the scenario
   */
  public static Scenario inductive(
      String name, InductivePair pair, DegreeThresholds thresholds, Utility utility) {
    return standardized(name, pair, new TrainingGraph.Separate(), thresholds, utility);
  }

  /**
   * Returns a scenario that trains on a part of a graph and serves all of it, as on PPI and Flickr.
   *
   * @param name its name in tables
   * @param pair the part, whose node i is the i-th training node of the whole graph's split, and
   *     the whole graph
   * @param thresholds the thresholds of low and high degree
   * @param utility the measure of the utility, evaluated on the test nodes of the split
   * @return the scenario
   * @throws IllegalArgumentException if the whole has no split
   */
  public static Scenario partOfWhole(
      String name, InductivePair pair, DegreeThresholds thresholds, Utility utility) {
    return standardized(
        name,
        pair,
        new TrainingGraph.Induced(splitOf(pair.inference()).train()),
        thresholds,
        utility);
  }

  /**
   * Returns a scenario that trains on some nodes of a graph and evaluates on others, for choosing
   * settings on validation nodes.
   *
   * @param name its name in tables
   * @param data the graph
   * @param split the training nodes, with the evaluation nodes as test nodes
   * @param thresholds the thresholds of low and high degree
   * @param utility the measure of the utility
   * @return the scenario
   */
  public static Scenario heldOut(
      String name, Dataset data, NodeSplit split, DegreeThresholds thresholds, Utility utility) {
    Dataset whole = data.withSplit(split);
    return partOfWhole(
        name,
        new InductivePair(data.inducedOn(data.name() + "-train", split.train()), whole),
        thresholds,
        utility);
  }

  /**
   * Returns a scenario that trains and serves on one graph with the labels of some nodes, as on
   * Cora and Citeseer.
   *
   * @param name its name in tables
   * @param data the graph, with sparse features and a split
   * @return the scenario, with micro-averaged F1 over the test nodes as utility
   * @throws IllegalArgumentException if there is no split or the features are not sparse
   */
  public static Scenario transductive(String name, Dataset data) {
    splitOf(data);
    if (!(data.features() instanceof SparseFeatures sparse)) {
      throw new IllegalArgumentException(data.name() + " has features that are not sparse");
    }
    Dataset scaled = data.withFeatures(sparse.normalizedByRow());
    // The thresholds of the authors' published code for Cora; the paper states none.
    return new Scenario(
        name,
        Graphs.of(scaled, scaled, new TrainingGraph.Served()),
        new DegreeThresholds(3, 4),
        Utility.MICRO_F1);
  }

  private static Scenario standardized(
      String name,
      InductivePair pair,
      TrainingGraph relation,
      DegreeThresholds thresholds,
      Utility utility) {
    FeatureScaler scaler = FeatureScaler.fit(pair.train().features());
    return new Scenario(
        name,
        Graphs.of(
            pair.train().withFeatures(scaler.transform(pair.train().features())),
            pair.inference().withFeatures(scaler.transform(pair.inference().features())),
            relation),
        thresholds,
        utility);
  }

  static NodeSplit splitOf(Dataset data) {
    return data.split()
        .orElseThrow(() -> new IllegalArgumentException(data.name() + " has no split"));
  }

  /** {@return the name of the scenario in tables} */
  public String name() {
    return name;
  }

  /** {@return the served data, which are attacked, with the true edges and scaled features} */
  public Dataset served() {
    return graphs.served();
  }

  /** {@return the thresholds of low and high degree} */
  public DegreeThresholds thresholds() {
    return thresholds;
  }

  /** {@return the measure of the model's utility} */
  public Utility utility() {
    return utility;
  }

  /**
   * Returns this scenario with another measure on the same nodes; its models are unchanged.
   *
   * @param other the measure of the utility
   * @return the scenario
   */
  public Scenario judgedBy(Utility other) {
    return new Scenario(name, graphs, thresholds, other);
  }

  /**
   * Returns the evaluation nodes.
   *
   * @return the test nodes of the served graph's split, or, without one, all nodes with a known
   *     label
   */
  public IntList judgedNodes() {
    return served().split().map(NodeSplit::test).map(this::labeled).orElseGet(this::allLabeled);
  }

  private IntList allLabeled() {
    IntArrayList all = new IntArrayList();
    for (int node = 0; node < served().graph().nodeCount(); node++) {
      all.add(node);
    }
    return labeled(all);
  }

  private IntList labeled(IntList nodes) {
    return new IntArrayList(nodes.intStream().filter(served().labels()::isKnown).toArray());
  }

  /** {@return the checksums of both data sets} */
  public String fingerprint() {
    return graphs.trainFingerprint() + graphs.servedFingerprint();
  }

  /**
   * Adds this scenario to a key.
   *
   * @param key the key of a result that depends on it
   * @return the key with the name and the {@link #fingerprint}
   */
  public ResultKey in(ResultKey key) {
    return key.with("scenario", name).with("data", fingerprint());
  }

  /** Returns the checksums of the data on which the trained model depends. */
  String trainFingerprint() {
    return graphs.relation().fingerprint(graphs.trainFingerprint(), graphs.servedFingerprint());
  }

  Dataset train() {
    return graphs.train();
  }

  TrainingGraph trainingGraph() {
    return graphs.relation();
  }

  /** Returns the training data with the edges that the graph owner publishes. */
  TrainingData trainingData(Graph edges) {
    TrainingData all = TrainingData.of(edges, train().features(), train().labels());
    return graphs.relation().restrict(all, train());
  }

  /**
   * Returns the data for an owner's choice of a protection.
   *
   * @return the data
   * @throws IllegalArgumentException if the scenario trains on a part of the served graph, whose
   *     edges would be charged twice
   */
  public OwnerData owned() {
    TrainingData data = trainingData(train().graph());
    if (graphs.relation() instanceof TrainingGraph.Served) {
      return OwnerData.of(data, judgedNodes());
    }
    if (graphs.relation() instanceof TrainingGraph.Separate) {
      return OwnerData.servedElsewhere(
          data,
          TrainingData.of(served().graph(), served().features(), served().labels()),
          judgedNodes());
    }
    throw new IllegalArgumentException(
        name + " trains on a part of the served graph, whose edges would be charged twice");
  }

  @Override
  public String toString() {
    return "Scenario["
        + name
        + ", train = "
        + train().name()
        + ", served = "
        + served().name()
        + "]";
  }
}
