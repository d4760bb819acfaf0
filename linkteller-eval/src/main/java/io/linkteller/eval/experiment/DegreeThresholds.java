package io.linkteller.eval.experiment;

/**
 * Where low degree ends and high degree begins. The paper chooses both per data set (section VI).
 *
 * @param lowAtMost the largest degree that counts as low, at least 0
 * @param highAtLeast the smallest degree that counts as high, at least {@code lowAtMost}
 */
public record DegreeThresholds(int lowAtMost, int highAtLeast) {

  /** Those of twitch RU, DE, FR and ENGB: 5 and 10. */
  public static final DegreeThresholds TWITCH = new DegreeThresholds(5, 10);

  /** Those of twitch PTBR, whose graph is denser: 10 and 10. Degree 10 is low and high at once. */
  public static final DegreeThresholds TWITCH_PTBR = new DegreeThresholds(10, 10);

  /**
   * Checks the thresholds.
   *
   * @throws IllegalArgumentException if a threshold is out of range
   */
  public DegreeThresholds {
    if (lowAtMost < 0) {
      throw new IllegalArgumentException("lowAtMost = " + lowAtMost + " is negative");
    }
    if (highAtLeast < lowAtMost) {
      throw new IllegalArgumentException(
          "highAtLeast = " + highAtLeast + " is below lowAtMost = " + lowAtMost);
    }
  }

  /**
   * Returns the thresholds of a twitch graph.
   *
   * @param country its name, such as {@code RU}
   * @return {@link #TWITCH_PTBR} for PTBR, else {@link #TWITCH}
   */
  public static DegreeThresholds forTwitch(String country) {
    return country.equals("PTBR") ? TWITCH_PTBR : TWITCH;
  }
}
