package io.linkteller.jgrapht;

import io.linkteller.data.DatasetFormatException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.DirectedWeightedPseudograph;
import org.jgrapht.graph.WeightedPseudograph;
import org.jgrapht.nio.BaseEventDrivenImporter;
import org.jgrapht.nio.GraphImporter;
import org.jgrapht.nio.ImportException;
import org.jgrapht.nio.gml.GmlImporter;
import org.jgrapht.nio.graphml.GraphMLImporter;

/**
 * Files of graphs in GraphML and GML, such as NetworkX, igraph and Gephi write.
 *
 * <p>Whether arcs have a direction is said by the file: {@code edgedefault} of GraphML, {@code
 * directed 1} of GML. The weight of an edge is its attribute {@code weight}. A vertex is called by
 * its attribute {@code label} or {@code name}, if all vertices have one and no two the same, and
 * otherwise by its id.
 */
public final class GraphFile {

  private static final String UNLABELED = "";

  /** Attributes that call a vertex, the first that does. */
  private static final List<String> NAMES = List.of("label", "name");

  private static final Pattern EDGE_DEFAULT =
      Pattern.compile("<graph\\b[^>]*?\\bedgedefault\\s*=\\s*[\"'](directed|undirected)[\"']");

  private static final Pattern OWN_DIRECTION = Pattern.compile("<edge\\b[^>]*?\\bdirected\\s*=");

  private static final Pattern DIRECTED_GML = Pattern.compile("\\bdirected\\s+1\\b");

  private GraphFile() {}

  /**
   * Reads a graph.
   *
   * @param file a file in UTF-8, in GraphML or GML: its content tells which
   * @return the graph, its vertices in the order of the file
   * @throws DatasetFormatException if the file is missing or no such file, or what it holds is not
   *     a simple graph; the message names the file
   * @throws UncheckedIOException if the file cannot be read
   */
  public static VertexGraph<String> read(Path file) {
    String text = text(file);
    boolean xml = text.stripLeading().startsWith("<");
    try {
      return xml ? graphMl(file, text) : gml(text);
    } catch (ImportException | IllegalArgumentException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw DatasetFormatException.inFile(
          file, "expected a simple graph in " + (xml ? "GraphML: " : "GML: ") + cause.getMessage());
    } catch (StackOverflowError e) {
      throw DatasetFormatException.inFile(file, "expected a graph, found lists nested too deeply");
    }
  }

  private static String text(Path file) {
    if (!Files.exists(file)) {
      throw DatasetFormatException.inFile(
          file, "expected a graph in GraphML or GML, found no file");
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException e) {
      throw DatasetFormatException.inFile(file, "expected text in UTF-8");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static VertexGraph<String> graphMl(Path file, String text) {
    // GraphML has a schema and needs no document type, by which a file may name other files.
    if (text.contains("<!DOCTYPE")) {
      throw DatasetFormatException.inFile(
          file, "expected GraphML, found a document type (DOCTYPE)");
    }
    Matcher direction = EDGE_DEFAULT.matcher(text);
    if (!direction.find()) {
      throw DatasetFormatException.inFile(
          file, "expected edgedefault=\"directed\" or \"undirected\" of a graph, found neither");
    }
    if (OWN_DIRECTION.matcher(text).find()) {
      throw DatasetFormatException.inFile(
          file,
          "expected edges that all follow edgedefault, found one with a direction of its own");
    }
    GraphMLImporter<String, DefaultWeightedEdge> importer = new GraphMLImporter<>();
    importer.setVertexFactory(id -> id);
    return imported(importer, importer, direction.group(1).equals("directed"), text);
  }

  private static VertexGraph<String> gml(String text) {
    GmlImporter<String, DefaultWeightedEdge> importer = new GmlImporter<>();
    importer.setVertexFactory(id -> Integer.toString(id));
    return imported(importer, importer, DIRECTED_GML.matcher(text).find(), text);
  }

  /** The importer is given twice, as what it can do: no type of JGraphT has both. */
  private static VertexGraph<String> imported(
      GraphImporter<String, DefaultWeightedEdge> importer,
      BaseEventDrivenImporter<String, DefaultWeightedEdge> events,
      boolean directed,
      String text) {
    Map<String, Map<String, String>> attributes = new HashMap<>();
    events.addVertexAttributeConsumer(
        (key, value) ->
            attributes
                .computeIfAbsent(key.getSecond(), name -> new HashMap<>())
                .put(key.getFirst(), value.getValue()));
    Graph<String, DefaultWeightedEdge> target =
        directed
            ? new DirectedWeightedPseudograph<>(DefaultWeightedEdge.class)
            : new WeightedPseudograph<>(DefaultWeightedEdge.class);
    try (Reader reader = new StringReader(text)) {
      importer.importGraph(target, reader);
    } catch (IOException e) {
      throw new AssertionError("text was read before", e);
    }
    VertexGraph<String> read = VertexGraph.of(target);
    for (String name : NAMES) {
      Map<String, String> called = attributes.getOrDefault(name, Map.of());
      List<String> names =
          read.vertices().stream().map(id -> called.getOrDefault(id, UNLABELED)).toList();
      if (!names.contains(UNLABELED) && new HashSet<>(names).size() == names.size()) {
        return new VertexGraph<>(read.graph(), names);
      }
    }
    return read;
  }
}
