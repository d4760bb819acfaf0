package io.linkteller.experiment.guard;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Changes the features of twice as many targets per query as a guard calls a probe, in several
 * random partitions. A pair's score is the smallest response of one of its nodes to the group of
 * the other, over the partitions. It is not part of the library's API, as it finds less than single
 * probes; it shows the leakage through a guard that does not limit the number of queries.
 *
 * @param name its name
 * @param change the edit of given rows of the base features
 * @param partitions the number of partitions
 */
record GroupedChanges(
    String name, BiFunction<FeatureMatrix, IntList, FeatureEdit> change, int partitions)
    implements LinkAttack {

  /** Doubles the features of the nodes of a group. */
  static GroupedChanges doubling() {
    return new GroupedChanges(
        "re-weighting in groups", (features, rows) -> FeatureEdit.scaling(rows, 2), 5);
  }

  /** Replaces the features of the nodes of a group by those of other nodes, as clients do. */
  static GroupedChanges replacing() {
    return new GroupedChanges(
        "replacing in groups",
        (features, rows) -> {
          IntArrayList others = new IntArrayList(rows.size());
          rows.forEach(row -> others.add((row + features.rows() / 2) % features.rows()));
          return FeatureEdit.replacing(rows, features.selectRows(others));
        },
        5);
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    int n = nodes.targets().size();
    int size = 2 * Math.max(1, nodes.nodes().size() / 100);
    DMatrixRMaj base = Answers.ask(api, nodes.query(), "the baseline query");
    double[][] smallest = new double[n][n];
    for (double[] row : smallest) {
      Arrays.fill(row, Double.POSITIVE_INFINITY);
    }
    Random random = new Random(1);
    int queries = 1;
    for (int partition = 0; partition < partitions; partition++) {
      IntArrayList order = new IntArrayList(IntStream.range(0, n).toArray());
      IntLists.shuffle(order, random);
      for (int from = 0; from < n; from += size) {
        IntArrayList group = new IntArrayList(order.subList(from, Math.min(n, from + size)));
        IntArrayList rows = new IntArrayList();
        group.forEach(position -> rows.add(nodes.rowOfTarget(position)));
        rows.sort(null);
        DMatrixRMaj answer =
            Answers.ask(
                api, nodes.queryWith(change.apply(nodes.features(), rows)), "a group's query");
        queries++;
        for (int u = 0; u < n; u++) {
          double response = distance(base, answer, nodes.rowOfTarget(u));
          for (int i = 0; i < group.size(); i++) {
            int v = group.getInt(i);
            smallest[u][v] = Math.min(smallest[u][v], response);
          }
        }
      }
    }
    return LinkPrediction.of(
        name,
        nodes,
        kHat,
        PairScores.ofAll(n, (u, v) -> Math.max(smallest[u][v], smallest[v][u])),
        queries,
        Duration.ZERO);
  }

  private static double distance(DMatrixRMaj a, DMatrixRMaj b, int row) {
    double sum = 0;
    for (int col = 0; col < a.numCols; col++) {
      sum += Math.pow(a.get(row, col) - b.get(row, col), 2);
    }
    return Math.sqrt(sum);
  }
}
