package io.linkteller.eval.sample;

import io.linkteller.graph.Graph;
import java.util.Arrays;

/**
 * The limits of low and high degrees, which the paper chooses per data set (section VI).
 *
 * @param lowAtMost the largest degree that counts as low, at least 0
 * @param highAtLeast the smallest degree that counts as high, at least {@code lowAtMost}
 */
public record DegreeThresholds(int lowAtMost, int highAtLeast) {

  /** The thresholds of twitch RU, DE, FR and ENGB: 5 and 10. */
  public static final DegreeThresholds TWITCH = new DegreeThresholds(5, 10);

  /**
   * The thresholds of twitch PTBR, whose graph is denser: 10 and 10. Degree 10 is both low and
   * high.
   */
  public static final DegreeThresholds TWITCH_PTBR = new DegreeThresholds(10, 10);

  /**
   * Validates the thresholds.
   *
   * @param lowAtMost the largest degree that counts as low, at least 0
   * @param highAtLeast the smallest degree that counts as high, at least {@code lowAtMost}
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
   * @return {@link #TWITCH_PTBR} for PTBR, otherwise {@link #TWITCH}
   */
  public static DegreeThresholds forTwitch(String country) {
    return country.equals("PTBR") ? TWITCH_PTBR : TWITCH;
  }

  /**
   * Returns thresholds for a graph that is not in the paper: the lower and upper quartiles of the
   * degrees. Takes O(n log n) time.
   *
   * @param graph a graph with at least one node
   * @return the lower and upper quartiles
   * @throws IllegalArgumentException if the graph has no node
   */
  public static DegreeThresholds quartilesOf(Graph graph) {
    int n = graph.nodeCount();
    if (n == 0) {
      throw new IllegalArgumentException("a graph without nodes has no degrees");
    }
    int[] degrees = new int[n];
    Arrays.setAll(degrees, graph::degree);
    Arrays.sort(degrees);
    return new DegreeThresholds(degrees[(n - 1) / 4], degrees[n - 1 - (n - 1) / 4]);
  }
}
