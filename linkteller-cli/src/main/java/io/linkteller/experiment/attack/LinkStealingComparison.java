package io.linkteller.experiment.attack;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.PriorKnowledge;
import io.linkteller.eval.sample.BalancedPairs;
import io.linkteller.experiment.Experiment;
import io.linkteller.experiment.cell.Cell;
import io.linkteller.experiment.cell.FinishedCell;
import io.linkteller.experiment.cell.Observation;
import io.linkteller.experiment.cell.Observations;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.experiment.scenario.Protection;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.experiment.scenario.TrainedModels;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.stealing.LinkStealing;
import io.linkteller.models.stealing.ShadowGraph;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A comparison of the link-stealing attacks of He et al. with LinkTeller and the baselines, on
 * models that serve their training graph. The attacker knows one half of the edges and as many
 * unconnected pairs; the other half is used for evaluation. The shadow graph of a victim is the
 * graph of another victim. A cell is one attack on one model.
 *
 * @param victims the attacked models with their data, in transductive scenarios
 * @param trainingSeeds the seeds of training; models and attacks are trained once with each
 * @param pairSeeds the seeds for drawing pairs, each at least 0
 * @param models the source of trained models
 */
public record LinkStealingComparison(
    List<Victim> victims, List<Long> trainingSeeds, List<Integer> pairSeeds, TrainedModels models)
    implements Experiment {

  private static final int ATTACKS = 8;

  private static final double EFFORT = 7;

  /**
   * Copies the lists.
   *
   * @param victims the attacked models with their data, in transductive scenarios
   * @param trainingSeeds the seeds of training; models and attacks are trained once with each
   * @param pairSeeds the seeds for drawing pairs, each at least 0
   * @param models the source of trained models
   * @throws IllegalArgumentException if a list is empty
   */
  public LinkStealingComparison {
    victims = AttackGrid.notEmpty("victims", victims);
    trainingSeeds = AttackGrid.notEmpty("trainingSeeds", trainingSeeds);
    pairSeeds = AttackGrid.notEmpty("pairSeeds", pairSeeds);
  }

  /** The known pairs and the evaluation pairs. */
  private record Halves(PriorKnowledge known, BalancedPairs judging) {

    static Halves of(Graph graph, int seed) {
      BalancedPairs all = BalancedPairs.draw(graph, 1, seed);
      LongArrayList connected = new LongArrayList(all.connected());
      LongArrayList unconnected = new LongArrayList(all.unconnected());
      SplittableRandom random = new SplittableRandom(seed);
      shuffle(connected, random);
      shuffle(unconnected, random);
      int half = connected.size() / 2;
      return new Halves(
          new PriorKnowledge(
              graphOf(connected.subList(0, half), graph.nodeCount()),
              graphOf(unconnected.subList(0, half), graph.nodeCount())),
          new BalancedPairs(
              connected.subList(half, connected.size()),
              unconnected.subList(half, unconnected.size())));
    }

    private static void shuffle(LongArrayList pairs, SplittableRandom random) {
      for (int last = pairs.size() - 1; last > 0; last--) {
        int other = random.nextInt(last + 1);
        long moved = pairs.getLong(last);
        pairs.set(last, pairs.getLong(other));
        pairs.set(other, moved);
      }
    }

    private static Graph graphOf(LongList pairs, int nodes) {
      Graph.Builder graph = Graph.builder(nodes);
      for (long pair : pairs) {
        graph.addEdge(NodePairs.first(pair), NodePairs.second(pair));
      }
      return graph.build();
    }

    LongList ranked() {
      LongArrayList pairs = new LongArrayList(judging.connected());
      pairs.addAll(judging.unconnected());
      pairs.sort(null);
      return pairs;
    }
  }

  @Override
  public String name() {
    return "link-stealing";
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : victims) {
      for (long seed : trainingSeeds) {
        for (AttackMethod method : AttackMethod.PAPER) {
          // What asks no model does not depend on its training.
          if (method.asksModel() || seed == trainingSeeds.get(0)) {
            cells.add(
                cell(
                    victim,
                    seed,
                    method.name(),
                    Optional.empty(),
                    () -> {
                      PairScores scores = scores(method, victim, seed);
                      return halves -> scores;
                    }));
          }
        }
        for (int number = 0; number < ATTACKS; number++) {
          add(cells, victim, seed, number, false);
        }
        add(cells, victim, seed, 1, true);
        add(cells, victim, seed, 5, true);
      }
    }
    return cells;
  }

  /** Returns the scores of all pairs, whichever of them are known. */
  private PairScores scores(AttackMethod method, Victim victim, long seed) {
    return method
        .attack()
        .run(served(victim, seed), nodes(victim), victim.scenario().served().graph().density())
        .scores();
  }

  /** Scores the evaluation pairs and possibly others. */
  @FunctionalInterface
  private interface Scoring {
    PairScores of(Halves halves);
  }

  private void add(List<Cell> cells, Victim victim, long seed, int number, boolean alone) {
    boolean shadowed = isShadowed(number);
    Optional<Victim> shadow = victims.stream().filter(other -> !other.equals(victim)).findFirst();
    if (shadowed && shadow.isEmpty()) {
      return;
    }
    String name = "Attack-" + number + (alone ? ", nodes alone" : "");
    cells.add(
        cell(
            victim,
            seed,
            name,
            shadowed ? shadow : Optional.empty(),
            () ->
                halves -> {
                  LinkStealing.Builder attack = attack(number, seed, shadow, halves);
                  if (alone) {
                    attack.nodesAlone();
                  }
                  return attack.build().score(served(victim, seed), nodes(victim), halves.ranked());
                }));
  }

  private LinkStealing.Builder attack(
      int number, long seed, Optional<Victim> shadow, Halves halves) {
    LinkStealing.Builder attack = LinkStealing.builder().seed(seed).parallelism(models.threads());
    if (number == 2 || number >= 5) {
      attack.features();
    }
    if (number == 3 || number == 4 || number >= 6) {
      attack.edges(halves.known());
    }
    if (isShadowed(number)) {
      Scenario other = shadow.orElseThrow().scenario();
      attack.shadow(
          new ShadowGraph(
              other.served().graph(),
              other.served().features(),
              served(shadow.orElseThrow(), seed)));
    }
    return attack;
  }

  private static boolean isShadowed(int number) {
    return number == 1 || number == 4 || number == 5 || number == 7;
  }

  private Cell cell(
      Victim victim, long seed, String name, Optional<Victim> shadow, Supplier<Scoring> scoring) {
    Scenario scenario = victim.scenario();
    ResultKey key =
        scenario
            .in(ResultKey.of("link-stealing"))
            .with("pair seeds", pairSeeds)
            .with("method", name)
            .with("shadow", shadow.map(of -> of.scenario().fingerprint()).orElse("none"));
    return new Cell(
        victim.trainedFrom(seed).recipe().in(key),
        () -> {
          List<Observation> observations = new ArrayList<>();
          Scoring scored = scoring.get();
          for (int pairSeed : pairSeeds) {
            Halves halves = Halves.of(scenario.served().graph(), pairSeed);
            PairScores scores = scored.of(halves);
            Map<String, String> keys = new LinkedHashMap<>();
            keys.put(Columns.DATASET, scenario.name());
            keys.put(Columns.METHOD, name);
            keys.put("pair seed", String.valueOf(pairSeed));
            keys.put(AttackGrid.TRAINING_SEED, String.valueOf(seed));
            observations.add(
                new Observation(keys, Metric.AUC.name(), halves.judging().rocAuc(scores)));
            observations.add(
                new Observation(
                    keys,
                    Metric.PRECISION.name(),
                    halves.judging().cut(scores, BigDecimal.ONE).precision()));
          }
          return observations;
        },
        models.effort(scenario, victim.trainedFrom(seed).recipe(), Protection.NONE).plus(EFFORT));
  }

  private InferenceApi served(Victim victim, long seed) {
    return models.serve(victim.scenario(), victim.trainedFrom(seed).recipe(), Protection.NONE);
  }

  private static InferenceNodes nodes(Victim victim) {
    return InferenceNodes.of(victim.scenario().served().features());
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    ResultTable table =
        Observations.of(finished)
            .table(
                "Link stealing beside LinkTeller",
                List.of(Columns.METHOD, Columns.DATASET),
                Metric.AUC,
                Metric.PRECISION);
    return AttackSettings.of(victims, trainingSeeds, Report.builder(name(), table.title()))
        .setting("pair seeds", pairSeeds)
        .setting("known pairs", "half of the edges, as many unconnected")
        .introduction(
            "The attacks of He et al. (USENIX Security 2021), by what the attacker knows: 0 nothing"
                + " but posteriors; 1 a shadow graph; 2 features; 3 some edges; 4 edges and a"
                + " shadow graph; 5 features and a shadow graph; 6 features and edges; 7 all three."
                + " With nodes alone, each node is asked about on its own, so that answers say"
                + " nothing of edges. Judged by the edges that the attacker does not know and as"
                + " many unconnected pairs; precision is that of the better half.")
        .section("Results")
        .table(table, Pivot.rows(Columns.METHOD).columns(Columns.DATASET, Columns.METRIC));
  }
}
