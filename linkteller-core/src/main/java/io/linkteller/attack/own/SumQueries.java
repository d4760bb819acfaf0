package io.linkteller.attack.own;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * Queries in which the chains of some targets move, so that the leaf of each target shows a sum.
 *
 * <p>Target j gets the number U_j, and the node before the end of its chain the multiple U_j δ_j.
 * The answer at leaf i, times δ_i, is then the sum of U_j over the neighbors j of target i, in a
 * unit that references show. If target i moves itself, there is a term U_i (α δ_i + β) from the
 * walks that are one step shorter than the model is deep and stay at some node once; α and β follow
 * from references of two degrees. Where such a step has weights of its own, its term does not add
 * up with those of neighbors; two references that share an edge tell, and rows of targets that move
 * are then not read.
 */
final class SumQueries {

  /**
   * How many times the measured error of an answer the error of a sum is taken to be: a sum adds
   * the errors of the answer, of the unit and of two terms for the own chain.
   */
  private static final double ERRORS = 4;

  private final TargetChains chains;
  private final OwnNodes own;
  private final WalkWeights weights;
  private final Random random;
  private SubsetSums sums;
  private boolean additive = true;

  /** The relative error of an answer, which grows where sums contradict each other. */
  private double relativeError;

  SumQueries(
      TargetChains chains, OwnNodes own, WalkWeights weights, SubsetSums sums, Random random) {
    this.chains = chains;
    this.own = own;
    this.weights = weights;
    this.sums = sums;
    this.random = random;
    relativeError = weights.relativeError();
  }

  /** {@return the sums read so far} */
  SubsetSums sums() {
    return sums;
  }

  /** Takes errors to be larger by a factor, and begins again with the sums read so far. */
  void widenErrors(double factor) {
    relativeError *= factor;
    sums = sums.withErrors(factor);
  }

  /** {@return whether the own term adds up with those of neighbors, as far as queries showed} */
  boolean isAdditive() {
    return additive;
  }

  /** {@return the number of bits of a sum that errors leave} */
  double bits() {
    return -Math.log(ERRORS * relativeError) / Math.log(2);
  }

  /** Moves the chains of some targets, and adds what their sums are. */
  void move(IntList moved) {
    double[] numbers = new double[chains.rows()];
    for (int i : moved) {
      numbers[i] = number();
    }
    for (int r = 0; r < TargetChains.REFERENCES; r++) {
      numbers[chains.reference(r)] = r == TargetChains.stillRow() ? 0 : number();
    }
    double[] multiples = new double[chains.nodes().count()];
    for (int row = 0; row < chains.rows(); row++) {
      multiples[chains.mover(row)] = OwnNodes.LARGE * numbers[row] * weights.divisor(row);
    }
    DMatrixRMaj answer = own.ask(multiples, "a query that moves the chains of " + moved.size());
    double[] whole = new double[chains.rows()];
    for (int row = 0; row < whole.length; row++) {
      whole[row] = weights.along(answer, row) * weights.divisor(row);
    }
    // The reference that never moves reads the number of its only neighbor.
    double unit =
        whole[chains.reference(TargetChains.stillRow())]
            / numbers[chains.reference(TargetChains.movingRow())];
    for (int row = 0; row < whole.length; row++) {
      whole[row] /= unit;
    }
    double[] ownTerm = ownTerms(whole, numbers);
    int m = chains.targets();
    double[] read = new double[m];
    double[] error = new double[m];
    additive &= pairAddsUp(whole, ownTerm, numbers);
    for (int i = 0; i < m; i++) {
      read[i] = whole[i] - ownTerm[i];
      error[i] =
          additive || numbers[i] == 0 ? error(whole[i], ownTerm[i]) : Double.POSITIVE_INFINITY;
    }
    sums.add(Arrays.copyOf(numbers, m), read, error);
  }

  private double number() {
    return SubsetSums.LEAST_NUMBER + (1 - SubsetSums.LEAST_NUMBER) * random.nextDouble();
  }

  private double error(double whole, double ownTerm) {
    return ERRORS * relativeError * (1 + Math.abs(whole) + Math.abs(ownTerm));
  }

  /** Returns U (α δ + β) for every row. */
  private double[] ownTerms(double[] whole, double[] numbers) {
    int low = chains.reference(0);
    int high = chains.reference(TargetChains.loneReferences() - 1);
    double atLow = whole[low] / numbers[low];
    double atHigh = whole[high] / numbers[high];
    double span = weights.divisor(high) - weights.divisor(low);
    double alpha = span == 0 ? 0 : (atHigh - atLow) / span;
    double[] terms = new double[whole.length];
    for (int row = 0; row < terms.length; row++) {
      terms[row] = numbers[row] * (atLow + alpha * (weights.divisor(row) - weights.divisor(low)));
    }
    return terms;
  }

  /** Returns whether a reference that moves reads the number of its neighbor that moves, too. */
  private boolean pairAddsUp(double[] whole, double[] ownTerm, double[] numbers) {
    int first = chains.reference(TargetChains.firstOfPair());
    int second = chains.reference(TargetChains.secondOfPair());
    double least = SubsetSums.LEAST_NUMBER / 2;
    return Math.abs(whole[first] - ownTerm[first] - numbers[second])
            <= Math.min(least, 64 * error(whole[first], ownTerm[first]))
        && Math.abs(whole[second] - ownTerm[second] - numbers[first])
            <= Math.min(least, 64 * error(whole[second], ownTerm[second]));
  }
}
