package io.linkteller.attack.own;

import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.inference.NonFiniteAnswerException;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * The depth of a model, found with two paths of own nodes that are linked to no other node: when
 * one end moves, answers do so up to as many steps away as the model has layers. One end moves far,
 * the other by one. A far move opens all units that it can, but attention that it saturates stops
 * it; then the near one reaches further.
 *
 * @param layers L, the number of steps
 * @param size how far nodes should move
 * @param coupled whether an own node without any link moves, too
 */
record ModelDepth(int layers, double size, boolean coupled) {

  /** The deepest model that is told from one in which all nodes are coupled. */
  static final int MOST_LAYERS = 16;

  /**
   * Finds the depth.
   *
   * @param largest how far nodes may move, at least 1
   */
  static ModelDepth of(JoinableApi api, double[] direction, double largest, AnswerCount count) {
    JoiningNodes.Builder paths = JoiningNodes.builder();
    int far = paths.add();
    paths.extend(far, MOST_LAYERS + 1);
    int near = paths.add();
    paths.extend(near, MOST_LAYERS + 1);
    int alone = paths.add();
    JoiningNodes nodes = paths.build();
    int[] all = new int[nodes.count()];
    Arrays.setAll(all, i -> i);
    OwnNodes own = OwnNodes.join(api, nodes, all, direction, count);
    double[] multiples = new double[nodes.count()];
    DMatrixRMaj before = own.ask(multiples, "the query before an own node moves");
    multiples[near] = 1;
    multiples[far] = largest;
    DMatrixRMaj after;
    try {
      after = own.ask(multiples, "the query that moves two own nodes");
    } catch (NonFiniteAnswerException overflow) {
      multiples[far] = 1;
      after = own.ask(multiples, "the query that moves two own nodes by one");
    }
    // The lone node shows what the service adds to an unmoved answer, if anything.
    double floor = distance(before, after, alone);
    boolean coupled = floor > Math.ulp(distance(before, after, far));
    int byFar = layers(before, after, far, floor);
    int byNear = layers(before, after, near, floor);
    double size = byFar >= byNear ? multiples[far] : 1;
    int layers = Math.max(byFar, byNear);
    return new ModelDepth(layers, size, coupled || layers > MOST_LAYERS);
  }

  /** Returns how far from the first node of a path answers moved. */
  private static int layers(DMatrixRMaj before, DMatrixRMaj after, int first, double floor) {
    int layers = 0;
    for (int steps = 1; steps <= MOST_LAYERS + 1; steps++) {
      layers = distance(before, after, first + steps) > 8 * floor ? steps : layers;
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
