package io.linkteller.experiment.guard;

import io.linkteller.experiment.Experiment;
import io.linkteller.experiment.attack.Victim;
import io.linkteller.experiment.reproduce.Budget;
import io.linkteller.experiment.reproduce.ExperimentProvider;
import io.linkteller.experiment.reproduce.Preparation;
import io.linkteller.models.search.Preset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The experiment {@code query-guard} on Cora and, except with the quick budget, RU. */
public final class QueryGuardProvider implements ExperimentProvider {

  /** Of 344 clients in all kinds, none refused shows a rate of at most 1 % with 95 %. */
  private static final int CLIENTS = 43;

  /**
   * With noise, a query costs time linear in its nodes and features, which are more on twitch, and
   * an attack sends some queries per target.
   */
  private static final Map<String, Integer> TARGETS = new TreeMap<>(Map.of("Cora", 200, "RU", 100));

  @Override
  public String label() {
    return "query-guard";
  }

  @Override
  public List<String> dataNames() {
    return List.of("Cora", "RU");
  }

  @Override
  public Experiment create(Preparation prepared) {
    boolean full = prepared.budget().equals(Budget.FULL);
    // With noise, no query is a small change of another, which is slow on the features of twitch.
    List<Victim> victims =
        prepared.datasets().present(dataNames()).stream()
            .map(
                name ->
                    Victim.of(
                        prepared.datasets().scenario(name),
                        name.equals("RU") ? Preset.TWITCH : Preset.KIPF))
            .limit(full ? 2 : 1)
            .toList();
    return new GuardedAttacks(
        victims,
        prepared.budget().samplingSeeds().get(0),
        TARGETS,
        List.of(0.0, 1e-9, 1e-5, 1e-3, 1e-2),
        CLIENTS,
        prepared.models());
  }
}
