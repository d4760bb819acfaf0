package io.linkteller.graph;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The identifiers of nodes 0 to n-1 in the data, such as accounts in a table of payments. Without
 * identifiers, the name of a node is its number, which takes no memory. Immutable.
 */
public final class NodeNames {

  private final int nodeCount;

  /** Empty if the names are numbers. */
  private final List<String> names;

  private final Map<String, Integer> nodes;

  private NodeNames(int nodeCount, List<String> names, Map<String, Integer> nodes) {
    this.nodeCount = nodeCount;
    this.names = names;
    this.nodes = nodes;
  }

  /**
   * Returns the numbers of nodes as their names.
   *
   * @param nodeCount n, at least 0
   * @return the names 0 to n-1
   * @throws IllegalArgumentException if {@code nodeCount} is negative
   */
  public static NodeNames numbers(int nodeCount) {
    if (nodeCount < 0) {
      throw new IllegalArgumentException("nodeCount = " + nodeCount + " is negative");
    }
    return new NodeNames(nodeCount, List.of(), Map.of());
  }

  /**
   * Returns the given names.
   *
   * @param names the name of each node, distinct
   * @return the names
   * @throws IllegalArgumentException if two nodes have the same name
   */
  public static NodeNames of(List<String> names) {
    List<String> copy = List.copyOf(names);
    Map<String, Integer> nodes = new HashMap<>(2 * copy.size());
    for (int node = 0; node < copy.size(); node++) {
      if (nodes.put(copy.get(node), node) != null) {
        throw new IllegalArgumentException("two nodes have the name " + copy.get(node));
      }
    }
    return new NodeNames(copy.size(), copy, nodes);
  }

  /** {@return n, the number of nodes} */
  public int nodeCount() {
    return nodeCount;
  }

  /** {@return whether the names are the nodes' numbers} */
  public boolean areNumbers() {
    return names.isEmpty();
  }

  /**
   * Returns the name of a node.
   *
   * @param node a node, in [0, n)
   * @return its name
   * @throws IndexOutOfBoundsException if {@code node} is out of range
   */
  public String of(int node) {
    return areNumbers() ? Integer.toString(Objects.checkIndex(node, nodeCount)) : names.get(node);
  }

  /**
   * Returns the node with the given name.
   *
   * @param name a name; a number has no sign and no leading zeros
   * @return the node, or empty if no node has this name
   */
  public OptionalInt node(String name) {
    if (!areNumbers()) {
      Integer node = nodes.get(name);
      return node == null ? OptionalInt.empty() : OptionalInt.of(node);
    }
    try {
      int node = Integer.parseInt(name);
      return node >= 0 && node < nodeCount && name.equals(Integer.toString(node))
          ? OptionalInt.of(node)
          : OptionalInt.empty();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * Returns the names of some nodes.
   *
   * @param some distinct nodes
   * @return the names of these nodes, renumbered: node i has the name of node {@code
   *     some.getInt(i)}; if names are numbers, the new numbers are the names
   * @throws IllegalArgumentException if a node is repeated
   * @throws IndexOutOfBoundsException if a node is out of range
   */
  public NodeNames select(IntList some) {
    return areNumbers() ? numbers(some.size()) : of(some.intStream().mapToObj(this::of).toList());
  }
}
