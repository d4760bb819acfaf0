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
 *
 * <p>On a graph that changes, the degrees of a query are those of its own time. The ends of all
 * chains then move as well, by one number E that is larger than any sum times δ, so that the answer
 * at leaf i, (E + sum) / δ_i, shows both; U_j becomes U_j times the ratio of δ_j as it was sent and
 * as it is. That costs log₂ E bits.
 *
 * <p>Where two neighbors that move do not add up, as with attention that large moves saturate,
 * nothing is a sum; a reference between two others tells.
 */
final class SumQueries {

  /**
   * How many times the measured error of an answer the error of a sum is taken to be: a sum adds
   * the errors of the answer, of the unit and of two terms for the own chain.
   */
  private static final double ERRORS = 4;

  /**
   * By how much of itself a number may change with a degree and still lie within the range that
   * bounds how many numbers add up to a sum.
   */
  private static final double MARGIN = 1.0 / 16;

  private final TargetChains chains;
  private final OwnNodes own;
  private final WalkWeights weights;
  private final Random random;

  /** E, or 0 where degrees hold still. */
  private final double ends;

  private SubsetSums sums;
  private boolean additive = true;
  private boolean adding = true;

  /** The relative error of an answer, which grows where sums contradict each other. */
  private double relativeError;

  SumQueries(TargetChains chains, OwnNodes own, WalkWeights weights, boolean still, Random random) {
    this.chains = chains;
    this.own = own;
    this.weights = weights;
    this.random = random;
    sums = new SubsetSums(chains.targets(), still);
    relativeError = weights.relativeError();
    double largest = 0;
    for (int row = 0; row < chains.rows(); row++) {
      double neighbors = Math.min(weights.divisor(row), chains.rows());
      largest = Math.max(largest, weights.divisor(row) * neighbors);
    }
    // Degrees may have grown since they were measured, twofold in a small graph.
    ends = still || !weights.dividesByDegree() ? 0 : 4 * Math.ceil(largest);
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

  /** {@return whether the numbers of two neighbors add up, as far as queries showed} */
  boolean areSums() {
    return adding;
  }

  /** {@return the number of bits of a sum that errors leave} */
  double bits() {
    return -Math.log(ERRORS * relativeError * (1 + ends)) / Math.log(2);
  }

  /** Moves the chains of some targets, and adds what their sums are. */
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
      multiples[chains.end(row)] = OwnNodes.LARGE * ends;
    }
    DMatrixRMaj answer = own.ask(multiples, "a query that moves the chains of " + moved.size());
    read(answer, numbers);
  }

  /** Adds what an answer shows. Degrees of references are known at any time. */
  private void read(DMatrixRMaj answer, double[] numbers) {
    double[] whole = new double[chains.rows()];
    double[] ownTerm = new double[chains.rows()];
    int lone = chains.reference(TargetChains.LONE_STILL);
    double base = weights.along(answer, lone) * weights.divisor(lone);
    // The reference that never moves reads the number of its only neighbor.
    int still = chains.reference(TargetChains.stillRow());
    double unit =
        (weights.along(answer, still) * weights.divisor(still) - base)
            / numbers[chains.reference(TargetChains.movingRow())];
    for (int r = 0; r < TargetChains.REFERENCES; r++) {
      int row = chains.reference(r);
      whole[row] = (weights.along(answer, row) * weights.divisor(row) - base) / unit;
    }
    // A target's own term is U (α δ + β); α and β follow from two references.
    int low = chains.reference(0);
    int high = chains.reference(TargetChains.loneReferences() - 1);
    double span = weights.divisor(high) - weights.divisor(low);
    double atLow = whole[low] / numbers[low];
    double alpha = span == 0 ? 0 : (whole[high] / numbers[high] - atLow) / span;
    double beta = atLow - alpha * weights.divisor(low);
    for (int r = 0; r < TargetChains.REFERENCES; r++) {
      int row = chains.reference(r);
      ownTerm[row] = numbers[row] * (alpha * weights.divisor(row) + beta);
    }
    double moving = numbers[chains.reference(TargetChains.movingRow())];
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
      double sent = weights.divisor(i);
      double along = weights.along(answer, i);
      double divisor = sent;
      for (int step = 0; step < 3 && ends > 0; step++) {
        double alone = base + unit * numbers[i] * sent * (alpha + beta / divisor);
        divisor = divisor(along, alone, numbers[i]);
      }
      double number = numbers[i] * sent / divisor;
      whole[i] = (along * divisor - base) / unit;
      ownTerm[i] = number * (alpha * divisor + beta);
      double sum = whole[i] - ownTerm[i];
      boolean readable = (additive || numbers[i] == 0) && divisor > 0 && sum < m;
      read[i] = readable ? sum : 0;
      error[i] = readable ? error(whole[i], ownTerm[i]) : Double.POSITIVE_INFINITY;
      // The neighbors of a target whose number left the range do not add up in this query.
      if (number > SubsetSums.LEAST_NUMBER && number < 1) {
        numbers[i] = number;
      }
    }
    sums.add(Arrays.copyOf(numbers, m), read, error);
  }

  /**
   * Returns δ at the time of an answer: the least integer at which no negative sum is left beside
   * what a target reads without neighbors; or 0 if errors leave none.
   */
  private double divisor(double along, double alone, double number) {
    double least = alone / along;
    double error = ERRORS * relativeError * least * (1 + number);
    return error < 0.25 && least > 0.5 ? Math.ceil(least - error) : 0;
  }

  private double number() {
    double margin = ends == 0 ? 0 : MARGIN;
    double least = SubsetSums.LEAST_NUMBER * (1 + margin);
    return least + (1 - margin - least) * random.nextDouble();
  }

  private double error(double whole, double ownTerm) {
    return ERRORS * relativeError * (1 + ends + Math.abs(whole) + Math.abs(ownTerm));
  }

  /** Returns whether a reference reads the sum of its neighbors' numbers beside its own term. */
  private boolean addsUp(int reference, double[] whole, double[] ownTerm, double sum) {
    int row = chains.reference(reference);
    return Math.abs(whole[row] - ownTerm[row] - sum)
        <= Math.min(SubsetSums.LEAST_NUMBER / 2, 64 * error(whole[row], ownTerm[row]));
  }
}
