package io.linkteller.testing;

/** The two sizes of a test: that of {@code verify}, and that of {@code verify -Dthorough}. */
public final class Thorough {

  /** Whether this run is thorough. */
  public static final boolean RUN = Boolean.getBoolean("linkteller.thorough");

  private Thorough() {}

  /**
   * Returns the size that this run calls for.
   *
   * @param small the size in every build: the smallest that finds the fault the test is for
   * @param full the size with {@code -Dthorough}
   */
  public static int size(int small, int full) {
    return RUN ? full : small;
  }
}
