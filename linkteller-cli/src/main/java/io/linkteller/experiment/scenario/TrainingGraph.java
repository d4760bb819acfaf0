package io.linkteller.experiment.scenario;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.Supplier;

/** How the graph that a model is trained on relates to the graph that it serves. */
sealed interface TrainingGraph {

  /**
   * Returns the perturbed training graph.
   *
   * @param served computes the perturbed served graph
   * @param separate computes the training graph perturbed by itself
   * @return the graph to train on
   */
  Graph perturbed(Supplier<Graph> served, Supplier<Graph> separate);

  /**
   * Returns the checksums of the data that the trained model depends on.
   *
   * @param train checksums of the training data
   * @param served checksums of the served data
   * @return the checksums that identify the model's data
   */
  default String fingerprint(String train, String served) {
    return train;
  }

  /** Restricts training data to the training nodes; all nodes unless a split is used. */
  default TrainingData restrict(TrainingData all, Dataset train) {
    return all;
  }

  /** A graph without nodes in common with the served graph, perturbed by itself. */
  record Separate() implements TrainingGraph {
    @Override
    public Graph perturbed(Supplier<Graph> served, Supplier<Graph> separate) {
      return separate.get();
    }
  }

  /**
   * The subgraph that some nodes induce in the served graph.
   *
   * @param nodes the training nodes, as nodes of the served graph
   */
  record Induced(IntList nodes) implements TrainingGraph {
    @Override
    public Graph perturbed(Supplier<Graph> served, Supplier<Graph> separate) {
      return served.get().inducedSubgraph(nodes);
    }

    @Override
    public String fingerprint(String train, String served) {
      // The noise of the training graph depends on the whole served graph.
      return train + served;
    }
  }

  /** The served graph itself; a split says which nodes are trained on. */
  record Served() implements TrainingGraph {
    @Override
    public Graph perturbed(Supplier<Graph> served, Supplier<Graph> separate) {
      return served.get();
    }

    @Override
    public TrainingData restrict(TrainingData all, Dataset train) {
      NodeSplit split = Scenario.splitOf(train);
      return all.trainingOn(split.train()).validatingOn(split.validation());
    }
  }
}
