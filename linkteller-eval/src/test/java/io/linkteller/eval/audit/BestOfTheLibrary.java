package io.linkteller.eval.audit;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.score.PairScore;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.ArrayList;
import java.util.List;

/** The best recall of the registered attacks, each run by itself as a user would run it. */
record BestOfTheLibrary(double recall, String attack, List<String> fitting) {

  static BestOfTheLibrary on(InferenceApi api, InferenceNodes nodes, double kHat, Graph truth) {
    double best = -1;
    String name = "";
    List<String> fitting = new ArrayList<>();
    for (LinkAttackProvider provider : LinkAttackProvider.all()) {
      for (PairScore score : List.of(PairScore.PAPER, PairScore.REACH_WEIGHTED)) {
        try {
          double recall =
              PredictionMetrics.edges(
                      provider
                          .create(AttackRequest.builder().score(score).build())
                          .run(api, nodes, kHat),
                      truth)
                  .recall();
          fitting.add(provider.name());
          if (recall > best) {
            best = recall;
            name = provider.name() + ", " + score.name();
          }
        } catch (RuntimeException e) {
          // An attack that does not fit the model finds nothing.
        }
      }
    }
    return new BestOfTheLibrary(best, name, fitting);
  }
}
