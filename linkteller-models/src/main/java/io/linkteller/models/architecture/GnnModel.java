package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.models.network.Network;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.parallel.Workers;

/**
 * A graph neural network: an architecture with its parameters, not bound to a graph. Immutable;
 * training returns a new model.
 *
 * @param <M> the type of the model itself
 */
public interface GnnModel<M extends GnnModel<M>> {

  /** {@return d, the number of features per node} */
  int inputWidth();

  /** {@return c, the number of logits per node} */
  int outputWidth();

  /** {@return the settings, which together with the parameters determine the model} */
  Settings settings();

  /**
   * {@return the parameters, in the order in which files store them, with the graph on which they
   * were trained}
   */
  Parameters parameters();

  /**
   * Returns a model with the same settings and other parameters.
   *
   * @param parameters parameters with the names and shapes of {@link #parameters()}
   * @return the model
   * @throws IllegalArgumentException if a parameter is missing, superfluous or of the wrong shape
   */
  M withParameters(Parameters parameters);

  /**
   * Creates a network that evaluates this model on a graph.
   *
   * @param graph A
   * @param workers the executor of the passes
   * @return a network initialized with these parameters
   */
  Network on(Graph graph, Workers workers);
}
