package io.linkteller.models.serve;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableGraph;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.Scratch;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.PrivacyGuarantee;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A model on a graph, served as the black box G_BB of the paper. It keeps the activations of the
 * last base features for which it ran a full pass. A query that edits these features is answered
 * incrementally, and the last layer is computed only for the observed rows.
 *
 * <p>Safe for use by several threads: incremental queries run in parallel, whereas a full pass runs
 * alone. Created by {@link GraphOwner#serve(GraphModel)}.
 */
public final class ServedModel implements InferenceApi {

  private final GraphModel model;
  private final Graph graph;
  private final Optional<PrivacyGuarantee> guarantee;
  private final Recompute recompute;
  private final Workers workers;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private @Nullable Session session;
  private @Nullable Answered answered;

  ServedModel(
      GraphModel model,
      Graph graph,
      Optional<PrivacyGuarantee> guarantee,
      Recompute recompute,
      Workers workers) {
    this.model = model;
    this.graph = graph;
    this.guarantee = guarantee;
    this.recompute = recompute;
    this.workers = workers;
  }

  /**
   * {@return the guarantee for the graph on which answers are computed, and for the parameters
   * unless the owner accepts uncovered ones; empty if the graph is not protected}
   */
  public Optional<PrivacyGuarantee> guarantee() {
    return guarantee;
  }

  /**
   * Returns whether a graph is the perturbed graph on which answers are computed. Attacks on this
   * model cannot be evaluated against that graph, because it is not the true one.
   *
   * @param other a graph
   * @return true if this model is protected and serves an equal graph
   */
  public boolean isPerturbed(Graph other) {
    return guarantee.isPresent() && graph.equals(other);
  }

  /**
   * Returns a copy that uses a different number of threads for full passes. Answers do not depend
   * on it.
   *
   * @param threads the number of threads, at least 1; default the number of processors
   * @return a served model without activations of earlier queries
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public ServedModel parallelism(int threads) {
    return new ServedModel(model, graph, guarantee, recompute, Workers.of(threads));
  }

  /**
   * Returns a service that nodes can join and that answers only for those nodes. A protected graph
   * is not perturbed again; the links of nodes that join are added to it without perturbation.
   *
   * @param features the features of the nodes of the graph, n x d
   * @param limits the limits on joining
   * @return the service, which answers queries incrementally if this model does
   * @throws IllegalArgumentException if there are not n rows of features
   */
  public JoinableGraph joinable(FeatureMatrix features, JoiningLimits limits) {
    return JoinableGraph.of(
        graph,
        features,
        limits,
        joined -> new ServedModel(model, joined, guarantee, recompute, workers));
  }

  /** The model on the subgraph induced by the nodes of a query. */
  private record Session(IntList nodes, Program program, ConcurrentLinkedDeque<Scratch> scratch) {}

  /**
   * The base features to which the activations in the program of the session belong, and their
   * logits.
   */
  private record Answered(Session session, FeatureMatrix features, DMatrixRMaj logits) {}

  /**
   * Answers a query, returning only its observed rows.
   *
   * @throws IllegalArgumentException if the number of features differs from the model's, or a node
   *     is not in the graph
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) {
    if (query.base().cols() != model.inputWidth()) {
      throw new IllegalArgumentException(
          "the model takes "
              + model.inputWidth()
              + " features per node, not "
              + query.base().cols());
    }
    if (recompute == Recompute.EVERYTHING) {
      return observed(compute(query.nodes(), query.features()), query);
    }
    lock.readLock().lock();
    try {
      Answered known = answered;
      if (known != null && isFor(known, query.nodes(), query.base())) {
        return changed(known, query);
      }
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      // Another thread may have run the pass in the meantime.
      Answered known = answered;
      if (known == null || !isFor(known, query.nodes(), query.base())) {
        known = compute(query.nodes(), query.base());
      }
      return changed(known, query);
    } finally {
      lock.writeLock().unlock();
    }
  }

  private static boolean isFor(Answered known, IntList nodes, FeatureMatrix features) {
    return known.features() == features
        && (known.session().nodes() == nodes || known.session().nodes().equals(nodes));
  }

  private Answered compute(IntList nodes, FeatureMatrix features) {
    lock.writeLock().lock();
    try {
      Session current = session;
      if (current == null || !current.nodes().equals(nodes)) {
        current = open(nodes);
        session = current;
      }
      // Reset before the pass: if it fails, the activations of the program belong to no query.
      answered = null;
      Answered fresh = new Answered(current, features, current.program().predict(features).copy());
      answered = fresh;
      return fresh;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private Session open(IntList nodes) {
    boolean wholeGraph = nodes.equals(graph.nodes());
    Graph served = wholeGraph ? graph : graph.inducedSubgraph(nodes);
    return new Session(
        IntImmutableList.of(nodes.toIntArray()),
        model.on(served, workers),
        new ConcurrentLinkedDeque<>());
  }

  /** Returns a copy of the observed rows of the base logits. */
  private static DMatrixRMaj observed(Answered known, InferenceQuery query) {
    DMatrixRMaj logits = known.logits();
    return query.observesAll() ? logits.copy() : query.observedRows(logits);
  }

  /** Returns the observed rows of the logits after the edit. */
  private static DMatrixRMaj changed(Answered known, InferenceQuery query) {
    DMatrixRMaj logits = observed(known, query);
    if (query.edit().isEmpty()) {
      return logits;
    }
    Session session = known.session();
    Scratch scratch = session.scratch().pollFirst();
    if (scratch == null) {
      scratch = session.program().scratch();
    }
    IntList observed = query.observed();
    RowChanges changes = session.program().logitChanges(query.edit(), observed, scratch);
    if (query.observesAll()) {
      for (int slot = 0; slot < changes.count(); slot++) {
        add(changes.difference(slot), logits, changes.row(slot));
      }
    } else {
      for (int i = 0; i < logits.numRows; i++) {
        int slot = changes.slotOf(observed.getInt(i));
        if (slot >= 0) {
          add(changes.difference(slot), logits, i);
        }
      }
    }
    session.scratch().addFirst(scratch);
    return logits;
  }

  private static void add(double[] difference, DMatrixRMaj logits, int row) {
    for (int c = 0, at = row * logits.numCols; c < logits.numCols; c++, at++) {
      // Unchanged entries are skipped, so not even the sign of a zero changes.
      if (difference[c] != 0) {
        logits.data[at] += difference[c];
      }
    }
  }
}
