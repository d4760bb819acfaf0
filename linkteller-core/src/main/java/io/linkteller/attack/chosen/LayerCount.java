package io.linkteller.attack.chosen;

import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Determines whether a nonlinear model has two layers or more, with queries in which nodes have
 * both signs.
 */
final class LayerCount {

  /**
   * The shares of all nodes that are raised, so small that some second-layer units have almost no
   * raised node within reach.
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
   * Returns whether the model has two layers rather than more. Takes 2 to 8 queries, or up to 14
   * for a single logit.
   *
   * @param both the sum of the mean logits of nodes at π and at -π
   */
  static boolean isTwo(BaseAnswers base, double[] both, long seed) {
    LayerCount layers = new LayerCount(base);
    return layers.isEvenAlong(both, seed) && layers.isAffineFarOut(seed);
  }

  /**
   * Returns whether the answers to s and -s add up to Â |Â s| times one row of logits, as they do
   * in two layers. Always true for a single logit.
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
   * Returns whether answers are affine in μ above μ = 2n, for s = μ π at a random set and -π
   * elsewhere. No node of the first layer changes sign there, so the answers of two layers are
   * affine. In deeper networks, units of the second layer still change sign, some of them only if
   * all signs are reversed.
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
    // After division by the largest μ, features are no larger than in other queries and do not
    // overflow.
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
