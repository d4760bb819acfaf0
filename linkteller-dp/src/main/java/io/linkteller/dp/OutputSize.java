package io.linkteller.dp;

import io.linkteller.graph.Graph;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Refuses a perturbation whose result cannot fit, before it takes the machine down.
 *
 * <p>Whether there is a refusal depends on nothing of the graph but n and the expected number of
 * edges it is given. Where that is made of a noisy count, so is the refusal.
 */
final class OutputSize {

  /**
   * Four bytes for the upper triangle while it grows and eight in the graph; and four for the upper
   * triangle of the graph that is perturbed, which has about as many edges or fewer.
   */
  static final long BYTES_PER_EDGE = 16;

  /** Offsets of the two triangles and of the graph, and where its rows have been filled to. */
  private static final long BYTES_PER_NODE = 16;

  /** What a collector can make use of, for arrays that must each lie in one piece. */
  private static final double USABLE = 0.6;

  /** Results that are not worth asking how much memory there is. */
  private static final double SMALL_BYTES = 1 << 18;

  private OutputSize() {}

  /**
   * Builds a result that is expected to fit, in the largest graph there can be and in the memory
   * this process may use beside what it holds.
   *
   * @param mechanism the mechanism, with its parameters
   * @param nodeCount n
   * @param expectedEdges how many edges the result is expected to have
   * @param bytesPerEdge what an edge of the result costs on the way
   * @param result builds it
   * @throws IllegalArgumentException if it does not fit
   */
  static Graph fitting(
      GraphMechanism mechanism,
      int nodeCount,
      double expectedEdges,
      long bytesPerEdge,
      Supplier<Graph> result) {
    double most = mostEdges(expectedEdges);
    if (most * bytesPerEdge + BYTES_PER_NODE * nodeCount > SMALL_BYTES) {
      check(
          mechanism.toString(),
          nodeCount,
          expectedEdges,
          bytesPerEdge,
          Runtime.getRuntime().maxMemory(),
          liveBytes());
    }
    try {
      return result.get();
    } catch (OutOfMemoryError e) {
      // The check is an estimate: what other threads take, and how well a collector can use its
      // regions, it cannot know. An array that was refused leaves the process as sound as it was;
      // all that was built is unreachable here.
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s on %,d nodes is expected to return %,.0f edges, for which memory did not suffice."
                  + " Take a larger epsilon.",
              mechanism,
              nodeCount,
              expectedEdges),
          e);
    }
  }

  /** A count of independent cells exceeds its mean by six roots of it about once in 10^9 times. */
  private static double mostEdges(double expectedEdges) {
    return expectedEdges + 6 * Math.sqrt(expectedEdges);
  }

  static void check(
      String mechanism,
      int nodeCount,
      double expectedEdges,
      long bytesPerEdge,
      long heapBytes,
      long liveBytes) {
    double free = USABLE * heapBytes - liveBytes - BYTES_PER_NODE * nodeCount;
    double fit = Math.min(Graph.MAX_EDGES, Math.floor(Math.max(0, free) / bytesPerEdge));
    if (mostEdges(expectedEdges) > fit) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s on %,d nodes is expected to return %,.0f edges; %,.0f are the most that fit (%s)."
                  + " Take a larger epsilon.",
              mechanism,
              nodeCount,
              expectedEdges,
              fit,
              fit == Graph.MAX_EDGES
                  ? "a graph holds no more"
                  : String.format(Locale.ROOT, "a heap of %,d MB", heapBytes >> 20)));
    }
  }

  /** What was alive after the last collection: what is in use now is garbage for the most part. */
  private static long liveBytes() {
    long live = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage usage = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
      live += usage == null ? 0 : usage.getUsed();
    }
    return live;
  }
}
