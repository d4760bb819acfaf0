package io.linkteller.attack.own;

import io.linkteller.attack.QuerySession;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.inference.NonFiniteAnswerException;
import io.linkteller.inference.output.AnswerPrecision;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The depth of a model, found with paths of own nodes that are linked to no other nodes. When the
 * features at one end of a path change (the node moves), answers change up to as many steps away as
 * the model has layers. The end of one path makes a large move, and the ends of the others move by
 * 1. A large move opens all units that it can, but attention may saturate and stop it; small moves
 * then reach further.
 *
 * @param layers L, the number of steps that moves reach
 * @param size the size of moves to use
 * @param coupled whether answers for own nodes without any link also move
 * @param passes whether a large move passes all layers in proportion; if not, units are closed
 *     along its direction, or saturate along every direction
 * @param clear whether a small move would have been visible one step further, despite noise and
 *     rounding
 */
record ModelDepth(int layers, double size, boolean coupled, boolean passes, boolean clear) {

  /** The deepest model that can be distinguished from one in which all nodes are coupled. */
  static final int MAX_LAYERS = 16;

  /**
   * The number of own nodes without links. The largest of several moves measures noise better than
   * a single move.
   */
  static final int LONE = 6;

  /**
   * The number of nodes of the third path that have features: few enough to be inconspicuous among
   * the own nodes.
   */
  private static final int WARM = 4;

  /**
   * Moves up to this many times the largest move of a lone node's answer count as noise: with K = 6
   * lone nodes and the 51 nodes of three paths, noise of a log-concave density moves any of these
   * further with a probability of at most 51 / C(K + c, c) = 10<sup>-4</sup> ({@link
   * LeafMoves#NOISE}).
   */
  static final int NOISE = 24;

  /**
   * The factor by which the expected move one step further must exceed noise and rounding. The
   * steps of a path have different weights, which are unbounded; tests check the factor with noise
   * of many sizes.
   */
  private static final double CLEAR = 8;

  /** Finds the depth of a model along a direction of features. */
  static ModelDepth of(QuerySession session, double[] direction) {
    JoiningNodes.Builder paths = JoiningNodes.builder();
    int far = paths.add();
    paths.extend(far, MAX_LAYERS + 1);
    int near = paths.add();
    paths.extend(near, MAX_LAYERS + 1);
    int other = paths.add();
    paths.extend(other, MAX_LAYERS + 1);
    int alone = paths.add();
    for (int further = 1; further < LONE; further++) {
      paths.add();
    }
    JoiningNodes nodes = paths.build();
    int[] all = new int[nodes.count()];
    Arrays.setAll(all, i -> i);
    OwnNodes own = OwnNodes.join(session, nodes, all, direction);
    double[] multiples = new double[nodes.count()];
    // The features of nodes on the third path open other units to small moves.
    Arrays.fill(multiples, other + 1, other + 1 + WARM, 1);
    DMatrixRMaj before = own.ask(multiples, "the query before an own node moves");
    multiples[near] = 1;
    multiples[other] = 1;
    multiples[far] = OwnNodes.LARGE;
    DMatrixRMaj after;
    try {
      after = own.ask(multiples, "the query that moves three own nodes");
    } catch (NonFiniteAnswerException overflow) {
      multiples[far] = 1;
      after = own.ask(multiples, "the query that moves three own nodes by one");
    }
    // Answers for lone nodes change only because of noise or coupling. If they change by more than
    // rounding, the query is repeated to measure noise alone.
    double floor = floor(before, after, alone);
    boolean coupled =
        floor > Math.ulp(distance(before, after, far))
            && floor > NOISE * floor(own.ask(multiples, "the same query, repeated"), after, alone);
    int byNear = layers(before, after, near, floor);
    int byOther = layers(before, after, other, floor);
    if (byOther > Math.max(byNear, layers(before, after, far, floor))) {
      // In a model without biases, lone nodes do not show noise that is proportional to answers.
      DMatrixRMaj again = own.ask(multiples, "the same query, repeated");
      for (int steps = 1; steps <= MAX_LAYERS + 1; steps++) {
        floor = Math.max(floor, distance(again, after, other + steps));
      }
      byOther = layers(before, after, other, floor);
    }
    int small = byOther > byNear ? other : near;
    int layers = Math.max(layers(before, after, far, floor), Math.max(byNear, byOther));
    double answer = CommonOps_DDRM.elementMaxAbs(before);
    // A large move that closes an open unit moves an answer by at most the answer's size.
    double usual = Math.max(Math.max(floor, answer), distance(before, after, near + layers));
    boolean proportional =
        distance(before, after, far + layers) > Math.sqrt(OwnNodes.LARGE) * usual;
    double hidden = Math.max(NOISE * floor, AnswerPrecision.ofDigits(before) * answer);
    return new ModelDepth(
        layers,
        proportional ? OwnNodes.LARGE : 1,
        coupled || layers > MAX_LAYERS,
        proportional || multiples[far] == 1,
        Math.max(byNear, byOther) == layers && next(before, after, small, layers) > CLEAR * hidden);
  }

  /** Returns the largest move of the answers of lone nodes. */
  private static double floor(DMatrixRMaj before, DMatrixRMaj after, int alone) {
    double floor = 0;
    for (int lone = alone; lone < before.numRows; lone++) {
      floor = Math.max(floor, distance(before, after, lone));
    }
    return floor;
  }

  /**
   * Returns how far the answer one step beyond the last moved answer would move if the model were
   * deeper.
   */
  private static double next(DMatrixRMaj before, DMatrixRMaj after, int first, int layers) {
    double share = 1;
    for (int step = 1; step <= layers; step++) {
      share =
          Math.min(
              share,
              distance(before, after, first + step) / distance(before, after, first + step - 1));
    }
    return share * distance(before, after, first + layers);
  }

  /** Returns how many steps from the first node of a path answers moved. */
  private static int layers(DMatrixRMaj before, DMatrixRMaj after, int first, double floor) {
    int layers = 0;
    for (int steps = 1; steps <= MAX_LAYERS + 1; steps++) {
      layers = distance(before, after, first + steps) > NOISE * floor ? steps : layers;
    }
    return layers;
  }

  private static double distance(DMatrixRMaj before, DMatrixRMaj after, int row) {
    double largest = 0;
    for (int c = 0; c < before.numCols; c++) {
      int at = row * before.numCols + c;
      largest = Math.max(largest, Math.abs(after.data[at] - before.data[at]));
    }
    return largest;
  }
}
