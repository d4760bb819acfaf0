package io.linkteller.models.serve;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.TrainingData;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import java.util.Optional;

/**
 * The graph owner, called Alice in the paper, who holds a graph and serves models on it as black
 * boxes. A protected owner perturbs the graph once (Algorithm 2 of the paper) and does not keep the
 * original; training and serving use only the perturbed graph. Such an owner serves only models
 * whose parameters are also covered by the guarantee. Immutable, except that the guarantee of a
 * graph released by a session changes with each release of the session.
 *
 * <pre>{@code
 * GraphOwner alice = GraphOwner.of(graph).protectedBy(LapGraph.withEpsilon(5));
 * GraphModel model = trainer.train(untrained, alice.trainingData(x, labels)).model();
 * InferenceApi api = alice.serve(model);
 * }</pre>
 */
public final class GraphOwner {

  private final Graph view;
  private final Optional<PerturbedGraph> released;
  private final boolean acceptsUncovered;

  private GraphOwner(Graph view, Optional<PerturbedGraph> released, boolean acceptsUncovered) {
    this.view = view;
    this.released = released;
    this.acceptsUncovered = acceptsUncovered;
  }

  /**
   * Returns the owner of an unprotected graph.
   *
   * @param graph A
   * @return the owner
   */
  public static GraphOwner of(Graph graph) {
    return new GraphOwner(graph, Optional.empty(), false);
  }

  /**
   * Returns the owner of a graph that is already perturbed, such as one that a session released.
   *
   * @param released Ã with its guarantee
   * @return the protected owner; its guarantee states whether the perturber was seeded
   */
  public static GraphOwner of(PerturbedGraph released) {
    return new GraphOwner(released.graph(), Optional.of(released), false);
  }

  /**
   * Perturbs the graph once and returns an owner that holds only the result. If the perturber does
   * not belong to a session, its guarantee is not charged to any ledger.
   *
   * @param perturber M_ε, which must use a secure source of randomness
   * @return the protected owner
   * @throws IllegalStateException if this owner is already protected; perturbing a graph twice
   *     would reduce utility, and this class would not state a stronger guarantee
   * @throws IllegalArgumentException if the perturber changes the number of nodes or is seeded
   */
  public GraphOwner protectedBy(GraphPerturber perturber) {
    PerturbedGraph perturbed = perturb(perturber);
    if (perturbed.guarantee().isSeeded()) {
      throw new IllegalArgumentException(
          perturbed.guarantee().mechanism()
              + " is seeded, which gives no protection; for experiments, call"
              + " protectedForExperimentsBy");
    }
    return keeping(perturbed);
  }

  /**
   * Perturbs the graph like {@link #protectedBy}, but also accepts a seeded perturber. Intended for
   * reproducible experiments on graphs that need no protection.
   *
   * @param perturber M_ε
   * @return the protected owner; its guarantee states whether the perturber was seeded
   * @throws IllegalStateException if this owner is already protected
   * @throws IllegalArgumentException if the perturber changes the number of nodes
   */
  public GraphOwner protectedForExperimentsBy(GraphPerturber perturber) {
    return keeping(perturb(perturber));
  }

  private GraphOwner keeping(PerturbedGraph perturbed) {
    return acceptsUncovered ? of(perturbed).acceptingUncoveredWeights() : of(perturbed);
  }

  private PerturbedGraph perturb(GraphPerturber perturber) {
    if (released.isPresent()) {
      throw new IllegalStateException(
          "the graph is already protected by " + released.get().guarantee());
    }
    PerturbedGraph perturbed = perturber.perturb(view);
    if (perturbed.graph().nodeCount() != view.nodeCount()) {
      throw new IllegalArgumentException(
          "the perturber changed the number of nodes from "
              + view.nodeCount()
              + " to "
              + perturbed.graph().nodeCount());
    }
    return perturbed;
  }

  /** {@return the graph that training and serving use: Ã if protected, otherwise A} */
  public Graph view() {
    return view;
  }

  /**
   * Returns the guarantee of {@link #view}. If a session released the graph, the guarantee covers
   * everything that the session has released so far, because features, labels and queries may
   * depend on it.
   *
   * @return the guarantee; empty if the graph is not protected
   */
  public Optional<PrivacyGuarantee> guarantee() {
    return provenance().guarantee();
  }

  /** {@return the guarantee as it was charged; empty if it was not charged to a ledger} */
  public Optional<ChargedGuarantee> charge() {
    return provenance().charge();
  }

  private Provenance provenance() {
    return released
        .flatMap(PerturbedGraph::charge)
        .map(Provenance::ofRelease)
        .orElseGet(() -> Provenance.ofView(released.map(PerturbedGraph::guarantee)));
  }

  /**
   * Returns training data on {@link #view()} that record the {@link #guarantee()} of this owner,
   * which covers everything that its session has released so far. If features, labels or the choice
   * of nodes depend on private edges other than through these releases, declare this with {@link
   * TrainingData#alsoUsing}.
   *
   * @param features X, n x d
   * @param labels the labels of the n nodes
   * @return the data, in which all nodes with a known label are training nodes
   * @throws IllegalArgumentException if there are not n rows of features and n labels
   */
  public TrainingData trainingData(FeatureMatrix features, Labels labels) {
    return TrainingData.of(view, features, labels).withProvenance(provenance());
  }

  /**
   * Returns an owner that serves any model, including models whose parameters were trained on the
   * private graph without perturbation or on an unknown graph. Its guarantee covers the graph on
   * which answers are computed, but not what the parameters reveal.
   *
   * @return the owner
   */
  public GraphOwner acceptingUncoveredWeights() {
    return new GraphOwner(view, released, true);
  }

  /**
   * Serves a model on this owner's graph with {@link Recompute#CHANGED_ROWS}. The model may have
   * been trained on another graph, as in the inductive setting.
   *
   * <p>If this owner is protected, the parameters of the model must be covered as well: they must
   * be untrained, trained on a public graph, or trained on {@linkplain #trainingData data} of a
   * protected owner under a guarantee that is at least as strong. A {@linkplain
   * #protectedForExperimentsBy seeded} owner does not require this, because its guarantee protects
   * nobody. The guarantee of the black box covers both the graph and the parameters ({@link
   * Provenance#servedUnder}).
   *
   * @param model a trained model
   * @return a black box that may be called from several threads
   * @throws IllegalArgumentException under the conditions of {@link #serve(GraphModel, Recompute)}
   */
  public ServedModel serve(GraphModel model) {
    return serve(model, Recompute.CHANGED_ROWS);
  }

  /**
   * Serves a model on this owner's graph.
   *
   * @param model a trained model
   * @param recompute how queries that edit the features of an earlier query are answered
   * @return a black box that may be called from several threads
   * @throws IllegalArgumentException if the guarantee does not cover the parameters of the model,
   *     or the combined guarantee of the graph and the parameters is vacuous, unless this owner
   *     {@linkplain #acceptingUncoveredWeights accepts} uncovered parameters; the message states
   *     the reason
   */
  public ServedModel serve(GraphModel model, Recompute recompute) {
    Provenance own = provenance();
    if (!acceptsUncovered) {
      objection(own, model)
          .ifPresent(
              reason -> {
                throw new IllegalArgumentException(
                    "the guarantee of "
                        + own.guarantee().map(PrivacyGuarantee::mechanism).orElse("")
                        + " does not cover the parameters of the model: "
                        + reason
                        + "; train it on trainingData(..) of a protected owner, or accept this with"
                        + " acceptingUncoveredWeights()");
              });
    }
    Optional<PrivacyGuarantee> together =
        acceptsUncovered
            ? own.guarantee()
            : own.guarantee().map(promise -> model.provenance().servedUnder(promise, own.charge()));
    return new ServedModel(model, view, together, recompute, Workers.all());
  }

  /**
   * Returns the reason why the guarantee of this owner does not cover the parameters of a model.
   *
   * @param model a model
   * @return the reason; empty if the parameters are covered, or this owner is unprotected or seeded
   */
  public Optional<String> objection(GraphModel model) {
    return objection(provenance(), model);
  }

  private static Optional<String> objection(Provenance own, GraphModel model) {
    return own.guarantee()
        .filter(promise -> !promise.isSeeded())
        .flatMap(promise -> model.provenance().objection(promise));
  }
}
