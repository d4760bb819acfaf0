package io.linkteller.experiment;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The running time of LinkTeller including queries (section VI.E), measured for the first attack on
 * a newly deployed model in a process that has run an attack before. A cell is one data set, and
 * only one is computed at a time.
 *
 * @param victims the attacked models with their data; each model is trained with the seed of its
 *     recipe
 * @param samplingSeeds the seeds for drawing targets, each at least 0
 * @param targets the number of targets to draw; all nodes of a degree class that has fewer
 * @param models the source of trained models; attacks use as many threads as training
 */
public record RunningTime(
    List<Victim> victims, List<Integer> samplingSeeds, int targets, TrainedModels models)
    implements Experiment {

  /**
   * Copies the lists.
   *
   * @param victims the attacked models with their data; each model is trained with the seed of its
   *     recipe
   * @param samplingSeeds the seeds for drawing targets, each at least 0
   * @param targets the number of targets to draw; all nodes of a degree class that has fewer
   * @param models the source of trained models; attacks use as many threads as training
   * @throws IllegalArgumentException if a list is empty or {@code targets} is below 2
   */
  public RunningTime {
    victims = AttackGrid.notEmpty("victims", victims);
    samplingSeeds = new TargetSamples(samplingSeeds, targets).seeds();
  }

  @Override
  public String name() {
    return "runtime";
  }

  @Override
  public boolean needsQuiet() {
    return true;
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : victims) {
      ResultKey key =
          samples()
              .in(victim.scenario().in(ResultKey.of("runtime")))
              .with("thresholds", victim.scenario().thresholds())
              .with("threads", models.threads());
      cells.add(
          new Cell(victim.recipe().in(key), () -> observe(victim.scenario(), victim.recipe())));
    }
    return cells;
  }

  private TargetSamples samples() {
    return new TargetSamples(samplingSeeds, targets);
  }

  private List<Observation> observe(Scenario scenario, ModelRecipe recipe) {
    GnnModel model = models.get(scenario, recipe, Protection.NONE);
    List<Observation> observations = new ArrayList<>();
    // The first attack warms up the JIT compiler and is not counted.
    seconds(scenario, model, DegreeClass.UNCONSTRAINED, samplingSeeds.get(0));
    for (DegreeClass degree : DegreeClass.values()) {
      for (int seed : samplingSeeds) {
        Map<String, String> keys =
            TargetSamples.keys(Map.of(Columns.DATASET, scenario.name()), degree, seed);
        seconds(scenario, model, degree, seed)
            .ifPresent(
                s -> observations.add(new Observation(keys, PaperMetric.RUNNING_TIME.name(), s)));
      }
    }
    return observations;
  }

  private Optional<Double> seconds(
      Scenario scenario, GnnModel model, DegreeClass degree, int seed) {
    NodeSample sample = samples().draw(scenario, degree, seed);
    Optional<RoundedDensity> density = TargetSamples.density(scenario, sample);
    InferenceApi api =
        ProtectedPipeline.of(scenario, Protection.NONE).serve(model, models.threads());
    LinkAttack attack = LinkTeller.builder().parallelism(models.threads()).build();
    InferenceNodes nodes =
        InferenceNodes.of(scenario.served().features()).targeting(sample.nodes());
    return density.map(
        k -> attack.run(api, nodes, k.kHat(BeliefFactor.RIGHT)).elapsed().toNanos() / 1e9);
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    ResultTable table =
        Observations.of(finished)
            .tableBeside(
                "Running time of LinkTeller", PaperTable.RUNTIME, PaperMetric.RUNNING_TIME);
    return samples()
        .recordIn(AttackSettings.of(victims, Report.builder(name(), table.title())))
        .setting("threads of an attack", models.threads())
        .introduction(
            "Wall-clock time of an attack on a newly deployed model, including all queries, in a"
                + " process that has run an attack before. The paper's times are from a machine"
                + " with a GPU.")
        .section("Results")
        .table(table, PaperLayout.BY_DEGREE);
  }
}
