package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How much the features of some nodes move the logits of others: entry (v, u) is the norm of row u
 * of the influence matrix I_v of the paper. Only non-zero influences are stored, in 12 bytes each.
 * Immutable.
 *
 * <p>Nodes are named by position: the targets V^(C) come first, in their order; where the {@link
 * #extent} goes beyond them, the other nodes of V^(I) follow in theirs.
 *
 * <p>After a failure some nodes may not have been measured; see {@link #isMeasured}.
 */
public final class InfluenceMatrix {

  /** Targets that one thread takes at a time. */
  private static final int EXACT_BLOCK = 16;

  /** The non-zero influences of one node, by ascending position. */
  static final class Row {

    private final int[] positions;
    private final double[] values;

    private Row(int[] positions, double[] values) {
      this.positions = positions;
      this.values = values;
    }

    int size() {
      return positions.length;
    }

    int position(int entry) {
      return positions[entry];
    }

    double value(int entry) {
      return values[entry];
    }

    double at(int position) {
      int entry = Arrays.binarySearch(positions, position);
      return entry < 0 ? 0 : values[entry];
    }
  }

  /** Computes influences without asking a black box. */
  @FunctionalInterface
  public interface Source {

    /**
     * Fills in the influence of one node on each.
     *
     * @param v the position of the node whose features are scaled
     * @param influences receives the influence on each node of the extent by position; all zero at
     *     first
     */
    void fill(int v, double[] influences);
  }

  /** Receives the non-zero influences of one node. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Takes one influence.
     *
     * @param u the position of the node whose logits move
     * @param influence how far they move, above 0
     */
    void visit(int u, double influence);
  }

  private final InfluenceScope scope;
  private final double delta;
  private final @Nullable Row[] rows;

  private InfluenceMatrix(InfluenceScope scope, double delta, @Nullable Row[] rows) {
    this.scope = scope;
    this.delta = delta;
    this.rows = rows;
  }

  /**
   * Returns a builder of measured influences.
   *
   * @param nodes the nodes, their features and the targets
   * @param extent whose influence on whom
   * @param delta the Δ with which they are measured, 0 for derivatives
   * @return a builder in which no node is measured
   */
  public static Builder builder(InferenceNodes nodes, InfluenceExtent extent, double delta) {
    return new Builder(new InfluenceScope(nodes, extent), delta);
  }

  /**
   * Returns influences in the limit of Δ to 0, for whoever has the model and not just its answers.
   *
   * @param nodes the nodes, their features and the targets
   * @param extent whose influence on whom, as {@link PairScore#extent} wants it
   * @param source gives the influences of each node; called from several threads
   * @param parallelism how many threads call it, at least 1
   * @return the influences
   * @throws IllegalArgumentException if an influence is negative, NaN or infinite
   */
  public static InfluenceMatrix exact(
      InferenceNodes nodes, InfluenceExtent extent, Source source, int parallelism) {
    InfluenceScope scope = new InfluenceScope(nodes, extent);
    Builder builder = new Builder(scope, 0);
    Workers.of(parallelism)
        .forRows(
            scope.probedCount(),
            EXACT_BLOCK,
            (from, to) -> {
              double[] influences = new double[scope.observedCount()];
              for (int v = from; v < to; v++) {
                source.fill(v, influences);
                for (int u = 0; u < influences.length; u++) {
                  if (!(influences[u] >= 0 && influences[u] < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException(
                        "the influence of node "
                            + scope.id(v)
                            + " on node "
                            + scope.id(u)
                            + " is "
                            + influences[u]);
                  }
                }
                builder.set(v, influences);
                Arrays.fill(influences, 0.0);
              }
            });
    return builder.build();
  }

  /**
   * Returns V^(C).
   *
   * @return the ids of the targets, unmodifiable
   */
  public IntList targets() {
    return scope.nodes().targets();
  }

  /**
   * Returns the number of targets.
   *
   * @return |V^(C)|
   */
  public int targetCount() {
    return targets().size();
  }

  /**
   * Returns whose influence on whom this is.
   *
   * @return the extent
   */
  public InfluenceExtent extent() {
    return scope.extent();
  }

  /** Whether there is all that a score of this extent looks at. */
  boolean covers(InfluenceExtent wanted) {
    return extent().compareTo(wanted) >= 0 || targetCount() == scope.nodes().nodes().size();
  }

  /**
   * Returns the number of nodes whose features are scaled, one query each.
   *
   * @return |V^(C)|, or |V^(I)| for {@link InfluenceExtent#OF_ALL_NODES}
   */
  public int probedCount() {
    return rows.length;
  }

  /**
   * Returns the number of nodes whose logits are looked at.
   *
   * @return |V^(I)|, or |V^(C)| for {@link InfluenceExtent#AMONG_TARGETS}
   */
  public int observedCount() {
    return scope.observedCount();
  }

  /**
   * Returns the Δ with which the influences were measured.
   *
   * @return Δ, 0 for derivatives
   */
  public double delta() {
    return delta;
  }

  /**
   * Tells whether the influence of a node is known.
   *
   * @param v the position of the node that is scaled
   * @return true unless the measurement failed before it
   */
  public boolean isMeasured(int v) {
    return rows[v] != null;
  }

  /**
   * Returns how many nodes were measured.
   *
   * @return in [0, {@link #probedCount}]
   */
  public int measuredCount() {
    int measured = 0;
    for (int v = 0; v < rows.length; v++) {
      measured += isMeasured(v) ? 1 : 0;
    }
    return measured;
  }

  /**
   * Returns the influence of one node on another. O(log of the number v influences).
   *
   * @param v the position of the node whose features are scaled, in [0, {@link #probedCount})
   * @param u the position of the node whose logits move, in [0, {@link #observedCount})
   * @return the influence, at least 0
   * @throws IllegalStateException if {@code v} has not been measured
   */
  public double influence(int v, int u) {
    return row(v).at(u);
  }

  Row row(int v) {
    Row row = rows[v];
    if (row == null) {
      throw new IllegalStateException(
          "the influence of node " + scope.id(v) + " has not been measured");
    }
    return row;
  }

  /**
   * Visits the non-zero influences of one node, in ascending order of position.
   *
   * @param v the position of the node whose features are scaled
   * @param visitor receives the positions of the nodes it influences
   * @throws IllegalStateException if {@code v} has not been measured
   */
  public void forEachInfluence(int v, Visitor visitor) {
    Row row = row(v);
    for (int e = 0; e < row.size(); e++) {
      visitor.visit(row.position(e), row.value(e));
    }
  }

  /** {@return the number of non-zero influences of all nodes measured} */
  public long storedCount() {
    long stored = 0;
    for (Row row : rows) {
      stored += row == null ? 0 : row.size();
    }
    return stored;
  }

  /**
   * Returns these influences with those of the nodes not measured taken to be zero, so that an
   * unfinished measurement can be scored.
   */
  public InfluenceMatrix zeroWhereUnmeasured() {
    @Nullable Row[] filled = rows.clone();
    for (int v = 0; v < filled.length; v++) {
      if (filled[v] == null) {
        filled[v] = new Row(new int[0], new double[0]);
      }
    }
    return new InfluenceMatrix(scope, delta, filled);
  }

  /** Collects influences. Different nodes may be set by different threads. */
  public static final class Builder {

    private final InfluenceScope scope;
    private final double delta;
    private final @Nullable Row[] rows;

    private Builder(InfluenceScope scope, double delta) {
      this.scope = scope;
      this.delta = delta;
      this.rows = new Row[scope.probedCount()];
    }

    /**
     * Sets the influences of one node.
     *
     * @param v the position of the node whose features are scaled
     * @param influences the influence on each observed node by position, at least 0; copied
     */
    public void set(int v, double[] influences) {
      int count = 0;
      for (double influence : influences) {
        count += influence != 0 ? 1 : 0;
      }
      int[] positions = new int[count];
      double[] values = new double[count];
      int at = 0;
      for (int u = 0; u < influences.length; u++) {
        if (influences[u] != 0) {
          positions[at] = u;
          values[at++] = influences[u];
        }
      }
      rows[v] = new Row(positions, values);
    }

    /** {@return the influences set so far; the others are not measured} */
    public InfluenceMatrix build() {
      return new InfluenceMatrix(scope, delta, rows.clone());
    }
  }
}
