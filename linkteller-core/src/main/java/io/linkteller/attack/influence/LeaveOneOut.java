package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.ejml.data.DMatrixRMaj;

/**
 * Measures what a node does to others by leaving it out: the influence of node v on u is how far
 * the logits of u move if a query is about all nodes but v. No feature is changed, so this also
 * shows edges along which no feature travels, as those of a model that only counts neighbors. An
 * influence of a node on itself is 0.
 *
 * <p>Where most nodes move each other, as by attention to all, an influence is what exceeds the
 * typical one ({@link TypicalInfluences}).
 *
 * <p>One query about all nodes and one for each probed node, each about a subgraph of its own,
 * which a model has to compute anew. Immutable.
 */
public final class LeaveOneOut implements Measurement {

  /** The measurement, which has no settings. */
  public static final LeaveOneOut MEASUREMENT = new LeaveOneOut();

  private LeaveOneOut() {}

  @Override
  public InfluenceMatrix measure(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings) {
    InferenceQuery query = extent.query(nodes);
    int probed = extent.probedCount(nodes);
    int[] rows = extent.rows(nodes);
    int[] answerRows = extent.answerRows(nodes);
    AnswerCount count = new AnswerCount(settings.listener(), probed + 1);
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, 1);
    int batch = Math.max(1, api.batchSize());
    try {
      DMatrixRMaj baseline =
          Answers.ask(api, query, "the query of " + nodes.nodes().size() + " nodes").copy();
      count.increment();
      Workers.of(settings.parallelism())
          .forRows(
              probed,
              batch,
              (from, to) -> {
                double[] norms = new double[rows.length];
                for (int first = from; first < to; first += Math.min(batch, to - first)) {
                  List<InferenceQuery> queries = new ArrayList<>();
                  int last = Math.min(to, first + Math.min(batch, to - first));
                  for (int v = first; v < last; v++) {
                    int left = rows[v];
                    queries.add(without(query, row -> row == left));
                  }
                  int begin = first;
                  List<DMatrixRMaj> answers =
                      Answers.askAll(
                          api,
                          queries,
                          i -> "the query without node " + extent.node(nodes, begin + i),
                          baseline.numCols);
                  for (int v = first; v < last; v++) {
                    fill(answers.get(v - first), baseline, answerRows, v, norms);
                    influences.set(v, norms);
                    count.increment();
                  }
                }
              });
    } catch (RuntimeException e) {
      throw new UnfinishedAttackException(e, influences.build());
    }
    return TypicalInfluences.exceeded(influences.build(), nodes);
  }

  /** Returns a query about the other rows only, which observes what it observes of them. */
  static InferenceQuery without(InferenceQuery query, IntPredicate isLeftOut) {
    IntArrayList others = new IntArrayList();
    IntArrayList ids = new IntArrayList();
    int[] rowAmongOthers = new int[query.nodes().size()];
    for (int row = 0; row < rowAmongOthers.length; row++) {
      rowAmongOthers[row] = others.size();
      if (!isLeftOut.test(row)) {
        others.add(row);
        ids.add(query.nodes().getInt(row));
      }
    }
    IntArrayList observed = new IntArrayList();
    query
        .observed()
        .intStream()
        .filter(row -> !isLeftOut.test(row))
        .forEach(row -> observed.add(rowAmongOthers[row]));
    return InferenceQuery.of(ids, query.base().selectRows(others)).observing(observed);
  }

  /** Computes how far the logits of the others moved; the row of v itself is missing. */
  private static void fill(
      DMatrixRMaj answer, DMatrixRMaj baseline, int[] answerRows, int v, double[] norms) {
    int width = baseline.numCols;
    double[] moves = new double[(norms.length - 1) * width];
    for (int u = 0, at = 0; u < norms.length; u++) {
      int row = answerRows[u];
      for (int col = 0; u != v && col < width; col++) {
        int there = row < answerRows[v] ? row : row - 1;
        moves[at++] = answer.data[there * width + col] - baseline.data[row * width + col];
      }
    }
    TypicalInfluences.subtractMedians(moves, width);
    for (int u = 0; u < norms.length; u++) {
      norms[u] = u == v ? 0 : TypicalInfluences.length(moves, u < v ? u : u - 1, width);
    }
  }

  @Override
  public String toString() {
    return "one node left out";
  }
}
