package io.linkteller.models.serve;

import io.linkteller.graph.Graph;
import io.linkteller.models.network.GnnModel;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.Optional;

/**
 * Alice: she holds a graph, lets models be trained on it and serves them as black boxes. A
 * protected owner perturbs her graph once (Algorithm 2 of the paper) and from then on has no other:
 * training and serving see the perturbed graph, and the raw one is not kept. Immutable.
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
   * Perturbs the graph, once, and returns an owner who has only the result.
   *
   * @param perturber M_ε, with random bits from a secure source
   * @return the protected owner
   * @throws IllegalStateException if this owner is protected already: to perturb a perturbed graph
   *     costs utility and adds nothing that this method could vouch for
   * @throws IllegalArgumentException if the perturber changes the number of nodes, or takes its
   *     random bits from a seed
   */
  public GraphOwner protectedBy(GraphPerturber perturber) {
    PerturbedGraph perturbed = perturb(perturber);
    if (perturbed.guarantee().isSeeded()) {
      throw new IllegalArgumentException(
          perturbed.guarantee().mechanism()
              + " takes its random bits from a seed, which protects nobody; experiments call"
              + " protectedForExperimentsBy");
    }
    return new GraphOwner(perturbed.graph(), Optional.of(perturbed.guarantee()));
  }

  /**
   * Does what {@link #protectedBy} does, and accepts a perturber with random bits from a seed: for
   * experiments that are to be repeated, on graphs that need no protection.
   *
   * @param perturber M_ε
   * @return the owner, whose guarantee says if it is seeded
   * @throws IllegalStateException if this owner is protected already
   * @throws IllegalArgumentException if the perturber changes the number of nodes
   */
  public GraphOwner protectedForExperimentsBy(GraphPerturber perturber) {
    PerturbedGraph perturbed = perturb(perturber);
    return new GraphOwner(perturbed.graph(), Optional.of(perturbed.guarantee()));
  }

  private PerturbedGraph perturb(GraphPerturber perturber) {
    if (guarantee.isPresent()) {
      throw new IllegalStateException("the graph is protected already, by " + guarantee.get());
    }
    PerturbedGraph perturbed = perturber.perturb(view);
    if (perturbed.graph().nodeCount() != view.nodeCount()) {
      throw new IllegalArgumentException(
          "the perturber turned "
              + view.nodeCount()
              + " nodes into "
              + perturbed.graph().nodeCount());
    }
    return perturbed;
  }

  /**
   * Returns the graph that training and serving see.
   *
   * @return Ã if protected, else A
   */
  public Graph view() {
    return view;
  }

  /**
   * Returns what protects the graph.
   *
   * @return the guarantee, empty if the graph is not protected
   */
  public Optional<PrivacyGuarantee> guarantee() {
    return guarantee;
  }

  /**
   * Serves a model on this owner's graph, recomputing only what a query changes. The model may have
   * been trained on another graph: the inductive setting.
   *
   * <p>A guarantee of this owner covers the graph that answers are computed on. Weights carry what
   * they were trained on: train a model on {@link #view()}, or on a graph that is not private, for
   * the guarantee to cover the whole.
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
   * @param recompute how much is computed for a query that edits features it has seen
   * @return a black box that may be called from several threads
   */
  public ServedModel serve(GnnModel<?> model, Recompute recompute) {
    return new ServedModel(model, view, guarantee, recompute, Workers.all());
  }
}
