package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The influences of nodes on each other: entry (v, u) is the norm of row u of the paper's influence
 * matrix I_v, the change of u's logits when v's features are scaled. Only non-zero influences are
 * stored, in 12 bytes each. Immutable.
 *
 * <p>Nodes are identified by position: the targets V^(C) come first, in their order; if the {@link
 * #extent} includes the other nodes of V^(I), these follow in theirs.
 *
 * <p>If a measurement failed, some nodes may not have been measured; see {@link #isMeasured}.
 */
public final class InfluenceMatrix {

  /** The number of targets per task. */
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

    boolean isEmpty() {
      return positions.length == 0;
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
     * @param influences receives the influence on each observed node, by position; initially all
     *     zero
     */
    void fill(int v, double[] influences);
  }

  /** Receives the non-zero influences of one node. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Visits one influence.
     *
     * @param u the position of the influenced node
     * @param influence the influence, above 0
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
   * @param extent the influences to be measured
   * @param delta the Δ of the measurement, 0 for derivatives
   * @return a builder in which no node is measured
   */
  public static Builder builder(InferenceNodes nodes, InfluenceExtent extent, double delta) {
    return new Builder(new InfluenceScope(nodes, extent), delta);
  }

  /**
   * Computes exact influences, in the limit Δ → 0. This requires the model, not only its answers.
   *
   * @param nodes the nodes, their features and the targets
   * @param extent the influences to compute: the {@link PairScore#extent} of the score
   * @param source computes the influences of each node; called from several threads
   * @param parallelism the number of threads, at least 1
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

  /** {@return the ids of the targets V^(C), unmodifiable} */
  public IntList targets() {
    return scope.nodes().targets();
  }

  /** {@return the number of targets, |V^(C)|} */
  public int targetCount() {
    return targets().size();
  }

  /** {@return which influences this matrix holds} */
  public InfluenceExtent extent() {
    return scope.extent();
  }

  /** Returns whether this matrix holds all influences of an extent. */
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
   * Returns the number of observed nodes, whose logits are compared.
   *
   * @return |V^(I)|, or |V^(C)| for {@link InfluenceExtent#AMONG_TARGETS}
   */
  public int observedCount() {
    return scope.observedCount();
  }

  /** {@return the Δ with which the influences were measured, 0 for derivatives} */
  public double delta() {
    return delta;
  }

  /**
   * Returns whether the influences of a node have been measured.
   *
   * @param v the position of the node whose features are scaled
   * @return false if the measurement failed before this node
   */
  public boolean isMeasured(int v) {
    return rows[v] != null;
  }

  /**
   * Returns the number of nodes whose influences have been measured.
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
   * Returns the influence of one node on another, in O(log s) time if v influences s nodes.
   *
   * @param v the position of the node whose features are scaled, in [0, {@link #probedCount})
   * @param u the position of the influenced node, in [0, {@link #observedCount})
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
   * @param visitor receives the influenced nodes
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
   * {@return these influences, with zero influence for the nodes not measured, so that an
   * unfinished measurement can be scored}
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
     * @param influences the influence on each observed node, by position, at least 0; copied
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

    /** {@return the influences set so far; the other nodes count as not measured} */
    public InfluenceMatrix build() {
      return new InfluenceMatrix(scope, delta, rows.clone());
    }
  }
}
