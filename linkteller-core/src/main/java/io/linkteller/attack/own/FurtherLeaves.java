package io.linkteller.attack.own;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Finds the edges from the answers of a two-layer model in which the weight of an edge depends on
 * the degree of the sender. If another leaf joins at a target, the weights of the target's edges
 * change, and so do the answers at the leaves of its neighbors. Each query uses a separate graph.
 * Two adjacent own nodes, the references, show whether weights depend on degrees, and an own node
 * next to each leaf shows whether the target has anything to send.
 */
final class FurtherLeaves {

  private FurtherLeaves() {}

  /**
   * Determines which leaves move when another leaf joins at each target in turn.
   *
   * @param further the number of queries that may be sent in addition to the first and one per
   *     target
   * @throws UnsuitableModelException if weights do not depend on degrees, or if moves reach one
   *     step further than two layers allow
   */
  static OwnNodesReading read(ReachedModel model, int further) {
    IntList targets = model.targets();
    int m = targets.size();
    double[] features =
        Arrays.stream(model.direction()).map(x -> x * model.depth().size()).toArray();
    DMatrixRMaj before =
        ask(model, leaves(targets, -1), features, "the query before another leaf joins");
    double[][] moved = new double[m][m];
    double[] sent = new double[m];
    double[][] lone = new double[LeafMoves.LONE][m];
    double[][] warm = new double[LeafMoves.LONE][m];
    double[][] outer = new double[m][m];
    // The moves of the leaf at the first reference, which are due to the leaf that joins at the
    // second, and of the node one step beyond the first leaf.
    double[][] reference = new double[2][m];
    for (int j = 0; j < m; j++) {
      String name = "the query after another leaf joined at target " + targets.getInt(j);
      DMatrixRMaj after = ask(model, leaves(targets, targets.getInt(j)), features, name);
      LeafMoves.keep(before, after, 0, moved, j);
      LeafMoves.keep(before, after, m, lone, j);
      LeafMoves.keep(before, after, m + LeafMoves.LONE, warm, j);
      LeafMoves.keep(before, after, m + 2 * LeafMoves.LONE, reference, j);
      LeafMoves.keep(before, after, m + 2 * LeafMoves.LONE + 2, outer, j);
      // The node next to target j's leaf is two steps from the target, so only what the target
      // itself
      // sends moves it, whereas its neighbors also move the leaf.
      sent[j] = outer[j][j];
      // Noise that is proportional to answers is visible only at the lone nodes with features.
      double floor = Math.max(LeafMoves.largest(lone, j), LeafMoves.largest(warm, j));
      if (!(reference[0][j] > ModelDepth.NOISE * floor)) {
        throw new UnsuitableModelException(
            "the model has two layers, and the weight of an edge does not depend on the degree of"
                + " the sender, or noise hides the dependence: neither a move nor a link of an own"
                + " node changes an answer more than two steps away");
      }
      if (reference[1][j] > ModelDepth.NOISE * floor) {
        throw new UnsuitableModelException(
            "moves of own nodes reach two steps, but links between them reach further: noise or"
                + " closed units hide the depth of the model");
      }
    }
    String again = "the query before another leaf joins, repeated";
    double[] usual =
        LeafMoves.usual(
            before, moved, lone, further, () -> ask(model, leaves(targets, -1), features, again));
    int nodeCount = model.session().service().nodeCount();
    return model.reading(
        new LeafMoves(nodeCount, before, moved, sent, lone, usual),
        leaves(targets, targets.getInt(0)));
  }

  private static DMatrixRMaj ask(
      ReachedModel model, JoiningNodes nodes, double[] direction, String name) {
    int m = model.targets().size();
    int[] observed = new int[2 * m + 2 * LeafMoves.LONE + 2];
    Arrays.setAll(observed, i -> i);
    double[] features = new double[nodes.count()];
    Arrays.fill(features, m + LeafMoves.LONE, m + 2 * LeafMoves.LONE, 1);
    // The second reference must have something to send.
    features[observed.length + 1] = 1;
    return OwnNodes.join(model.session(), nodes, observed, direction).ask(features, name);
  }

  /**
   * Returns own nodes in this order: a leaf at each target; lone nodes; as many lone nodes that get
   * features; a leaf at the first of two references that share an edge, and a node next to this
   * leaf; a node next to each target's leaf; the references; and, unless {@code further} is
   * negative, another leaf at the target with this id and another at the second reference.
   */
  private static JoiningNodes leaves(IntList targets, int further) {
    JoiningNodes.Builder builder = JoiningNodes.builder();
    targets.forEach(builder::leafAt);
    for (int lone = 0; lone < 2 * LeafMoves.LONE; lone++) {
      builder.add();
    }
    int leaf = builder.add();
    builder.extend(leaf, 1);
    for (int i = 0; i < targets.size(); i++) {
      builder.extend(i, 1);
    }
    int second = builder.extend(leaf, 2);
    if (further >= 0) {
      builder.leafAt(further);
      builder.extend(second, 1);
    }
    return builder.build();
  }
}
