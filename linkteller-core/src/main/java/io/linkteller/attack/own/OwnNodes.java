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
 * Own nodes that have joined. All of them have nonnegative multiples of one vector as features, so
 * that with large multiples every unit of a ReLU network is either open or closed for all of them,
 * and answers are linear in the multiples.
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record OwnNodes(QuerySession session, InferenceQuery query, double[] direction) {

  /**
   * 2^100: the contribution of other nodes' features and of biases to an answer is below the
   * rounding error of either precision; a product of three layers is still far below the largest
   * single-precision number, 2^128.
   */
  static final double LARGE = 0x1p100;

  /** Lets nodes join. The answers of some of them will be read, in ascending order. */
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
