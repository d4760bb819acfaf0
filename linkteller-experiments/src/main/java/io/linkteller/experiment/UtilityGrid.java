package io.linkteller.experiment;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.Utility;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ejml.data.DMatrixRMaj;

/**
 * The utility of models (section VI.D): of GCN and MLP without protection, and of the GCN under
 * each protection of a sweep, over all evaluation nodes and over those in each range of degrees in
 * the true graph. A cell is one model on one data set. Immutable.
 *
 * @param gcns the data with the model that uses edges
 * @param mlps the models that ignore edges, one for each GCN, in the same order
 * @param trainingSeeds the training seeds; models without protection are trained once with each,
 *     protected ones only with the first
 * @param sweep the protections
 */
public record UtilityGrid(
    List<Victim> gcns, List<ModelRecipe> mlps, List<Long> trainingSeeds, PrivacyGrid sweep) {

  static final String MLP = "MLP";

  private static final int BIN_WIDTH = 5;
  private static final int LAST_BIN_FROM = 50;

  /**
   * Copies the lists.
   *
   * @param gcns the data with the model that uses edges
   * @param mlps the models that ignore edges, one for each GCN, in the same order
   * @param trainingSeeds the training seeds; models without protection are trained once with each,
   *     protected ones only with the first
   * @param sweep the protections
   * @throws IllegalArgumentException if a list is empty, the numbers of GCNs and MLPs differ, or
   *     the models have different utility metrics
   */
  public UtilityGrid {
    gcns = List.copyOf(gcns);
    mlps = List.copyOf(mlps);
    trainingSeeds = List.copyOf(trainingSeeds);
    if (gcns.isEmpty() || gcns.size() != mlps.size() || trainingSeeds.isEmpty()) {
      throw new IllegalArgumentException(
          gcns.size()
              + " GCNs, "
              + mlps.size()
              + " MLPs and "
              + trainingSeeds.size()
              + " training seeds: there must be at least one of each, and as many MLPs as GCNs");
    }
    List<Metric> metrics = gcns.stream().map(UtilityGrid::metric).distinct().toList();
    if (metrics.size() > 1) {
      throw new IllegalArgumentException(
          "models are judged by "
              + metrics.stream().map(Metric::name).toList()
              + ", not by one metric");
    }
  }

  /** Returns the utility metric of all models. */
  Metric metric() {
    return metric(gcns.get(0));
  }

  private static Metric metric(Victim victim) {
    return metric(victim.scenario().utility());
  }

  private static Metric metric(Utility utility) {
    return utility == Utility.RARE_CLASS_AUC ? PaperMetric.UTILITY_AUC : PaperMetric.UTILITY_F1;
  }

  /**
   * Returns the cells.
   *
   * @param models the source of trained models
   * @return the cells, ordered by data set
   */
  public List<Cell> cells(TrainedModels models) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < gcns.size(); i++) {
      Scenario scenario = gcns.get(i).scenario();
      ModelRecipe gcn = gcns.get(i).recipe();
      for (long seed : trainingSeeds) {
        cells.add(cell(scenario, gcn.withSeed(seed), Protection.NONE, "GCN", models));
        cells.add(cell(scenario, mlps.get(i).withSeed(seed), Protection.NONE, MLP, models));
      }
      for (Protection protection : sweep.protections()) {
        cells.add(
            cell(
                scenario,
                gcn.withSeed(trainingSeeds.get(0)),
                protection,
                protection.title(),
                models));
      }
    }
    return cells;
  }

  private static Cell cell(
      Scenario scenario,
      ModelRecipe recipe,
      Protection protection,
      String title,
      TrainedModels models) {
    ResultKey key = scenario.in(ResultKey.of("utility")).with("utility", scenario.utility());
    return new Cell(
        protection.in(recipe.in(key)), () -> observe(scenario, recipe, protection, title, models));
  }

  private static List<Observation> observe(
      Scenario scenario,
      ModelRecipe recipe,
      Protection protection,
      String title,
      TrainedModels models) {
    DMatrixRMaj logits =
        models
            .serve(scenario, recipe, protection)
            .predict(InferenceNodes.of(scenario.served().features()).query());
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(Columns.DATASET, scenario.name());
    keys.put(Columns.MODEL, title);
    keys.put(Columns.EPSILON, protection.epsilonTitle());
    keys.put("training seed", String.valueOf(recipe.seed()));
    keys.put("noise seed", String.valueOf(protection.noiseSeed()));
    List<Observation> observations = new ArrayList<>();
    observations.add(observation(keys, scenario, logits, scenario.judgedNodes()));
    bins(scenario)
        .forEach(
            (bin, nodes) -> {
              if (scenario.utility().isDefined(scenario.served().labels(), nodes)) {
                Map<String, String> of = new LinkedHashMap<>(keys);
                of.put(Columns.DEGREE_BIN, bin);
                observations.add(observation(of, scenario, logits, nodes));
              }
            });
    return observations;
  }

  private static Observation observation(
      Map<String, String> keys, Scenario scenario, DMatrixRMaj logits, IntList nodes) {
    return new Observation(
        keys,
        metric(scenario.utility()).name(),
        scenario.utility().of(logits, scenario.served().labels(), nodes));
  }

  /** Returns the evaluation nodes of degree 1-5, ..., 46-50 and above 50, without empty ranges. */
  static Map<String, IntList> bins(Scenario scenario) {
    Graph truth = scenario.served().graph();
    Map<String, IntList> bins = new LinkedHashMap<>();
    for (int from = 1; from < LAST_BIN_FROM; from += BIN_WIDTH) {
      bins.put(from + "-" + (from + BIN_WIDTH - 1), new IntArrayList());
    }
    bins.put(LAST_BIN_FROM + "-", new IntArrayList());
    List<IntList> inOrder = List.copyOf(bins.values());
    IntList judged = scenario.judgedNodes();
    for (int i = 0; i < judged.size(); i++) {
      int degree = truth.degree(judged.getInt(i));
      if (degree > 0) {
        inOrder.get(Math.min((degree - 1) / BIN_WIDTH, inOrder.size() - 1)).add(judged.getInt(i));
      }
    }
    bins.values().removeIf(IntList::isEmpty);
    return bins;
  }

  Report.Builder recordIn(Report.Builder report) {
    return sweep.recordIn(
        report
            .setting(
                "models", gcns.stream().map(Victim::description).collect(Collectors.joining("; ")))
            .setting("training seeds", trainingSeeds));
  }
}
