package io.linkteller.experiment.scenario;

import io.linkteller.graph.Graph;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.TrainingData;

/**
 * The owner of a scenario's graphs under a protection. Each graph is perturbed once: where what is
 * trained on is a part of what is served, it is that part of the perturbed graph, so that no edge
 * pays twice. Graphs are perturbed when they are asked for.
 */
public final class Alice {

  private final Scenario scenario;
  private final Protection protection;

  private Alice(Scenario scenario, Protection protection) {
    this.scenario = scenario;
    this.protection = protection;
  }

  /**
   * Returns the owner.
   *
   * @param scenario what she holds
   * @param protection what protects it
   * @return the owner
   */
  public static Alice of(Scenario scenario, Protection protection) {
    return new Alice(scenario, protection);
  }

  TrainingData trainingData() {
    return scenario.trainingData(trainingGraph());
  }

  private Graph trainingGraph() {
    if (scenario.isTransductive()) {
      return servedOwner().view();
    }
    return scenario
        .trainNodes()
        .map(nodes -> servedOwner().view().inducedSubgraph(nodes))
        .orElseGet(() -> protection.ownerOfTraining(scenario.train().graph()).view());
  }

  private GraphOwner servedOwner() {
    return protection.ownerOfServed(scenario.served().graph());
  }

  /**
   * Serves a model.
   *
   * @param model a model for the scenario's features and classes
   * @param threads how many threads answer a query, at least 1
   * @return a black box
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public ServedModel serve(GnnModel<?> model, int threads) {
    return servedOwner().serve(model).parallelism(threads);
  }
}
