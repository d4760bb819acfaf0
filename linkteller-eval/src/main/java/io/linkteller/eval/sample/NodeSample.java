package io.linkteller.eval.sample;

import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The targets V^(C) of one cell of an experiment. Their order matters: the paper's score of a pair
 * is the influence of its later node on its earlier one.
 *
 * @param nodes distinct nodes in the order drawn, unmodifiable
 */
public record NodeSample(IntList nodes) {

  /** The number of targets in the paper. */
  public static final int PAPER_SIZE = 500;

  /**
   * Copies the nodes.
   *
   * @param nodes distinct nodes
   */
  public NodeSample {
    nodes = new IntImmutableList(nodes);
  }

  /**
   * Draws targets as the authors' code does: {@code RandomState(seed).choice(pool, count,
   * replace=False)} from the nodes of the degree class in ascending order.
   *
   * @param graph the graph whose degrees are used
   * @param degreeClass the class of nodes to draw from
   * @param thresholds the limits of low and high degrees
   * @param count the number of targets, in [0, size of the pool]
   * @param seed at least 0; the paper's are 42, 2 and 82
   * @return the sample
   * @throws IllegalArgumentException if {@code seed} is negative or {@code count} is out of range;
   *     the message names the class and the size of its pool
   */
  public static NodeSample draw(
      Graph graph, DegreeClass degreeClass, DegreeThresholds thresholds, int count, int seed) {
    IntList pool = degreeClass.pool(graph, thresholds);
    if (count < 0 || count > pool.size()) {
      throw new IllegalArgumentException(
          "count = "
              + count
              + " is outside [0, "
              + pool.size()
              + "], the number of nodes of class "
              + degreeClass
              + " under "
              + thresholds);
    }
    return new NodeSample(NumpyRandom.seeded(seed).choice(pool, count));
  }

  /**
   * Returns a fingerprint of the nodes in their order, for comparison across programs: SHA-256 of
   * the ids as little-endian 64-bit integers.
   *
   * @return 64 lower-case hexadecimal digits
   */
  public String sha256() {
    ByteBuffer ids = ByteBuffer.allocate(Long.BYTES * nodes.size()).order(ByteOrder.LITTLE_ENDIAN);
    nodes.forEach((int node) -> ids.putLong(node));
    return Sha256.of(digest -> digest.update(ids.array()));
  }
}
