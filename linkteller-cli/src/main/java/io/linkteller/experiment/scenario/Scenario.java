package io.linkteller.experiment.scenario;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.NodeSplit;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/**
 * What a model is trained on, what it then serves, and how it is judged. Features are as the model
 * takes them: standardized by what is trained on, or, of the citation graphs, divided by their sum
 * in each row. Immutable.
 */
public final class Scenario {

  private final String name;
  private final Dataset train;
  private final Dataset served;
  private final Optional<IntList> trainNodes;
  private final boolean transductive;
  private final DegreeThresholds thresholds;
  private final Utility utility;
  private final String fingerprint;
  private final String trainFingerprint;

  private Scenario(
      String name,
      Dataset train,
      Dataset served,
      Optional<IntList> trainNodes,
      boolean transductive,
      DegreeThresholds thresholds,
      Utility utility) {
    this.name = name;
    this.train = train;
    this.served = served;
    this.trainNodes = trainNodes;
    this.transductive = transductive;
    this.thresholds = thresholds;
    this.utility = utility;
    this.trainFingerprint = DataFingerprint.of(train);
    this.fingerprint = trainFingerprint + DataFingerprint.of(served);
  }

  private Scenario(Scenario other, Utility utility) {
    this.name = other.name;
    this.train = other.train;
    this.served = other.served;
    this.trainNodes = other.trainNodes;
    this.transductive = other.transductive;
    this.thresholds = other.thresholds;
    this.utility = utility;
    this.trainFingerprint = other.trainFingerprint;
    this.fingerprint = other.fingerprint;
  }

  /**
   * Trains on one graph and serves another that has no node in common with it, as on twitch.
   *
   * @param name what tables call it
   * @param pair the two graphs
   * @param thresholds where low degree ends and high begins
   * @param utility how the model is judged
   * @return the scenario
   */
  public static Scenario inductive(
      String name, InductivePair pair, DegreeThresholds thresholds, Utility utility) {
    return standardized(name, pair, Optional.empty(), thresholds, utility);
  }

  /**
   * Trains on a part of a graph and serves the whole, as on PPI and Flickr.
   *
   * @param name what tables call it
   * @param pair the part, node i of which is the i-th training node of the whole's split, and the
   *     whole
   * @param thresholds where low degree ends and high begins
   * @param utility how the model is judged, by the test nodes of the split
   * @return the scenario
   * @throws IllegalArgumentException if the whole has no split
   */
  public static Scenario partOfWhole(
      String name, InductivePair pair, DegreeThresholds thresholds, Utility utility) {
    return standardized(
        name, pair, Optional.of(splitOf(pair.inference()).train()), thresholds, utility);
  }

  /**
   * Trains on some nodes of a graph and is judged by others, as settings are chosen on validation
   * nodes.
   *
   * @param name what tables call it
   * @param data the graph
   * @param split which nodes are trained on, and which the model is judged by: the test nodes
   * @param thresholds where low degree ends and high begins
   * @param utility how the model is judged
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
   * Trains and serves on one graph, with the labels of some nodes, as on Cora and Citeseer.
   *
   * @param name what tables call it
   * @param data the graph, with sparse features and a split
   * @return the scenario, judged by the F1 of all classes together over the test nodes
   * @throws IllegalArgumentException if there is no split or the features are not sparse
   */
  public static Scenario transductive(String name, Dataset data) {
    splitOf(data);
    if (!(data.features() instanceof SparseFeatures sparse)) {
      throw new IllegalArgumentException(data.name() + " has features that are not sparse");
    }
    Dataset scaled = data.withFeatures(sparse.normalizedByRow());
    // The degree classes of the authors' published code for Cora; the paper has none here.
    return new Scenario(
        name, scaled, scaled, Optional.empty(), true, new DegreeThresholds(3, 4), Utility.MICRO_F1);
  }

  private static Scenario standardized(
      String name,
      InductivePair pair,
      Optional<IntList> trainNodes,
      DegreeThresholds thresholds,
      Utility utility) {
    FeatureScaler scaler = FeatureScaler.fit(pair.train().features());
    return new Scenario(
        name,
        pair.train().withFeatures(scaler.transform(pair.train().features())),
        pair.inference().withFeatures(scaler.transform(pair.inference().features())),
        trainNodes,
        false,
        thresholds,
        utility);
  }

  private static NodeSplit splitOf(Dataset data) {
    return data.split()
        .orElseThrow(() -> new IllegalArgumentException(data.name() + " has no split"));
  }

  /**
   * Returns what tables call it.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Returns what is served and attacked, with the edges as they are.
   *
   * @return the data set, with features as the model takes them
   */
  public Dataset served() {
    return served;
  }

  /**
   * Returns where low degree ends and high begins.
   *
   * @return the thresholds
   */
  public DegreeThresholds thresholds() {
    return thresholds;
  }

  /**
   * Returns how the model is judged.
   *
   * @return the measure
   */
  public Utility utility() {
    return utility;
  }

  /**
   * Returns this scenario with another measure of the same nodes; models are the same.
   *
   * @param other how the model is judged
   * @return the scenario
   */
  public Scenario judgedBy(Utility other) {
    return new Scenario(this, other);
  }

  /**
   * Returns the nodes that the model is judged by.
   *
   * @return the test nodes of the served graph's split, or, without one, all nodes with a known
   *     label
   */
  public IntList judgedNodes() {
    return served.split().map(NodeSplit::test).map(this::labelled).orElseGet(this::allLabelled);
  }

  private IntList allLabelled() {
    IntArrayList all = new IntArrayList();
    for (int node = 0; node < served.graph().nodeCount(); node++) {
      all.add(node);
    }
    return labelled(all);
  }

  private IntList labelled(IntList nodes) {
    return new IntArrayList(nodes.intStream().filter(served.labels()::isKnown).toArray());
  }

  /**
   * Returns what tells this scenario from one on other data.
   *
   * @return checksums of both data sets
   */
  public String fingerprint() {
    return fingerprint;
  }

  /**
   * Adds this scenario to a key.
   *
   * @param key the key of something that depends on it
   * @return the key with the name and the {@link #fingerprint}
   */
  public ResultKey in(ResultKey key) {
    return key.with("scenario", name).with("data", fingerprint);
  }

  /** What tells what is trained on from other data. */
  String trainFingerprint() {
    return trainFingerprint;
  }

  Dataset train() {
    return train;
  }

  /** Whether one graph, with one noise, is trained on and served. */
  boolean isTransductive() {
    return transductive;
  }

  /** The training nodes within the served graph, where they are part of it. */
  Optional<IntList> trainNodes() {
    return trainNodes;
  }

  /** What is trained on, with the edges that Alice lets be seen. */
  TrainingData trainingData(Graph edges) {
    TrainingData all = TrainingData.of(edges, train.features(), train.labels());
    return isTransductive()
        ? all.trainingOn(splitOf(train).train()).validatingOn(splitOf(train).validation())
        : all;
  }

  @Override
  public String toString() {
    return "Scenario[" + name + ", train = " + train.name() + ", served = " + served.name() + "]";
  }
}
