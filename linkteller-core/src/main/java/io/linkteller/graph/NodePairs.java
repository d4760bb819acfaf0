package io.linkteller.graph;

/**
 * Unordered pairs of nodes (i, j), i &lt; j, packed into a {@code long} with i in the upper half,
 * so that packed pairs sort lexicographically.
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
   * Packs a pair into a {@code long}.
   *
   * @param i the smaller node, at least 0
   * @param j the larger node
   * @return the packed pair
   */
  public static long pack(int i, int j) {
    return (long) i << 32 | j;
  }

  /**
   * Returns the smaller node of a packed pair.
   *
   * @param pair a packed pair
   * @return i
   */
  public static int first(long pair) {
    return (int) (pair >>> 32);
  }

  /**
   * Returns the larger node of a packed pair.
   *
   * @param pair a packed pair
   * @return j
   */
  public static int second(long pair) {
    return (int) pair;
  }
}
