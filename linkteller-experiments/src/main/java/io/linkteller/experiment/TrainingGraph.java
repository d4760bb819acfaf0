package io.linkteller.experiment;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.TrainingData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.Supplier;

/** The relation of the training graph of a model to the served graph. */
sealed interface TrainingGraph {

  /**
   * Returns the perturbed training graph.
   *
   * @param served computes the perturbed served graph
   * @param separate computes the separately perturbed training graph
   * @return the training graph
   */
  Graph perturbed(Supplier<Graph> served, Supplier<Graph> separate);

  /**
   * Returns the checksums of the data on which the trained model depends.
   *
   * @param train checksums of the training data
   * @param served checksums of the served data
   * @return the checksums that identify the model's data
   */
  default String fingerprint(String train, String served) {
    return train;
  }

  /**
   * Restricts training data to the training nodes, or returns them unchanged if there is no split.
   */
  default TrainingData restrict(TrainingData all, Dataset train) {
    return all;
  }

  /** A training graph without nodes in common with the served graph, perturbed separately. */
  record Separate() implements TrainingGraph {
    @Override
    public Graph perturbed(Supplier<Graph> served, Supplier<Graph> separate) {
      return separate.get();
    }
  }

  /**
   * A training graph that is an induced subgraph of the served graph.
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

  /** The served graph as training graph, with a split that defines the training nodes. */
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
