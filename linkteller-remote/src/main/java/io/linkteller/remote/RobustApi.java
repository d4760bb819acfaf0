package io.linkteller.remote;

import io.linkteller.defense.QueryRefusedException;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;

/**
 * A decorator that adds retries, rate limits, timeouts and budgets to a remote black box:
 *
 * <pre>{@code
 * InferenceApi api =
 *     RobustApi.of(
 *             query -> new DMatrixRMaj(client.logits(query.nodes(), query.features().toDense())))
 *         .retrying(5, Duration.ofMillis(200))
 *         .rateLimited(10, Duration.ofSeconds(1))
 *         .timeout(Duration.ofSeconds(30))
 *         .queryLimit(10_000)
 *         .build();
 * }</pre>
 *
 * <p>The decorators are applied in a fixed order, independent of the order of the calls of the
 * builder. From the inside out: answers are validated (shape, NaN, infinities), and an invalid
 * answer counts as a failure; a call is limited in time, counts towards the budget, is subject to
 * the rate limit, and is retried if it fails.
 *
 * <p>A batch of queries ({@link InferenceApi#predictAll}) is one call with one time limit and is
 * retried as a whole, but each of its queries counts as a call for the budget and the rate limit.
 *
 * <p>If a thread is interrupted while it waits for an answer, for the rate limit or before a retry,
 * the query ends with an {@link InterruptedException}. Safe for use by several threads if the
 * decorated black box is.
 */
public final class RobustApi implements InferenceApi {

  /**
   * The longest supported duration: longer than any attack, and free of overflow in nanoseconds.
   */
  private static final Duration MAX_DURATION = Duration.ofDays(365);

  private final InferenceApi api;
  private final List<Measure> measures;

  private RobustApi(InferenceApi api, List<Measure> measures) {
    this.api = api;
    this.measures = measures;
  }

  /**
   * Returns a builder of a decorator that initially only validates answers.
   *
   * @param api the black box
   * @return a builder
   */
  public static Builder of(InferenceApi api) {
    return new Builder(api);
  }

  // The calling thread copies answers, since the black box may reuse its matrix.

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return measured(() -> query.checked(api.predict(query), "the call").copy(), 1);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return measured(() -> checked(api.predictAll(queries), queries), queries.size());
  }

  private static List<DMatrixRMaj> checked(
      List<DMatrixRMaj> answers, List<InferenceQuery> queries) {
    if (answers.size() != queries.size()) {
      throw new InferenceException(
          "the call of " + queries.size() + " queries returned " + answers.size() + " answers");
    }
    List<DMatrixRMaj> checked = new ArrayList<>(answers.size());
    for (int i = 0; i < answers.size(); i++) {
      String what = "query " + i + " of the call";
      checked.add(queries.get(i).checked(answers.get(i), what).copy());
    }
    return checked;
  }

  private <T> T measured(Callable<T> call, int queries) throws Exception {
    Callable<T> measured = call;
    for (Measure measure : measures) {
      Callable<T> inner = measured;
      measured = () -> measure.around(inner, queries);
    }
    return measured.call();
  }

  /** {@return the batch size of the decorated black box} */
  @Override
  public int batchSize() {
    return api.batchSize();
  }

  /** A builder of decorators. Not safe for use by several threads. */
  public static final class Builder {

    private final InferenceApi api;
    private Predicate<? super Exception> passing = Builder::mayPass;
    private Optional<Supplier<Measure>> timeLimit = Optional.empty();
    private Optional<Supplier<Measure>> budget = Optional.empty();
    private Optional<Supplier<Measure>> rateLimit = Optional.empty();
    private Optional<Supplier<Measure>> retries = Optional.empty();

    private Builder(InferenceApi api) {
      this.api = api;
    }

    /**
     * Retries a call that failed: one that threw an exception, exceeded the time limit, or returned
     * an invalid answer. The first retry is delayed by about {@code backoff}, and each subsequent
     * one by twice the previous delay, up to 100 times {@code backoff}. Delays have a random jitter
     * of ±25 % so that several callers do not retry at the same time.
     *
     * <p>Errors, interrupts, an exhausted budget and permanent failures are not retried. By
     * default, permanent failures are {@link QueryRefusedException} and {@link
     * IllegalArgumentException}, except for {@link NumberFormatException}, which a garbled answer
     * may cause; {@link #retryingOnly} changes this.
     *
     * @param times the maximum number of retries, at least 1
     * @param backoff the delay of the first retry, in (0, 365 days]
     * @return this builder
     * @throws IllegalArgumentException if an argument is out of range
     */
    public Builder retrying(int times, Duration backoff) {
      requireAtLeastOne("times", times);
      requireInRange("backoff", backoff);
      retries = Optional.of(() -> new Retries(times, backoff, passing));
      return this;
    }

    /**
     * Sets which failures {@link #retrying} retries. Invalid answers and timeouts are {@link
     * io.linkteller.inference.InferenceException}s. Errors, interrupts and an exhausted budget are
     * never retried.
     *
     * @param passing returns whether a failure may be transient; called by the querying threads
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
     * Limits the rate of calls, including retries, by starting them at regular intervals.
     *
     * @param calls the maximum number of calls per period, at least 1
     * @param period the period, in (0, 365 days]
     * @return this builder
     * @throws IllegalArgumentException if an argument is out of range, or the interval between
     *     calls is less than a nanosecond
     */
    public Builder rateLimited(int calls, Duration period) {
      requireAtLeastOne("calls", calls);
      requireInRange("period", period);
      if (period.toNanos() < calls) {
        throw new IllegalArgumentException(
            "calls = " + calls + " in period = " + period + " are less than 1 ns apart");
      }
      rateLimit = Optional.of(() -> new RateLimit(calls, period));
      return this;
    }

    /**
     * Limits the time of a call. Calls then run on separate threads: a call that times out is
     * interrupted, and its thread is abandoned if it does not react. At most {@value
     * TimeLimit#MAX_RUNNING} calls run at the same time, including abandoned ones. Any other call
     * waits until one of them ends, and fails after {@code limit} without having reached the black
     * box.
     *
     * @param limit the time limit of a call, in (0, 365 days]
     * @return this builder
     * @throws IllegalArgumentException if {@code limit} is out of range
     */
    public Builder timeout(Duration limit) {
      requireInRange("limit", limit);
      timeLimit = Optional.of(() -> new TimeLimit(limit));
      return this;
    }

    /**
     * Limits the total number of calls, including retries. Calls beyond the limit throw {@link
     * io.linkteller.inference.QueryBudgetException}, which is not retried.
     *
     * @param calls the maximum number of calls, at least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code calls} is below 1
     */
    public Builder queryLimit(long calls) {
      requireAtLeastOne("calls", calls);
      budget = Optional.of(() -> new QueryBudget(calls));
      return this;
    }

    /** {@return the decorated black box} Black boxes of separate calls have separate budgets. */
    public RobustApi build() {
      // From the inside out.
      return new RobustApi(
          api,
          Stream.of(timeLimit, budget, rateLimit, retries)
              .flatMap(Optional::stream)
              .map(Supplier::get)
              .toList());
    }

    private static void requireAtLeastOne(String name, long value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " = " + value + " is below 1");
      }
    }

    private static void requireInRange(String name, Duration value) {
      if (value.isNegative() || value.isZero() || value.compareTo(MAX_DURATION) > 0) {
        throw new IllegalArgumentException(
            name + " = " + value + " is outside (0, " + MAX_DURATION.toDays() + " days]");
      }
    }
  }
}
