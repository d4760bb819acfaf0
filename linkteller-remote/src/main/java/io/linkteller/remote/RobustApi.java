package io.linkteller.remote;

import io.linkteller.defense.QueryRefusedException;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * A black box with what a remote one needs around it:
 *
 * <pre>{@code
 * InferenceApi api =
 *     RobustApi.of(query -> new DMatrixRMaj(client.logits(query.features().toDense())))
 *         .retrying(5, Duration.ofMillis(200))
 *         .rateLimited(10, Duration.ofSeconds(1))
 *         .within(Duration.ofSeconds(30))
 *         .budget(10_000)
 *         .caching(100)
 *         .build();
 * }</pre>
 *
 * <p>From the inside out, whatever the order in which they were asked for: answers are checked
 * (shape, NaN, infinities) so that one that is none counts as a failure; a call has a time limit,
 * costs one of the budget, waits for its turn, and is repeated if it fails; a query is asked until
 * answers agree or their median is known; answers are kept.
 *
 * <p>A batch of queries ({@link InferenceApi#predictAll}) is one call with one time limit, repeated
 * as a whole, but costs as many calls of the budget and of the rate as it has queries. Where
 * answers are kept, must agree or are averaged, queries are asked one by one.
 *
 * <p>Interrupting a thread that waits, whether for an answer, for its turn or before a repetition,
 * ends the query with an {@link InterruptedException}. As safe for use by several threads as the
 * black box inside is.
 */
public final class RobustApi implements InferenceApi {

  /** More than any attack takes, and far from the 292 years that nanoseconds count to. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private final InferenceApi inside;

  private RobustApi(InferenceApi inside) {
    this.inside = inside;
  }

  /**
   * Starts from a black box with nothing around it but the check of its answers.
   *
   * @param api the black box
   * @return a builder
   */
  public static Builder of(InferenceApi api) {
    return new Builder(api);
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return inside.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return inside.predictAll(queries);
  }

  /** Returns that of the black box inside, or 1 where answers are kept or asked for repeatedly. */
  @Override
  public int batchSize() {
    return inside.batchSize();
  }

  /** What to put around a black box. Not safe for use by several threads. */
  public static final class Builder {

    private final InferenceApi api;
    private Predicate<? super Exception> passing = Builder::mayPass;
    private UnaryOperator<InferenceApi> limitingTime = UnaryOperator.identity();
    private UnaryOperator<InferenceApi> limitingCalls = UnaryOperator.identity();
    private UnaryOperator<InferenceApi> limitingRate = UnaryOperator.identity();
    private UnaryOperator<InferenceApi> repeating = UnaryOperator.identity();
    private UnaryOperator<InferenceApi> voting = UnaryOperator.identity();
    private UnaryOperator<InferenceApi> keeping = UnaryOperator.identity();

    private Builder(InferenceApi api) {
      this.api = api;
    }

    /**
     * Repeats a call that failed: one that threw, ran out of time, or did not return an answer. The
     * first repetition waits for about {@code backoff}, each further one twice as long as the one
     * before, up to 100 times {@code backoff}; waits are spread by ±25 % so that many callers do
     * not come back together.
     *
     * <p>Not repeated are errors, interrupts, an exhausted budget, and what cannot pass by itself:
     * {@link QueryRefusedException} and {@link IllegalArgumentException} save {@link
     * NumberFormatException}, which a garbled answer may end in. {@link #retryingOnly} says
     * otherwise.
     *
     * @param times how often at most, at least 1
     * @param backoff the first wait, in (0, 365 days]
     * @return this builder
     * @throws IllegalArgumentException if an argument is out of range
     */
    public Builder retrying(int times, Duration backoff) {
      requireAtLeastOne("times", times);
      requireInRange("backoff", backoff);
      repeating = inner -> new RetryingApi(inner, times, backoff, passing);
      return this;
    }

    /**
     * Says which failures {@link #retrying} repeats. Answers that are none and calls out of time
     * are {@link io.linkteller.inference.InferenceException}s. Errors, interrupts and an exhausted
     * budget are never repeated.
     *
     * @param passing tells whether a failure may pass by itself; called by the threads that ask
     * @return this builder
     */
    public Builder retryingOnly(Predicate<? super Exception> passing) {
      this.passing = passing;
      return this;
    }

    private static boolean mayPass(Exception failure) {
      return failure instanceof NumberFormatException
          || !(failure instanceof IllegalArgumentException
              || failure instanceof QueryRefusedException);
    }

    /**
     * Spreads calls evenly, repetitions included, so that no more than a number begin in any
     * period.
     *
     * @param calls how many, at least 1
     * @param period the period, in (0, 365 days]
     * @return this builder
     * @throws IllegalArgumentException if an argument is out of range, or a call would have less
     *     than a nanosecond
     */
    public Builder rateLimited(int calls, Duration period) {
      requireAtLeastOne("calls", calls);
      requireInRange("period", period);
      if (period.toNanos() < calls) {
        throw new IllegalArgumentException(
            "calls = " + calls + " in period = " + period + " leave less than 1 ns for each");
      }
      limitingRate = inner -> new RateLimitedApi(inner, calls, period);
      return this;
    }

    /**
     * Gives up a call that takes too long. Calls are then made by threads of their own: one that is
     * given up is interrupted, and if it does not react its thread is left to itself. At most
     * {@value TimedApi#MOST_RUNNING} calls run at once, those left to themselves included. A call
     * beyond that waits for one of them to end, and fails after {@code limit} without having
     * reached the black box.
     *
     * @param limit how long a call may take, in (0, 365 days]
     * @return this builder
     * @throws IllegalArgumentException if {@code limit} is out of range
     */
    public Builder within(Duration limit) {
      requireInRange("limit", limit);
      limitingTime = inner -> new TimedApi(inner, limit);
      return this;
    }

    /**
     * Allows so many calls, repetitions included, and no more. The next ends in {@link
     * io.linkteller.inference.QueryBudgetException}, which is not repeated.
     *
     * @param calls how many, at least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code calls} is below 1
     */
    public Builder budget(long calls) {
      requireAtLeastOne("calls", calls);
      limitingCalls = inner -> new BudgetedApi(inner, calls);
      return this;
    }

    /**
     * Keeps answers, and gives them for the same query again without a call. Queries are told apart
     * by what they contain. Not together with attacks that ask a query several times to learn how
     * its answers vary.
     *
     * @param answers how many at most, at least 1; the one that was not asked for the longest goes
     *     first. One takes 8 n c bytes
     * @return this builder
     * @throws IllegalArgumentException if {@code answers} is below 1
     */
    public Builder caching(int answers) {
      requireAtLeastOne("answers", answers);
      keeping = inner -> new CachingApi(inner, answers);
      return this;
    }

    /**
     * Asks each query until some answers are the same number for number, for a black box that is
     * right most of the time and now and then answers something else. Replaces {@link #median}.
     *
     * @param equal how many must agree, at least 2: enough that as many wrong answers do not
     * @param most after how many answers to give up, at least {@code equal}
     * @return this builder
     * @throws IllegalArgumentException if an argument is out of range
     */
    public Builder agreeing(int equal, int most) {
      if (equal < 2 || most < equal) {
        throw new IllegalArgumentException(
            "equal = " + equal + " must be at least 2, and most = " + most + " no less");
      }
      voting = inner -> new AgreeingApi(inner, equal, most);
      return this;
    }

    /**
     * Asks each query several times and takes the median of each number, for a black box whose
     * answers scatter and are sometimes far off. Replaces {@link #agreeing}.
     *
     * @param answers how many, odd, at least 3
     * @return this builder
     * @throws IllegalArgumentException if {@code answers} is even or below 3
     */
    public Builder median(int answers) {
      if (answers < 3 || answers % 2 == 0) {
        throw new IllegalArgumentException("answers = " + answers + " must be odd and at least 3");
      }
      voting = inner -> new MedianApi(inner, answers);
      return this;
    }

    /**
     * Builds the black box. Budget and kept answers are its own: building twice gives two of each.
     *
     * @return the black box
     */
    public RobustApi build() {
      InferenceApi limited =
          limitingRate.apply(limitingCalls.apply(limitingTime.apply(new CheckedApi(api))));
      return new RobustApi(keeping.apply(voting.apply(repeating.apply(limited))));
    }

    private static void requireAtLeastOne(String name, long value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " = " + value + " is below 1");
      }
    }

    private static void requireInRange(String name, Duration value) {
      if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            name + " = " + value + " is outside (0, " + LONGEST.toDays() + " days]");
      }
    }
  }
}
