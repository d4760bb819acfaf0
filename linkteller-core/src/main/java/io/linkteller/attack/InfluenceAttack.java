package io.linkteller.attack;

import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.InfluenceScope;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.score.PairScores;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Algorithm 1 of the paper: measures how much scaling one target's features by 1 + Δ moves every
 * target's logits, ranks the pairs of targets by it, and calls the first m edges.
 *
 * <p>The influence matrix of node v is I_v = (P' - P)/Δ with P the logits for X and P' those for X
 * with row v scaled; the influence of v on u is the Euclidean norm of row u. By Theorem 1 it is
 * zero when v is more than k hops from u in a k-layer network. One query for P and one for each
 * target: |V^(C)| + 1, where the paper asks for P anew each time. A score may want more: the
 * influence on all nodes, or of all nodes ({@link PairScore#extent}).
 *
 * <p>Immutable; made by {@link LinkTeller#builder()}. Time beyond the queries is O(|V^(C)|² c) for
 * c logits and the scores that look at targets only.
 */
public final class InfluenceAttack implements LinkAttack {

  /** Δ unless set: small against the features, large against rounding. */
  static final double DEFAULT_DELTA = 1e-4;

  private final double delta;
  private final PairScore score;
  private final Workers workers;
  private final AttackListener listener;
  private final Optional<InfluenceMatrix> known;
  private final Optional<IntList> columns;
  private final Optional<Path> journal;
  private final Optional<double[]> added;

  InfluenceAttack(
      double delta,
      PairScore score,
      Workers workers,
      AttackListener listener,
      Optional<InfluenceMatrix> known,
      Optional<IntList> columns,
      Optional<Path> journal,
      Optional<double[]> added) {
    this.delta = delta;
    this.score = score;
    this.workers = workers;
    this.listener = listener;
    this.known = known;
    this.columns = columns;
    this.journal = journal;
    this.added = added;
  }

  /**
   * Attacks a black box.
   *
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  @Override
  public LinkPrediction attack(InferenceApi api, InferenceNodes nodes, double kHat) {
    // Refused before the first query, not after the last.
    DensityBelief.edgeCount(kHat, nodes.targets().size());
    long start = System.nanoTime();
    Measurement measured = measure(api, nodes);
    PairScores scores = score.of(measured.influences(), workers);
    return LinkPrediction.of(
        "LinkTeller",
        nodes,
        kHat,
        scores,
        measured.queries(),
        Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Measures the influences that the score needs without ranking the pairs.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets
   * @return the influences
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  public InfluenceMatrix influences(InferenceApi api, InferenceNodes nodes) {
    return measure(api, nodes).influences();
  }

  private record Measurement(InfluenceMatrix influences, int queries) {}

  private Measurement measure(InferenceApi api, InferenceNodes nodes) {
    if (journal.isEmpty()) {
      return ask(api, nodes);
    }
    // Δ is in the features of each query too; here it is for the message to name.
    String settings = "LinkTeller, delta = " + delta;
    try (QueryJournal recorder = QueryJournal.open(journal.get(), nodes, settings)) {
      return ask(recorder.recording(api), nodes);
    }
  }

  private Measurement ask(InferenceApi api, InferenceNodes nodes) {
    InfluenceScope scope = new InfluenceScope(nodes, score.extent());
    InfluenceMatrix.Builder rows =
        known
            .map(matrix -> matrix.continuing(scope))
            .orElseGet(() -> new InfluenceMatrix.Builder(scope, delta));
    int[] open = rows.unmeasured();
    added.ifPresent(vector -> requireWidth(vector, nodes));
    columns.ifPresent(chosen -> requireColumns(chosen, nodes));
    reportUnscalable(nodes);
    AnswerCount count = new AnswerCount(listener, open.length + 1);
    InferenceQuery query = scope.baseline();
    int batch = Math.max(1, api.batchSize());
    try {
      DMatrixRMaj baseline =
          Answers.ask(api, query, "the baseline query of " + nodes.nodes().size() + " nodes")
              .copy();
      count.increment();
      workers.forRows(
          open.length,
          batch,
          (from, to) -> {
            double[] norms = new double[scope.observedCount()];
            // A single thread is given all rows as one block.
            for (int first = from, size; first < to; first += size) {
              size = Math.min(batch, to - first);
              int[] probed = Arrays.copyOfRange(open, first, first + size);
              List<DMatrixRMaj> answers = probe(api, scope, query, probed, baseline.numCols);
              for (int i = 0; i < probed.length; i++) {
                influences(scope, probed[i], answers.get(i), baseline, norms);
                rows.set(probed[i], norms);
                count.increment();
              }
            }
          });
    } catch (RuntimeException e) {
      // Whatever it was, a query or a listener that cancels: what was measured is not lost.
      throw new UnfinishedAttackException(e, rows.build());
    }
    return new Measurement(rows.build(), count.answered());
  }

  private static void requireWidth(double[] vector, InferenceNodes nodes) {
    if (vector.length != nodes.features().cols()) {
      throw new IllegalArgumentException(
          "a vector of "
              + vector.length
              + " numbers can't be added to "
              + nodes.features().cols()
              + " features");
    }
  }

  private static void requireColumns(IntList columns, InferenceNodes nodes) {
    int width = nodes.features().cols();
    for (int i = 0; i < columns.size(); i++) {
      if (columns.getInt(i) >= width) {
        throw new IllegalArgumentException(
            "column " + columns.getInt(i) + " is outside [0, " + width + ")");
      }
    }
  }

  private void reportUnscalable(InferenceNodes nodes) {
    if (added.isPresent()) {
      return;
    }
    IntList without = nodes.targetsWithoutFeatures();
    if (!without.isEmpty()) {
      listener.onUnscalable(without);
    }
  }

  /** Asks about several nodes at once. */
  private List<DMatrixRMaj> probe(
      InferenceApi api, InfluenceScope scope, InferenceQuery query, int[] positions, int width) {
    List<InferenceQuery> probes = new ArrayList<>(positions.length);
    for (int position : positions) {
      probes.add(query.with(probe(query.base(), scope.row(position))));
    }
    return Answers.askAll(api, probes, i -> name(scope, positions[i]), width);
  }

  /** Fills in the influence of one node on each that is looked at. */
  private void influences(
      InfluenceScope scope,
      int position,
      DMatrixRMaj answer,
      DMatrixRMaj baseline,
      double[] norms) {
    for (int u = 0; u < norms.length; u++) {
      int width = baseline.numCols;
      double moved =
          DenseKernels.distance(answer.data, baseline.data, scope.answerRow(u) * width, width);
      norms[u] = moved == 0 ? 0 : moved / Math.abs(delta);
      if (!Double.isFinite(norms[u])) {
        throw new InferenceException(
            name(scope, position)
                + " moved the logits of node "
                + scope.id(u)
                + " so far that the distance overflowed");
      }
    }
  }

  private FeatureEdit probe(FeatureMatrix features, int row) {
    if (added.isPresent() && features.isZeroRow(row)) {
      double[] values = added.get().clone();
      for (int col = 0; col < values.length; col++) {
        values[col] *= delta;
      }
      return FeatureEdit.replacing(row, values);
    }
    return columns.isPresent()
        ? FeatureEdit.scalingColumns(features, row, 1 + delta, columns.get())
        : FeatureEdit.scaling(row, 1 + delta);
  }

  private String name(InfluenceScope scope, int position) {
    boolean isTarget = position < scope.nodes().targets().size();
    return "the query that scales node "
        + scope.id(position)
        + (isTarget ? " (target " + position + ")" : "")
        + " by 1 + "
        + delta;
  }
}
