package io.linkteller.eval.audit;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.Set;
import java.util.TreeSet;

/** The best recall of the registered attacks, each run by itself as a user would run it. */
record BestOfTheLibrary(double recall, String attack, Set<String> fitting) {

  /** Attacks that fit every model that this is used for. */
  static final Set<String> ALWAYS =
      Set.of("auto", "linkteller", "lsa2-post", "own-features", "subsets");

  static BestOfTheLibrary on(InferenceApi api, InferenceNodes nodes, double kHat, Graph truth) {
    double best = -1;
    String name = "";
    Set<String> fitting = new TreeSet<>();
    for (LinkAttackProvider provider : LinkAttackProvider.all()) {
      try {
        double recall =
            PredictionMetrics.edges(
                    provider.create(AttackRequest.DEFAULT).run(api, nodes, kHat), truth)
                .recall();
        fitting.add(provider.name());
        if (recall > best) {
          best = recall;
          name = provider.name();
        }
      } catch (RuntimeException e) {
        // An attack that does not fit the model finds nothing.
      }
    }
    return new BestOfTheLibrary(best, name, fitting);
  }
}
