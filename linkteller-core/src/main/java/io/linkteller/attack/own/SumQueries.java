package io.linkteller.attack.own;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * Sends queries in which the chains of some targets move, so that the leaf of each target shows a
 * sum.
 *
 * <p>Target j gets the number U_j, and the node before the end of its chain gets the multiple U_j
 * δ_j, where δ_j is the divisor of {@link WalkWeights}. The answer at leaf i, times δ_i, is then
 * the sum of U_j over the neighbors j of target i, in a unit that references show. If target i
 * itself moves, the own term U_i (α δ_i + β) is added. It comes from walks that are one step
 * shorter than the model is deep and stay at some node once; α and β follow from references of two
 * degrees. If staying at a node has separate weights, the own term does not add up with the terms
 * of neighbors. Two references that share an edge show this, and the rows of targets that move are
 * then not read.
 *
 * <p>If the numbers of two neighbors do not add up, as with attention that large moves saturate, no
 * answer is a sum; a reference between two others shows this.
 */
final class SumQueries {

  /**
   * The assumed ratio of the error of a sum to the measured error of an answer: a sum combines the
   * errors of the answer, of the unit and of two parts of the own term.
   */
  private static final double ERRORS = 4;

  private final TargetChains chains;
  private final OwnNodes own;
  private final WalkWeights weights;
  private final Random random;

  private SubsetSums sums;

  /** Whether own terms have added up with those of neighbors so far. */
  private boolean additive = true;

  /** Whether the numbers of two neighbors have added up so far. */
  private boolean adding = true;

  /** The relative error of an answer, which is increased if sums contradict each other. */
  private double relativeError;

  SumQueries(TargetChains chains, OwnNodes own, WalkWeights weights, Random random) {
    this.chains = chains;
    this.own = own;
    this.weights = weights;
    this.random = random;
    sums = new SubsetSums(chains.targets());
    relativeError = weights.relativeError();
  }

  /** {@return the sums read so far} */
  SubsetSums sums() {
    return sums;
  }

  /**
   * Multiplies the assumed errors by a factor and decides all pairs again from the sums read so
   * far.
   */
  void widenErrors(double factor) {
    relativeError *= factor;
    sums = sums.withErrors(factor);
  }

  /**
   * {@return whether the own term adds up with those of neighbors, according to the queries so far}
   */
  boolean isAdditive() {
    return additive;
  }

  /** {@return whether the numbers of two neighbors add up, according to the queries so far} */
  boolean areSums() {
    return adding;
  }

  /** {@return the number of bits of a sum that exceed its error} */
  double bits() {
    return -Math.log(ERRORS * relativeError) / Math.log(2);
  }

  /** Moves the chains of some targets and adds the resulting sums. */
  void move(IntList moved) {
    double[] numbers = new double[chains.rows()];
    for (int i : moved) {
      numbers[i] = number();
    }
    for (int r = 0; r < TargetChains.REFERENCES; r++) {
      boolean still =
          r == TargetChains.stillRow() || r == TargetChains.LONE_STILL || r == TargetChains.BETWEEN;
      numbers[chains.reference(r)] = still ? 0 : number();
    }
    double[] multiples = new double[chains.nodes().count()];
    for (int row = 0; row < chains.rows(); row++) {
      multiples[chains.mover(row)] = OwnNodes.LARGE * numbers[row] * weights.divisor(row);
    }
    String name = "a query that moves the chains of targets, " + moved.size() + " in all";
    DMatrixRMaj answer = own.ask(multiples, name);
    read(answer, numbers);
  }

  /** Adds the sums that an answer shows. */
  private void read(DMatrixRMaj answer, double[] numbers) {
    double base = whole(answer, chains.reference(TargetChains.LONE_STILL));
    // The leaf of the reference that never moves shows the number of its only neighbor.
    double moving = numbers[chains.reference(TargetChains.movingRow())];
    double unit = (whole(answer, chains.reference(TargetChains.stillRow())) - base) / moving;
    double[] whole = new double[chains.rows()];
    Arrays.setAll(whole, row -> (whole(answer, row) - base) / unit);
    // A target's own term is U (α δ + β); α and β follow from two references.
    int low = chains.reference(0);
    int high = chains.reference(TargetChains.loneReferences() - 1);
    double span = weights.divisor(high) - weights.divisor(low);
    double atLow = whole[low] / numbers[low];
    double alpha = span == 0 ? 0 : (whole[high] / numbers[high] - atLow) / span;
    double beta = atLow - alpha * weights.divisor(low);
    double[] ownTerm = new double[chains.rows()];
    Arrays.setAll(ownTerm, row -> numbers[row] * (alpha * weights.divisor(row) + beta));
    double first = numbers[chains.reference(TargetChains.firstOfPair())];
    double second = numbers[chains.reference(TargetChains.secondOfPair())];
    adding &= addsUp(TargetChains.BETWEEN, whole, ownTerm, moving + first);
    additive &=
        addsUp(TargetChains.firstOfPair(), whole, ownTerm, second)
            && addsUp(TargetChains.secondOfPair(), whole, ownTerm, first);
    int m = chains.targets();
    double[] read = new double[m];
    double[] error = new double[m];
    for (int i = 0; i < m; i++) {
      double sum = whole[i] - ownTerm[i];
      boolean readable = (additive || numbers[i] == 0) && sum < m;
      read[i] = readable ? sum : 0;
      error[i] = readable ? error(whole[i], ownTerm[i]) : Double.POSITIVE_INFINITY;
    }
    sums.add(Arrays.copyOf(numbers, m), read, error);
  }

  private double whole(DMatrixRMaj answer, int row) {
    return weights.along(answer, row) * weights.divisor(row);
  }

  private double number() {
    return SubsetSums.MIN_NUMBER + (1 - SubsetSums.MIN_NUMBER) * random.nextDouble();
  }

  private double error(double whole, double ownTerm) {
    return ERRORS * relativeError * (1 + Math.abs(whole) + Math.abs(ownTerm));
  }

  /** Returns whether a reference shows the sum of its neighbors' numbers and its own term. */
  private boolean addsUp(int reference, double[] whole, double[] ownTerm, double sum) {
    int row = chains.reference(reference);
    return Math.abs(whole[row] - ownTerm[row] - sum)
        <= Math.min(SubsetSums.MIN_NUMBER / 2, 64 * error(whole[row], ownTerm[row]));
  }
}
