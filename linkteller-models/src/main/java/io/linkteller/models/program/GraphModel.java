package io.linkteller.models.program;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.Provenance;
import java.security.MessageDigest;

/**
 * A model that becomes a program on a graph, whether it was trained by this library or read from a
 * file. It can be served, audited with exact influences, and streamed. Immutable.
 */
public interface GraphModel {

  /** {@return d, the number of features per node} */
  int inputWidth();

  /**
   * Returns the program of the model on a graph.
   *
   * @param graph A
   * @param workers the executor of the passes
   * @return a new program
   */
  Program on(Graph graph, Workers workers);

  /** {@return the graph on which the parameters were trained} */
  Provenance provenance();

  /**
   * Adds everything on which answers depend, except the graph and the features, to a digest.
   *
   * @param digest the digest
   */
  void identify(MessageDigest digest);
}
