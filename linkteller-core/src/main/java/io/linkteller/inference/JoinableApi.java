package io.linkteller.inference;

import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * A service whose graph anyone can join and that answers each client only for the client's own
 * nodes, such as a social network in which new accounts follow others. The service supplies the
 * features of all other nodes.
 *
 * <p>The graph has the nodes 0 to n - 1 before anyone joins.
 */
public interface JoinableApi extends InferenceApi {

  /** {@return n, the number of nodes} */
  int nodeCount();

  /** {@return d, the number of features of a node} */
  int featureCount();

  /** {@return the limits on joining} */
  JoiningLimits limits();

  /**
   * Lets nodes join, with their links.
   *
   * @param nodes the k nodes and their links
   * @return a black box for these nodes only. V^(I) of its queries consists of the nodes 0 to k - 1
   *     in the order in which they were added to {@code nodes}, X^(I) of their k x d features, and
   *     an answer has one row for each node. The service itself does not change
   * @throws InferenceException if the service does not allow this, or a linked node does not exist
   */
  InferenceApi join(JoiningNodes nodes);

  /**
   * Returns a service that also answers queries about the graph itself.
   *
   * @param graph the black box that answers them
   * @param shown converts a black box to the one that clients see, which returns probabilities, for
   *     example; applied to {@code graph} and to the black boxes of joined nodes
   * @return a service with the limits of this one
   */
  default JoinableApi answering(InferenceApi graph, UnaryOperator<InferenceApi> shown) {
    return answering(shown.apply(graph), (nodes, joined) -> shown.apply(joined));
  }

  /**
   * Returns a service that also answers queries about the graph itself, and converts the answers
   * for joined nodes.
   *
   * @param graph the black box that answers for the graph, as clients see it
   * @param shown returns the black box that clients see, from the nodes that joined and the black
   *     box for these nodes
   * @return a service with the limits of this one
   */
  default JoinableApi answering(
      InferenceApi graph, BiFunction<JoiningNodes, InferenceApi, InferenceApi> shown) {
    return new AnsweringService(this, graph, shown);
  }

  /**
   * Refuses every query, because only the black boxes returned by {@link #join} answer queries.
   * {@link #answering} returns a service that also answers queries itself.
   *
   * @throws InferenceException always
   */
  @Override
  default DMatrixRMaj predict(InferenceQuery query) throws Exception {
    throw new InferenceException("only joined nodes get answers; call join first");
  }
}
