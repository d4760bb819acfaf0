package io.linkteller.attack;

import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerPrecision;
import io.linkteller.inference.output.EqualAnswers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Verifies that answers follow the ids of a query, by sending the base query with its nodes in
 * another order. A client that drops the ids and identifies nodes by row answers for the wrong
 * nodes as soon as an attack queries a subset, and no answer shows this.
 */
public final class NodeOrder {

  /** An arbitrary order; a graph is unlikely to be symmetric under it. */
  private static final long SEED = 42;

  /** Whole numbers may be labels; rounding of scores may change less than a tenth of them. */
  private static final double LABELS = 0.3;

  private static final String NAME = "the query that verifies the order of nodes";

  private NodeOrder() {}

  /**
   * Sends a query with its nodes in another order and, if the answers differ, once more in its
   * original order, in case answers to equal queries differ.
   *
   * @param session counts the queries
   * @param query a query without an edit
   * @param known the session's answer to it, n x c; empty if it has to be sent first
   * @return the warning; empty if answers follow the ids, or the black box fails, which the attack
   *     itself notices
   */
  public static Optional<AttackWarning> verify(
      QuerySession session, InferenceQuery query, Optional<DMatrixRMaj> known) {
    try {
      DMatrixRMaj before = known.orElseGet(() -> session.ask(query, NAME));
      DMatrixRMaj other = askedInAnotherOrder(session, query);
      if (isSame(before, before, other) || isSame(before, session.ask(query, NAME), other)) {
        return Optional.empty();
      }
    } catch (InferenceException e) {
      return Optional.empty();
    }
    String message =
        "the same nodes in another order get different answers, as from a client that drops the"
            + " ids of a query and uses its row numbers instead: edges found by queries of some"
            + " of the nodes are wrong. Send the ids with the features";
    return Optional.of(new AttackWarning(AttackWarning.Kind.IDS_IGNORED, message, IntList.of()));
  }

  /** Returns the answer in the order of the query. */
  private static DMatrixRMaj askedInAnotherOrder(QuerySession session, InferenceQuery query) {
    // 1. Row r of the other query is row order[r] of the query.
    IntArrayList order = IntArrayList.wrap(IntStream.range(0, query.nodes().size()).toArray());
    Collections.shuffle(order, new Random(SEED));
    int[] rows =
        IntStream.range(0, order.size())
            .filter(r -> Collections.binarySearch(query.observed(), order.getInt(r)) >= 0)
            .toArray();
    IntList ids = IntArrayList.toList(order.intStream().map(query.nodes()::getInt));
    InferenceQuery other =
        InferenceQuery.of(ids, query.base().selectRows(order)).observing(IntList.of(rows));
    // 2. Restore the order of the query.
    DMatrixRMaj answer = session.ask(other, NAME);
    int c = answer.numCols;
    DMatrixRMaj followed = new DMatrixRMaj(rows.length, c);
    for (int i = 0; i < rows.length; i++) {
      int row = Collections.binarySearch(query.observed(), order.getInt(rows[i]));
      System.arraycopy(answer.data, i * c, followed.data, row * c, c);
    }
    return followed;
  }

  /** Returns whether answers differ only by rounding and noise. */
  private static boolean isSame(DMatrixRMaj before, DMatrixRMaj again, DMatrixRMaj other) {
    boolean whole =
        IntStream.range(0, before.getNumElements())
            .allMatch(i -> Math.rint(before.data[i]) == before.data[i]);
    return EqualAnswers.of(before, again).isSame(before, other)
        && !(whole
            && EqualAnswers.EXACT.isSame(before, again)
            && AnswerPrecision.noise(List.of(before, other)) > LABELS);
  }
}
