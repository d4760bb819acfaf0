package io.linkteller.experiment;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The effect of a limit on queries per node set, for the attacker and for benign users (appendix
 * D.1), with limits up to the number of targets plus one. A cell is one data set.
 *
 * @param victims the attacked models with their data; each model is trained with the seed of its
 *     recipe
 * @param samplingSeeds the seeds for drawing targets, each at least 0
 * @param targets the number of targets to draw; all nodes of a degree class that has fewer
 * @param benignQueries the number of queries of each benign user for the same nodes
 * @param models the source of trained models
 */
public record QueryLimit(
    List<Victim> victims,
    List<Integer> samplingSeeds,
    int targets,
    List<Integer> benignQueries,
    TrainedModels models)
    implements Experiment {

  /** The share of correct predictions among all that benign users requested. */
  public static final Metric BENIGN = Metric.unmarked("benign accuracy", Unit.PERCENT, 1);

  /**
   * The score, which needs only one probed node of a pair; the paper's score needs the later node.
   */
  private static final PairScore SCORE = PairScore.MAX;

  private static final double[] SHARES = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};

  /**
   * Copies the lists.
   *
   * @param victims the attacked models with their data; each model is trained with the seed of its
   *     recipe
   * @param samplingSeeds the seeds for drawing targets, each at least 0
   * @param targets the number of targets to draw; all nodes of a degree class that has fewer
   * @param benignQueries the number of queries of each benign user for the same nodes
   * @param models the source of trained models
   * @throws IllegalArgumentException if a list is empty or {@code targets} is below 2
   */
  public QueryLimit {
    victims = AttackGrid.notEmpty("victims", victims);
    samplingSeeds = new TargetSamples(samplingSeeds, targets).seeds();
    benignQueries = AttackGrid.notEmpty("benignQueries", benignQueries);
  }

  @Override
  public String name() {
    return "query-limit";
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : victims) {
      Scenario scenario = victim.scenario();
      ResultKey key =
          samples()
              .in(scenario.in(ResultKey.of("query-limit")))
              .with("thresholds", scenario.thresholds())
              .with("score", SCORE)
              .with("benign queries", benignQueries);
      cells.add(new Cell(victim.recipe().in(key), () -> observe(scenario, victim.recipe())));
    }
    return cells;
  }

  private TargetSamples samples() {
    return new TargetSamples(samplingSeeds, targets);
  }

  private List<Observation> observe(Scenario scenario, ModelRecipe recipe) {
    ServedModel api = models.serve(scenario, recipe, Protection.NONE);
    InferenceNodes nodes = InferenceNodes.of(scenario.served().features());
    double accuracy =
        Utility.MICRO_F1.of(
            api.predict(nodes.query()), scenario.served().labels(), scenario.judgedNodes());
    QueryLimitTradeOff tradeOff =
        QueryLimitTradeOff.builder()
            .limits(limits())
            .score(SCORE)
            .benignQueries(benignQueries.stream().mapToInt(Integer::intValue).toArray())
            .build();
    List<Observation> observations = new ArrayList<>();
    for (DegreeClass degree : DegreeClass.values()) {
      for (int seed : samplingSeeds) {
        NodeSample sample = samples().draw(scenario, degree, seed);
        Optional<RoundedDensity> density = TargetSamples.density(scenario, sample);
        if (density.isEmpty()) {
          continue;
        }
        QueryLimitTradeOff.Table table =
            tradeOff.run(
                api,
                nodes.targeting(sample.nodes()),
                scenario.served().graph(),
                accuracy,
                density.get().kHat(BeliefFactor.RIGHT));
        for (QueryLimitTradeOff.Point point : table.points()) {
          Map<String, String> keys = new LinkedHashMap<>();
          keys.put(Columns.DATASET, scenario.name());
          keys.put(Columns.DEGREE, degree.name().toLowerCase(Locale.ROOT));
          keys.put(Columns.QUERIES, String.valueOf(point.limit()));
          keys.put(TargetSamples.SEED, String.valueOf(seed));
          observations.add(
              new Observation(keys, PaperMetric.ATTACK_F1.name(), point.attack().f1()));
          observations.add(new Observation(keys, BENIGN.name(), point.benignAccuracy()));
        }
      }
    }
    return observations;
  }

  /**
   * Returns the limits: one query for the unperturbed answer, plus one per target for each share of
   * the targets.
   */
  private int[] limits() {
    List<Integer> limits = new ArrayList<>(List.of(1));
    for (double share : SHARES) {
      int limit = 1 + (int) Math.rint(share * targets);
      if (limit > limits.get(limits.size() - 1)) {
        limits.add(limit);
      }
    }
    return limits.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    ResultTable table =
        Observations.of(finished)
            .table(
                "LinkTeller under a query limit",
                List.of(Columns.DATASET, Columns.DEGREE, Columns.QUERIES),
                PaperMetric.ATTACK_F1,
                BENIGN);
    Report.Builder report =
        samples()
            .recordIn(AttackSettings.of(victims, Report.builder(name(), table.title())))
            .setting("queries of benign users", benignQueries)
            .setting("score of a pair", SCORE)
            .introduction(
                "With a limit of Q queries per node set, the attacker can probe Q - 1 targets. It"
                    + " scores a pair by the larger of its two influences (score max), for which a"
                    + " single probed node suffices; other experiments use only the paper's"
                    + " direction, so their F1 differs from the F1 here without a limit. Queries of"
                    + " benign users beyond the limit are not answered and count as wrong"
                    + " predictions.");
    PaperLayout.by(Columns.DATASET, table)
        .forEach(
            (dataset, part) ->
                report
                    .section(dataset)
                    .figure(
                        TableFigure.of(
                            dataset, part, PaperMetric.ATTACK_F1, Columns.QUERIES, Columns.DEGREE),
                        "F1 of LinkTeller (score MAX) at belief k against the limit, by degree"
                            + " class.")
                    .table(part, PaperLayout.QUERY_LIMIT));
    return report;
  }
}
