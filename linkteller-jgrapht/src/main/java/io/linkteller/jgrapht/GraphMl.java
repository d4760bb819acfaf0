package io.linkteller.jgrapht;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.ext.DefaultHandler2;

/**
 * Reads GraphML in the encoding that it declares. Attributes without a name and elements within
 * data, such as drawings, are ignored; unknown elements elsewhere are rejected, since they may be
 * edges.
 */
final class GraphMl extends DefaultHandler2 {

  private static final String LEXICAL = "http://xml.org/sax/properties/lexical-handler";

  /** The elements that are read, or that say nothing about vertices and edges. */
  private static final Set<String> ELEMENTS =
      Set.of("graphml", "key", "default", "desc", "graph", "node", "port", "edge", "data");

  private final Parsed parsed = new Parsed();
  private final Map<String, String> keys = new HashMap<>();
  private final Map<String, String> defaults = new HashMap<>();
  private final Map<String, String> kinds = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private String unknown = "";
  private String vertex = "";
  private String key = "";
  private boolean inEdge;
  private int nested;
  private int graphs;

  private GraphMl() {}

  /** Parses a file. Throws an {@link IllegalArgumentException} for any problem. */
  static Parsed read(byte[] bytes) {
    GraphMl reader = new GraphMl();
    try {
      SAXParser parser = SAXParserFactory.newDefaultInstance().newSAXParser();
      parser.setProperty(LEXICAL, reader);
      parser.parse(new ByteArrayInputStream(bytes), reader);
    } catch (SAXException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("found bytes in another encoding: " + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new AssertionError("every Java has this parser", e);
    }
    reader.finish();
    return reader.parsed;
  }

  @Override
  public void startDTD(String name, String publicId, String systemId) {
    // GraphML has a schema and needs no document type, which could refer to other files.
    throw new IllegalArgumentException("found a document type (DOCTYPE)");
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes given) {
    if (nested > 0 || (name.contains(":") && !ELEMENTS.contains(plain(name)))) {
      nested++;
      return;
    }
    if (plain(name).equals("gexf")) {
      throw new IllegalArgumentException(
          "found GEXF, which is not supported; write GraphML with Python: g ="
              + " networkx.read_gexf(file); networkx.write_graphml(g, 'graph.graphml')");
    }
    text.setLength(0);
    switch (plain(name)) {
      case "key" -> {
        key = attribute(given, "id");
        keys.put(key, attribute(given, "attr.name"));
        kinds.put(key, attribute(given, "for"));
      }
      case "graph" -> startGraph(given);
      case "node" -> {
        vertex = attribute(given, "id");
        if (given.getValue("id") == null) {
          throw new IllegalArgumentException("Node id missing");
        }
        parsed.ids.add(vertex);
      }
      case "edge" -> startEdge(given);
      case "data" -> {
        key = attribute(given, "key");
        if (!keys.containsKey(key)) {
          throw new IllegalArgumentException(
              "found <data" + shown(given) + "> with a key that is not declared");
        }
      }
      default -> {
        if (!ELEMENTS.contains(plain(name)) && unknown.isEmpty()) {
          unknown = name;
        }
      }
    }
  }

  private static String plain(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private void startGraph(Attributes given) {
    if (++graphs > 1) {
      throw new IllegalArgumentException("found a second graph, or one in a node");
    }
    String direction = attribute(given, "edgedefault");
    if (!direction.equals("directed") && !direction.equals("undirected")) {
      throw new IllegalArgumentException(
          "found no edgedefault=\"directed\" or \"undirected\" for the graph");
    }
    parsed.directed = direction.equals("directed");
  }

  private void startEdge(Attributes given) {
    String own = given.getValue("directed");
    if (own != null && !own.equals(String.valueOf(parsed.directed))) {
      throw new IllegalArgumentException("found an edge whose direction differs from edgedefault");
    }
    parsed.edge(attribute(given, Parsed.SOURCE), attribute(given, Parsed.TARGET));
    inEdge = true;
  }

  private static String attribute(Attributes given, String name) {
    String value = given.getValue(name);
    return value == null ? "" : value;
  }

  private static String shown(Attributes given) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < given.getLength(); i++) {
      shown
          .append(' ')
          .append(given.getQName(i))
          .append("='")
          .append(given.getValue(i))
          .append('\'');
    }
    return shown.toString();
  }

  @Override
  public void characters(char[] characters, int start, int length) {
    if (nested == 0) {
      text.append(characters, start, length);
    }
  }

  @Override
  public void endElement(String uri, String local, String name) {
    if (nested > 0) {
      nested--;
      return;
    }
    String value = text.toString().strip();
    switch (plain(name)) {
      case "default" -> defaults.put(key, value);
      case "data" -> {
        String called = keys.getOrDefault(key, "");
        if (!called.isEmpty() && inEdge) {
          parsed.attributeOfEdge(called, value);
        } else if (!called.isEmpty() && !vertex.isEmpty()) {
          parsed.attributeOfVertex(called, vertex, value);
        }
      }
      case "node" -> vertex = "";
      case "edge" -> inEdge = false;
      default -> {}
    }
    text.setLength(0);
  }

  private void finish() {
    if (graphs == 0) {
      throw new IllegalArgumentException("found no graph");
    }
    Set<String> known = new HashSet<>(parsed.ids);
    for (Map<String, String> edge : parsed.edges) {
      for (String end : new String[] {Parsed.SOURCE, Parsed.TARGET}) {
        if (!known.contains(edge.getOrDefault(end, ""))) {
          throw new IllegalArgumentException(
              "Edge vertex " + edge.get(end) + " not found among the nodes");
        }
      }
    }
    defaults.forEach(
        (id, value) -> {
          String called = keys.getOrDefault(id, "");
          String kind = kinds.getOrDefault(id, "");
          if (!called.isEmpty() && !kind.equals("node") && !kind.equals("graph")) {
            parsed.columns.add(called);
            parsed.edges.forEach(edge -> edge.putIfAbsent(called, value));
          }
        });
    if (!unknown.isEmpty() && !parsed.ids.isEmpty()) {
      throw new IllegalArgumentException("found <" + unknown + ">, which is not supported");
    }
  }
}
