package io.linkteller.dp.noise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.ConcentratedPrivacy;
import io.linkteller.dp.ledger.PrivacyBudgetExceededException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.ejml.data.DMatrixRMaj;

class OutputNoiseTest {

  private static final InferenceQuery QUERY =
      InferenceNodes.of(FeatureMatrix.dense(new double[4][1])).query();

  private static InferenceApi constant(double... row) {
    return query -> {
      DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), row.length);
      for (int i = 0; i < answer.getNumElements(); i++) {
        answer.data[i] = row[i % row.length];
      }
      return answer;
    };
  }

  /** Noise of one unit of the grid hides nothing of what is clipped. */
  @Property(tries = 200)
  void rowsAreShortenedToTheNormAndNoLonger(
      @ForAll @DoubleRange(min = 0.5, max = 100) @Scale(3) double clip,
      @ForAll @DoubleRange(min = -1e6, max = 1e6) double a,
      @ForAll @DoubleRange(min = -1e6, max = 1e6) double b)
      throws Exception {
    DMatrixRMaj seen =
        OutputNoise.withBudget(1e12)
            .clip(clip)
            .deviation(1.0 / 1024)
            .forExperiments(1)
            .guarding(constant(a, b))
            .predict(QUERY);
    double norm = Math.hypot(a, b);
    double factor = Math.min(1, clip / norm);
    // A unit of truncation and ten of noise, beyond which a draw of this law lies once in 10^22.
    double slack = 11.0 / 1024;
    assertEquals(norm == 0 ? 0 : a * factor, seen.get(0, 0), slack + 1e-9 * clip);
    assertEquals(norm == 0 ? 0 : b * factor, seen.get(0, 1), slack + 1e-9 * clip);
  }

  @Property(tries = 50)
  void theBudgetCoversAsManyRowsAsTheAccountSays(
      @ForAll @DoubleRange(min = 0.5, max = 20) @Scale(3) double epsilon,
      @ForAll @IntRange(min = 1, max = 40) int rows) {
    double deviation = OutputNoise.deviationFor(epsilon, 1e-6, 2, rows);
    OutputNoise api =
        OutputNoise.withBudget(epsilon)
            .delta(1e-6)
            .clip(2)
            .deviation(deviation)
            .guarding(constant(1, 2));
    assertEquals(rows, api.affordableRows());
    // 2 C² r/σ² for all rows, at most ρ of the budget.
    double rho = 2 * 4.0 * rows / (deviation * deviation);
    assertTrue(new ConcentratedPrivacy(rho).epsilonAt(1e-6) <= epsilon * (1 + 1e-6));
    assertTrue(api.guarantee().epsilon() <= epsilon);
  }

  @Example
  void queriesBeyondTheBudgetAreRefusedBeforeTheyAreAsked() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi counted =
        query -> {
          asked.incrementAndGet();
          return constant(1, 2).predict(query);
        };
    OutputNoise api =
        OutputNoise.withBudget(4)
            .clip(1)
            .deviation(OutputNoise.deviationFor(4, 1e-6, 1, 6))
            .guarding(counted);
    assertEquals(4, api.predict(QUERY).numRows);
    assertThrows(PrivacyBudgetExceededException.class, () -> api.predict(QUERY));
    InferenceQuery two = QUERY.observing(IntList.of(1, 3));
    assertEquals(2, api.predict(two).numRows);
    assertThrows(PrivacyBudgetExceededException.class, () -> api.predict(two));
    assertEquals(2, asked.get());
    assertEquals(6, api.rowsAnswered());
  }

  @Example
  void equalQueriesHaveFreshNoise() throws Exception {
    OutputNoise api = OutputNoise.withBudget(1e6).deviation(2).guarding(constant(1, 2));
    // 64 bits of noise would have to agree by chance.
    assertNotEquals(
        java.util.Arrays.toString(api.predict(QUERY).data),
        java.util.Arrays.toString(api.predict(QUERY).data));
  }

  @Example
  void answersMustBeFiniteAndArgumentsInRange() {
    OutputNoise api = OutputNoise.withBudget(1e6).guarding(constant(Double.NaN));
    assertThrows(InferenceException.class, () -> api.predict(QUERY));
    assertThrows(IllegalArgumentException.class, () -> OutputNoise.withBudget(0));
    assertThrows(IllegalArgumentException.class, () -> OutputNoise.withBudget(1).clip(0));
    assertThrows(IllegalArgumentException.class, () -> OutputNoise.withBudget(1).deviation(0));
    assertThrows(IllegalArgumentException.class, () -> OutputNoise.withBudget(1).delta(1));
  }

  private static double[] seen(double clip, double... row) throws Exception {
    return OutputNoise.withBudget(1e9)
        .clip(clip)
        .forExperiments(7)
        .guarding(constant(row))
        .predict(QUERY)
        .data;
  }

  /** Noise of equal decisions cancels. */
  @Example
  void rowsAreShortenedAndTruncatedExactly() throws Exception {
    double[] noise = seen(1, 0, 0);
    double[][] cases = {
      // C, a row, and it shortened to C and truncated towards 0, in units of 2^-10.
      {1, 3, -4, 614, -819},
      {2, 3, 4, 1228, 1638},
      {10, 3, -4, 3071, -4095},
      {1, 0.1, 0.2, 102, 204}
    };
    for (double[] of : cases) {
      double[] row = seen(of[0], of[1], of[2]);
      for (int i = 0; i < row.length; i++) {
        assertEquals(of[3 + i % 2] / 1024, row[i] - noise[i], "C = " + of[0]);
      }
    }
  }

  @Example
  void seededNoiseIsMarkedAndEveryQueryHasItsOwn() throws Exception {
    OutputNoise seeded =
        OutputNoise.withBudget(1e6).deviation(100).forExperiments(1).guarding(constant(1, 2));
    assertTrue(seeded.guarantee().isSeeded());
    assertFalse(OutputNoise.withBudget(1).guarding(constant(1)).guarantee().isSeeded());
    assertEquals("output noise (seeded: for experiments only)", seeded.guarantee().mechanism());
    double[] first = seeded.predict(QUERY).data;
    assertNotEquals(first[0], seeded.predict(QUERY).data[0]);
    OutputNoise again =
        OutputNoise.withBudget(1e6).deviation(100).forExperiments(1).guarding(constant(1, 2));
    assertArrayEquals(first, again.predict(QUERY).data);
  }

  @Example
  void aRefusalSaysHowManyRowsAreTooMany() throws Exception {
    OutputNoise api =
        OutputNoise.withBudget(4)
            .deviation(OutputNoise.deviationFor(4, 1e-6, 1, 6))
            .guarding(constant(1, 2));
    api.predict(QUERY);
    PrivacyBudgetExceededException refusal =
        assertThrows(PrivacyBudgetExceededException.class, () -> api.predict(QUERY));
    assertEquals(
        "4 rows are 2 too many: the budget of epsilon = 4.0 at delta = 1.0E-6 covers 6 rows in all",
        refusal.getMessage());
    assertEquals(4, api.rowsAnswered());
    // The rest to the last row.
    assertEquals(2, api.predict(QUERY.observing(IntList.of(0, 2))).numRows);
    assertThrows(
        PrivacyBudgetExceededException.class, () -> api.predict(QUERY.observing(IntList.of(0))));
  }

  @Example
  void aBudgetThatDoesNotCoverARowRefusesTheFirst() {
    OutputNoise api = OutputNoise.withBudget(0.1).deviation(1).guarding(constant(1, 2));
    assertEquals(0, api.affordableRows());
    assertThrows(
        PrivacyBudgetExceededException.class, () -> api.predict(QUERY.observing(IntList.of(0))));
  }

  @Example
  void rangesIncludeTheirLimits() {
    OutputNoise.Builder builder = OutputNoise.withBudget(1);
    double least = 1.0 / 1024;
    double most = 1 << 19;
    builder.clip(least).clip(most).deviation(least).deviation(most);
    builder.delta(Double.MIN_VALUE).delta(Math.nextDown(1));
    for (double wrong : new double[] {Math.nextDown(least), Math.nextUp(most), Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> builder.clip(wrong));
      assertThrows(IllegalArgumentException.class, () -> builder.deviation(wrong));
    }
    for (double wrong : new double[] {0, 1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> builder.delta(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> OutputNoise.deviationFor(1, 1e-6, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> OutputNoise.deviationFor(1, 1e-6, 1, 0));
    // σ = 2 C sqrt(r/(2 ρ)), for the ρ that the budget allows.
    double rho = ConcentratedPrivacy.within(1, 1e-6).rho();
    assertEquals(
        3 * Math.sqrt(2 / rho), OutputNoise.deviationFor(1, 1e-6, 3, 1), 1e-5 / Math.sqrt(rho));
    assertEquals(
        3 * Math.sqrt(8 / rho), OutputNoise.deviationFor(1, 1e-6, 3, 4), 1e-5 / Math.sqrt(rho));
  }
}
