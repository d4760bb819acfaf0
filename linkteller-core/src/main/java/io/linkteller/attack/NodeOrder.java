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
 * Verifies that the black box identifies nodes by id, by sending the base query with its nodes in a
 * different order. If a client drops the ids and identifies nodes by row, queries of subsets of the
 * nodes are answered for the wrong nodes, and the answers do not reveal this.
 */
public final class NodeOrder {

  /** The seed of the new order; a graph is unlikely to be symmetric under an arbitrary order. */
  private static final long SEED = 42;

  /**
   * The largest root mean square change per row that counts as rounding if answers are whole
   * numbers: rounding changes a score by one in fewer than a tenth of the rows (√0.1 ≈ 0.3). After
   * a larger change, the numbers are taken to be labels of other nodes.
   */
  private static final double LABELS = 0.3;

  private static final String NAME = "the query that verifies the order of nodes";

  private NodeOrder() {}

  /**
   * Sends a query with its nodes in a different order. If the answers differ, also repeats the
   * query in the original order, because answers to equal queries may differ.
   *
   * @param session the session that sends and counts the queries
   * @param query a query without edits
   * @param known the answer to the query, n x c; empty if the query has not been sent yet
   * @return a warning if nodes are not identified by id; empty otherwise, and also if the black box
   *     fails, since failures are reported by the attack itself
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
        "answers change when the nodes of a query are reordered, as happens if a client drops the"
            + " ids of a query and uses its row numbers instead: edges found by querying subsets"
            + " of the nodes are wrong. Send the ids with the features";
    return Optional.of(new AttackWarning(AttackWarning.Kind.IDS_IGNORED, message, IntList.of()));
  }

  /** Queries the nodes in a different order and returns the answer in the original order. */
  private static DMatrixRMaj askedInAnotherOrder(QuerySession session, InferenceQuery query) {
    // 1. Row r of the other query is row order[r] of the original query.
    IntArrayList order = IntArrayList.wrap(IntStream.range(0, query.nodes().size()).toArray());
    Collections.shuffle(order, new Random(SEED));
    int[] rows =
        IntStream.range(0, order.size())
            .filter(r -> Collections.binarySearch(query.observed(), order.getInt(r)) >= 0)
            .toArray();
    IntList ids = IntArrayList.toList(order.intStream().map(query.nodes()::getInt));
    InferenceQuery other =
        InferenceQuery.of(ids, query.base().selectRows(order)).observing(IntList.of(rows));
    // 2. Restore the original order.
    DMatrixRMaj answer = session.ask(other, NAME);
    int c = answer.numCols;
    DMatrixRMaj followed = new DMatrixRMaj(rows.length, c);
    for (int i = 0; i < rows.length; i++) {
      int row = Collections.binarySearch(query.observed(), order.getInt(rows[i]));
      System.arraycopy(answer.data, i * c, followed.data, row * c, c);
    }
    return followed;
  }

  /** Returns whether the answer to the reordered query differs only by rounding and noise. */
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
