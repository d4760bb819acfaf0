package io.linkteller.inference;

/**
 * A service's limits on the nodes that join its graph.
 *
 * @param nodes the maximum number of nodes that join in one call, at least 0
 * @param linksEach the maximum number of links of each node, at least 0
 */
public record JoiningLimits(int nodes, int linksEach) {

  /** No limits: any number of nodes and links. */
  public static final JoiningLimits NONE = new JoiningLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /**
   * Checks the limits.
   *
   * @param nodes the maximum number of nodes that join in one call, at least 0
   * @param linksEach the maximum number of links of each node, at least 0
   */
  public JoiningLimits {
    requireCount("nodes", nodes);
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
   * @throws InferenceException if there are too many nodes, or one has too many links
   */
  public void require(JoiningNodes joining) {
    int count = joining.count();
    if (count > nodes) {
      throw new InferenceException(
          count
              + " nodes cannot join in one call, because the limit is "
              + nodes
              + "; let fewer join, for example at fewer targets, or raise the limit");
    }
    for (int own = 0; own < count; own++) {
      if (joining.linkCount(own) > linksEach) {
        throw new InferenceException(
            "own node "
                + own
                + " has "
                + joining.linkCount(own)
                + " links, but the limit is "
                + linksEach
                + "; give it fewer, or raise the limit");
      }
    }
  }

  /**
   * Returns these limits with another number of nodes.
   *
   * @param most the maximum number of nodes that join in one call
   * @return the limits
   */
  public JoiningLimits withNodes(int most) {
    return new JoiningLimits(most, linksEach);
  }

  /**
   * Returns these limits with another number of links.
   *
   * @param most the maximum number of links of each node
   * @return the limits
   */
  public JoiningLimits withLinksEach(int most) {
    return new JoiningLimits(nodes, most);
  }
}
