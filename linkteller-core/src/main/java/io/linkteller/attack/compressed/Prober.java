package io.linkteller.attack.compressed;

import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** Queries the targets alone, with chosen features for each of them, up to a limit on queries. */
final class Prober {

  private final QuerySession session;
  private final InferenceNodes nodes;
  private final InferenceQuery query;
  private final int most;

  /**
   * Prepares queries with V^(I) = V^(C).
   *
   * @param session the targets; only the number of columns and the typical size of their features
   *     are used
   * @param most the maximum number of queries
   */
  Prober(QuerySession session, int most) {
    this.session = session;
    this.nodes = session.nodes();
    this.query =
        InferenceQuery.of(
            nodes.targets(), FeatureMatrix.zero(nodes.targets().size(), nodes.features().cols()));
    this.most = most;
    session.expect(most);
  }

  int n() {
    return nodes.targets().size();
  }

  InferenceNodes nodes() {
    return nodes;
  }

  Workers workers() {
    return session.workers();
  }

  int asked() {
    return session.asked();
  }

  /** {@return how many more queries may be sent} */
  int left() {
    return most - session.asked();
  }

  DMatrixRMaj ask(FeatureMatrix features) {
    return ask(List.of(features)).get(0);
  }

  /** Sends one query per feature matrix, in parallel, and returns the answers in the same order. */
  List<DMatrixRMaj> ask(List<? extends FeatureMatrix> features) {
    return ask(query, features);
  }

  /** Queries some of the targets as if there were no others, with one query per feature matrix. */
  List<DMatrixRMaj> ask(int[] members, List<? extends FeatureMatrix> features) {
    IntList ids = IntList.of(IntStream.of(members).map(nodes.targets()::getInt).toArray());
    return ask(InferenceQuery.of(ids, features.get(0)), features);
  }

  private List<DMatrixRMaj> ask(InferenceQuery about, List<? extends FeatureMatrix> features) {
    if (features.size() > left()) {
      throw new UnsuitableModelException(
          "the attack needs more than the " + most + " queries that are allowed; allow more");
    }
    DMatrixRMaj[] answers = new DMatrixRMaj[features.size()];
    int first = session.asked() + 1;
    session.askAll(
        answers.length,
        i -> about.about(features.get(i)),
        i -> "query " + (first + i),
        (answer, i) -> answers[i] = answer.copy());
    return List.of(answers);
  }
}
