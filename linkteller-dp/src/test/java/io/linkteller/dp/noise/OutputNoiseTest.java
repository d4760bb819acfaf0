package io.linkteller.dp.noise;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.ConcentratedPrivacy;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.session.NoisyAnswers;
import io.linkteller.dp.session.PrivacyBudgetExceededException;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.privacy.Provenance;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
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
  private static final Graph GRAPH = Graph.empty(4);

  private static InferenceApi constant(double... row) {
    return query -> {
      DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), row.length);
      for (int i = 0; i < answer.getNumElements(); i++) {
        answer.data[i] = row[i % row.length];
      }
      return answer;
    };
  }

  private static OutputNoise noise(double clip, double deviation) {
    return new OutputNoise(clip, deviation, 1e-6);
  }

  /** Serves two logits per node. */
  private static NoisyAnswers serve(
      PrivateSession session, OutputNoise noise, long rows, InferenceApi exact) {
    return session.answers(noise, rows, 2, Provenance.PUBLIC, graph -> exact);
  }

  private static PrivateSession session(double epsilon) {
    return PrivateSession.builder(GRAPH, PrivacyLedger.builder(epsilon).delta(1e-5).build()).open();
  }

  private static double[] seen(OutputNoise noise, double... row) {
    return noise.noisy(new DMatrixRMaj(new double[][] {row}), Chance.forExperiments(7)).data;
  }

  /** Squares below half an ulp of the sum were lost, a million of them, and the row was longer. */
  @Example
  void aMillionLogitsAreNoLongerThanTheNorm() {
    // Next to nothing is truncated from the largest number.
    double clip = ((1 << 29) - 1 + 0.001) / 1024;
    double[] row = new double[1 << 20];
    Arrays.fill(row, 5.05 / 1024);
    row[0] = clip;
    long[] cells = noise(clip, 1).onGrid(new DMatrixRMaj(1, row.length, true, row));
    double squares = Math.pow(clip * 1024, 2);
    double excess = (double) cells[0] * cells[0] - squares;
    for (int c = 1; c < cells.length; c++) {
      excess += cells[c] * cells[c];
    }
    assertTrue(excess <= 0, "by " + excess + " of " + squares);
  }

  /** Noise of equal decisions cancels. */
  @Example
  void rowsAreShortenedAndTruncatedExactly() {
    double[] noise = seen(noise(1, 1), 0, 0);
    double[][] cases = {
      // C, a row, and it shortened to C and truncated towards 0, in units of 2^-10.
      {1, 3, -4, 614, -819},
      {2, 3, 4, 1228, 1638},
      {10, 3, -4, 3071, -4095},
      {1, 0.1, 0.2, 102, 204},
      // Where squares and quotients overflow.
      {1, 1.7e308, 0, 1023, 0},
      {1.0 / 1024, 1.7e308, 1.7e308, 0, 0},
      {8, -1e-320, 1e-320, 0, 0}
    };
    for (double[] of : cases) {
      double[] row = seen(noise(of[0], 1), of[1], of[2]);
      for (int i = 0; i < row.length; i++) {
        assertEquals(of[3 + i] / 1024, row[i] - noise[i], Arrays.toString(of));
      }
    }
  }

  /** D1: whatever a row is, it is answered, and no further from zeros than C. */
  @Example
  void rowsThatAreNotFiniteCountAsZeros() {
    double[] ofZeros = seen(noise(1, 1), 0, 0);
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1 / 0.0}) {
      assertArrayEquals(ofZeros, seen(noise(1, 1), bad, 0.5));
      assertArrayEquals(ofZeros, seen(noise(1, 1), 0.5, bad));
    }
    assertArrayEquals(ofZeros, seen(noise(1, 1), 1 / 0.0, -1 / 0.0));
  }

  @Property(tries = 50)
  void theBudgetCoversAsManyRowsAsTheAccountSays(
      @ForAll @DoubleRange(min = 0.5, max = 20) @Scale(3) double epsilon,
      @ForAll @IntRange(min = 1, max = 40) int rows) {
    double deviation = OutputNoise.deviationFor(epsilon, 1e-6, 2, rows);
    OutputNoise noise = noise(2, deviation);
    assertTrue(noise.guarantee(rows).epsilon() <= epsilon);
    assertTrue(noise.guarantee(rows + 1).epsilon() > epsilon);
    // 2 C² r/σ² for all rows, at most ρ of the budget.
    double rho = 2 * 4.0 * rows / (deviation * deviation);
    assertTrue(new ConcentratedPrivacy(rho).epsilonAt(1e-6) <= epsilon * (1 + 1e-6));
  }

  @Example
  void queriesBeyondTheChargedRowsAreRefusedBeforeTheyAreAsked() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi counted =
        query -> {
          asked.incrementAndGet();
          return constant(1, 2).predict(query);
        };
    PrivateSession session = session(4);
    OutputNoise noise = noise(1, OutputNoise.deviationFor(4, 1e-6, 1, 6));
    NoisyAnswers api = serve(session, noise, 6, counted);
    assertEquals(noise.guarantee(6), api.guarantee().guarantee());
    assertEquals(noise.guarantee(6).epsilon(), session.ledger().spent());
    assertEquals(4, api.predict(QUERY).numRows);
    assertRefusal(
        PrivacyBudgetExceededException.class,
        "4 rows are too many: of 6 rows in all, 4 were given",
        () -> api.predict(QUERY));
    InferenceQuery two = QUERY.observing(IntList.of(1, 3));
    assertEquals(2, api.predict(two).numRows);
    assertThrows(PrivacyBudgetExceededException.class, () -> api.predict(two));
    assertEquals(2, asked.get());
    // The budget is that of the ledger: serving again does not renew it.
    assertThrows(
        PrivacyBudgetExceededException.class, () -> serve(session, noise, 6, constant(1, 2)));
  }

  @Example
  void equalQueriesHaveFreshNoise() throws Exception {
    NoisyAnswers api = serve(session(1e6), noise(1, 2), 8, constant(1, 2));
    // 64 bits of noise would have to agree by chance.
    assertNotEquals(
        Arrays.toString(api.predict(QUERY).data), Arrays.toString(api.predict(QUERY).data));
  }

  @Example
  void seededNoiseIsMarkedAndEveryQueryHasItsOwn() throws Exception {
    NoisyAnswers seeded =
        serve(PrivateSession.forExperiments(GRAPH, 1).open(), noise(1, 100), 100, constant(1, 2));
    assertEquals(
        "output noise (seeded: for experiments only)", seeded.guarantee().guarantee().mechanism());
    double[] first = seeded.predict(QUERY).data;
    assertNotEquals(first[0], seeded.predict(QUERY).data[0]);
    NoisyAnswers again =
        serve(PrivateSession.forExperiments(GRAPH, 1).open(), noise(1, 100), 100, constant(1, 2));
    assertArrayEquals(first, again.predict(QUERY).data);
  }

  @Example
  void rangesIncludeTheirLimits() {
    double least = 1.0 / 1024;
    double most = 1 << 19;
    assertEquals(new OutputNoise(least, most, Double.MIN_VALUE).clip(), least);
    assertEquals(new OutputNoise(most, least, Math.nextDown(1)).deviation(), least);
    for (double wrong : new double[] {Math.nextDown(least), Math.nextUp(most), Double.NaN}) {
      assertRefused(() -> new OutputNoise(wrong, 1, 0.5));
      assertRefused(() -> new OutputNoise(1, wrong, 0.5));
    }
    for (double wrong : new double[] {0, 1, Double.NaN}) {
      assertRefused(() -> new OutputNoise(1, 1, wrong));
    }
    assertRefused(() -> noise(1, 1).guarantee(0));
    assertRefused(() -> OutputNoise.deviationFor(1, 1e-6, 0, 1));
    assertRefused(() -> OutputNoise.deviationFor(1, 1e-6, 1, 0));
    // σ = 2 C sqrt(r/(2 ρ)), for the ρ that the budget allows.
    double rho = ConcentratedPrivacy.within(1, 1e-6).rho();
    assertEquals(
        3 * Math.sqrt(2 / rho), OutputNoise.deviationFor(1, 1e-6, 3, 1), 1e-5 / Math.sqrt(rho));
    assertEquals(
        3 * Math.sqrt(8 / rho), OutputNoise.deviationFor(1, 1e-6, 3, 4), 1e-5 / Math.sqrt(rho));
  }
}
