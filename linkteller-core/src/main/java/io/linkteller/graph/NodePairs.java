package io.linkteller.graph;

/**
 * Pairs of nodes (i, j), packed into a {@code long} with i in the upper half, so that packed pairs
 * sort lexicographically. In an unordered pair, i &lt; j; in an arc, i is the source.
 */
public final class NodePairs {

  private NodePairs() {}

  /**
   * Returns the number of unordered pairs of n nodes, n(n - 1)/2.
   *
   * @param nodeCount n, at least 0
   * @return the number of pairs
   */
  public static long count(int nodeCount) {
    return (long) nodeCount * (nodeCount - 1) / 2;
  }

  /**
   * Returns the number of pairs of n nodes.
   *
   * @param nodeCount n, at least 0
   * @param ordered whether (i, j) and (j, i) are two pairs
   * @return n(n - 1) if ordered, else n(n - 1)/2
   */
  public static long count(int nodeCount, boolean ordered) {
    return ordered ? 2 * count(nodeCount) : count(nodeCount);
  }

  /**
   * Packs a pair into a {@code long}.
   *
   * @param i the smaller node, or the source, at least 0
   * @param j the larger node, or the target, at least 0
   * @return the packed pair
   */
  public static long pack(int i, int j) {
    return (long) i << 32 | j;
  }

  /**
   * Returns the smaller node, or the source, of a packed pair.
   *
   * @param pair a packed pair
   * @return i
   */
  public static int first(long pair) {
    return (int) (pair >>> 32);
  }

  /**
   * Returns the larger node, or the target, of a packed pair.
   *
   * @param pair a packed pair
   * @return j
   */
  public static int second(long pair) {
    return (int) pair;
  }

  /**
   * Returns the arc in the other direction.
   *
   * @param arc a packed pair
   * @return (j, i)
   */
  public static long reverse(long arc) {
    return Long.rotateLeft(arc, 32);
  }
}
