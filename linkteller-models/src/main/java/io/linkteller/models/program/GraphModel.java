package io.linkteller.models.program;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.Provenance;
import java.security.MessageDigest;

/**
 * A model that can be turned into a program on a graph, whether it was trained by this library or
 * read from a file. It can be served as a black box and audited with exact influences, which need
 * not be stored. Immutable.
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

  /** {@return the provenance of the parameters, such as the graph on which they were trained} */
  Provenance provenance();

  /**
   * Adds all data on which answers depend, except the graph and the features, to a digest.
   *
   * @param digest the digest to update
   */
  void identify(MessageDigest digest);
}
