package io.linkteller.cli;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismType;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.graph.Graph;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.privacy.ResponseRates;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that select the protection of the served graph. */
final class Protection {

  @Option(
      names = "--protect",
      paramLabel = "MECHANISM",
      converter = MechanismOption.class,
      completionCandidates = MechanismOption.class,
      description =
          "The mechanism that perturbs the served graph: "
              + MechanismOption.CHOICE
              + " Results are compared with the true graph. The guarantee hides any one edge: one"
              + " arc in directed data, one edge of one relation in data with relations. Weights"
              + " are rejected. The training graph is unchanged, so no accuracy is reported.")
  private Optional<MechanismType> mechanism = Optional.empty();

  @Option(names = "--epsilon", description = "The privacy budget of --protect, above 0.")
  private Optional<Double> epsilon = Optional.empty();

  @Option(
      names = "--protect-seed",
      description = "Seed of the perturbation. Without it, random bits come from a secure source.")
  private Optional<Long> seed = Optional.empty();

  boolean isGiven() {
    return mechanism.isPresent();
  }

  /** Rejects values out of range before any work is done. */
  void check(CommandSpec spec) {
    if (isGiven()) {
      Arguments.check(spec, this::protecting);
    }
  }

  private GraphMechanism protecting() {
    GraphMechanism chosen = mechanism.orElseThrow().withEpsilon(epsilon.orElseThrow());
    return seed.isPresent() ? chosen.forExperiments(seed.get()) : chosen;
  }

  /** Returns an owner that serves a graph under this protection. */
  GraphOwner owner(Graph graph) {
    GraphOwner owner = GraphOwner.of(graph);
    // The attacked graph is not released; the report states what the guarantee does not cover.
    return isGiven()
        ? owner.protectedForExperimentsBy(protecting()).acceptingUncoveredWeights()
        : owner;
  }

  /**
   * Returns the public parameters of the perturbation.
   *
   * @param density the density of the true graph, which mechanisms that preserve the density
   *     publish with noise
   */
  ResponseRates rates(double density) {
    double budget = epsilon.orElseThrow();
    GraphMechanism chosen = mechanism.orElseThrow().withEpsilon(budget);
    return Candidate.rates(chosen, budget, density)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "can't denoise: the probabilities with which "
                        + chosen
                        + " outputs an edge are not known here"));
  }

  /** Returns a readable description, also used in journals. */
  @Override
  public String toString() {
    return mechanism.map(type -> type + " at epsilon = " + epsilon.orElseThrow()).orElse("none")
        + seed.map(value -> ", seed " + value).orElse("");
  }
}
