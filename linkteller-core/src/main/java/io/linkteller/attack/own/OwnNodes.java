package io.linkteller.attack.own;

import io.linkteller.attack.QuerySession;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Own nodes that have joined the graph. The features of all of them are non-negative multiples of
 * one vector. If the multiples are large, every unit of a relu network is therefore open for all of
 * them or closed for all of them, and answers are linear in the multiples.
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record OwnNodes(QuerySession session, InferenceQuery query, double[] direction) {

  /**
   * A large multiple, 2^100. The contribution of other nodes' features and of biases to an answer
   * is then below the rounding error of either precision, and a product of three layers is still
   * far below the largest single-precision number, 2^128.
   */
  static final double LARGE = 0x1p100;

  /**
   * Lets nodes join the graph.
   *
   * @param observed the nodes whose answers will be read, in ascending order
   */
  static OwnNodes join(
      QuerySession session, JoiningNodes nodes, int[] observed, double[] direction) {
    IntList ids = IntImmutableList.of(IntStream.range(0, nodes.count()).toArray());
    InferenceQuery query =
        InferenceQuery.of(ids, LowRankFeatures.of(new double[nodes.count()], direction))
            .observing(IntImmutableList.of(observed));
    return new OwnNodes(session.joined(nodes), query, direction);
  }

  /**
   * Sends a query in which the features of own node i are multiples[i] times the common vector.
   *
   * @return one row per observed node
   */
  DMatrixRMaj ask(double[] multiples, String name) {
    return session.ask(query.about(LowRankFeatures.of(multiples, direction)), name);
  }
}
