package io.linkteller.dp.noise;

import io.linkteller.dp.ConcentratedPrivacy;
import io.linkteller.dp.ledger.PrivacyBudgetExceededException;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteGaussian;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box with clipped logits, Gaussian noise on them, and a budget. It serves a model on a
 * graph that was not perturbed, and refuses when the budget is spent.
 *
 * <p><b>Guarantee.</b> Each observed row of an answer is shortened to Euclidean norm C. Whatever
 * the model, the graph and the features, an edge moves an answer of r rows by at most 2 C sqrt(r),
 * so noise of standard deviation σ on each logit costs 2 C² r/σ² zCDP per query. Nothing better
 * holds in general: with features of the attacker's choice an edge can turn the rows of all nodes
 * within the model's reach, and a graph neural network of two layers reaches from an edge to all
 * neighbors of its ends. For useful numbers of rows and queries the noise is larger than the
 * logits; see {@code docs/protect.md}. The parameters of the model are not covered: train it on a
 * public or protected graph.
 *
 * <p>The noise is an exact {@link DiscreteGaussian} on multiples of 2^-10. Each query has fresh
 * noise and spends anew, equal ones too. Safe for use by several threads, if the black box is.
 */
public final class OutputNoise implements InferenceApi {

  private static final long UNITS = 1 << 10;
  private static final double MOST = 1 << 19;

  private final InferenceApi inner;
  private final double clip;
  private final long variance;
  private final double delta;
  private final double budgetEpsilon;
  private final ConcentratedPrivacy budget;
  private final OptionalLong seed;
  private final AtomicLong drawn = new AtomicLong();
  private long rowsAnswered;

  private OutputNoise(InferenceApi inner, Builder builder) {
    this.inner = inner;
    this.clip = builder.clip;
    double units = builder.deviation * UNITS;
    this.variance = (long) Math.ceil(units * units);
    this.delta = builder.delta;
    this.budgetEpsilon = builder.epsilon;
    this.budget = ConcentratedPrivacy.within(builder.epsilon, builder.delta);
    this.seed = builder.seed;
  }

  /**
   * Starts with the budget of all queries together.
   *
   * @param epsilon ε, positive and finite
   * @return a builder
   * @throws IllegalArgumentException if ε is out of range
   */
  public static Builder withBudget(double epsilon) {
    return new Builder(PrivacyGuarantee.checkedEpsilon(epsilon));
  }

  /**
   * Returns the noise with which a budget covers a number of rows.
   *
   * @param epsilon ε of the budget, positive and finite
   * @param delta δ of the budget, in (0, 1)
   * @param clip C, positive
   * @param rows how many rows of answers are to be covered, at least 1
   * @return σ, which may be above what {@link Builder#deviation} takes
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double deviationFor(double epsilon, double delta, double clip, long rows) {
    if (!(clip > 0) || rows < 1) {
      throw new IllegalArgumentException("clip = " + clip + " or rows = " + rows + " is too small");
    }
    double rho = ConcentratedPrivacy.within(epsilon, delta).rho();
    // Wide enough for the roundings of the account.
    return 2 * clip * Math.sqrt(rows / (2 * rho)) * (1 + 1e-6);
  }

  /**
   * Answers a query for its observed rows.
   *
   * @throws PrivacyBudgetExceededException if the rest of the budget does not cover the observed
   *     rows; the model was not asked
   */
  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    charge(query.observed().size());
    DMatrixRMaj exact =
        Answers.checked(inner.predict(query), query, "the query behind the output noise");
    long stream = drawn.getAndIncrement();
    return noisy(
        exact,
        seed.isEmpty()
            ? Chance.secure()
            : Chance.forExperiments(seed.getAsLong() + 0x9E3779B97F4A7C15L * stream));
  }

  private synchronized void charge(int rows) {
    long total = rowsAnswered + rows;
    if (total > 0 && cost(total).rho() > budget.rho()) {
      throw new PrivacyBudgetExceededException(
          rows
              + " rows are "
              + (total - affordableRows())
              + " too many: the budget of epsilon = "
              + budgetEpsilon
              + " at delta = "
              + delta
              + " covers "
              + affordableRows()
              + " rows in all");
    }
    rowsAnswered = total;
  }

  /** Returns the cost of so many rows, in one query or in several. */
  private ConcentratedPrivacy cost(long rows) {
    double deviation = Math.sqrt((double) variance) / UNITS;
    // Grid rows have norm at most C, so that two of them are at most 2 C apart.
    return ConcentratedPrivacy.ofGaussian(
        Math.nextUp(2 * clip * Math.nextUp(Math.sqrt((double) rows))), Math.nextDown(deviation));
  }

  /** {@return how many rows of answers the whole budget covers} */
  public long affordableRows() {
    long low = 0;
    long high = 1;
    while (high < 1L << 50 && cost(high).rho() <= budget.rho()) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (cost(middle).rho() <= budget.rho()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** {@return how many rows were answered so far} */
  public synchronized long rowsAnswered() {
    return rowsAnswered;
  }

  /** {@return the guarantee for the served graph if the whole budget is spent} */
  public PrivacyGuarantee guarantee() {
    PrivacyGuarantee secure = budget.guarantee("output noise", delta);
    return seed.isPresent() ? secure.seeded() : secure;
  }

  private DMatrixRMaj noisy(DMatrixRMaj exact, Chance chance) {
    int width = exact.numCols;
    DiscreteGaussian noise = DiscreteGaussian.ofVariance(variance);
    DMatrixRMaj noisy = new DMatrixRMaj(exact.numRows, width);
    for (int from = 0; from < exact.getNumElements(); from += width) {
      double squares = 0;
      for (int i = from; i < from + width; i++) {
        squares += exact.data[i] / clip * (exact.data[i] / clip);
      }
      // Truncated by a little more than the roundings of the norm amount to.
      double factor = Math.min(1, 1 / Math.sqrt(squares)) * (1 - 1e-12);
      for (int i = from; i < from + width; i++) {
        long cell = (long) (exact.data[i] * factor * UNITS);
        noisy.data[i] = (double) (cell + noise.sample(chance)) / UNITS;
      }
    }
    return noisy;
  }

  /** Builds an {@link OutputNoise}. Not safe for use by several threads. */
  public static final class Builder {

    private final double epsilon;
    private double delta = 1e-6;
    private double clip = 1;
    private double deviation = 1;
    private OptionalLong seed = OptionalLong.empty();

    private Builder(double epsilon) {
      this.epsilon = epsilon;
    }

    /**
     * Sets the δ of the budget.
     *
     * @param probability δ, in (0, 1); default 1e-6
     * @return this builder
     * @throws IllegalArgumentException if δ is out of range
     */
    public Builder delta(double probability) {
      if (!(probability > 0 && probability < 1)) {
        throw new IllegalArgumentException("delta = " + probability + " is outside (0, 1)");
      }
      this.delta = probability;
      return this;
    }

    /**
     * Sets the norm to which each row of logits is shortened.
     *
     * @param norm C, in [2^-10, 2^19]; default 1
     * @return this builder
     * @throws IllegalArgumentException if C is out of range
     */
    public Builder clip(double norm) {
      this.clip = checked("clip", norm);
      return this;
    }

    /**
     * Sets the noise.
     *
     * @param sigma σ, the standard deviation of the noise on each logit, in [2^-10, 2^19]; default
     *     1
     * @return this builder
     * @throws IllegalArgumentException if σ is out of range
     */
    public Builder deviation(double sigma) {
      this.deviation = checked("deviation", sigma);
      return this;
    }

    private static double checked(String name, double value) {
      if (!(value >= 1.0 / UNITS && value <= MOST)) {
        throw new IllegalArgumentException(name + " = " + value + " is outside [2^-10, 2^19]");
      }
      return value;
    }

    /**
     * Takes random bits from a seed instead of the secure source, for experiments. The guarantee is
     * marked as seeded.
     *
     * @param experimentSeed any number
     * @return this builder
     */
    public Builder forExperiments(long experimentSeed) {
      this.seed = OptionalLong.of(experimentSeed);
      return this;
    }

    /**
     * Puts the noise before a black box.
     *
     * @param exact the black box that answers with logits
     * @return a black box that answers with noisy logits of the observed rows until its budget is
     *     spent
     */
    public OutputNoise guarding(InferenceApi exact) {
      return new OutputNoise(exact, this);
    }
  }
}
