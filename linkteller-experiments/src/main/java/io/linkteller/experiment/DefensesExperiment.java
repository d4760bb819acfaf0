package io.linkteller.experiment;

import io.linkteller.eval.metric.Utility;
import io.linkteller.models.train.Preset;
import java.util.List;

/** Registers the {@link DefenseGrid} as {@code reproduce defenses}. */
public final class DefensesExperiment implements ExperimentProvider {

  private static final String CITATIONS = "Cora";
  private static final List<String> QUICK = List.of("RU", CITATIONS);

  /** Creates the provider, for the service loader. */
  public DefensesExperiment() {}

  @Override
  public String label() {
    return "defenses";
  }

  @Override
  public List<String> dataNames() {
    return List.of("RU", CITATIONS, "PTBR");
  }

  @Override
  public Experiment create(Preparation prepared) {
    Budget budget = prepared.budget();
    boolean quick = budget.equals(Budget.QUICK);
    List<Victim> victims =
        prepared.datasets().present(quick ? QUICK : dataNames()).stream()
            .map(name -> victim(prepared.datasets().scenario(name), budget, name.equals(CITATIONS)))
            .toList();
    return new DefenseGrid(
        victims,
        // One repetition of all defenses and attacks takes hours.
        budget.samplingSeeds().subList(0, 1),
        budget.targets(),
        budget.attackNoiseSeeds().subList(0, 1),
        quick,
        prepared.models());
  }

  private static Victim victim(Scenario scenario, Budget budget, boolean citations) {
    Preset preset = citations ? Preset.KIPF : Preset.TWITCH;
    return new Victim(
        scenario.judgedBy(citations ? Utility.ACCURACY : Utility.RARE_CLASS_AUC),
        new ModelRecipe(
            preset, budget.epochs().orElse(preset.epochs()), budget.trainingSeeds().get(0)));
  }
}
