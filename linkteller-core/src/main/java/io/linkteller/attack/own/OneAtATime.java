package io.linkteller.attack.own;

import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Moves one target's own node at a time and looks whose leaf moves: exactly the leaves of the
 * target and of its neighbors, whatever the model computes from messages. n + 1 queries for n
 * targets, each compared with the first.
 */
final class OneAtATime {

  /** How far the leaf of target i moves when target j does, in row i. */
  private final double[][] moved;

  /** How far the leaf of target i may move for other reasons: its answer before, or 0. */
  private final double[] other;

  private final JoiningNodes nodes;

  private OneAtATime(double[][] moved, double[] other, JoiningNodes nodes) {
    this.moved = moved;
    this.other = other;
    this.nodes = nodes;
  }

  /**
   * In a model of at least three layers, features of the outer node of a chain of L - 2 nodes move:
   * it is L - 1 steps from the leaf of its target and L from those of the target's neighbors.
   */
  static OneAtATime chains(
      JoinableApi api, IntList targets, ModelDepth depth, double[] direction, AnswerCount count) {
    int m = targets.size();
    int[] leaf = new int[m];
    int[] mover = new int[m];
    JoiningNodes.Builder builder = JoiningNodes.builder();
    for (int i = 0; i < m; i++) {
      leaf[i] = builder.leafAt(targets.getInt(i));
      mover[i] = builder.chainAt(targets.getInt(i), depth.layers() - 2);
    }
    JoiningNodes nodes = builder.build();
    OwnNodes own = OwnNodes.join(api, nodes, leaf, direction, count);
    DMatrixRMaj before = own.ask(new double[nodes.count()], "the query before a chain moves");
    double[][] moved = new double[m][m];
    for (int j = 0; j < m; j++) {
      String name = "the query that moves the chain of target " + targets.getInt(j);
      keepMoves(before, own.move(mover[j], depth.size(), name), moved, j);
    }
    // What changes meanwhile moves an answer by its own size, which a large move exceeds by far.
    double[] other = new double[m];
    for (int i = 0; i < m && depth.size() == OwnNodes.LARGE; i++) {
      for (double number : row(before, i)) {
        other[i] = Math.max(other[i], Math.abs(number));
      }
    }
    return new OneAtATime(moved, other, nodes);
  }

  /**
   * In a model of two layers whose weights depend on degrees of senders, a further leaf at a target
   * changes the weights of its edges, which the leaves of its neighbors see. Each query is about a
   * graph of its own. Two own nodes that share an edge show whether weights are such.
   *
   * @throws UnsuitableModelException if they do not, after two queries
   */
  static OneAtATime furtherLeaves(
      JoinableApi api, IntList targets, double[] direction, AnswerCount count) {
    int m = targets.size();
    DMatrixRMaj before =
        ask(api, leaves(targets, -1), m, direction, count, "the query before a further leaf joins");
    double[][] moved = new double[m][m];
    for (int j = 0; j < m; j++) {
      String name = "the query after a further leaf joined at target " + targets.getInt(j);
      DMatrixRMaj after = ask(api, leaves(targets, targets.getInt(j)), m, direction, count, name);
      if (j == 0 && Arrays.equals(row(before, m), row(after, m))) {
        throw new UnsuitableModelException(
            "the model has two layers, and the weight of an edge does not depend on the degree of"
                + " the sender: no move and no link of an own node changes the answer of another"
                + " that is not within two steps");
      }
      keepMoves(before, after, moved, j);
    }
    return new OneAtATime(moved, new double[m], leaves(targets, targets.getInt(0)));
  }

  private static DMatrixRMaj ask(
      JoinableApi api,
      JoiningNodes nodes,
      int m,
      double[] direction,
      AnswerCount count,
      String name) {
    int[] observed = new int[m + 1];
    Arrays.setAll(observed, i -> i);
    double[] features = new double[nodes.count()];
    // The reference at the edge's other end must have something to send.
    features[m + 2] = 1;
    return OwnNodes.join(api, nodes, observed, direction, count).ask(features, name);
  }

  private static double[] row(DMatrixRMaj answer, int row) {
    return Arrays.copyOfRange(answer.data, row * answer.numCols, (row + 1) * answer.numCols);
  }

  /**
   * Returns a leaf at each target and at the first of two references that share an edge, the
   * references, and further leaves at a target, if it is not negative, and at the second reference.
   */
  private static JoiningNodes leaves(IntList targets, int further) {
    JoiningNodes.Builder builder = JoiningNodes.builder();
    for (int target : targets) {
      builder.leafAt(target);
    }
    int leaf = builder.add();
    int second = builder.extend(leaf, 2);
    if (further >= 0) {
      builder.leafAt(further);
      builder.extend(second, 1);
    }
    return builder.build();
  }

  private static void keepMoves(DMatrixRMaj before, DMatrixRMaj after, double[][] moved, int j) {
    int width = before.numCols;
    for (int i = 0; i < moved.length; i++) {
      for (int c = 0; c < width; c++) {
        double change = Math.abs(after.data[i * width + c] - before.data[i * width + c]);
        moved[i][j] = Math.max(moved[i][j], change);
      }
    }
  }

  JoiningNodes nodes() {
    return nodes;
  }

  /**
   * Returns for each target whether its leaf moves when its own node does. If it does not, units on
   * the way are closed, and that other leaves do not move shows nothing.
   */
  boolean[] alive() {
    boolean[] alive = new boolean[moved.length];
    for (int i = 0; i < alive.length; i++) {
      alive[i] = moved[i][i] > 0;
    }
    return alive;
  }

  /**
   * Returns the evidence for each pair: how many times further the leaf of one target moves when
   * the other does than the middle, on a logarithmic scale, of what it moves at most times and what
   * it moves when its own target does. Edges exceed 1. Where moves are small and the graph holds
   * still, most answers do not move at all, so that any move is an edge.
   */
  double[][] evidence() {
    int m = moved.length;
    double[][] evidence = new double[m][m];
    for (int i = 0; i < m; i++) {
      double[] sorted = moved[i].clone();
      Arrays.sort(sorted);
      double usual = Math.max(other[i], sorted[(m - 1) / 2]);
      double middle = Math.sqrt(usual) * Math.sqrt(moved[i][i]);
      for (int j = 0; j < m; j++) {
        double times = moved[i][j] > 0 ? moved[i][j] / Math.max(middle, Double.MIN_NORMAL) : 0;
        times = Math.min(times, Double.MAX_VALUE);
        evidence[i][j] = Math.max(evidence[i][j], times);
        evidence[j][i] = Math.max(evidence[j][i], times);
      }
    }
    return evidence;
  }
}
