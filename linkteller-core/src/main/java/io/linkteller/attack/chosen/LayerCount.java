package io.linkteller.attack.chosen;

import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** Whether a model that is not linear has two layers or more, from sets of nodes of both signs. */
final class LayerCount {

  /**
   * Shares of all nodes: sparse enough for second-layer units with hardly any raised node in reach.
   */
  private static final double[] SHARES = {1 / 30.0, 1 / 10.0};

  private final BaseAnswers base;
  private final Oracle oracle;
  private final double[] pi;

  private LayerCount(BaseAnswers base) {
    this.base = base;
    this.oracle = base.oracle();
    this.pi = base.pi();
  }

  /**
   * Distinguishes two layers from more, with 2 to 8 queries, up to 14 for a single logit.
   *
   * @param both the sum of the logits of a node at +1 and at -1
   */
  static boolean isTwo(BaseAnswers base, double[] both, long seed) {
    LayerCount layers = new LayerCount(base);
    return layers.isEvenAlong(both, seed) && layers.isAffineFarOut(seed);
  }

  /**
   * In two layers the answers to s and -s add up to Â |Â s| times one row of logits. Always true
   * for a single logit.
   */
  private boolean isEvenAlong(double[] both, long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    double[] mixed = new double[pi.length];
    for (int u = 0; u < mixed.length; u++) {
      mixed[u] = (2 * random.nextDouble() - 1) * pi[u];
    }
    DMatrixRMaj sum = oracle.reversed().ask(mixed, "the query of mixed signs, reversed");
    DMatrixRMaj other = oracle.ask(mixed, "the query of mixed signs");
    for (int i = 0; i < sum.getNumElements(); i++) {
      sum.data[i] += other.data[i];
    }
    double[] along = LogitRows.along(sum, both);
    double off = 0;
    for (int i = 0; i < sum.getNumElements(); i++) {
      off = Math.max(off, Math.abs(sum.data[i] - along[i / both.length] * both[i % both.length]));
    }
    return off <= base.tolerance(1e-6, 100) * LogitRows.largest(sum.data);
  }

  /**
   * With s = μ π at a random set and -π elsewhere, no node of the first layer changes sign above μ
   * = 2n. Two layers are affine in μ there; in deeper networks, units of the second layer still
   * change sign, some here, some with all signs reversed.
   */
  private boolean isAffineFarOut(long seed) {
    SplittableRandom random = new SplittableRandom(seed + 1);
    int rounds = oracle.width() == 1 ? 2 * SHARES.length : SHARES.length;
    for (int round = 0; round < rounds; round++) {
      Oracle side = round % 2 == 0 ? oracle : oracle.reversed();
      RaisedSet raised = RaisedSet.draw(pi.length, SHARES[round / 2], random);
      if (!isAffineFarOut(side, raised)) {
        return false;
      }
    }
    return true;
  }

  private boolean isAffineFarOut(Oracle side, RaisedSet raised) {
    double far = 2.0 * pi.length;
    // Divided by the largest μ, features are no larger than in other queries and do not overflow.
    double unit = 1 / (9 * far);
    DMatrixRMaj near = ask(side, raised, far, unit);
    DMatrixRMaj middle = ask(side, raised, 3 * far, unit);
    DMatrixRMaj last = ask(side, raised, 9 * far, unit);
    double bend = 0;
    double size = 0;
    for (int e = 0; e < near.getNumElements(); e++) {
      double slope = (last.data[e] - middle.data[e]) / 3;
      bend = Math.max(bend, Math.abs(slope - (middle.data[e] - near.data[e])));
      size = Math.max(size, Math.abs(last.data[e]));
    }
    return bend <= base.tolerance(1e-8, 30) * size;
  }

  private DMatrixRMaj ask(Oracle side, RaisedSet raised, double mu, double unit) {
    return side.ask(raised.at(mu * unit, -unit, pi), "a query for the depth");
  }
}
