package io.linkteller.inference;

/**
 * A service's limits on the nodes that join its graph.
 *
 * @param nodes how many nodes may join one graph, at least 0
 * @param atOnce how many of them may join in one call, at least 0
 * @param linksEach how many links each may have, at least 0
 * @param stay whether nodes that joined stay, so that later ones add to them
 * @param holdsStill whether the graph and the features of other nodes are the same for every query
 */
public record JoiningLimits(
    int nodes, int atOnce, int linksEach, boolean stay, boolean holdsStill) {

  /** Any number of nodes and links; nodes leave when another call lets nodes join. */
  public static final JoiningLimits NONE =
      new JoiningLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, false, true);

  /**
   * Checks the limits.
   *
   * @param nodes how many nodes may join one graph, at least 0
   * @param atOnce how many of them may join in one call, at least 0
   * @param linksEach how many links each may have, at least 0
   * @param stay whether nodes that joined stay
   * @param holdsStill whether the graph and features of other nodes are the same for every query
   */
  public JoiningLimits {
    requireCount("nodes", nodes);
    requireCount("atOnce", atOnce);
    requireCount("linksEach", linksEach);
  }

  private static void requireCount(String name, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + " = " + count + " is negative");
    }
  }

  /**
   * Checks that nodes may join.
   *
   * @param joining the nodes
   * @param before how many joined before and stay
   * @throws InferenceException if there are too many nodes, or one has too many links
   */
  public void require(JoiningNodes joining, int before) {
    int count = joining.count();
    if (count > atOnce || count > nodes - before) {
      throw new InferenceException(
          count
              + " nodes may not join after "
              + before
              + " others; allowed are "
              + nodes
              + " in all, "
              + atOnce
              + " at once; let fewer join, for example beside fewer targets, or allow more");
    }
    for (int own = 0; own < count; own++) {
      if (joining.linkCount(own) > linksEach) {
        throw new InferenceException(
            "own node "
                + own
                + " has "
                + joining.linkCount(own)
                + " links; allowed are "
                + linksEach
                + "; give it fewer, or allow more");
      }
    }
  }

  /**
   * Returns these limits for another number of nodes.
   *
   * @param most how many nodes may join, all of them at once
   * @return the limits
   */
  public JoiningLimits withNodes(int most) {
    return new JoiningLimits(most, most, linksEach, stay, holdsStill);
  }

  /**
   * Returns these limits for another number of links.
   *
   * @param most how many links each node may have
   * @return the limits
   */
  public JoiningLimits withLinksEach(int most) {
    return new JoiningLimits(nodes, atOnce, most, stay, holdsStill);
  }

  /** {@return these limits for a service whose graph changes between queries} */
  public JoiningLimits changing() {
    return new JoiningLimits(nodes, atOnce, linksEach, stay, false);
  }
}
