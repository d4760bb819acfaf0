package io.linkteller.experiment.guard;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.defense.QueryGuard;
import io.linkteller.defense.QueryRefusedException;
import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.experiment.Experiment;
import io.linkteller.experiment.attack.Victim;
import io.linkteller.experiment.cell.Cell;
import io.linkteller.experiment.cell.Effort;
import io.linkteller.experiment.cell.FinishedCell;
import io.linkteller.experiment.cell.Observation;
import io.linkteller.experiment.cell.Observations;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.experiment.scenario.Protection;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.experiment.scenario.TrainedModels;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Measures how many edges attacks that add noise to their queries find through a {@link
 * QueryGuard}, and how many benign clients it rejects. A cell is one attack with one level of
 * noise, or the benign clients of one kind, on one data set.
 *
 * @param victims the attacked models with their data
 * @param samplingSeed the seed for drawing targets, at least 0
 * @param targets the number of targets to draw, by the name of the data set
 * @param noises standard deviations of the noise, relative to the root mean square of a row
 * @param clients the number of benign clients of each kind
 * @param models the source of trained models
 */
record GuardedAttacks(
    List<Victim> victims,
    int samplingSeed,
    Map<String, Integer> targets,
    List<Double> noises,
    int clients,
    TrainedModels models)
    implements Experiment {

  private static final String NOISE = "noise";
  private static final String KIND = "clients";

  private static final Metric UNGUARDED = Metric.unmarked("recall, no guard", Unit.PERCENT, 1);
  private static final Metric GUARDED = Metric.unmarked("recall, guard", Unit.PERCENT, 1);
  private static final Metric LIMITED = Metric.unmarked("recall, guard and limit", Unit.PERCENT, 1);
  private static final Metric ANSWERED = Metric.unmarked("answered, guard", Unit.NUMBER, 0);

  private static final Metric STOPPED = Metric.unmarked("clients refused", Unit.PERCENT, 2);
  private static final Metric REFUSED = Metric.unmarked("queries refused", Unit.PERCENT, 2);
  private static final Metric PROBES = Metric.unmarked("queries called probes", Unit.PERCENT, 2);

  private static final double EFFORT_PER_ATTACK = 1.4;
  private static final double EFFORT_PER_CLIENT = 0.4;

  private static final int PROBE_LIMIT = 5;
  private static final int NODE_LIMIT = 100;

  @Override
  public String name() {
    return "query-guard";
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : victims) {
      for (HiddenAttack attack : HiddenAttack.all()) {
        for (double noise : noises) {
          ResultKey key =
              victim
                  .scenario()
                  .in(ResultKey.of("query-guard-attack"))
                  .with("attack", attack.name())
                  .with("noise", noise)
                  .with("sampling seed", samplingSeed)
                  .with("targets", targetsOf(victim.scenario()));
          cells.add(
              new Cell(
                  victim.recipe().in(key),
                  () -> attack(victim, attack, noise),
                  models
                      .effort(victim.scenario(), victim.recipe(), Protection.NONE)
                      .plus(EFFORT_PER_ATTACK)));
        }
      }
      Scenario scenario = victim.scenario();
      for (BenignClient kind : BenignClient.values()) {
        ResultKey key =
            scenario
                .in(ResultKey.of("query-guard-benign"))
                .with("kind", kind)
                .with("clients", clients)
                .with("queries", BenignClient.QUERIES);
        cells.add(
            new Cell(key, () -> serve(scenario, kind), Effort.of(EFFORT_PER_CLIENT * clients)));
      }
    }
    return cells;
  }

  private static QueryGuard.Builder guard(int nodes) {
    return QueryGuard.builder(nodes)
        .limitProbes(PROBE_LIMIT)
        .refusingAlignedFeatures()
        .forExperiments(1);
  }

  private int targetsOf(Scenario scenario) {
    return Optional.ofNullable(targets.get(scenario.name())).orElseThrow();
  }

  private List<Observation> attack(Victim victim, HiddenAttack attack, double noise) {
    Scenario scenario = victim.scenario();
    Graph truth = scenario.served().graph();
    NodeSample sample =
        NodeSample.draw(
            truth,
            DegreeClass.UNCONSTRAINED,
            scenario.thresholds(),
            targetsOf(scenario),
            samplingSeed);
    RoundedDensity density = RoundedDensity.of(truth.inducedSubgraph(sample.nodes()));
    InferenceNodes nodes =
        InferenceNodes.of(sample.nodes(), scenario.served().features().selectRows(sample.nodes()));
    ServedModel api = models.serve(scenario, victim.recipe(), Protection.NONE);
    double kHat = density.kHat(BeliefFactor.RIGHT);
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(Columns.DATASET, scenario.name());
    keys.put(Columns.METHOD, attack.name());
    keys.put(NOISE, Observations.shortest(noise));
    NoisyClient guarded = new NoisyClient(guard(truth.nodeCount()).build().guarding(api), noise, 1);
    List<Observation> observations = new ArrayList<>();
    // What noise costs an attack shows at the largest; without a guard, noisy queries are slow.
    if (noise == 0 || noise == Collections.max(noises)) {
      NoisyClient free = new NoisyClient(api, noise, 1);
      observations.add(observe(keys, UNGUARDED, recall(attack, free, nodes, kHat, truth)));
    }
    observations.add(observe(keys, GUARDED, recall(attack, guarded, nodes, kHat, truth)));
    observations.add(observe(keys, ANSWERED, guarded.answered()));
    if (attack.likeBenign()) {
      NoisyClient limited =
          new NoisyClient(
              guard(truth.nodeCount()).limitPerNode(NODE_LIMIT).build().guarding(api), noise, 1);
      observations.add(observe(keys, LIMITED, recall(attack, limited, nodes, kHat, truth)));
    }
    return observations;
  }

  private static double recall(
      HiddenAttack attack, InferenceApi api, InferenceNodes nodes, double kHat, Graph truth) {
    LinkPrediction found;
    try {
      found = attack.attack().run(api, nodes, kHat);
    } catch (InferenceException e) {
      // Rejected before it found anything, or the answers were too noisy for it.
      return 0;
    }
    return PredictionMetrics.edges(found, truth).recall();
  }

  private static Observation observe(Map<String, String> keys, Metric metric, double value) {
    return new Observation(Map.copyOf(keys), metric.name(), value);
  }

  private List<Observation> serve(Scenario scenario, BenignClient kind) {
    FeatureMatrix features = scenario.served().features();
    QueryGuard first = guard(features.rows()).limitPerNode(NODE_LIMIT).build();
    DMatrixRMaj none = new DMatrixRMaj(0, 0);
    SplittableRandom random = new SplittableRandom(kind.name().hashCode());
    int stopped = 0;
    long refused = 0;
    long probes = 0;
    for (int client = 0; client < clients; client++) {
      QueryGuard guard = first.forAnotherClient();
      InferenceApi guarded = guard.guarding(query -> none);
      for (InferenceQuery query : kind.queries(features, random)) {
        try {
          guarded.predict(query);
        } catch (QueryRefusedException e) {
          // Counted by the guard.
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
      stopped += guard.statistics().refused() > 0 ? 1 : 0;
      refused += guard.statistics().refused();
      probes += guard.statistics().probes();
    }
    double queries = (double) clients * BenignClient.QUERIES;
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(Columns.DATASET, scenario.name());
    keys.put(KIND, kind.toString());
    return List.of(
        observe(keys, STOPPED, (double) stopped / clients),
        observe(keys, REFUSED, refused / queries),
        observe(keys, PROBES, probes / queries));
  }

  /** Returns the share of refused clients of all kinds and data sets, with a bound. */
  private String falseAlarms(Observations all) {
    long served = 0;
    long stopped = 0;
    for (Observation observation : all.all()) {
      if (observation.metric().equals(STOPPED.name())) {
        served += clients;
        stopped += Math.round(observation.value() * clients);
      }
    }
    // One-sided at 95 %.
    double most = ConfidenceInterval.clopperPearson(stopped, served, 0.9).high();
    return String.format(
        Locale.ROOT,
        "Of %,d clients, %d had a query refused: with 95 %% confidence at most %.2f %% of such"
            + " clients, if the kinds are equally frequent.",
        served,
        stopped,
        100 * most);
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    Observations all = Observations.of(finished);
    Report.Builder report =
        Report.builder(name(), "Attacks and benign clients before a QueryGuard")
            .setting("sampling seed", samplingSeed)
            .setting("targets", targets)
            .setting("limit of probed nodes", PROBE_LIMIT)
            .setting("limit per node, where it is set", NODE_LIMIT)
            .setting("benign clients of each kind", clients)
            .setting("queries of a benign client", BenignClient.QUERIES)
            .introduction(
                "The guard refuses aligned features and more than "
                    + PROBE_LIMIT
                    + " probed nodes; the last column of recalls adds a limit of "
                    + NODE_LIMIT
                    + " queries per node. Attackers query the targets only, add fresh uniform noise"
                    + " to every query, of a standard deviation relative to the root mean square of"
                    + " each row, and go on after refusals. Without a guard, attacks were run with"
                    + " no noise and with the most; a recall of 0 there means that noise alone"
                    + " defeats the attack.");
    report
        .section("Attacks")
        .table(
            all.table(
                "Recall at the rounded density",
                List.of(Columns.DATASET, Columns.METHOD, NOISE),
                UNGUARDED,
                GUARDED,
                LIMITED,
                ANSWERED),
            Pivot.rows(Columns.METHOD, NOISE).columns(Columns.METRIC).gridFor(Columns.DATASET));
    report
        .section("Benign clients")
        .text(
            falseAlarms(all)
                + " Each client has 20 to 500 random nodes of its own, and sends "
                + BenignClient.QUERIES
                + " queries, one in five a repetition. \"Some change\": 3 to 20 % of at least 200"
                + " nodes get other features between queries. \"All drift\": every node, by 0.1 to"
                + " 30 % depending on the client and a lognormal factor per node. \"Own nodes\":"
                + " one to three nodes. \"Recomputed\": differences of rounding. \"Other units\":"
                + " all features times a common factor.")
        .table(
            all.table("Benign clients", List.of(Columns.DATASET, KIND), STOPPED, REFUSED, PROBES),
            Pivot.rows(KIND).columns(Columns.METRIC).gridFor(Columns.DATASET));
    return report;
  }
}
