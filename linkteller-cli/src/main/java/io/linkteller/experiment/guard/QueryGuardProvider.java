package io.linkteller.experiment.guard;

import io.linkteller.experiment.Experiment;
import io.linkteller.experiment.attack.Victim;
import io.linkteller.experiment.reproduce.Budget;
import io.linkteller.experiment.reproduce.ExperimentProvider;
import io.linkteller.experiment.reproduce.Preparation;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.models.search.Preset;
import java.util.List;

/** The experiment {@code query-guard}: attacks on RU, benign clients of RU and Cora. */
public final class QueryGuardProvider implements ExperimentProvider {

  private static final String ATTACKED = "RU";

  /** With noise every query takes a full pass, so fewer targets than the paper's. */
  private static final int MOST_TARGETS = 200;

  @Override
  public String label() {
    return "query-guard";
  }

  @Override
  public List<String> dataNames() {
    return List.of(ATTACKED, "Cora");
  }

  @Override
  public Experiment create(Preparation prepared) {
    boolean full = prepared.budget().equals(Budget.FULL);
    List<Scenario> served =
        prepared.datasets().present(dataNames()).stream()
            .map(prepared.datasets()::scenario)
            .toList();
    return new GuardedAttacks(
        served.stream()
            .filter(scenario -> scenario.name().equals(ATTACKED))
            .map(scenario -> Victim.of(scenario, Preset.TWITCH))
            .toList(),
        served,
        prepared.budget().samplingSeeds().get(0),
        Math.min(MOST_TARGETS, prepared.budget().targets()),
        full ? List.of(0.0, 1e-9, 1e-5, 1e-3, 1e-2) : List.of(0.0, 1e-2),
        full ? 100 : 10,
        prepared.models());
  }
}
