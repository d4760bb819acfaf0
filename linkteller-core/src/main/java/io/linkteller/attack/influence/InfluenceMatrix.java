package io.linkteller.attack.influence;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The influences of nodes on each other: entry (v, u) is the norm of row u of the paper's influence
 * matrix I_v, that is, how far u's logits move when v's features are scaled by 1 + Δ, divided by
 * |Δ|. Only non-zero influences are stored, in 12 bytes each. Immutable.
 *
 * <p>Nodes are identified by position: the targets V^(C) come first, in their order; if the {@link
 * #extent} includes the other nodes of V^(I), these follow in their own order.
 */
public final class InfluenceMatrix {

  /** The influences that a pair score needs. */
  public enum Extent {
    /** The influence of each target on each target: |V^(C)| + 1 queries. */
    AMONG_TARGETS,
    /**
     * The influence of each target on each inference node: |V^(C)| + 1 queries that observe all
     * nodes.
     */
    OF_TARGETS;

    /**
     * Returns the number of queries that measure these influences.
     *
     * @param nodes V^(I) and V^(C)
     * @return the number of nodes whose features are scaled, plus one for the baseline
     */
    public int queryCount(InferenceNodes nodes) {
      return Math.incrementExact(probedCount(nodes));
    }

    /**
     * Returns the number of nodes whose features are scaled.
     *
     * @param nodes V^(I) and V^(C)
     * @return |V^(C)|
     */
    public int probedCount(InferenceNodes nodes) {
      return nodes.targets().size();
    }

    /** Returns the number of nodes whose logits are compared. */
    int observedCount(InferenceNodes nodes) {
      return (this == AMONG_TARGETS ? nodes.targets() : nodes.nodes()).size();
    }

    /** Returns the id of the node at a position. */
    int node(InferenceNodes nodes, int position) {
      return nodes.nodes().getInt(rows(nodes)[position]);
    }

    /**
     * Returns the baseline query, which has the original features and observes the nodes of this
     * extent.
     *
     * @param nodes V^(I), X^(I) and V^(C)
     * @return a query that observes the targets for {@link #AMONG_TARGETS}, else all nodes
     */
    public InferenceQuery query(InferenceNodes nodes) {
      InferenceQuery all = nodes.query();
      return this == AMONG_TARGETS ? all.observing(nodes.targetRows()) : all;
    }

    /**
     * Maps positions to the rows of an answer to {@link #query}, or to an edited version of this
     * query.
     *
     * @param nodes V^(I) and V^(C)
     * @return for each position of {@link #rows}, the row of the answer
     */
    public int[] answerRows(InferenceNodes nodes) {
      int[] rows = rows(nodes);
      for (int position = 0; this == AMONG_TARGETS && position < rows.length; position++) {
        rows[position] = nodes.answerRowOfTarget(position);
      }
      return rows;
    }

    /**
     * Maps positions to the rows of the features: entry i is the row of the node at position i of
     * an {@link InfluenceMatrix}. Targets come first, in their order, so that a target has the same
     * position for every extent; the other nodes follow in their own order. The first {@link
     * #probedCount} positions are the nodes whose features are scaled.
     *
     * @param nodes V^(I) and V^(C)
     * @return |V^(C)| rows for {@link #AMONG_TARGETS}, else all |V^(I)|
     */
    public int[] rows(InferenceNodes nodes) {
      int targets = nodes.targets().size();
      int[] rows = new int[this == AMONG_TARGETS ? targets : nodes.nodes().size()];
      boolean[] isTarget = new boolean[nodes.nodes().size()];
      for (int position = 0; position < targets; position++) {
        rows[position] = nodes.rowOfTarget(position);
        isTarget[rows[position]] = true;
      }
      int at = targets;
      for (int row = 0; at < rows.length; row++) {
        if (!isTarget[row]) {
          rows[at++] = row;
        }
      }
      return rows;
    }
  }

  /** The number of targets per task. */
  private static final int EXACT_BLOCK = 16;

  /** The non-zero influences of one node, by ascending position. */
  public static final class Row {

    private final int[] positions;
    private final double[] values;

    private Row(int[] positions, double[] values) {
      this.positions = positions;
      this.values = values;
    }

    /** {@return the number of non-zero influences} */
    public int size() {
      return positions.length;
    }

    /** {@return whether there is no influence} */
    public boolean isEmpty() {
      return positions.length == 0;
    }

    /**
     * Returns the position of an influenced node.
     *
     * @param entry in [0, {@link #size})
     * @return the position
     */
    public int position(int entry) {
      return positions[entry];
    }

    /**
     * Returns an influence.
     *
     * @param entry in [0, {@link #size})
     * @return the influence, above 0
     */
    public double value(int entry) {
      return values[entry];
    }

    /**
     * Returns the influence on a node, in O(log s) time for s non-zero influences.
     *
     * @param position the position of the influenced node
     * @return the influence, at least 0
     */
    public double at(int position) {
      int entry = Arrays.binarySearch(positions, position);
      return entry < 0 ? 0 : values[entry];
    }
  }

  /** Computes influences without querying a black box. */
  @FunctionalInterface
  public interface Source {

    /**
     * Fills in the influences of one node.
     *
     * @param v the position of the node whose features are scaled
     * @param influences receives the influence on each observed node, by position; initially all
     *     zero
     */
    void fill(int v, double[] influences);
  }

  private final InferenceNodes nodes;
  private final Extent extent;
  private final double delta;
  private final Row[] rows;

  private InfluenceMatrix(InferenceNodes nodes, Extent extent, double delta, Row[] rows) {
    this.nodes = nodes;
    this.extent = extent;
    this.delta = delta;
    this.rows = rows;
  }

  /**
   * Returns a builder of measured influences.
   *
   * @param nodes the nodes, their features and the targets
   * @param extent the influences to measure
   * @param delta the Δ of the measurement, 0 for derivatives
   * @return an empty builder
   */
  public static Builder builder(InferenceNodes nodes, Extent extent, double delta) {
    return new Builder(nodes, extent, delta);
  }

  /**
   * Computes exact influences, in the limit Δ → 0. This requires the model, not only its answers.
   *
   * @param nodes the nodes, their features and the targets
   * @param extent the influences to compute, such as the extent of a score
   * @param source computes the influences of each node; called from several threads
   * @param parallelism the number of threads, at least 1
   * @return the influences
   * @throws IllegalArgumentException if an influence is negative, NaN or infinite
   */
  public static InfluenceMatrix exact(
      InferenceNodes nodes, Extent extent, Source source, int parallelism) {
    Builder builder = new Builder(nodes, extent, 0);
    int observed = extent.observedCount(nodes);
    Workers.of(parallelism)
        .forRows(
            extent.probedCount(nodes),
            EXACT_BLOCK,
            (from, to) -> {
              double[] influences = new double[observed];
              for (int v = from; v < to; v++) {
                source.fill(v, influences);
                for (int u = 0; u < influences.length; u++) {
                  if (!(influences[u] >= 0 && influences[u] < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException(
                        "the influence of node "
                            + extent.node(nodes, v)
                            + " on node "
                            + extent.node(nodes, u)
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
    return nodes.targets();
  }

  /** {@return the number of targets, |V^(C)|} */
  public int targetCount() {
    return targets().size();
  }

  /** {@return whether the graph is directed, so that pairs of targets are ordered} */
  public boolean isDirected() {
    return nodes.isDirected();
  }

  /** {@return the influences that this matrix contains} */
  public Extent extent() {
    return extent;
  }

  /**
   * Returns whether this matrix contains all influences of an extent.
   *
   * @param wanted the extent
   * @return whether none is missing
   */
  public boolean covers(Extent wanted) {
    return extent().compareTo(wanted) >= 0 || targetCount() == nodes.nodes().size();
  }

  /**
   * Returns the number of nodes whose features are scaled, one query each.
   *
   * @return |V^(C)|
   */
  public int probedCount() {
    return rows.length;
  }

  /**
   * Returns the number of observed nodes, whose logits are compared.
   *
   * @return |V^(I)|, or |V^(C)| for {@link Extent#AMONG_TARGETS}
   */
  public int observedCount() {
    return extent.observedCount(nodes);
  }

  /** {@return the Δ with which the influences were measured, 0 for derivatives} */
  public double delta() {
    return delta;
  }

  /** {@return whether most nodes influence each other} */
  public boolean isCoupled() {
    return 2 * storedCount() > (long) probedCount() * observedCount();
  }

  /**
   * Returns the influence of one node on another, in O(log s) time if v influences s nodes.
   *
   * @param v the position of the node whose features are scaled, in [0, {@link #probedCount})
   * @param u the position of the influenced node, in [0, {@link #observedCount})
   * @return the influence, at least 0
   */
  public double influence(int v, int u) {
    return row(v).at(u);
  }

  /**
   * Returns the non-zero influences of one node.
   *
   * @param v the position of the node whose features are scaled
   * @return the influences
   */
  public Row row(int v) {
    return rows[v];
  }

  /** {@return the number of non-zero influences} */
  public long storedCount() {
    long stored = 0;
    for (Row row : rows) {
      stored += row.size();
    }
    return stored;
  }

  /** Collects influences. Different nodes may be set by different threads. */
  public static final class Builder {

    private final InferenceNodes nodes;
    private final Extent extent;
    private final double delta;
    private final @Nullable Row[] rows;

    private Builder(InferenceNodes nodes, Extent extent, double delta) {
      this.nodes = nodes;
      this.extent = extent;
      this.delta = delta;
      this.rows = new Row[extent.probedCount(nodes)];
    }

    /**
     * Sets the influences of one node.
     *
     * @param v the position of the node whose features are scaled
     * @param influences the influence on each observed node, by position, at least 0; copied
     */
    public void set(int v, double[] influences) {
      rows[v] = row(influences);
    }

    private static Row row(double[] influences) {
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
      return new Row(positions, values);
    }

    /**
     * Returns the influences.
     *
     * @return the influences
     * @throws IllegalStateException if the influences of a node have not been set
     */
    public InfluenceMatrix build() {
      Row[] all = new Row[rows.length];
      for (int v = 0; v < all.length; v++) {
        Row row = rows[v];
        if (row == null) {
          throw new IllegalStateException(
              "the influence of node " + extent.node(nodes, v) + " has not been measured");
        }
        all[v] = row;
      }
      return new InfluenceMatrix(nodes, extent, delta, all);
    }
  }
}
