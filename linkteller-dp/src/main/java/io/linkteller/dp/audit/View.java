package io.linkteller.dp.audit;

import io.linkteller.graph.Graph;

/**
 * An observation that an audit makes of an outcome; events are sets of observations. Every view
 * observes an exception as such.
 */
enum View {
  /** Whether the edge in question is present. */
  EDGE {
    @Override
    Object ofGraph(Graph output, NeighboringPair pair) {
      return output.hasEdge(pair.u(), pair.v());
    }

    @Override
    String describe(Object seen) {
      return seen instanceof Boolean there
          ? there ? "the edge is there" : "the edge is not there"
          : String.valueOf(seen);
    }
  },

  /** How many edges are there? */
  COUNT {
    @Override
    Object ofGraph(Graph output, NeighboringPair pair) {
      return output.edgeCount();
    }

    @Override
    String describe(Object seen) {
      return seen instanceof Integer ? seen + " edges" : String.valueOf(seen);
    }
  },

  /** Both. */
  EDGE_AND_COUNT {
    @Override
    Object ofGraph(Graph output, NeighboringPair pair) {
      return new EdgeAndNumber(output.hasEdge(pair.u(), pair.v()), output.edgeCount());
    }

    @Override
    String describe(Object seen) {
      return seen instanceof EdgeAndNumber both
          ? COUNT.describe(both.number()) + " and " + EDGE.describe(both.edge())
          : String.valueOf(seen);
    }
  },

  /**
   * Whether the edge is present, and the number of other cells in which the output differs from the
   * input. If a mechanism occasionally returns its input, single outputs are too rare to be
   * observed on all but tiny graphs, but the distance 0 is not.
   */
  EDGE_AND_DISTANCE {
    @Override
    Object ofGraph(Graph output, NeighboringPair pair) {
      Graph input = pair.without();
      int[] common = new int[1];
      output.forEachEdge((u, v) -> common[0] += input.hasEdge(u, v) ? 1 : 0);
      boolean edge = output.hasEdge(pair.u(), pair.v());
      int others = output.edgeCount() - (edge ? 1 : 0);
      return new EdgeAndNumber(edge, others + input.edgeCount() - 2 * common[0]);
    }

    @Override
    String describe(Object seen) {
      return seen instanceof EdgeAndNumber both
          ? EDGE.describe(both.edge()) + " and " + both.number() + " other cells have changed"
          : String.valueOf(seen);
    }
  },

  /** The whole graph. */
  OUTPUT {
    @Override
    Object ofGraph(Graph output, NeighboringPair pair) {
      return output;
    }

    @Override
    String describe(Object seen) {
      if (!(seen instanceof Graph graph)) {
        return String.valueOf(seen);
      }
      StringBuilder text = new StringBuilder("edges");
      graph.forEachEdge((u, v) -> text.append(" (").append(u).append(", ").append(v).append(')'));
      return text.toString();
    }
  };

  private record EdgeAndNumber(boolean edge, int number) {}

  /** Returns the observation of an outcome, a graph or a {@link Failure}. */
  Object of(Object outcome, NeighboringPair pair) {
    return outcome instanceof Graph output ? ofGraph(output, pair) : outcome;
  }

  /** What is seen of a graph. */
  abstract Object ofGraph(Graph output, NeighboringPair pair);

  /** Something seen, in words. */
  abstract String describe(Object seen);
}
