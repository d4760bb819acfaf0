package io.linkteller.dp.audit;

import io.linkteller.graph.Graph;

/**
 * What an audit looks at in an outcome; events are sets of such observations. An exception is seen
 * as it is by every view.
 */
enum View {
  /** Is the edge in question there? */
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
   * Is the edge there, and in how many other cells does the output differ from the input? Where a
   * mechanism once in a while lets the graph through, no single output is frequent enough to be
   * seen on graphs that are not tiny, but the distance 0 is.
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

  /** What is seen of an outcome, a graph or a {@link Failure}. */
  Object of(Object outcome, NeighboringPair pair) {
    return outcome instanceof Graph output ? ofGraph(output, pair) : outcome;
  }

  /** What is seen of a graph. */
  abstract Object ofGraph(Graph output, NeighboringPair pair);

  /** Something seen, in words. */
  abstract String describe(Object seen);
}
