package io.linkteller.dp.audit;

import io.linkteller.graph.Graph;

/** What an audit looks at in an output; events are sets of such observations. */
enum View {
  /** Is the edge in question there? */
  EDGE {
    @Override
    Object of(Graph output, int u, int v) {
      return output.hasEdge(u, v);
    }

    @Override
    String describe(Object seen) {
      return seen.equals(true) ? "the edge is there" : "the edge is not there";
    }
  },

  /** How many edges are there? */
  COUNT {
    @Override
    Object of(Graph output, int u, int v) {
      return output.edgeCount();
    }

    @Override
    String describe(Object seen) {
      return seen + " edges";
    }
  },

  /** Both. */
  EDGE_AND_COUNT {
    @Override
    Object of(Graph output, int u, int v) {
      return new EdgeAndCount(output.hasEdge(u, v), output.edgeCount());
    }

    @Override
    String describe(Object seen) {
      return seen instanceof EdgeAndCount both
          ? COUNT.describe(both.count()) + " and " + EDGE.describe(both.edge())
          : String.valueOf(seen);
    }
  },

  /** The whole graph. */
  OUTPUT {
    @Override
    Object of(Graph output, int u, int v) {
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

  private record EdgeAndCount(boolean edge, int count) {}

  /** What is seen of an output when the edge in question is {u, v}. */
  abstract Object of(Graph output, int u, int v);

  /** Something seen, in words. */
  abstract String describe(Object seen);
}
