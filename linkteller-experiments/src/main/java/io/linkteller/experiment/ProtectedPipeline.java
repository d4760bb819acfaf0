package io.linkteller.experiment;

import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.Provenance;

/**
 * Training and serving of a scenario under a protection. Each graph is perturbed once. If the
 * training graph is a part of the served graph, the same part of the perturbed graph is used, so
 * that no edge is perturbed twice. Graphs are perturbed on demand. Immutable.
 */
public final class ProtectedPipeline {

  private final Scenario scenario;
  private final Protection protection;

  private ProtectedPipeline(Scenario scenario, Protection protection) {
    this.scenario = scenario;
    this.protection = protection;
  }

  /**
   * Returns the pipeline for a scenario.
   *
   * @param scenario the graphs to train on and to serve
   * @param protection the protection of their edges
   * @return the pipeline
   */
  public static ProtectedPipeline of(Scenario scenario, Protection protection) {
    return new ProtectedPipeline(scenario, protection);
  }

  TrainingData trainingData() {
    return scenario
        .trainingData(
            scenario
                .trainingGraph()
                .perturbed(
                    () -> servedOwner().view(),
                    () -> protection.ownerOfTraining(scenario.train().graph()).view()))
        .withProvenance(Provenance.ofView(servedOwner().guarantee()));
  }

  private GraphOwner servedOwner() {
    return protection.ownerOfServed(scenario.served().graph());
  }

  /**
   * Serves a model.
   *
   * @param model a model for the scenario's features and classes
   * @param threads the number of threads that answer a query, at least 1
   * @return the black box
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public ServedModel serve(GnnModel model, int threads) {
    return servedOwner().serve(model).parallelism(threads);
  }
}
