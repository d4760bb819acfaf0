package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.UniformFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InfluenceReaderTest {

  private static final long SEED = 7;

  /** The step where answers are equal and have the digits of a double: √(2⁻⁵² / 10⁻³). */
  private static final double SMALL_STEP = 0x1p-26 * Math.sqrt(1000);

  /** An offset that makes numbers neither decimals nor floats, so that they count as doubles. */
  private static final double DOUBLE = 0x1p-32;

  /** Answers as functions of the multiples of x₀ in the rows of a query. */
  private interface Model {
    double[][] answers(double[] factors, int vector);
  }

  /** Finds out which multiples of which vector a query holds, and keeps a record. */
  private static final class Box implements InferenceApi {

    private final InferenceNodes nodes;
    private final Model model;
    private final List<List<Double>> asked = new ArrayList<>();
    private final List<Integer> vectors = new ArrayList<>();

    Box(int[] targets, Model model) {
      this.nodes = InferenceNodes.of(FeatureMatrix.dense(new double[20][3])).targeting(targets);
      this.model = model;
    }

    Box(int n, Model model) {
      this(IntStream.range(0, n).toArray(), model);
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) {
      DMatrixRMaj x = query.features().toDense();
      int vector = 0;
      while (!isAlong(UniformFeatures.x0(nodes, SEED + vector), x)) {
        vector++;
        assertTrue(vector < 10, "no multiple of a known vector");
      }
      double first = UniformFeatures.x0(nodes, SEED + vector)[0];
      double[] factors = new double[x.numRows];
      for (int v = 0; v < factors.length; v++) {
        double factor = x.get(v, 0) / first;
        double round = Math.rint(16 * factor) / 16;
        factors[v] = Math.abs(factor - round) < 1e-12 ? round : factor;
      }
      asked.add(Arrays.stream(factors).boxed().toList());
      vectors.add(vector);
      return new DMatrixRMaj(model.answers(factors, vector));
    }

    private static boolean isAlong(double[] x0, DMatrixRMaj x) {
      double ratio = x.get(0, 0) / x0[0];
      return Math.abs(x.get(0, 1) - ratio * x0[1]) < 1e-9 * Math.abs(ratio);
    }

    Influences measure(double scale) {
      return measure(scale, AttackSettings.SILENT);
    }

    Influences measure(double scale, AttackListener listener) {
      return new InfluenceReader(
              this,
              nodes,
              SEED,
              scale,
              IntStream.range(0, nodes.targets().size()).toArray(),
              Workers.sequential(),
              listener)
          .measure();
    }
  }

  /** One logit per node: {@code bias[u]} and the sum over v of {@code m[u][v]} f_v. */
  private static Model linear(double[] bias, double[][] m) {
    return (f, vector) -> {
      double[][] answers = new double[bias.length][1];
      for (int u = 0; u < bias.length; u++) {
        answers[u][0] = bias[u];
        for (int v = 0; v < bias.length; v++) {
          answers[u][0] += m[u][v] * f[v];
        }
      }
      return answers;
    };
  }

  @Test
  void rowsOfEqualSumsAreProbedByASmallStep() {
    // Â of three nodes with rows of the sum 7/3; entry (u, v) is the influence of v on u.
    double[][] m = {{4 / 3.0, 2 / 3.0, 1 / 3.0}, {1 / 3.0, 5 / 3.0, 1 / 3.0}, {1, 0, 4 / 3.0}};
    Box box = new Box(3, linear(new double[3], m));
    Influences found = box.measure(1e9);
    double[] expected = {4 / 3.0, 1 / 3.0, 1, 2 / 3.0, 5 / 3.0, 0, 1 / 3.0, 1 / 3.0, 4 / 3.0};
    assertArrayEquals(expected, found.along(), 1e-8);
    assertArrayEquals(expected, found.sizes(), 1e-8);
    // Rounding by 2⁻⁵² of 7/3 in each of two answers, over the step; and no entry is negative.
    double floor = 2 * 0x1p-52 * (7 / 3.0) / SMALL_STEP;
    assertArrayEquals(new double[] {floor, floor, floor}, found.floor(), 1e-6 * floor);
    assertEquals(0, found.scatter(), 1e-12);
    assertEquals(4, found.queries());
    assertEquals(3, found.n());
    assertEquals(List.of(1.0, 1.0, 1.0), box.asked.get(0));
    for (int v = 0; v < 3; v++) {
      for (int row = 0; row < 3; row++) {
        double factor = row == v ? 1 + SMALL_STEP : 1;
        assertEquals(factor, box.asked.get(v + 1).get(row), 1e-14);
      }
    }
  }

  @Test
  void rowsOfDifferentSumsAreProbedByTheScale() {
    double[][] m = {{4 / 3.0, 2 / 3.0, 1 / 3.0}, {1 / 3.0, 5 / 3.0, 2 / 3.0}, {1, 0, 4 / 3.0}};
    Box box = new Box(3, linear(new double[3], m));
    Influences found = box.measure(3);
    double[] expected = {4 / 3.0, 1 / 3.0, 1, 2 / 3.0, 5 / 3.0, 0, 1 / 3.0, 2 / 3.0, 4 / 3.0};
    assertArrayEquals(expected, found.along(), 1e-14);
    assertArrayEquals(expected, found.sizes(), 1e-14);
    // 2 x 2⁻⁵² x base / 2, the factors 3 and 1 being apart by 2.
    double[] floor = {7 / 3.0 * 0x1p-52, 8 / 3.0 * 0x1p-52, 7 / 3.0 * 0x1p-52};
    assertArrayEquals(floor, found.floor(), 1e-20);
    assertEquals(
        List.of(
            List.of(1.0, 1.0, 1.0),
            List.of(3.0, 1.0, 1.0),
            List.of(1.0, 3.0, 1.0),
            List.of(1.0, 1.0, 3.0)),
        box.asked);
  }

  /** A negative influence along the direction can only be noise, which is then as large. */
  @Test
  void theLargestNegativeInfluenceOnATargetIsItsFloor() {
    double[][] m = {{4, -0.25, -0.5}, {1, 5, 1 / 3.0}, {-0.125, 2, 4}};
    Influences found = new Box(3, linear(new double[3], m)).measure(5);
    assertEquals(0.5, found.floor()[0], 1e-14);
    assertEquals(0.125, found.floor()[2], 1e-14);
    assertEquals(2 * 0x1p-52 * (19 / 3.0) / 4, found.floor()[1], 1e-20);
    assertArrayEquals(new double[] {4, 1, -0.125, -0.25, 5, 2}, head(found.along(), 6), 1e-14);
    assertArrayEquals(new double[] {4, 1, 0.125, 0.25, 5, 2}, head(found.sizes(), 6), 1e-14);
  }

  private static double[] head(double[] x, int count) {
    return Arrays.copyOf(x, count);
  }

  @Test
  void movementsAcrossTheDirectionOfTheFirstAreScattered() {
    // Node 0 moves its logits by (3, 4), those of node 1 by (5, 0); node 1 its own by (4, -3).
    Model model =
        (f, vector) ->
            new double[][] {
              {DOUBLE + 3 * f[0], 4 * f[0]}, {100 + 5 * f[0] + 4 * f[1], -3 * f[1]},
            };
    Influences found = new Box(2, model).measure(2);
    assertArrayEquals(new double[] {5, 3, 0, 0}, found.along(), 1e-12);
    assertArrayEquals(new double[] {5, 5, 0, 5}, found.sizes(), 1e-12);
    // The squares are 25 each; across the direction (3, 4) / 5 are 25 - 9 and 25 of them.
    assertEquals(41 / 75.0, found.scatter(), 1e-12);
  }

  @Test
  void nodesThatOnlyPassNegativeFeaturesAreProbedWithTheNegativeScale() {
    double[][] m = {{4, 2, 1}, {1, 5, 1}, {3, 0, 4}};
    Model passing = linear(new double[] {1 / 3.0, 2 / 3.0, 1}, m);
    Box box =
        new Box(
            3,
            (f, vector) ->
                passing.answers(Arrays.stream(f).map(x -> Math.max(0, -x)).toArray(), vector));
    List<String> progress = new ArrayList<>();
    Influences found = box.measure(3, (answered, total) -> progress.add(answered + "/" + total));
    // Each moves by 3 m between the factors 1 and -3.
    double[] expected = {3, 0.75, 2.25, 1.5, 3.75, 0, 0.75, 0.75, 3};
    assertArrayEquals(expected, found.along(), 1e-14);
    assertEquals(2 * 0x1p-52 * (2 / 3.0) / 4, found.floor()[1], 1e-20);
    assertEquals(5, found.queries());
    assertEquals(
        List.of(
            List.of(1.0, 1.0, 1.0),
            List.of(3.0, 1.0, 1.0),
            List.of(-3.0, 1.0, 1.0),
            List.of(1.0, -3.0, 1.0),
            List.of(1.0, 1.0, -3.0)),
        box.asked);
    assertEquals(List.of("1/4", "2/4", "3/4", "4/4", "5/5"), progress);
  }

  @Test
  void equalNodesThatNothingMovesAreTriedWithFourVectorsAndTheirNegatives() {
    Box box = new Box(new int[] {9, 4}, (f, vector) -> new double[][] {{1 / 3.0}, {1 / 3.0}});
    InferenceException e = assertThrows(UnsuitableModelException.class, () -> box.measure(1e9));
    assertEquals(
        "the answer about node 9 does not move with its own features, along any of 8 vectors",
        e.getMessage());
    assertEquals(16, box.asked.size());
    assertEquals(List.of(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), box.vectors);
    for (int query = 0; query < 16; query++) {
      double sign = query % 4 < 2 ? 1 : -1;
      assertEquals(sign, box.asked.get(query).get(1));
      double step = query % 2 * SMALL_STEP;
      assertEquals(sign * (1 + step), box.asked.get(query).get(0), 1e-14);
    }
  }

  @Test
  void differentNodesThatNothingMovesAreTriedWithFourVectorsAndBothScales() {
    Box box = new Box(2, (f, vector) -> new double[][] {{1 / 3.0}, {2 / 3.0}});
    assertThrows(UnsuitableModelException.class, () -> box.measure(3));
    assertEquals(List.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3), box.vectors);
    for (int query = 0; query < 12; query++) {
      assertEquals(List.of(new double[] {1, 3, -3}[query % 3], 1.0), box.asked.get(query));
    }
  }

  @Test
  void theFirstVectorThatMovesIsTaken() {
    double[][] m = {{2 / 3.0, 1 / 3.0}, {1 / 3.0, 2 / 3.0}};
    Model still = (f, vector) -> new double[][] {{1 / 3.0}, {1 / 3.0}};
    Model moving = linear(new double[] {1 / 3.0, 1 / 3.0}, m);
    Box box = new Box(2, (f, vector) -> (vector == 2 ? moving : still).answers(f, vector));
    Influences found = box.measure(1e9);
    assertArrayEquals(new double[] {2 / 3.0, 1 / 3.0, 1 / 3.0, 2 / 3.0}, found.along(), 1e-8);
    assertEquals(8 + 3, found.queries());
    assertEquals(List.of(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2), box.vectors);
  }

  /** Own influences must exceed 16 times the precision of the answer over the step. */
  @Test
  void equalNodesMustMoveByMoreThanSixteenTimesThePrecision() {
    // Integers up to 100: a precision of 0.005, a step of 0.5, so that 8 is too little.
    Model little = linear(new double[] {84, 83}, new double[][] {{16, 0}, {0, 16}});
    Box box = new Box(2, (f, vector) -> little.answers(absolute(f), vector));
    assertThrows(UnsuitableModelException.class, () -> box.measure(9));
    assertEquals(List.of(1.5, 1.0), box.asked.get(1));
    assertEquals(16, box.asked.size());
    Model enough = linear(new double[] {83, 82}, new double[][] {{17, 0}, {0, 17}});
    Influences found = new Box(2, enough).measure(9);
    assertArrayEquals(new double[] {17, 0, 0, 17}, found.along(), 1e-12);
    assertEquals(2 * 0.005 * 100 / 0.5, found.floor()[0], 1e-12);
    assertEquals(2 * 0.005 * 99 / 0.5, found.floor()[1], 1e-12);
  }

  private static double[] absolute(double[] f) {
    return Arrays.stream(f).map(Math::abs).toArray();
  }

  /** Movements must exceed a thousandth of √scale times the largest answer. */
  @Test
  void differentNodesMustMoveByMoreThanAShareOfTheScale() {
    // √9 / 1000 of 1000 is 3; between the factors 1 and 9 a weight of 3/8 moves by 3.
    Box box = new Box(2, positivePart(0.375));
    assertThrows(UnsuitableModelException.class, () -> box.measure(9));
    assertEquals(12, box.asked.size());
    Influences found = new Box(2, positivePart(0.5)).measure(9);
    assertArrayEquals(new double[] {0.5, 0, 0, 0.5}, found.along(), 1e-14);
  }

  private static Model positivePart(double weight) {
    return (f, vector) ->
        new double[][] {
          {1000 - weight + weight * Math.max(0, f[0])}, {900 + weight * Math.max(0, f[1])}
        };
  }

  @Test
  void answersWithinAPercentOfTheLargestAreEqual() {
    // Integers have no more digits than these differences, which are no noise then.
    Box equal = new Box(2, linear(new double[] {60, 59}, new double[][] {{40, 0}, {0, 40}}));
    equal.measure(9);
    assertEquals(List.of(1.5, 1.0), equal.asked.get(1));
    Box different = new Box(2, linear(new double[] {60, 58}, new double[][] {{40, 0}, {0, 40}}));
    different.measure(9);
    assertEquals(List.of(9.0, 1.0), different.asked.get(1));
    // Each logit is compared with the same of the first node.
    Model columns =
        (f, vector) -> new double[][] {{40 * f[0] + 60, 3}, {40 * f[1] + 60, 4}, {100, 3}};
    Box equalColumns = new Box(3, columns);
    equalColumns.measure(9);
    assertEquals(List.of(1.5, 1.0, 1.0), equalColumns.asked.get(1));
  }

  /** Rows of 100 ± deviation; for other features of all nodes, 100 + shift ± nearby. */
  private static Model jittering(double deviation, double nearby, double shift) {
    return (f, vector) -> {
      boolean isNearby = f[0] != 1 && f[0] == f[1];
      double jitter = isNearby ? nearby : deviation;
      double center = 100 + DOUBLE + (isNearby ? shift : 0);
      double first = isNearby ? 0 : 30 * (f[0] - 1) + 6 * (f[1] - 1) + 8 * Math.pow(f[0] - 1, 2);
      double second = isNearby ? 0 : 12 * (f[0] - 1) + 40 * (f[1] - 1) - 8 * Math.pow(f[0] - 1, 2);
      return new double[][] {{center + jitter + first}, {center - jitter + second}};
    };
  }

  @Test
  void differencesThatChangeWithTheFeaturesAreNoiseAndProbedInBothDirections() {
    // Half of the deviation is left, so that a quarter of its square has changed.
    Box box = new Box(2, jittering(0.5, 0.25, 0));
    Influences found = box.measure(1e9);
    assertEquals(
        List.of(
            List.of(1.0, 1.0),
            List.of(1 + 0x1p-10, 1 + 0x1p-10),
            List.of(1.5, 1.0),
            List.of(0.5, 1.0),
            List.of(1.0, 1.5),
            List.of(1.0, 0.5)),
        box.asked.stream()
            .map(row -> row.stream().map(InfluenceReaderTest::rounded).toList())
            .toList());
    // The squares of f_0 - 1 cancel.
    assertArrayEquals(new double[] {30, 12, 6, 40}, found.along(), 1e-9);
    double noise = 0.5 / 100.5;
    assertEquals(2 * noise * 100.5, found.floor()[0], 1e-9);
    assertEquals(2 * noise * 99.5, found.floor()[1], 1e-9);
    assertEquals(6, found.queries());
  }

  private static double rounded(double factor) {
    return Math.rint(factor * 1024) / 1024;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 20, -20})
  void differencesThatPersistAreThoseOfNodesWhateverAllHaveInCommon(double shift) {
    Box box = new Box(2, jittering(0.5, 0.375, shift));
    Influences found = box.measure(9);
    assertEquals(4, found.queries());
    assertEquals(List.of(9.0, 1.0), box.asked.get(2));
    assertEquals(List.of(1.0, 9.0), box.asked.get(3));
    assertEquals(2 * 0x1p-52 * 100.5 / 8, found.floor()[0], 1e-18);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 20, -20})
  void differencesThatHardlyPersistAreNoiseWhateverAllHaveInCommon(double shift) {
    assertEquals(6, new Box(2, jittering(0.5, 0.25, shift)).measure(9).queries());
    assertEquals(6, new Box(2, jittering(0.5, -0.5, shift)).measure(9).queries());
    assertEquals(6, new Box(2, jittering(0.5, 0.75, shift)).measure(9).queries());
  }

  @Test
  void deviationsAreTakenFromTheMeanOfEachLogit() {
    assertEquals(6, new Box(2, twoLogits(0.25, 0.125)).measure(9).queries());
    assertEquals(4, new Box(2, twoLogits(0.25, 0.1875)).measure(9).queries());
  }

  /** Logits of 100 ± 0.5 and -50 ± 0.25; for other features, 90 ± first and -40 ± second. */
  private static Model twoLogits(double first, double second) {
    return (f, vector) -> {
      boolean isNearby = f[0] != 1 && f[0] == f[1];
      double a = isNearby ? first : 0.5;
      double b = isNearby ? second : 0.25;
      double shift = isNearby ? 10 : 0;
      return new double[][] {
        {100 + DOUBLE - shift + a + 60 * (f[0] - 1), -50 + shift + b},
        {100 + DOUBLE - shift - a + 60 * (f[1] - 1), -50 + shift - b}
      };
    };
  }

  @Test
  void noiseIsTheRootMeanSquareDistanceOfRowsFromTheirMeanOverTheLargest() {
    // Two of three rows are off by √(0.36 + 0.64) = 1, the third by 0, of 125: √(2/3) / 125.
    Model model =
        (f, vector) -> {
          boolean isNearby = f[0] != 1 && f[0] == f[1] && f[1] == f[2];
          double sign = isNearby ? -1 : 1;
          return new double[][] {
            {75 + DOUBLE + 40 * (f[0] - 1), 100 + 40 * (f[0] - 1)},
            {75 + DOUBLE + sign * 0.6, 100 - sign * 0.8},
            {75 + DOUBLE - sign * 0.6, 100 + sign * 0.8},
          };
        };
    Influences found = new Box(3, model).measure(9);
    assertEquals(2 + 6, found.queries());
    double largest = Math.hypot(74.4, 100.8);
    assertEquals(2 * Math.sqrt(2 / 3.0) * 125 / largest, found.floor()[0], 1e-6);
  }

  @Test
  void differencesOfLessThanSixtyFourTimesTheDigitsAreNoNoise() {
    // Floats, precise to 2⁻²⁴, that are off their mean by 2⁻¹⁸ of the larger.
    double unit = 0x1p-22;
    Box limit = new Box(2, single(0x1p-4, 0x1p-4 - 2 * unit));
    Influences found = limit.measure(9);
    assertEquals(3, found.queries());
    assertEquals(1 + Math.sqrt(0x1p-18 * 1000), limit.asked.get(1).get(0), 1e-6);
    assertEquals(5 + 1, new Box(2, single(0x1p-4, 0x1p-4 - 3 * unit)).measure(9).queries());
  }

  /** The same jitter for all nearby features, and enough movement. */
  private static Model single(double first, double second) {
    return (f, vector) -> {
      boolean isNearby = f[0] != 1 && f[0] == f[1];
      return new double[][] {
        {(float) (isNearby ? second : first + (f[0] - 1) / 16)},
        {(float) (isNearby ? first : second + (f[1] - 1) / 16)}
      };
    };
  }

  /** A step of 2⁻¹⁵ or less is straight enough for one direction: a noise of 9.3e-13. */
  @Test
  void noiseThatAllowsAShortStepTakesNoSecondBaseQuery() {
    Model little = jittering(5e-11, -5e-11, 0);
    Box box = new Box(2, little);
    assertEquals(3, box.measure(9).queries());
    assertEquals(1 + Math.sqrt(5e-13 * 1000), box.asked.get(1).get(0), 1e-8);
    Box more = new Box(2, jittering(2e-10, -2e-10, 0));
    assertEquals(6, more.measure(9).queries());
    assertEquals(1 + Math.sqrt(2e-12 * 1000), more.asked.get(2).get(0), 1e-8);
    assertEquals(1 - Math.sqrt(2e-12 * 1000), more.asked.get(3).get(0), 1e-8);
  }

  @Test
  void aMovementThatOverflowsNamesTheNode() {
    Model model =
        (f, vector) -> new double[][] {{f[0] + 1 / 3.0 + (f[1] > 1 ? 1e200 : 0)}, {2 * f[1]}};
    InferenceException e =
        assertThrows(
            InferenceException.class, () -> new Box(new int[] {5, 12}, model).measure(1e9));
    assertEquals(
        "the query that scales node 12 moved logits so far that the distance overflowed",
        e.getMessage());
  }
}
