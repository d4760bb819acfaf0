package io.linkteller.attack.compressed;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

  /** c, once something was answered. */
  private int width;

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

  /** Asks the first query, to whose answer the others must fit, or another. */
  DMatrixRMaj ask(FeatureMatrix features) {
    if (width > 0) {
      return ask(List.of(features)).get(0);
    }
    DMatrixRMaj answer = Answers.ask(api, query.about(features), "query 1").copy();
    width = answer.numCols;
    count();
    return answer;
  }

  /** Asks one query for each matrix of features, in parallel; answers are in the same order. */
  List<DMatrixRMaj> ask(List<? extends FeatureMatrix> features) {
    return ask(query, features);
  }

  /** Asks about some of the targets as if there were no others, one query for each matrix. */
  List<DMatrixRMaj> ask(int[] members, List<? extends FeatureMatrix> features) {
    IntList ids = IntList.of(IntStream.of(members).map(nodes.targets()::getInt).toArray());
    return ask(InferenceQuery.of(ids, features.get(0)), features);
  }

  private List<DMatrixRMaj> ask(InferenceQuery about, List<? extends FeatureMatrix> features) {
    if (features.size() > left()) {
      throw new UnsuitableModelException(
          "more than the " + most + " queries that are allowed are needed to begin; allow more");
    }
    DMatrixRMaj[] answers = new DMatrixRMaj[features.size()];
    int first = asked + 1;
    int batch = Math.max(1, api.batchSize());
    workers.forRows(
        answers.length,
        batch,
        (from, to) -> {
          for (int start = from; start < to; start += Math.min(batch, to - start)) {
            int at = start;
            List<InferenceQuery> queries = new ArrayList<>();
            for (int i = at; i < to && i - at < batch; i++) {
              queries.add(about.about(features.get(i)));
            }
            List<DMatrixRMaj> given =
                Answers.askAll(api, queries, i -> "query " + (first + at + i), width);
            for (int i = 0; i < given.size(); i++) {
              answers[at + i] = given.get(i).copy();
              count();
            }
          }
        });
    return List.of(answers);
  }

  private synchronized void count() {
    asked++;
    settings.listener().onAnswer(asked, Math.max(most, asked));
  }
}
