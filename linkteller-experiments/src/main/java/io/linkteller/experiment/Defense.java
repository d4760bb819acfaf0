package io.linkteller.experiment;

import io.linkteller.attack.Access;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.StandardMechanisms;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.eval.choice.OwnerData;
import io.linkteller.eval.choice.ProtectedModel;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.privacy.Provenance;
import io.linkteller.report.table.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A defense with its settings.
 *
 * @param title its name in tables
 * @param setting its settings other than ε
 * @param epsilon ε of its guarantee in the format of tables, {@link Columns#UNDEFENDED} without one
 * @param noisy whether it depends on a noise seed
 * @param allowed what attackers may do
 * @param build applies it to a model
 */
record Defense(
    String title, String setting, String epsilon, boolean noisy, Access allowed, Build build) {

  static final String GCN = "none (GCN)";
  static final String MLP = "no edges (MLP)";

  static final String NO_SETTING = "-";
  private static final List<Double> EPSILONS = List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0);
  private static final List<Double> QUICK_EPSILONS = List.of(2.0, 8.0, 32.0);
  private static final List<Double> NODE_EPSILONS = List.of(8.0, 32.0);
  private static final List<Double> QUICK_NODE_EPSILONS = List.of(8.0);

  /** The values of ε for EdgeRand. At a smaller ε, it returns graphs with millions of edges. */
  private static final List<Double> EDGE_RAND_EPSILONS = List.of(4.0, 6.0, 8.0);

  private static final List<Double> LAP_GRAPH_EPSILONS = List.of(2.0, 4.0, 6.0, 8.0);
  private static final List<Double> QUICK_GRAPH_EPSILONS = List.of(4.0, 8.0);

  /** Applies a defense to a model. */
  @FunctionalInterface
  interface Build {
    ProtectedModel on(Victim victim, TrainedModels models, long seed);
  }

  /** Returns all defenses, each with all or only some of its settings. */
  static List<Defense> all(boolean quick) {
    List<Defense> all = new ArrayList<>();
    all.add(shown(GCN, NO_SETTING, Access.UNRESTRICTED, Defense::gcn));
    all.add(
        new Defense(
            MLP,
            NO_SETTING,
            // Edges have no influence.
            "0",
            false,
            Access.UNRESTRICTED,
            (v, m, seed) -> candidate(Candidate.withoutEdges(), v, seed)));
    for (double epsilon : quick ? QUICK_EPSILONS : EPSILONS) {
      all.add(
          guaranteed(
              "GAP",
              "released sums",
              epsilon,
              victim -> Candidate.gap(epsilon, Double.POSITIVE_INFINITY)));
    }
    for (double epsilon : quick ? QUICK_EPSILONS : EPSILONS) {
      all.add(
          guaranteed(
              "GAP, bounded sums",
              "released sums up to 1",
              epsilon,
              victim -> Candidate.gap(epsilon, 1)));
    }
    for (double epsilon : quick ? QUICK_NODE_EPSILONS : NODE_EPSILONS) {
      all.add(
          guaranteed(
              "GAP for nodes",
              "released sums up to 1",
              epsilon,
              victim -> Candidate.gapOfNodes(epsilon, 1, degreeBound(victim.scenario().owned()))));
    }
    for (double epsilon : quick ? QUICK_GRAPH_EPSILONS : EDGE_RAND_EPSILONS) {
      all.add(graph(StandardMechanisms.EDGE_RAND, epsilon));
    }
    for (double epsilon : quick ? QUICK_GRAPH_EPSILONS : LAP_GRAPH_EPSILONS) {
      all.add(graph(StandardMechanisms.LAP_GRAPH, epsilon));
    }
    for (int decimals : new int[] {2, 0}) {
      all.add(
          shown(
              "rounded logits",
              decimals + " decimals",
              seeing(decimals),
              (v, m) -> ShownOutputs.rounded(gcn(v, m), decimals)));
    }
    all.add(
        shown(
            "labels only",
            NO_SETTING,
            Access.seeing(
                new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty())),
            (v, m) -> ShownOutputs.labels(gcn(v, m), Posterior.SOFTMAX)));
    for (int limit : new int[] {1, 20, 100}) {
      all.add(
          shown(
              "query limit",
              limit == 1 ? "1 query" : limit + " queries",
              Access.builder().queryLimit(limit).build(),
              Defense::gcn));
    }
    return List.copyOf(all);
  }

  private static InferenceApi gcn(Victim victim, TrainedModels models) {
    return models.serve(victim.scenario(), victim.recipe(), Protection.NONE);
  }

  /** Returns a defense without a guarantee or noise. */
  private static Defense shown(
      String title,
      String setting,
      Access allowed,
      BiFunction<Victim, TrainedModels, InferenceApi> api) {
    return new Defense(
        title,
        setting,
        Columns.UNDEFENDED,
        false,
        allowed,
        (v, m, seed) -> ProtectedModel.unprotected(api.apply(v, m), Provenance.RAW));
  }

  /** Returns a defense that an owner may choose. */
  private static Defense guaranteed(
      String title, String setting, double epsilon, Function<Victim, Candidate> candidate) {
    return new Defense(
        title,
        setting,
        Observations.shortest(epsilon),
        true,
        Access.UNRESTRICTED,
        (v, m, seed) -> candidate(candidate.apply(v), v, seed));
  }

  private static Defense graph(MechanismType mechanism, double epsilon) {
    return guaranteed(
        mechanism.title(),
        "perturbed graph",
        epsilon,
        victim -> Candidate.perturbing(mechanism, epsilon));
  }

  private static ProtectedModel candidate(Candidate candidate, Victim victim, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    return candidate
        .protecting()
        .protect(
            victim.scenario().owned(),
            victim.recipe().training(victim.scenario()),
            graph -> PrivateSession.forExperiments(graph, seeds.nextLong()));
  }

  /** Returns the largest degree of both graphs, rounded up to a power of two. */
  private static int degreeBound(OwnerData data) {
    int largest = 1;
    for (Graph graph : List.of(data.training().graph(), data.graph())) {
      for (int node = 0; node < graph.nodeCount(); node++) {
        largest = Math.max(largest, graph.degree(node));
      }
    }
    return Integer.highestOneBit(2 * largest - 1);
  }

  private static Access seeing(int decimals) {
    return Access.seeing(
        new AnswerKind(AnswerKind.Form.LOGITS, Posterior.SOFTMAX, OptionalInt.of(decimals)));
  }
}
