package io.linkteller.testing;

/** Selects the size of a test: small in {@code verify}, full in {@code verify -Dthorough}. */
public final class Thorough {

  /** Whether this run is thorough. */
  public static final boolean RUN = Boolean.getBoolean("linkteller.thorough");

  private Thorough() {}

  /**
   * Returns the size of a test in this run.
   *
   * @param small the size without {@code -Dthorough}: the smallest that reveals the tested fault
   * @param full the size with {@code -Dthorough}
   */
  public static int size(int small, int full) {
    return RUN ? full : small;
  }
}
