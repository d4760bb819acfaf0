package io.linkteller.dp.sampling;

import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * Exact random decisions, the only source of randomness of a {@link io.linkteller.dp.GraphMechanism
 * GraphMechanism}.
 *
 * <p>A mechanism that uses only the three instance methods draws from exactly the distribution
 * assumed by its proof, and this distribution can be computed: {@link
 * io.linkteller.dp.audit.ExhaustiveChance} replaces the random bits, enumerates all execution paths
 * and adds up their probabilities.
 *
 * <p>An instance is used for one perturbation, by one thread.
 */
public interface Chance {

  /**
   * Decides an event.
   *
   * @param probability the probability of the event
   * @return true with exactly this probability, independently of all earlier decisions
   */
  boolean happens(Probability probability);

  /**
   * Draws a uniform integer.
   *
   * @param bound at least 1
   * @return an integer in [0, bound), independent of all earlier decisions
   * @throws IllegalArgumentException if {@code bound} is below 1
   */
  long below(long bound);

  /**
   * Draws a uniform integer of any size.
   *
   * @param bound at least 1
   * @return an integer in [0, bound), independent of all earlier decisions
   * @throws IllegalArgumentException if {@code bound} is below 1
   */
  BigInteger below(BigInteger bound);

  /**
   * Returns a source of decisions based on AES-256 in counter mode, with a fresh key from {@link
   * java.security.SecureRandom}.
   *
   * @return a source for one perturbation
   */
  static Chance secure() {
    return new BitChance(AesWords.freshlyKeyed());
  }

  /**
   * Returns a source of decisions based on a seed, for experiments. Reproducible noise gives no
   * protection.
   *
   * @param seed any number
   * @return a source; equal seeds give equal decisions
   */
  static Chance forExperiments(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new BitChance(
        words -> {
          for (int i = 0; i < words.length; i += 2) {
            long two = random.nextLong();
            words[i] = (int) (two >>> 32);
            words[i + 1] = (int) two;
          }
        });
  }
}
