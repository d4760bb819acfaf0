package io.linkteller.models.network;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;

/**
 * A graph neural network: an architecture with its parameters, on no graph yet. Immutable; training
 * returns a new one.
 *
 * @param <M> the model's own type
 */
public interface GnnModel<M extends GnnModel<M>> {

  /**
   * Returns d.
   *
   * @return the number of features a node
   */
  int inputWidth();

  /**
   * Returns c.
   *
   * @return the number of logits a node
   */
  int outputWidth();

  /**
   * Returns what the architecture is besides its parameters, so that a file of weights can name it.
   *
   * @return the settings
   */
  Settings settings();

  /**
   * Returns the parameters.
   *
   * @return named matrices, in order
   */
  Parameters parameters();

  /**
   * Returns the same architecture with other parameters.
   *
   * @param parameters matrices of the names and shapes of {@link #parameters()}
   * @return the model
   * @throws IllegalArgumentException if a parameter is missing or of another shape
   */
  M withParameters(Parameters parameters);

  /**
   * Puts the model on a graph.
   *
   * @param graph A
   * @param workers who shares the rows of a pass
   * @return a network that starts from these parameters
   */
  Network on(Graph graph, Workers workers);
}
