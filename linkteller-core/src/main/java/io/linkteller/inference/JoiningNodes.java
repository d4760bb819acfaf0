package io.linkteller.inference;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Nodes that join a graph, with their links to nodes of the graph and to each other. The k nodes
 * are numbered 0 to k - 1. Immutable.
 *
 * <pre>{@code
 * JoiningNodes.Builder own = JoiningNodes.builder();
 * int observed = own.leafAt(target); // target - observed
 * int mover = own.extend(own.leafAt(target), 1); // target - . - mover
 * InferenceApi answers = service.join(own.build());
 * }</pre>
 */
public final class JoiningNodes {

  private final int[] linkCounts;

  /** For each link to a node of the graph, the joining node. */
  private final int[] outerOwn;

  /** For each link to a node of the graph, that node. */
  private final int[] outerNode;

  /** For each link between joining nodes, one end. */
  private final int[] innerFirst;

  /** For each link between joining nodes, the other end. */
  private final int[] innerSecond;

  private JoiningNodes(Builder builder) {
    linkCounts = builder.linkCounts.toIntArray();
    outerOwn = builder.outerOwn.toIntArray();
    outerNode = builder.outerNode.toIntArray();
    innerFirst = builder.innerFirst.toIntArray();
    innerSecond = builder.innerSecond.toIntArray();
  }

  /** {@return a builder without nodes} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return k, the number of nodes that join} */
  public int count() {
    return linkCounts.length;
  }

  /** {@return the number of links, each counted once} */
  public int linkCount() {
    return outerOwn.length + innerFirst.length;
  }

  /**
   * Returns the number of links of a node.
   *
   * @param own the node, in [0, k)
   * @return its degree in the joined graph
   */
  public int linkCount(int own) {
    return linkCounts[own];
  }

  /**
   * Returns a graph that these nodes have joined. Takes O((n + |E|) log |E|) time.
   *
   * @param graph a graph of n nodes
   * @return a graph of n + k nodes, in which own node i is node n + i
   * @throws InferenceException if a linked node is not in the graph, or a link is repeated
   */
  public Graph joinedTo(Graph graph) {
    int n = graph.nodeCount();
    graph.requireSimple("a service that nodes can join");
    Graph.Builder joined = Graph.builder(Math.addExact(n, count()));
    graph.forEachEdge(joined::addEdge);
    for (int e = 0; e < outerOwn.length; e++) {
      if (outerNode[e] >= n) {
        throw new InferenceException(
            "own node "
                + outerOwn[e]
                + " links to node "
                + outerNode[e]
                + ", but the graph has the nodes 0 to "
                + (n - 1));
      }
      joined.addEdge(outerNode[e], n + outerOwn[e]);
    }
    for (int e = 0; e < innerFirst.length; e++) {
      joined.addEdge(n + innerFirst[e], n + innerSecond[e]);
    }
    try {
      return joined.build();
    } catch (IllegalArgumentException repeated) {
      throw new InferenceException("a link of a joining node is repeated", repeated);
    }
  }

  @Override
  public String toString() {
    return "JoiningNodes[nodes = " + count() + ", links = " + linkCount() + "]";
  }

  /** Collects nodes and links. Not safe for use by several threads. */
  public static final class Builder {

    private final IntArrayList linkCounts = new IntArrayList();
    private final IntArrayList outerOwn = new IntArrayList();
    private final IntArrayList outerNode = new IntArrayList();
    private final IntArrayList innerFirst = new IntArrayList();
    private final IntArrayList innerSecond = new IntArrayList();

    private Builder() {}

    /** {@return the number of a new node without links} */
    public int add() {
      linkCounts.add(0);
      return linkCounts.size() - 1;
    }

    /**
     * Links a joining node to a node of the graph.
     *
     * @param own the joining node
     * @param node the id of the other node, at least 0
     * @return this builder
     * @throws IllegalArgumentException if a node is out of range
     */
    public Builder link(int own, int node) {
      if (node < 0) {
        throw new IllegalArgumentException("node = " + node + " is negative");
      }
      count(own);
      outerOwn.add(own);
      outerNode.add(node);
      return this;
    }

    /**
     * Links two joining nodes.
     *
     * @param first a joining node
     * @param second another joining node
     * @return this builder
     * @throws IllegalArgumentException if a node is out of range or both are equal
     */
    public Builder linkOwn(int first, int second) {
      if (first == second) {
        throw new IllegalArgumentException("own node " + first + " cannot link to itself");
      }
      count(first);
      count(second);
      innerFirst.add(first);
      innerSecond.add(second);
      return this;
    }

    private void count(int own) {
      if (own < 0 || own >= linkCounts.size()) {
        throw new IllegalArgumentException(
            "own node = " + own + " is outside [0, " + linkCounts.size() + ")");
      }
      linkCounts.set(own, linkCounts.getInt(own) + 1);
    }

    /**
     * Adds a node with one link.
     *
     * @param node the id of the node of the graph that it links to
     * @return the number of the new node
     */
    public int leafAt(int node) {
      int leaf = add();
      link(leaf, node);
      return leaf;
    }

    /**
     * Adds a chain of nodes that begins with a link to a joining node.
     *
     * @param own the joining node
     * @param length the number of nodes of the chain, at least 0
     * @return the number of the last node of the chain, or {@code own} if the length is 0
     */
    public int extend(int own, int length) {
      int end = own;
      for (int i = 0; i < length; i++) {
        int next = add();
        linkOwn(end, next);
        end = next;
      }
      return end;
    }

    /** {@return the nodes and links} */
    public JoiningNodes build() {
      return new JoiningNodes(this);
    }
  }
}
