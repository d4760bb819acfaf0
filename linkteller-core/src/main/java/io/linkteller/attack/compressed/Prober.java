package io.linkteller.attack.compressed;

import io.linkteller.attack.AttackSettings;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.parallel.Workers;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Asks about the targets alone, with features for each of them, and counts the queries. */
final class Prober {

  private final InferenceApi api;
  private final InferenceQuery query;
  private final InferenceNodes nodes;
  private final AttackSettings settings;
  private final Workers workers;
  private final int most;
  private int asked;

  /**
   * Prepares queries about V^(I) = V^(C).
   *
   * @param nodes the targets; of their features only the number of columns and their range are used
   * @param most the number of queries that may be asked, for the listener
   */
  Prober(InferenceApi api, InferenceNodes nodes, AttackSettings settings, int most) {
    this.api = api;
    this.nodes = nodes;
    this.query =
        InferenceQuery.of(
            nodes.targets(), FeatureMatrix.zero(nodes.targets().size(), nodes.features().cols()));
    this.settings = settings;
    this.workers = Workers.of(settings.parallelism());
    this.most = most;
  }

  int n() {
    return nodes.targets().size();
  }

  InferenceNodes nodes() {
    return nodes;
  }

  Workers workers() {
    return workers;
  }

  int asked() {
    return asked;
  }

  /** {@return how many more queries may be asked} */
  int left() {
    return most - asked;
  }

  DMatrixRMaj ask(FeatureMatrix features) {
    return ask(List.of(features)).get(0);
  }

  /** Asks one query for each matrix of features, in parallel; answers are in the same order. */
  List<DMatrixRMaj> ask(List<? extends FeatureMatrix> features) {
    DMatrixRMaj[] answers = new DMatrixRMaj[features.size()];
    int first = asked + 1;
    workers.forRows(
        answers.length,
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            answers[i] =
                Answers.ask(api, query.about(features.get(i)), "query " + (first + i)).copy();
            count();
          }
        });
    return List.of(answers);
  }

  private synchronized void count() {
    asked++;
    settings.listener().onAnswer(asked, Math.max(most, asked));
  }
}
