package io.linkteller.eval.sample;

import java.math.BigDecimal;

/**
 * The attacker's belief k̂ as a multiple of the rounded density k: one of the five multiples in the
 * paper.
 */
public enum BeliefFactor {
  /** k̂ = k/4. */
  QUARTER("k/4", "0.25"),
  /** k̂ = k/2. */
  HALF("k/2", "0.5"),
  /** k̂ = k. */
  RIGHT("k", "1"),
  /** k̂ = 2k. */
  DOUBLE("2k", "2"),
  /** k̂ = 4k. */
  FOURFOLD("4k", "4");

  private final String symbol;
  private final BigDecimal factor;

  BeliefFactor(String symbol, String factor) {
    this.symbol = symbol;
    this.factor = new BigDecimal(factor);
  }

  /**
   * Parses a belief.
   *
   * @param symbol {@code k/4}, {@code k/2}, {@code k}, {@code 2k} or {@code 4k}
   * @return the belief
   * @throws IllegalArgumentException if the symbol is not one of these
   */
  public static BeliefFactor ofSymbol(String symbol) {
    for (BeliefFactor belief : values()) {
      if (belief.symbol.equals(symbol)) {
        return belief;
      }
    }
    throw new IllegalArgumentException(
        "belief \"" + symbol + "\" is not one of k/4, k/2, k, 2k and 4k");
  }

  /**
   * Returns the symbol in the paper's tables.
   *
   * @return the symbol, for example {@code k/4}
   */
  public String symbol() {
    return symbol;
  }

  /**
   * Returns the exact multiple.
   *
   * @return k̂/k
   */
  public BigDecimal factor() {
    return factor;
  }
}
