package io.linkteller.experiment;

import io.linkteller.dp.StandardMechanisms;
import io.linkteller.eval.metric.Utility;
import io.linkteller.models.train.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The inputs of an experiment: data, budget and trained models.
 *
 * @param datasets the data sets that are present
 * @param budget the part of the evaluation to compute
 * @param models the source of trained models, which reuses those of earlier runs
 */
public record Preparation(DatasetDirectory datasets, Budget budget, TrainedModels models) {

  List<Scenario> scenarios(List<String> names) {
    return datasets.present(names).stream().map(datasets::scenario).toList();
  }

  List<Victim> victims(List<String> names, Function<String, Preset> model) {
    return scenarios(names).stream()
        .map(scenario -> new Victim(scenario, recipe(model.apply(scenario.name()))))
        .toList();
  }

  private ModelRecipe recipe(Preset preset) {
    return new ModelRecipe(preset, budget.epochs().orElse(preset.epochs()), 0);
  }

  AttackGrid paperProtocol(List<Victim> victims) {
    return AttackGrid.paper(victims, budget.trainingSeeds())
        .samplingSeeds(budget.samplingSeeds())
        .targets(budget.targets())
        .build();
  }

  List<String> privacyDatasets() {
    return budget.privacyDatasets();
  }

  PrivacyGrid sweep(List<Double> epsilons, List<Long> noiseSeeds) {
    return new PrivacyGrid(
        List.of(StandardMechanisms.EDGE_RAND, StandardMechanisms.LAP_GRAPH), epsilons, noiseSeeds);
  }

  UtilityGrid utility(PrivacyGrid sweep) {
    return utility(budget.privacyDatasets(), sweep);
  }

  private UtilityGrid utility(List<String> names, PrivacyGrid sweep) {
    List<Victim> gcns = victims(names, PaperModels::gcn);
    return new UtilityGrid(
        gcns,
        gcns.stream().map(gcn -> recipe(PaperModels.mlp(gcn.scenario().name()))).toList(),
        budget.trainingSeeds(),
        sweep);
  }

  /**
   * Returns the choices of ε. One choice on held-out nodes of ES applies to all countries, which
   * share the training graph. F1 depends on how often a model predicts the rare class, so the
   * choice is also made by the AUC, which does not. The served graphs of the countries, which an
   * owner could not use in advance, show whether another ε would have been better for them.
   */
  List<EpsilonChoice.Choice> choices() {
    List<EpsilonChoice.Choice> choices = new ArrayList<>();
    List<String> countries = datasets.present(DatasetDirectory.TWITCH);
    if (!countries.isEmpty()) {
      List<Scenario> splits =
          budget.validationSplits().stream().map(datasets::twitchValidation).toList();
      choices.add(
          new EpsilonChoice.Choice("twitch-ES", countries, validation(splits, Preset.TWITCH)));
      choices.add(
          new EpsilonChoice.Choice(
              "twitch-ES by the AUC of the rare class",
              countries,
              validation(
                  splits.stream().map(split -> split.judgedBy(Utility.RARE_CLASS_AUC)).toList(),
                  Preset.TWITCH)));
      List<String> served = budget.privacyDatasets().stream().filter(countries::contains).toList();
      if (!served.isEmpty()) {
        choices.add(
            new EpsilonChoice.Choice(
                "the graphs served on twitch",
                served,
                utility(served, sweep(budget.epsilons(), budget.utilityNoiseSeeds()))));
      }
    }
    if (datasets.has("Flickr")) {
      choices.add(
          new EpsilonChoice.Choice(
              "Flickr",
              List.of("Flickr"),
              validation(List.of(datasets.flickrValidation()), Preset.FLICKR)));
    }
    return choices;
  }

  private UtilityGrid validation(List<Scenario> scenarios, Preset gcn) {
    return new UtilityGrid(
        scenarios.stream().map(scenario -> new Victim(scenario, recipe(gcn))).toList(),
        scenarios.stream().map(scenario -> recipe(Preset.TWITCH_MLP)).toList(),
        budget.trainingSeeds(),
        sweep(budget.epsilons(), budget.attackNoiseSeeds()));
  }
}
