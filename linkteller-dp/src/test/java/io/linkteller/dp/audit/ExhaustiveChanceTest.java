package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.dp.sampling.Probability;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Laws and values of ε that are computed by hand. */
class ExhaustiveChanceTest {

  private static final Probability QUARTER = Probability.of(0.25);

  /** A three-sided die, followed by a coin only if it shows 1: 1/3, 1/12, 1/4, 1/3. */
  @Test
  void everyPathIsTakenOnceWithItsProbability() {
    List<String> paths = new ArrayList<>();
    ExhaustiveChance.Law<String> law =
        ExhaustiveChance.law(
            chance -> {
              BigInteger die = chance.below(BigInteger.valueOf(3));
              String path = die.intValue() == 1 ? die + " " + chance.happens(QUARTER) : "" + die;
              paths.add(path);
              return path;
            },
            0);
    assertEquals(List.of("0", "1 true", "1 false", "2"), paths);
    assertEquals(
        Map.of("0", 1.0 / 3, "1 true", 0.25 / 3, "1 false", 0.75 / 3, "2", 1.0 / 3),
        law.probabilities());
    assertEquals(0, law.of("3"));
    assertEquals(0, law.missing());
  }

  @Test
  void impossibleDecisionsAreNotTaken() {
    ExhaustiveChance.Law<Boolean> never =
        ExhaustiveChance.law(chance -> chance.happens(Probability.of(0)), 0);
    assertEquals(Map.of(false, 1.0), never.probabilities());
    ExhaustiveChance.Law<Boolean> always =
        ExhaustiveChance.law(chance -> chance.happens(Probability.of(1)), 0);
    assertEquals(Map.of(true, 1.0), always.probabilities());
  }

  /** A path as likely as the bound is kept. */
  @Test
  void pathsBelowTheBoundAreGivenUp() {
    ExhaustiveChance.Law<Boolean> kept =
        ExhaustiveChance.law(chance -> chance.happens(QUARTER), 0.25);
    assertEquals(Map.of(true, 0.25, false, 0.75), kept.probabilities());
    ExhaustiveChance.Law<Boolean> cut =
        ExhaustiveChance.law(chance -> chance.happens(QUARTER), 0.26);
    assertEquals(Map.of(false, 0.75), cut.probabilities());
    assertEquals(0.25, cut.missing());
  }

  @Test
  void failuresAreOutcomesOfTheLaw() {
    ExhaustiveChance.Law<Object> law =
        ExhaustiveChance.lawWithFailures(
            chance -> {
              if (chance.happens(QUARTER)) {
                throw new IllegalStateException("tails");
              }
              return "heads";
            },
            0);
    assertEquals(
        Map.of("heads", 0.75, new Failure("IllegalStateException", "tails"), 0.25),
        law.probabilities());
  }
}
