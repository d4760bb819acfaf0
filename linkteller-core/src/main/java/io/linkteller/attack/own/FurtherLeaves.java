package io.linkteller.attack.own;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * In a model of two layers whose weights depend on degrees of senders, a further leaf at a target
 * changes the weights of its edges, which the leaves of its neighbors see. Each query is about a
 * graph of its own. Two own nodes that share an edge show whether weights are such, and an own node
 * beside each leaf, if as many may join, whether the target has anything to send.
 */
final class FurtherLeaves {

  private FurtherLeaves() {}

  /**
   * Reads which leaves move when a further one joins at each target.
   *
   * @return the moves, or nothing if a step more passes: the model is deeper
   * @throws UnsuitableModelException if weights are not such, after two queries
   */
  static Optional<OneAtATime> read(ReachedModel model, int further) {
    IntList targets = model.targets();
    int m = targets.size();
    boolean beside = leaves(targets, targets.getInt(0), true).count() <= model.room();
    double[] features =
        Arrays.stream(model.direction()).map(x -> x * model.depth().size()).toArray();
    DMatrixRMaj before =
        ask(
            model,
            leaves(targets, -1, beside),
            beside,
            features,
            "the query before a further leaf joins");
    double[][] moved = new double[m][m];
    double[] sent = new double[m];
    double[][] lone = new double[OneAtATime.LONE][m];
    double[][] warm = new double[OneAtATime.LONE][m];
    double[][] outer = new double[beside ? m : 0][m];
    // The leaf that an edge between own nodes moves, and the node that is a step further.
    double[][] reference = new double[2][m];
    for (int j = 0; j < m; j++) {
      String name = "the query after a further leaf joined at target " + targets.getInt(j);
      DMatrixRMaj after =
          ask(model, leaves(targets, targets.getInt(j), beside), beside, features, name);
      OneAtATime.keepMoves(before, after, 0, moved, j);
      OneAtATime.keepMoves(before, after, m, lone, j);
      OneAtATime.keepMoves(before, after, m + OneAtATime.LONE, warm, j);
      OneAtATime.keepMoves(before, after, m + 2 * OneAtATime.LONE, reference, j);
      OneAtATime.keepMoves(before, after, m + 2 * OneAtATime.LONE + 2, outer, j);
      sent[j] = beside ? outer[j][j] : 0;
      // Noise in proportion to answers moves those of lone nodes that send as references do, too.
      double floor = Math.max(OneAtATime.largest(lone, j), OneAtATime.largest(warm, j));
      if (!(reference[0][j] > ModelDepth.NOISE * floor)) {
        throw new UnsuitableModelException(
            "the model has two layers, and the weight of an edge does not depend on the degree of"
                + " the sender, or by less than noise moves answers: no move and no link of an own"
                + " node changes the answer of another that is not within two steps");
      }
      if (reference[1][j] > ModelDepth.NOISE * floor) {
        return Optional.empty();
      }
    }
    String again = "the query before a further leaf joins, again";
    double[] usual =
        OneAtATime.usual(
            before,
            moved,
            lone,
            further,
            () -> ask(model, leaves(targets, -1, beside), beside, features, again));
    return Optional.of(
        new OneAtATime(
            model,
            before,
            moved,
            sent,
            lone,
            usual,
            new double[m],
            false,
            leaves(targets, targets.getInt(0), beside)));
  }

  private static DMatrixRMaj ask(
      ReachedModel model, JoiningNodes nodes, boolean beside, double[] direction, String name) {
    int m = model.targets().size();
    int[] observed = new int[m + 2 * OneAtATime.LONE + 2 + (beside ? m : 0)];
    Arrays.setAll(observed, i -> i);
    double[] features = new double[nodes.count()];
    Arrays.fill(features, m + OneAtATime.LONE, m + 2 * OneAtATime.LONE, 1);
    // The reference at the edge's other end must have something to send.
    features[observed.length + 1] = 1;
    return OwnNodes.join(model.session(), nodes, observed, direction).ask(features, name);
  }

  /**
   * Returns a leaf at each target, lone nodes, as many that have features, a leaf at the first of
   * two references that share an edge, a node beside it, nodes beside the targets' leaves if
   * wanted, the references, and further leaves at a target, if it is not negative, and at the
   * second reference.
   */
  private static JoiningNodes leaves(IntList targets, int further, boolean beside) {
    JoiningNodes.Builder builder = JoiningNodes.builder();
    targets.forEach(builder::leafAt);
    for (int lone = 0; lone < 2 * OneAtATime.LONE; lone++) {
      builder.add();
    }
    int leaf = builder.add();
    builder.extend(leaf, 1);
    for (int i = 0; beside && i < targets.size(); i++) {
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
