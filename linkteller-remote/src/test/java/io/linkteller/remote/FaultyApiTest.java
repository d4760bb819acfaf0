package io.linkteller.remote;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.defense.QueryGuard;
import io.linkteller.defense.QueryRefusedException;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.testing.fixture.RandomMixing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on black boxes that fail in 1 of 20 calls. */
class FaultyApiTest {

  private static final InferenceNodes NODES = RandomMixing.nodes();
  private static final InferenceApi MODEL = new RandomMixing();
  private static final List<ScoredPair> UNDISTURBED =
      LinkTeller.attack(MODEL, NODES, RandomMixing.K_HAT).edges();
  private static final Duration SOON = Duration.ofMillis(1);

  /** The effect of a fault on a call. */
  private interface Fault {
    DMatrixRMaj instead(DMatrixRMaj answer) throws Exception;
  }

  /** Injects faults into calls drawn with a fixed seed, including the third. */
  private static InferenceApi striking(Fault fault) {
    SplittableRandom random = new SplittableRandom(20);
    AtomicInteger calls = new AtomicInteger();
    return query -> {
      DMatrixRMaj answer = MODEL.predict(query);
      boolean strikes;
      synchronized (random) {
        strikes = random.nextInt(20) == 0 || calls.incrementAndGet() == 3;
      }
      return strikes ? fault.instead(answer) : answer;
    };
  }

  private static List<ScoredPair> attacked(InferenceApi api, int parallelism) {
    return LinkTeller.builder()
        .parallelism(parallelism)
        .build()
        .run(api, NODES, RandomMixing.K_HAT)
        .edges();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void failedCallsAreRetriedUntilTheySucceed(int parallelism) {
    Fault throwing =
        answer -> {
          throw new IOException("connection reset");
        };
    InferenceApi api = RobustApi.of(striking(throwing)).retrying(5, SOON).build();
    assertEquals(UNDISTURBED, attacked(api, parallelism));
    assertThrows(InferenceException.class, () -> attacked(striking(throwing), parallelism));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void hangingCallsTimeOutEvenIfTheyIgnoreInterrupts(int parallelism) {
    Fault deaf =
        answer -> {
          long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
          while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            Thread.interrupted();
          }
          return answer;
        };
    InferenceApi api =
        RobustApi.of(striking(deaf)).timeout(Duration.ofMillis(300)).retrying(5, SOON).build();
    long start = System.nanoTime();
    assertEquals(UNDISTURBED, attacked(api, parallelism));
    assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(15));
  }

  @Test
  void invalidAnswersAreFailures() {
    Fault nan =
        answer -> {
          answer.data[5] = Double.NaN;
          return answer;
        };
    Fault tooShort = answer -> new DMatrixRMaj(1, 3);
    for (Fault fault : List.of(nan, tooShort)) {
      assertEquals(
          UNDISTURBED, attacked(RobustApi.of(striking(fault)).retrying(5, SOON).build(), 1));
    }
  }

  @Test
  void anAttackStoppedByItsBudgetIsCompletedByAnotherRun(@TempDir Path directory) {
    InfluenceAttack.Builder attack = LinkTeller.builder().journal(directory.resolve("journal"));
    InferenceException unfinished =
        assertThrows(
            InferenceException.class,
            () ->
                attack
                    .build()
                    .run(
                        RobustApi.of(MODEL).retrying(3, SOON).queryLimit(12).build(),
                        NODES,
                        RandomMixing.K_HAT));
    Throwable cause = unfinished;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertEquals(12, assertInstanceOf(QueryBudgetException.class, cause).queryLimit());
    assertEquals(
        UNDISTURBED,
        attack
            .build()
            .run(RobustApi.of(MODEL).queryLimit(20).build(), NODES, RandomMixing.K_HAT)
            .edges());
  }

  @Test
  void callsStartAtRegularIntervals() throws Exception {
    InferenceApi api = RobustApi.of(MODEL).rateLimited(100, Duration.ofSeconds(1)).build();
    long start = System.nanoTime();
    for (int i = 0; i < 21; i++) {
      api.predict(NODES.query());
    }
    // The first call may come at the end of an interval of 10 ms, so that 19 whole ones remain.
    assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(190));
  }

  @Test
  void concurrentQueriesNeverExceedTheParallelism() {
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    // Only the baseline call ends before ten are under way, so fewer would wait until the timeout.
    CountDownLatch ten = new CountDownLatch(11);
    InferenceApi slow =
        query -> {
          most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          ten.countDown();
          boolean baseline = ten.getCount() == 10;
          assertTrue(baseline || ten.await(60, TimeUnit.SECONDS), "fewer than ten under way");
          underWay.decrementAndGet();
          return MODEL.predict(query);
        };
    assertEquals(UNDISTURBED, attacked(slow, 10));
    assertEquals(10, most.get());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anInterruptStopsAnAttackAndAllItsThreads(boolean timed) throws Exception {
    CountDownLatch asked = new CountDownLatch(4);
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    InferenceApi stuck =
        query -> {
          if (calls.incrementAndGet() == 1) {
            return MODEL.predict(query);
          }
          asked.countDown();
          try {
            Thread.sleep(60_000);
            return MODEL.predict(query);
          } finally {
            ended.incrementAndGet();
          }
        };
    RobustApi.Builder robust = RobustApi.of(stuck).retrying(5, Duration.ofSeconds(30));
    InferenceApi api = (timed ? robust.timeout(Duration.ofMinutes(2)) : robust).build();
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread attacker =
        new Thread(
            () -> outcome.complete(assertThrows(InferenceException.class, () -> attacked(api, 4))));
    attacker.start();
    assertTrue(asked.await(20, TimeUnit.SECONDS));
    attacker.interrupt();
    assertTrue(outcome.get(20, TimeUnit.SECONDS).toString().contains("interrupted"));
    for (int i = 0; i < 200 && ended.get() < 4; i++) {
      Thread.sleep(10);
    }
    assertEquals(4, ended.get());
    assertEquals(5, calls.get());
  }

  private static int callsUntilGivenUp(RobustApi.Builder robust, AtomicInteger calls) {
    assertThrows(Throwable.class, () -> robust.build().predict(NODES.query()));
    return calls.getAndSet(0);
  }

  /** Failures are retried three times, if at all. */
  @Test
  void permanentFailuresAreNotRetried() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    QueryRefusedException refusal = refusal();
    Map<Throwable, Integer> asked =
        Map.of(
            new IOException("connection reset"),
            4,
            new NumberFormatException("a garbled answer"),
            4,
            new IllegalArgumentException("no such node"),
            1,
            refusal,
            1,
            new StackOverflowError("for the test"),
            1);
    for (Map.Entry<Throwable, Integer> failure : asked.entrySet()) {
      for (boolean timed : new boolean[] {false, true}) {
        RobustApi.Builder robust = RobustApi.of(failing(failure.getKey(), calls)).retrying(3, SOON);
        assertEquals(
            failure.getValue(),
            callsUntilGivenUp(timed ? robust.timeout(Duration.ofSeconds(20)) : robust, calls),
            failure.toString());
      }
    }
    IllegalArgumentException wrong = new IllegalArgumentException("said of an overload");
    assertEquals(
        4,
        callsUntilGivenUp(
            RobustApi.of(failing(wrong, calls))
                .retryingOnly(e -> e instanceof IllegalArgumentException)
                .retrying(3, SOON),
            calls));
    assertEquals(
        1,
        callsUntilGivenUp(
            RobustApi.of(failing(new IOException("gone"), calls))
                .retrying(3, SOON)
                .retryingOnly(e -> e instanceof IllegalArgumentException),
            calls));
  }

  private static InferenceApi failing(Throwable failure, AtomicInteger calls) {
    return query -> {
      calls.incrementAndGet();
      if (failure instanceof Error error) {
        throw error;
      }
      throw (Exception) failure;
    };
  }

  private static QueryRefusedException refusal() throws Exception {
    InferenceApi guarded =
        QueryGuard.builder(RandomMixing.NODES).limitPerNodeSet(1).build().guarding(MODEL);
    guarded.predict(NODES.query());
    return assertThrows(QueryRefusedException.class, () -> guarded.predict(NODES.query()));
  }

  @Test
  void theNumberOfAbandonedCallsIsLimited() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    InferenceApi deaf =
        query -> {
          calls.incrementAndGet();
          while (end.getCount() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            Thread.interrupted();
          }
          return MODEL.predict(query);
        };
    InferenceApi api = RobustApi.of(deaf).timeout(Duration.ofMillis(3)).build();
    // A call that timed out before its thread started does not count.
    for (int call = 0; call < 2_000 && calls.get() < 128; call++) {
      assertThrows(InferenceException.class, () -> api.predict(NODES.query()));
    }
    assertRefused(InferenceException.class, "128 calls", () -> api.predict(NODES.query()));
    assertEquals(128, calls.get());
    end.countDown();
    for (int wait = 0; wait < 1000; wait++) {
      try {
        api.predict(NODES.query());
        return;
      } catch (InferenceException stillRunning) {
        Thread.sleep(10);
      }
    }
    throw new AssertionError("ended calls leave no room");
  }

  @Test
  void settingsOutOfRangeAreRejected() {
    RobustApi.Builder builder = RobustApi.of(MODEL);
    for (Executable wrong :
        List.<Executable>of(
            () -> builder.retrying(0, SOON),
            () -> builder.retrying(1, Duration.ZERO),
            () -> builder.retrying(1, Duration.ofDays(366)),
            () -> builder.retrying(1, Duration.ofSeconds(Long.MAX_VALUE)),
            () -> builder.rateLimited(0, SOON),
            () -> builder.rateLimited(2_000_000_000, Duration.ofNanos(1)),
            () -> builder.rateLimited(1, Duration.ofSeconds(Long.MAX_VALUE)),
            () -> builder.timeout(Duration.ofSeconds(Long.MAX_VALUE)),
            () -> builder.timeout(Duration.ofSeconds(-1)),
            () -> builder.queryLimit(0))) {
      assertRefused(wrong);
    }
  }

  @Test
  void extremeSettingsWork() throws Exception {
    Duration longest = Duration.ofDays(365);
    RobustApi.of(MODEL)
        .retrying(1, longest)
        .rateLimited(2_000_000_000, Duration.ofSeconds(2))
        .timeout(longest)
        .build()
        .predict(NODES.query());
    RobustApi.of(MODEL).rateLimited(1, longest).build().predict(NODES.query());
  }

  @Test
  void theMessageStatesTheNumberOfAttempts() {
    InferenceApi silent =
        RobustApi.of(
                query -> {
                  LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
                  return MODEL.predict(query);
                })
            .timeout(Duration.ofMillis(20))
            .retrying(2, SOON)
            .build();
    assertRefused(InferenceException.class, "(tried 3 times)", () -> silent.predict(NODES.query()));
  }
}
