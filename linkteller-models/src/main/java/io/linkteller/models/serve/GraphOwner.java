package io.linkteller.models.serve;

import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.Optional;

/**
 * The graph owner, Alice in the paper: holds a graph and serves models on it as black boxes. A
 * protected owner perturbs the graph once (Algorithm 2 of the paper) and does not keep the
 * original; training and serving use the perturbed graph only. Immutable.
 *
 * <pre>{@code
 * GraphOwner alice = GraphOwner.of(graph).protectedBy(LapGraph.withEpsilon(5));
 * Gcn model = trainer.train(untrained, alice.view(), x, labels).model();
 * InferenceApi api = alice.serve(model);
 * }</pre>
 */
public final class GraphOwner {

  private final Graph view;
  private final Optional<PrivacyGuarantee> guarantee;

  private GraphOwner(Graph view, Optional<PrivacyGuarantee> guarantee) {
    this.view = view;
    this.guarantee = guarantee;
  }

  /**
   * Returns the owner of an unprotected graph.
   *
   * @param graph A
   * @return the owner
   */
  public static GraphOwner of(Graph graph) {
    return new GraphOwner(graph, Optional.empty());
  }

  /**
   * Perturbs the graph once and returns an owner that holds only the result.
   *
   * @param perturber M_ε, which must use a secure source of randomness
   * @return the protected owner
   * @throws IllegalStateException if this owner is already protected; perturbing a graph twice
   *     costs utility without a stronger guarantee from this class
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
    return new GraphOwner(perturbed.graph(), Optional.of(perturbed.guarantee()));
  }

  /**
   * Perturbs the graph like {@link #protectedBy}, but also accepts a seeded perturber. For
   * reproducible experiments on graphs that need no protection.
   *
   * @param perturber M_ε
   * @return the protected owner; its guarantee states whether the perturber was seeded
   * @throws IllegalStateException if this owner is already protected
   * @throws IllegalArgumentException if the perturber changes the number of nodes
   */
  public GraphOwner protectedForExperimentsBy(GraphPerturber perturber) {
    PerturbedGraph perturbed = perturb(perturber);
    return new GraphOwner(perturbed.graph(), Optional.of(perturbed.guarantee()));
  }

  private PerturbedGraph perturb(GraphPerturber perturber) {
    if (guarantee.isPresent()) {
      throw new IllegalStateException("the graph is already protected by " + guarantee.get());
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

  /** {@return the guarantee of the perturbation, empty if the graph is not protected} */
  public Optional<PrivacyGuarantee> guarantee() {
    return guarantee;
  }

  /**
   * Serves a model on this owner's graph with {@link Recompute#CHANGED_ROWS}. The model may have
   * been trained on another graph, as in the inductive setting.
   *
   * <p>The guarantee of this owner covers the graph on which answers are computed. It does not
   * cover the graph on which the model was trained, about which the parameters may reveal
   * information, unless that is {@link #view()} or a graph that is not private.
   *
   * @param model a trained model
   * @return a black box that may be called from several threads
   */
  public ServedModel serve(GnnModel<?> model) {
    return serve(model, Recompute.CHANGED_ROWS);
  }

  /**
   * Serves a model on this owner's graph.
   *
   * @param model a trained model
   * @param recompute what is computed for a query that edits features of an earlier query
   * @return a black box that may be called from several threads
   */
  public ServedModel serve(GnnModel<?> model, Recompute recompute) {
    return new ServedModel(model, view, guarantee, recompute, Workers.all());
  }
}
