package io.linkteller.attack.influence;

import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Measures how two targets affect each other by querying them alone and together: the influence of
 * v on u is how far the logits of u move if a query includes u and v instead of u alone. Such a
 * query contains no path through other nodes, so any effect of an edge is visible, even in labels.
 *
 * <ol>
 *   <li>If features within the range of the data may be sent, all targets get the features of the
 *       target whose features have the largest norm. Up to noise, an answer then takes one of two
 *       values, with or without an edge, which even rounded answers distinguish. However, an edge
 *       may have no effect if the model averages over neighbors. These influences are used only if
 *       the largest is more than {@value #STANDING_OUT} times the median difference between the two
 *       influences of a pair.
 *   <li>Otherwise, features are sent unchanged.
 * </ol>
 *
 * <p>If the nodes of most pairs influence each other, as under attention to all nodes, the typical
 * influence is subtracted ({@link TypicalInfluences}).
 *
 * <p>Takes n(n + 1)/2 + 2 small queries for n targets, twice as many if both choices of features
 * are queried, and O(n² c) memory for c logits per node. Measures only the influences among the
 * targets. Immutable.
 */
public final class PairQueries implements Measurement {

  /** The factor by which the largest influence must exceed noise; by chance, it reaches six. */
  private static final int STANDING_OUT = 10;

  /** The maximum number of targets: more have too many pairs. */
  private static final int MAX_TARGETS = 200;

  private final boolean onEqualFeatures;

  private PairQueries(boolean onEqualFeatures) {
    this.onEqualFeatures = onEqualFeatures;
  }

  /**
   * Returns the measurement.
   *
   * @param onEqualFeatures whether targets may first be queried with equal features, within the
   *     range of the data, before they are queried with their own
   * @return the measurement
   */
  public static PairQueries of(boolean onEqualFeatures) {
    return new PairQueries(onEqualFeatures);
  }

  /**
   * Returns the number of queries for one choice of features.
   *
   * @param targets n
   * @return n(n + 1)/2 + 2
   */
  public static long queryCount(int targets) {
    return targets * (targets + 1L) / 2 + 2;
  }

  /**
   * Measures the influences among the targets.
   *
   * @param extent {@link InfluenceMatrix.Extent#AMONG_TARGETS}
   * @throws UnsuitableModelException if there are more than 200 targets, or the model does not
   *     answer queries of one or two nodes
   * @throws IllegalArgumentException if more influences are requested
   */
  @Override
  public InfluenceMatrix measure(QuerySession session, InfluenceMatrix.Extent extent) {
    if (extent != InfluenceMatrix.Extent.AMONG_TARGETS) {
      throw new IllegalArgumentException(
          "queries about pairs of targets measure influences among the targets, not " + extent);
    }
    int n = session.targetCount();
    if (n > MAX_TARGETS) {
      throw new UnsuitableModelException(
          String.format(
              "%,d targets have too many pairs to query; use a sample of at most %,d",
              n, MAX_TARGETS));
    }
    if (onEqualFeatures) {
      try {
        InfluenceMatrix equal =
            measured(session.about(UniformFeatures.ofData(session.nodes())), extent);
        if (standsOut(equal)) {
          return equal;
        }
      } catch (UnsuitableModelException e) {
        // The model does not answer queries with these features; the nodes' own may work.
      }
    }
    return measured(session.about(session.nodes()), extent);
  }

  /** Returns whether the largest influence exceeds noise. */
  private static boolean standsOut(InfluenceMatrix influences) {
    int n = influences.targetCount();
    double[] differences = new double[n * (n - 1) / 2];
    int at = 0;
    double largest = 0;
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < v; u++) {
        double one = influences.influence(v, u);
        double other = influences.influence(u, v);
        largest = Math.max(largest, Math.max(one, other));
        differences[at++] = Math.abs(one - other);
      }
    }
    Arrays.sort(differences);
    return largest > STANDING_OUT * differences[at / 2];
  }

  private static InfluenceMatrix measured(QuerySession session, InfluenceMatrix.Extent extent) {
    InferenceNodes nodes = session.nodes();
    int n = session.targetCount();
    session.expect((int) Math.min(queryCount(n), Integer.MAX_VALUE));
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, 1);
    int width = widthOfSmall(session);
    TypicalInfluences.requireFew(n, width);
    double[][] moves = new double[n][n * width];
    DMatrixRMaj[] alone = new DMatrixRMaj[n];
    for (int v = 0; v < n; v++) {
      alone[v] = session.ask(query(nodes, v), name(nodes, v));
    }
    // The pairs (0, 1), (0, 2), (1, 2), (0, 3), ...
    int[] seconds = new int[n * (n - 1) / 2];
    int[] firsts = new int[seconds.length];
    for (int v = 0, at = 0; v < n; v++) {
      for (int u = 0; u < v; u++) {
        firsts[at] = u;
        seconds[at++] = v;
      }
    }
    session.askAll(
        seconds.length,
        i -> query(nodes, firsts[i], seconds[i]),
        i -> name(nodes, firsts[i], seconds[i]),
        (together, i) -> {
          fill(together, 0, alone[firsts[i]], moves[seconds[i]], firsts[i]);
          fill(together, 1, alone[seconds[i]], moves[firsts[i]], seconds[i]);
        });
    subtractMedians(moves, width);
    for (int v = 0; v < n; v++) {
      double[] row = new double[n];
      for (int u = 0; u < n; u++) {
        row[u] = u == v ? 0 : TypicalInfluences.length(moves[v], u, width);
      }
      influences.set(v, row);
    }
    return TypicalInfluences.exceeded(influences.build(), nodes);
  }

  /** Subtracts the typical effect of each target on others and of others on it. */
  private static void subtractMedians(double[][] moves, int width) {
    for (double[] ofSource : moves) {
      TypicalInfluences.subtractMedians(ofSource, width);
    }
    double[] received = new double[moves.length * width];
    for (int u = 0; u < moves.length; u++) {
      for (int v = 0; v < moves.length; v++) {
        System.arraycopy(moves[v], u * width, received, v * width, width);
      }
      TypicalInfluences.subtractMedians(received, width);
      for (int v = 0; v < moves.length; v++) {
        System.arraycopy(received, v * width, moves[v], u * width, width);
      }
    }
  }

  /**
   * Returns the number of logits per node in answers to queries of one or two nodes, which some
   * models refuse.
   */
  private static int widthOfSmall(QuerySession session) {
    int width = 0;
    for (int size = 1; size <= Math.min(2, session.targetCount()); size++) {
      int[] few = size == 1 ? new int[] {0} : new int[] {0, 1};
      try {
        width = session.ask(query(session.nodes(), few), name(session.nodes(), few)).numCols;
      } catch (InferenceException e) {
        if (QueryBudgetException.isCauseOf(e)) {
          throw e;
        }
        throw new UnsuitableModelException("a query about " + size + " of the targets fails", e);
      }
    }
    return width;
  }

  /** Returns a query about one or two targets. */
  private static InferenceQuery query(InferenceNodes nodes, int... positions) {
    IntArrayList ids = new IntArrayList(positions.length);
    IntArrayList rows = new IntArrayList(positions.length);
    for (int position : positions) {
      ids.add(nodes.targets().getInt(position));
      rows.add(nodes.rowOfTarget(position));
    }
    return InferenceQuery.of(
        IntImmutableList.of(ids.toIntArray()), nodes.features().selectRows(rows));
  }

  private static String name(InferenceNodes nodes, int... positions) {
    return "the query about node"
        + (positions.length == 1 ? " " : "s ")
        + nodes.targets().getInt(positions[0])
        + (positions.length == 1 ? " alone" : " and " + nodes.targets().getInt(positions[1]));
  }

  private static void fill(
      DMatrixRMaj together, int row, DMatrixRMaj alone, double[] moves, int at) {
    int width = alone.numCols;
    for (int col = 0; col < width; col++) {
      moves[at * width + col] = together.data[row * width + col] - alone.data[col];
    }
  }

  @Override
  public String attack() {
    return "pairs";
  }

  @Override
  public String toString() {
    return "one target or two a query";
  }
}
