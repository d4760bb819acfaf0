package io.linkteller.jgrapht;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.file.ReadingBudget;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jgrapht.alg.util.Triple;
import org.jgrapht.nio.BaseEventDrivenImporter;
import org.jgrapht.nio.EventDrivenImporter;
import org.jgrapht.nio.ImportException;
import org.jgrapht.nio.gml.GmlEventDrivenImporter;
import org.jgrapht.nio.graphml.GraphMLEventDrivenImporter;

/**
 * A file of a graph in GraphML or GML, such as NetworkX, igraph and Gephi write.
 *
 * <p>Whether arcs have a direction is said by the file: {@code edgedefault} of GraphML, {@code
 * directed 1} of GML. The attributes of the edges are the columns of which {@link EdgeListReader}
 * takes weights and types; without others the attribute {@code weight} is the weight of an edge, 1
 * where it is missing. A vertex is called by its attribute {@code label} or {@code name}, if all
 * vertices have one and no two the same, and otherwise by its id.
 *
 * <pre>{@code
 * GraphFile file = GraphFile.read(Path.of("payments.graphml"));
 * Graph payments =
 *     file.graph(EdgeListReader.of(EdgeDirection.SYMMETRIC).weights("amount"), file.names());
 * }</pre>
 *
 * <p>Immutable.
 */
public final class GraphFile {

  private static final String WEIGHT = "weight";

  /** Memory for what is parsed of a byte: GML of 7 MB needs more than 200 MB and less than 400. */
  private static final long PARSED = 32;

  /** How many characters of a problem are said. */
  private static final int MOST_SAID = 400;

  /** Attributes that call a vertex, the first that does. */
  private static final List<String> NAMES = List.of("label", "name");

  private static final Pattern GML =
      Pattern.compile(
          "\\A\\s*(?:(?:#|(?i:creator|version|comment)\\b)[^\\n]*+\\n\\s*+)*graph\\s*\\[");

  private static final Pattern EDGE_DEFAULT =
      Pattern.compile("<graph\\b[^>]*?\\bedgedefault\\s*=\\s*[\"'](directed|undirected)[\"']");

  private static final Pattern OWN_DIRECTION = Pattern.compile("<edge\\b[^>]*?\\bdirected\\s*=");

  /** A comment or text of GML, a bracket, or what says that edges have a direction. */
  private static final Pattern PART_OF_GML =
      Pattern.compile("(?m)^\\s*#.*$|\"[^\"]*\"|[\\[\\]]|\\bdirected\\s+(\\d+)");

  /** Elements that are read; those of an extension have a prefix. */
  private static final Set<String> ELEMENTS =
      Set.of("graphml", "key", "default", "desc", "graph", "node", "port", "edge", "data");

  /** An element, or what may contain the text of one. */
  private static final Pattern ELEMENT =
      Pattern.compile("(?s)<!--.*?-->|<!\\[CDATA\\[.*?\\]\\]>|<([A-Za-z_][^\\s/>]*)([^>]*)");

  private static final Pattern ID = Pattern.compile("\\sid\\s*=\\s*[\"']([^\"']*)");

  private static final Pattern KEY = Pattern.compile("\\skey\\s*=\\s*[\"']([^\"']*)");

  /** A text of GML, in which nothing is a number, or a number with an exponent. */
  private static final Pattern EXPONENT =
      Pattern.compile("\"[^\"]*\"|(?<![\\w.])[+-]?(?:\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d+");

  /** How GML writes what is no ASCII. */
  private static final Pattern CHARACTER = Pattern.compile("&(?:#(\\d{1,7})|quot|amp|lt|gt|apos);");

  private static final Map<String, String> CHARACTERS =
      Map.of("&quot;", "\"", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&apos;", "'");

  private final Path file;
  private final boolean directed;
  private final List<String> ids = new ArrayList<>();

  /** By name, that of each vertex that has one, by its id. */
  private final Map<String, Map<String, String>> attributes = new HashMap<>();

  private final Set<String> columns = new LinkedHashSet<>(List.of("source", "target"));

  /** The fields of each edge, by column. */
  private final List<Map<String, String>> edges = new ArrayList<>();

  private GraphFile(Path file, boolean directed) {
    this.file = file;
    this.directed = directed;
  }

  /**
   * Returns whether a file is text in XML or GML. Reads its beginning only.
   *
   * @param file a file
   * @return whether {@link #read} may read it
   * @throws UncheckedIOException if the file cannot be read
   */
  public static boolean isGraph(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(1 << 13), StandardCharsets.UTF_8);
      return isXml(text) || GML.matcher(text).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file.
   *
   * @param file a file in UTF-8, in GraphML or GML: its content tells which
   * @return the graph, its vertices in the order of the file
   * @throws DatasetFormatException if the file is missing or no such file; the message names the
   *     file
   * @throws UncheckedIOException if the file cannot be read
   */
  public static GraphFile read(Path file) {
    String text = text(file);
    boolean xml = isXml(text);
    try {
      if (xml) {
        GraphFile read = new GraphFile(file, isDirectedXml(file, text));
        GraphMLEventDrivenImporter importer = new GraphMLEventDrivenImporter();
        // By the schema an id has no blanks, and NetworkX writes whatever names its vertices.
        importer.setSchemaValidation(false);
        read.imported(importer, importer, text, UnaryOperator.identity());
        requireGraphMl(text);
        return read;
      }
      GraphFile read = new GraphFile(file, isDirectedGml(text));
      GmlEventDrivenImporter importer = new GmlEventDrivenImporter();
      // JGraphT reads 1.5E-5 as 1.5 and another attribute, E.
      String plain = EXPONENT.matcher(text).replaceAll(GraphFile::withoutExponent);
      return read.imported(importer, importer, plain, GraphFile::withCharacters);
    } catch (ImportException | IllegalArgumentException e) {
      // The parser lists all that it would have accepted, and repeats what it found.
      String problem = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
      String said = problem.substring(0, Math.min(problem.length(), MOST_SAID));
      throw DatasetFormatException.inFile(
          file, "expected a graph in " + (xml ? "GraphML: " : "GML: ") + said);
    } catch (StackOverflowError e) {
      throw DatasetFormatException.inFile(file, "expected a graph, found lists nested too deeply");
    }
  }

  /** {@return what the vertices are called, in the order of the file, or their numbers} */
  public NodeNames names() {
    List<String> called =
        Stream.concat(NAMES.stream().map(this::called), Stream.of(ids))
            .filter(names -> new HashSet<>(names).size() == ids.size() && !names.contains(""))
            .findFirst()
            .orElse(ids);
    NodeNames numbers = NodeNames.numbers(called.size());
    return called.stream().allMatch(name -> numbers.node(name).isPresent())
        ? numbers
        : NodeNames.of(called);
  }

  private List<String> called(String attribute) {
    Map<String, String> names = attributes.getOrDefault(attribute, Map.of());
    return ids.stream().map(id -> names.getOrDefault(id, "")).toList();
  }

  /**
   * Returns the graph. O(n + |E| log |E|).
   *
   * @param reader which attributes are weights and types; a symmetric list has the direction that
   *     the file says
   * @param names what the nodes are called, by label, name or id; may have more nodes
   * @return the graph
   * @throws IllegalArgumentException if the reader asks for weights and counts
   * @throws DatasetFormatException if an edge lacks an attribute that is asked for or is a
   *     self-loop or a repeated edge, or a vertex is not among the names, or if arcs are asked for
   *     and edges have no direction; the message names the file
   */
  public Graph graph(EdgeListReader reader, NodeNames names) {
    List<String> called =
        NAMES.stream()
            .map(this::called)
            .filter(each -> each.stream().allMatch(name -> names.node(name).isPresent()))
            .findFirst()
            .orElse(ids);
    Map<String, String> byId = new HashMap<>(2 * ids.size());
    for (int i = 0; i < ids.size(); i++) {
      byId.put(ids.get(i), called.get(i));
    }
    List<List<String>> rows = new ArrayList<>(edges.size());
    for (Map<String, String> edge : edges) {
      List<String> row = new ArrayList<>();
      for (String column : columns) {
        String field = edge.getOrDefault(column, column.equals(WEIGHT) ? "1" : "");
        row.add(row.size() < 2 ? byId.getOrDefault(field, field) : field);
      }
      rows.add(row);
    }
    return reader.read(
        file,
        names,
        directed ? EdgeDirection.DIRECTED : EdgeDirection.UNDIRECTED,
        List.copyOf(columns),
        rows);
  }

  private static boolean isXml(String text) {
    return text.stripLeading().startsWith("<") || text.startsWith("\uFEFF<");
  }

  private static String text(Path file) {
    if (!Files.exists(file)) {
      throw DatasetFormatException.inFile(
          file, "expected a graph in GraphML or GML, found no file");
    }
    ReadingBudget budget =
        ReadingBudget.of(problem -> DatasetFormatException.inFile(file, problem));
    try {
      byte[] bytes = budget.bytesOf(file);
      budget.take(PARSED * bytes.length);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw DatasetFormatException.inFile(file, "expected text in UTF-8");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isDirectedXml(Path file, String text) {
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
    return direction.group(1).equals("directed");
  }

  /**
   * Rejects what JGraphT would pass over without its schema: other elements, such as edges that are
   * called otherwise, and attributes of undeclared keys.
   *
   * @param text well-formed XML
   */
  private static void requireGraphMl(String text) {
    Set<String> declared = new HashSet<>();
    Matcher element = ELEMENT.matcher(text);
    while (element.find()) {
      String name = element.group(1);
      if (name == null || name.contains(":")) {
        continue;
      }
      if (!ELEMENTS.contains(name)) {
        throw new IllegalArgumentException("found <" + name + ">, which is not read");
      }
      Matcher key = (name.equals("key") ? ID : KEY).matcher(element.group(2));
      if (name.equals("key") && key.find()) {
        declared.add(key.group(1));
      } else if (name.equals("data") && !(key.find() && declared.contains(key.group(1)))) {
        throw new IllegalArgumentException(
            "found <data" + element.group(2) + "> of a key that is not declared");
      }
    }
  }

  /** Returns whether the graph itself has the attribute {@code directed 1}: no part, no text. */
  private static boolean isDirectedGml(String text) {
    Matcher part = PART_OF_GML.matcher(text);
    int depth = 0;
    while (part.find()) {
      char first = part.group().charAt(0);
      depth += first == '[' ? 1 : first == ']' ? -1 : 0;
      if (depth == 1 && part.group(1) != null) {
        return part.group(1).equals("1");
      }
    }
    return false;
  }

  private static String withoutExponent(MatchResult found) {
    String number = found.group();
    return number.startsWith("\"")
        ? Matcher.quoteReplacement(number)
        : BigDecimal.valueOf(Double.parseDouble(number)).toPlainString();
  }

  private static String withCharacters(String text) {
    return CHARACTER
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? CHARACTERS.getOrDefault(found.group(), "")
                        : Character.toString(Integer.parseInt(found.group(1)))));
  }

  /** The importer is given twice, as what it can do: no type of JGraphT has both. */
  private <V> GraphFile imported(
      EventDrivenImporter<V, Triple<V, V, Double>> importer,
      BaseEventDrivenImporter<V, Triple<V, V, Double>> events,
      String text,
      UnaryOperator<String> value) {
    events.addVertexConsumer(vertex -> ids.add(vertex.toString()));
    events.addVertexAttributeConsumer(
        (key, given) ->
            attributes
                .computeIfAbsent(key.getSecond(), name -> new HashMap<>())
                .put(key.getFirst().toString(), value.apply(given.getValue())));
    events.addEdgeConsumer(
        edge ->
            edges.add(
                new HashMap<>(
                    Map.of(
                        "source", edge.getFirst().toString(),
                        "target", edge.getSecond().toString()))));
    // They follow their edge.
    events.addEdgeAttributeConsumer(
        (key, given) -> {
          columns.add(key.getSecond());
          edges.get(edges.size() - 1).putIfAbsent(key.getSecond(), value.apply(given.getValue()));
        });
    try (Reader reader = new StringReader(text)) {
      importer.importInput(reader);
    } catch (IOException e) {
      throw new AssertionError("text was read before", e);
    }
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("found no vertex");
    }
    if (new HashSet<>(ids).size() < ids.size()) {
      throw new IllegalArgumentException("two vertices have the same id");
    }
    return this;
  }
}
