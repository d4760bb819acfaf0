package io.linkteller.jgrapht;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The vertices and edges of a file with their attributes, in the order of the file. */
final class Parsed {

  static final String SOURCE = "source";
  static final String TARGET = "target";

  boolean directed;
  final List<String> ids = new ArrayList<>();

  /** For each attribute name, the value of each vertex that has one, by the vertex's id. */
  final Map<String, Map<String, String>> attributes = new HashMap<>();

  final Set<String> columns = new LinkedHashSet<>(List.of(SOURCE, TARGET));

  /** The fields of each edge, by column. */
  final List<Map<String, String>> edges = new ArrayList<>();

  void attributeOfVertex(String name, String id, String value) {
    attributes.computeIfAbsent(name, key -> new HashMap<>()).put(id, value);
  }

  void edge(String source, String target) {
    edges.add(new HashMap<>(Map.of(SOURCE, source, TARGET, target)));
  }

  /** Sets an attribute of the last edge. */
  void attributeOfEdge(String name, String value) {
    columns.add(name);
    edges.get(edges.size() - 1).putIfAbsent(name, value);
  }
}
