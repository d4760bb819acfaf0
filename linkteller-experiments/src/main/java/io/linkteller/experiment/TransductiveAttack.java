package io.linkteller.experiment;

import io.linkteller.attack.PairScores;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Attacks on models that serve their training graph (section VI.F). All nodes are targets, and
 * attacks are evaluated on {@link BalancedPairs}. A cell is one attack on one model, or on the data
 * if the attack sends no queries.
 *
 * @param victims the attacked models with their data, in transductive scenarios
 * @param trainingSeeds the seeds of training; every model is trained once with each
 * @param pairSeeds the seeds for drawing unconnected pairs, each at least 0
 * @param share the share of the connected pairs used for evaluation, in (0, 1]
 * @param methods the attacks
 * @param models the source of trained models
 */
public record TransductiveAttack(
    List<Victim> victims,
    List<Long> trainingSeeds,
    List<Integer> pairSeeds,
    double share,
    List<AttackMethod> methods,
    TrainedModels models)
    implements Experiment {

  private static final Map<String, BigDecimal> BELIEFS = beliefs();

  /**
   * Copies the lists.
   *
   * @param victims the attacked models with their data, in transductive scenarios
   * @param trainingSeeds the seeds of training; every model is trained once with each
   * @param pairSeeds the seeds for drawing unconnected pairs, each at least 0
   * @param share the share of the connected pairs used for evaluation, in (0, 1]
   * @param methods the attacks
   * @param models the source of trained models
   * @throws IllegalArgumentException if a list is empty or {@code share} is out of range
   */
  public TransductiveAttack {
    victims = AttackGrid.notEmpty("victims", victims);
    trainingSeeds = AttackGrid.notEmpty("trainingSeeds", trainingSeeds);
    pairSeeds = AttackGrid.notEmpty("pairSeeds", pairSeeds);
    methods = AttackGrid.notEmpty("methods", methods);
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share = " + share + " is outside (0, 1]");
    }
  }

  private static Map<String, BigDecimal> beliefs() {
    Map<String, BigDecimal> beliefs = new LinkedHashMap<>();
    beliefs.put("k/4", new BigDecimal("0.25"));
    beliefs.put("k/2", new BigDecimal("0.5"));
    beliefs.put("k", BigDecimal.ONE);
    beliefs.put("1.5k", new BigDecimal("1.5"));
    return beliefs;
  }

  @Override
  public String name() {
    return "attack-transductive";
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : victims) {
      for (AttackMethod method : methods) {
        if (!method.queriesModel()) {
          cells.add(cell(victim.scenario(), method, Optional.empty()));
          continue;
        }
        for (long seed : trainingSeeds) {
          cells.add(cell(victim.scenario(), method, Optional.of(victim.recipe().withSeed(seed))));
        }
      }
    }
    return cells;
  }

  private Cell cell(Scenario scenario, AttackMethod method, Optional<ModelRecipe> recipe) {
    ResultKey key =
        scenario
            .in(ResultKey.of("transductive"))
            .with("pair seeds", pairSeeds)
            .with("share", share)
            .with("beliefs", BELIEFS)
            .with("method", method.name());
    return new Cell(
        recipe.map(of -> of.in(key)).orElse(key),
        () ->
            observe(
                scenario,
                method,
                recipe.map(of -> models.serve(scenario, of, Protection.NONE)),
                recipe));
  }

  private List<Observation> observe(
      Scenario scenario,
      AttackMethod method,
      Optional<InferenceApi> api,
      Optional<ModelRecipe> recipe) {
    PairScores scores =
        method
            .on(scenario.served().labels())
            .attack()
            .run(
                api.orElse(AttackMethod.NOBODY),
                InferenceNodes.of(scenario.served().features()),
                scenario.served().graph().density())
            .scores();
    List<Observation> observations = new ArrayList<>();
    for (int seed : pairSeeds) {
      BalancedPairs pairs = BalancedPairs.draw(scenario.served().graph(), share, seed);
      Map<String, String> keys = new LinkedHashMap<>();
      keys.put(Columns.DATASET, scenario.name());
      keys.put(Columns.METHOD, method.name());
      keys.put("pair seed", String.valueOf(seed));
      recipe.ifPresent(of -> keys.put(AttackGrid.TRAINING_SEED, String.valueOf(of.seed())));
      observations.add(new Observation(keys, PaperMetric.AUC.name(), pairs.rocAuc(scores)));
      BELIEFS.forEach(
          (symbol, factor) -> {
            EdgeMetrics edges = pairs.cut(scores, factor);
            Map<String, String> at = new LinkedHashMap<>(keys);
            at.put(Columns.BELIEF, symbol);
            observations.add(new Observation(at, PaperMetric.PRECISION.name(), edges.precision()));
            observations.add(new Observation(at, PaperMetric.RECALL.name(), edges.recall()));
          });
    }
    return observations;
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    Observations observations = Observations.of(finished);
    ResultTable table =
        observations.tableBeside(
            "Attacks on citation graphs",
            PaperTable.ATTACK_TRANSDUCTIVE,
            PaperMetric.PRECISION,
            PaperMetric.RECALL);
    ResultTable auc =
        observations.tableBeside(
            "AUC on citation graphs", PaperTable.AUC_TRANSDUCTIVE, PaperMetric.AUC);
    return AttackSettings.of(victims, trainingSeeds, Report.builder(name(), table.title()))
        .setting("pair seeds", pairSeeds)
        .setting("share of the connected pairs", share)
        .introduction(
            "The model serves the graph that it was trained on. Attacks are judged on connected"
                + " pairs and as many unconnected ones, so k = 1/2 among them.")
        .section("Precision and recall")
        .text(AttackSettings.agreement(table))
        .table(table, PaperLayout.TRANSDUCTIVE)
        .section("AUC")
        .table(auc, PaperLayout.AUC_TRANSDUCTIVE);
  }
}
