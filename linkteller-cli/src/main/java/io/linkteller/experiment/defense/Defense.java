package io.linkteller.experiment.defense;

import io.linkteller.attack.Access;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.StandardMechanisms;
import io.linkteller.dp.noise.OutputNoise;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.eval.audit.ReleasedSums;
import io.linkteller.experiment.attack.Victim;
import io.linkteller.experiment.cell.Observations;
import io.linkteller.experiment.scenario.AggregatePipeline;
import io.linkteller.experiment.scenario.ModelRecipe;
import io.linkteller.experiment.scenario.Protection;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.experiment.scenario.TrainedModels;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.search.Preset;
import io.linkteller.privacy.Provenance;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.report.table.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A defense with its settings.
 *
 * @param title its name in tables
 * @param setting its settings other than ε
 * @param epsilon ε of its guarantee in the format of tables, {@link Columns#UNDEFENDED} without one
 * @param noisy whether it depends on a noise seed
 * @param build applies it to a model
 */
record Defense(String title, String setting, String epsilon, boolean noisy, Build build) {

  static final String GCN = "none (GCN)";
  static final String MLP = "no edges (MLP)";

  static final String OUTPUT_NOISE = "output noise";

  /** The name of the attack on released sums of aggregates. */
  static final String RELEASED = "the released sums";

  static final String NO_SETTING = "-";
  private static final long ANY_NUMBER_OF_ROWS = 1L << 32;
  private static final List<Double> EPSILONS = List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0);
  private static final List<Double> QUICK_EPSILONS = List.of(2.0, 8.0, 32.0);
  private static final List<Double> NODE_EPSILONS = List.of(8.0, 32.0);
  private static final List<Double> QUICK_NODE_EPSILONS = List.of(8.0);

  /** EdgeRand at a smaller ε returns graphs of millions of edges. */
  private static final List<Double> EDGE_RAND_EPSILONS = List.of(4.0, 6.0, 8.0);

  private static final List<Double> LAP_GRAPH_EPSILONS = List.of(2.0, 4.0, 6.0, 8.0);
  private static final List<Double> QUICK_GRAPH_EPSILONS = List.of(4.0, 8.0);

  /** Applies a defense to a model. */
  @FunctionalInterface
  interface Build {
    Defended on(Victim victim, TrainedModels models, long seed);
  }

  /** Returns all defenses, with all or fewer settings of each. */
  static List<Defense> all(boolean quick) {
    List<Defense> all = new ArrayList<>();
    all.add(
        new Defense(
            GCN, NO_SETTING, Columns.UNDEFENDED, false, (v, m, seed) -> Defended.of(gcn(v, m))));
    all.add(
        new Defense(
            MLP,
            NO_SETTING,
            // Edges have no influence.
            "0",
            false,
            (v, m, seed) ->
                Defended.of(
                    m.serve(
                        v.scenario(),
                        new ModelRecipe(Preset.TWITCH_MLP, v.recipe().epochs(), v.recipe().seed()),
                        Protection.NONE))));
    for (double epsilon : quick ? QUICK_EPSILONS : EPSILONS) {
      all.add(gap(epsilon, Double.POSITIVE_INFINITY));
    }
    for (double epsilon : quick ? QUICK_EPSILONS : EPSILONS) {
      all.add(gap(epsilon, 1));
    }
    for (double epsilon : quick ? QUICK_NODE_EPSILONS : NODE_EPSILONS) {
      all.add(gapOfNodes(epsilon));
    }
    for (double epsilon : quick ? QUICK_EPSILONS : EPSILONS) {
      all.add(lpgNet(epsilon));
    }
    for (double epsilon : quick ? QUICK_GRAPH_EPSILONS : EDGE_RAND_EPSILONS) {
      all.add(graph(StandardMechanisms.EDGE_RAND, epsilon));
    }
    for (double epsilon : quick ? QUICK_GRAPH_EPSILONS : LAP_GRAPH_EPSILONS) {
      all.add(graph(StandardMechanisms.LAP_GRAPH, epsilon));
    }
    for (int decimals : new int[] {2, 0}) {
      all.add(rounded(decimals));
    }
    all.add(
        new Defense(
            "labels only",
            NO_SETTING,
            Columns.UNDEFENDED,
            false,
            (v, m, seed) ->
                Defended.seen(
                    ShownOutputs.labels(gcn(v, m), Posterior.SOFTMAX),
                    Access.seeing(
                        new AnswerKind(
                            AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty())))));
    for (int limit : new int[] {1, 20, 100}) {
      all.add(
          new Defense(
              "query limit",
              limit == 1 ? "1 query" : limit + " queries",
              Columns.UNDEFENDED,
              false,
              (v, m, seed) ->
                  Defended.seen(gcn(v, m), Access.builder().queryLimit(limit).build())));
    }
    for (double deviation : new double[] {0.1, 1}) {
      all.add(outputNoise(deviation));
    }
    all.add(accountedOutputNoise(8));
    return List.copyOf(all);
  }

  private static InferenceApi gcn(Victim victim, TrainedModels models) {
    return models.serve(victim.scenario(), victim.recipe(), Protection.NONE);
  }

  private static Defense gap(double epsilon, double largestSum) {
    boolean bounded = largestSum < Double.POSITIVE_INFINITY;
    return new Defense(
        bounded ? "GAP, bounded sums" : "GAP",
        bounded ? "released sums up to " + Observations.shortest(largestSum) : "released sums",
        Observations.shortest(epsilon),
        true,
        (v, m, seed) ->
            aggregates(
                v.scenario(),
                AggregatePipeline.gap(
                    v.scenario(), epsilon, largestSum, v.recipe().epochs(), seed)));
  }

  /** Returns GAP with a guarantee for all edges of a node, with bounded sums. */
  private static Defense gapOfNodes(double epsilon) {
    return new Defense(
        "GAP for nodes",
        "released sums up to 1",
        Observations.shortest(epsilon),
        true,
        (v, m, seed) ->
            aggregates(
                v.scenario(),
                AggregatePipeline.gapOfNodes(v.scenario(), epsilon, 1, v.recipe().epochs(), seed)));
  }

  private static Defense lpgNet(double epsilon) {
    return new Defense(
        "LPGNet",
        "released degrees",
        Observations.shortest(epsilon),
        true,
        (v, m, seed) ->
            aggregates(
                v.scenario(),
                AggregatePipeline.lpgNet(v.scenario(), epsilon, v.recipe().epochs(), seed)));
  }

  private static Defended aggregates(Scenario scenario, AggregatePipeline pipeline) {
    // No node influences the answer for another, so that further queries reveal nothing more.
    return Defended.seen(pipeline.serve(), Access.builder().queryLimit(1).build())
        .readBy(
            RELEASED,
            nodes ->
                ReleasedSums.of(
                    pipeline.model(),
                    scenario.served().features(),
                    pipeline.aggregates(),
                    pipeline.deviation(),
                    pipeline.largestSum(),
                    nodes.targets()));
  }

  private static Defense graph(MechanismType mechanism, double epsilon) {
    return new Defense(
        mechanism.title(),
        "perturbed graph",
        Observations.shortest(epsilon),
        true,
        (v, m, seed) -> {
          InferenceApi api =
              m.serve(v.scenario(), v.recipe(), Protection.by(mechanism, epsilon, seed));
          double density = v.scenario().served().graph().density();
          ResponseRates rates =
              mechanism.equals(StandardMechanisms.EDGE_RAND)
                  ? ResponseRates.ofEdgeRand(epsilon)
                  : ResponseRates.ofLargestCells(0.99 * epsilon, density);
          return Defended.of(api)
              .attackedBy(
                  "denoising of chosen features",
                  DenoisingAttack.builder(rates, ChosenFeatureAttack.builder().build()).build())
              .attackedBy(
                  "denoising of the spectral root",
                  DenoisingAttack.builder(rates, SpectralRoot.builder().build()).build());
        });
  }

  private static Defense rounded(int decimals) {
    return new Defense(
        "rounded logits",
        decimals == 1 ? "1 decimal" : decimals + " decimals",
        Columns.UNDEFENDED,
        false,
        (v, m, seed) -> Defended.seen(ShownOutputs.rounded(gcn(v, m), decimals), seeing(decimals)));
  }

  private static Access seeing(int decimals) {
    return Access.seeing(
        new AnswerKind(AnswerKind.Form.LOGITS, Posterior.SOFTMAX, OptionalInt.of(decimals)));
  }

  /** Returns noise of arbitrary size without a budget, which gives no meaningful guarantee. */
  private static Defense outputNoise(double deviation) {
    return new Defense(
        OUTPUT_NOISE,
        "deviation " + Observations.shortest(deviation) + ", clip 8, any number of queries",
        Columns.UNDEFENDED,
        true,
        (v, m, seed) ->
            Defended.seen(
                noisy(v, m, deviation, seed),
                // Attacks that average and use large steps, as for rounded answers.
                seeing(deviation < 0.1 ? 2 : deviation < 1 ? 1 : 0)));
  }

  /** Returns a defense whose budget allows one answer about all nodes. */
  private static Defense accountedOutputNoise(double epsilon) {
    return new Defense(
        OUTPUT_NOISE,
        "clip 8, one query about all nodes",
        Observations.shortest(epsilon),
        true,
        (v, m, seed) -> {
          int rows = v.scenario().served().graph().nodeCount();
          double deviation = OutputNoise.deviationFor(epsilon, AggregatePipeline.DELTA, 8, rows);
          // Each attack and the measurement of utility have separate budgets.
          return Defended.seen(
              noisy(v, m, deviation, seed), Access.builder().queryLimit(1).build());
        });
  }

  private static InferenceApi noisy(
      Victim victim, TrainedModels models, double deviation, long seed) {
    return PrivateSession.forExperiments(victim.scenario().served().graph(), seed)
        .answers(
            OutputNoise.builder().clip(8).deviation(deviation).build(),
            ANY_NUMBER_OF_ROWS,
            victim.scenario().served().labels().classCount(),
            Provenance.UNKNOWN,
            graph -> gcn(victim, models));
  }
}
