package io.linkteller.dp.audit;

import io.linkteller.graph.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * A view of an outcome: what an audit observes of it, in words. Events are sets of observations.
 * The constants are named for graphs; for other outcomes, they denote, in this order, a sum of the
 * numbers, a sum of the differences between them, everything else, everything else together with
 * the sum of the numbers, and the whole outcome.
 */
enum View {
  /** Whether the edge in question is present. */
  EDGE,

  /** The number of edges. */
  COUNT,

  /** Whether the edge is present, and the number of edges. */
  EDGE_AND_COUNT,

  /**
   * Whether the edge is present, and the number of other cells in which the output differs from the
   * input. If a mechanism occasionally returns its input, any single output is too rare to be
   * observed except on tiny graphs, but the distance 0 is not.
   */
  EDGE_AND_DISTANCE,

  /** The whole output. */
  OUTPUT;

  /** Returns the observation of an outcome. */
  Object of(Object outcome, Statistic statistic, NeighboringPair pair) {
    if (outcome instanceof Outcome other) {
      return switch (this) {
        case EDGE -> statistic.ofNumbers(other);
        case COUNT -> statistic.ofDifferences(other);
        // Separate from the numbers, because random values in either would hide the other.
        case EDGE_AND_COUNT -> other.rest();
        case EDGE_AND_DISTANCE -> List.of(other.rest(), statistic.ofNumbers(other));
        case OUTPUT -> List.of(other.rest(), Arrays.toString(other.numbers()));
      };
    }
    if (!(outcome instanceof Graph output)) {
      return outcome;
    }
    int nodes = output.nodeCount();
    return nodes == pair.with().nodeCount() ? ofGraph(output, pair) : nodes + " nodes";
  }

  private String ofGraph(Graph output, NeighboringPair pair) {
    boolean there = output.hasEdge(pair.u(), pair.v());
    String edge = there ? "the edge is present" : "the edge is absent";
    return switch (this) {
      case EDGE -> edge;
      case COUNT -> output.edgeCount() + " edges";
      case EDGE_AND_COUNT -> output.edgeCount() + " edges and " + edge;
      case EDGE_AND_DISTANCE -> {
        Graph input = pair.without();
        int[] common = new int[1];
        output.forEachEdge((u, v) -> common[0] += input.hasEdge(u, v) ? 1 : 0);
        int others = output.edgeCount() - (there ? 1 : 0);
        int changed = others + input.edgeCount() - 2 * common[0];
        yield edge + " and " + changed + " other cells have changed";
      }
      case OUTPUT -> {
        StringBuilder text = new StringBuilder(output.isDirected() ? "arcs" : "edges");
        output.forEachEdge(
            (u, v) -> text.append(" (").append(u).append(", ").append(v).append(')'));
        yield text.toString();
      }
    };
  }
}
