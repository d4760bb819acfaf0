package io.linkteller.dp.sampling;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Makes decisions from random bits. Not thread-safe. */
final class BitChance implements Chance {

  /** A stream of independent uniform 32-bit words. */
  interface Words {

    /** Fills an array of even length. */
    void fill(int[] words);
  }

  private static final long WORD = 0xFFFFFFFFL;
  private static final int FIRST_WORDS = 8;
  private static final int MAX_WORDS = 1 << 14;
  private static final int STEP = 64;

  private final Words source;
  private int[] words = new int[FIRST_WORDS];
  private int at = FIRST_WORDS;

  BitChance(Words source) {
    this.source = source;
  }

  private int word() {
    if (at == words.length) {
      refill();
    }
    return words[at++];
  }

  /** Refills the buffer, which starts small because small graphs need few bits. */
  private void refill() {
    if (words.length < MAX_WORDS) {
      words = new int[words.length * 4];
    }
    source.fill(words);
    at = 0;
  }

  private long twoWords() {
    return (long) word() << 32 | (word() & WORD);
  }

  @Override
  public boolean happens(Probability probability) {
    long first = word() & WORD;
    if (first >= probability.surelyBelow && first < probability.surelyFrom) {
      return decide(first, probability);
    }
    return first < probability.surelyBelow;
  }

  /**
   * Compares p with a uniform real number, drawing more of its bits until the comparison is
   * decided.
   */
  private boolean decide(long first, Probability probability) {
    BigInteger uniform = BigInteger.valueOf(first);
    for (int bits = 32; ; bits += STEP) {
      // One decimal digit is worth more than three bits.
      Enclosure enclosure = probability.enclose(bits / 3 + 8);
      BigDecimal scale = new BigDecimal(BigInteger.ONE.shiftLeft(bits));
      if (new BigDecimal(uniform.add(BigInteger.ONE)).compareTo(enclosure.low().multiply(scale))
          <= 0) {
        return true;
      }
      if (new BigDecimal(uniform).compareTo(enclosure.high().multiply(scale)) >= 0) {
        return false;
      }
      uniform = uniform.shiftLeft(STEP).add(new BigInteger(Long.toUnsignedString(twoWords())));
    }
  }

  @Override
  public long below(long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound = " + bound + " is below 1");
    }
    int unused = Long.numberOfLeadingZeros(bound - 1);
    long candidate;
    do {
      candidate = unused >= 32 ? (word() & WORD) >>> (unused - 32) : twoWords() >>> unused;
    } while (candidate >= bound);
    return candidate;
  }

  @Override
  public BigInteger below(BigInteger bound) {
    if (bound.signum() <= 0) {
      throw new IllegalArgumentException("bound = " + bound + " is below 1");
    }
    int bits = bound.subtract(BigInteger.ONE).bitLength();
    BigInteger candidate;
    do {
      candidate = BigInteger.ZERO;
      for (int left = bits; left > 0; left -= 32) {
        int taken = Math.min(32, left);
        candidate =
            candidate.shiftLeft(taken).add(BigInteger.valueOf((word() & WORD) >>> (32 - taken)));
      }
    } while (candidate.compareTo(bound) >= 0);
    return candidate;
  }
}
