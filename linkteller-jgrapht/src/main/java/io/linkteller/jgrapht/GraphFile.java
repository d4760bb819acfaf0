package io.linkteller.jgrapht;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.file.ReadingBudget;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.io.IOException;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jgrapht.nio.ImportException;
import org.jgrapht.nio.gml.GmlEventDrivenImporter;

/**
 * A graph file in GraphML or GML, as written by NetworkX, igraph and Gephi.
 *
 * <p>The file states whether edges have a direction, by {@code edgedefault} in GraphML and {@code
 * directed 1} in GML. The attributes of edges are the columns from which {@link EdgeListReader}
 * reads weights and types; by default, the attribute {@code weight} is the weight of an edge, or 1
 * if it is missing. The name of a vertex is its attribute {@code label} or {@code name} if all
 * vertices have this attribute and all values differ, and otherwise its id.
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

  /**
   * The memory for the result of parsing a byte, in bytes: 7 MB of GML need between 200 and 400 MB.
   */
  private static final long PARSED = 32;

  /** The maximum number of characters of a problem that a message quotes. */
  private static final int MAX_SAID = 400;

  /** The attributes that may name a vertex, in order of preference. */
  private static final List<String> NAMES = List.of("label", "name");

  private static final Pattern GML =
      Pattern.compile(
          "\\A\\s*(?:(?:#|(?i:creator|version|comment)\\b)[^\\n]*+\\n\\s*+)*graph\\s*\\[");

  /** A comment or string of GML, a bracket, or the statement that edges have a direction. */
  private static final Pattern PART_OF_GML =
      Pattern.compile("(?m)^\\s*#.*$|\"[^\"]*\"|[\\[\\]]|\\bdirected\\s+(\\d+)");

  /** An id that ends with a number. */
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,18})");

  /** A string of GML, in which numbers are ignored, or a number with an exponent. */
  private static final Pattern EXPONENT =
      Pattern.compile("\"[^\"]*\"|(?<![\\w.])[+-]?(?:\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d+");

  /** An escaped character of GML. */
  private static final Pattern CHARACTER = Pattern.compile("&(?:#(\\d{1,7})|quot|amp|lt|gt|apos);");

  private static final Map<String, String> CHARACTERS =
      Map.of("&quot;", "\"", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&apos;", "'");

  private final Path file;
  private final Parsed parsed;

  private GraphFile(Path file, Parsed parsed) {
    this.file = file;
    this.parsed = parsed;
  }

  /**
   * Returns whether a file is text in XML or GML. Reads only its beginning.
   *
   * @param file a file
   * @return whether {@link #read} can probably read it
   * @throws UncheckedIOException if the file cannot be read
   */
  public static boolean isGraph(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      byte[] beginning = in.readNBytes(1 << 13);
      return isXml(beginning) || GML.matcher(new String(beginning, StandardCharsets.UTF_8)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file.
   *
   * @param file a GraphML file in the encoding that it declares, or a GML file in UTF-8; its
   *     content determines which
   * @return the graph, with its vertices in the order of the file
   * @throws DatasetFormatException if the file is missing or has another format; the message names
   *     the file
   * @throws UncheckedIOException if the file cannot be read
   */
  public static GraphFile read(Path file) {
    byte[] bytes = bytes(file);
    boolean xml = isXml(bytes);
    try {
      return new GraphFile(file, checked(xml ? GraphMl.read(bytes) : gml(bytes)));
    } catch (CharacterCodingException e) {
      throw DatasetFormatException.inFile(file, "expected text in UTF-8");
    } catch (ImportException | IllegalArgumentException e) {
      // The message is shortened because the parser lists everything that it would have accepted
      // and repeats its input.
      String problem = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
      String said = problem.substring(0, Math.min(problem.length(), MAX_SAID));
      throw DatasetFormatException.inFile(
          file, "expected a graph in " + (xml ? "GraphML: " : "GML: ") + said);
    } catch (StackOverflowError e) {
      throw DatasetFormatException.inFile(file, "expected a graph, found lists nested too deeply");
    }
  }

  /**
   * Returns the names of the vertices in the order of the file, or in the order of their ids if
   * these are the numbers 0 to n-1. In the latter case, the names are these numbers if there are no
   * labels.
   *
   * @return the names
   */
  public NodeNames names() {
    List<String> called =
        Stream.concat(NAMES.stream().map(this::called), Stream.of(parsed.ids))
            .filter(names -> new HashSet<>(names).size() == names.size() && !names.contains(""))
            .findFirst()
            .orElse(parsed.ids);
    NodeNames numbers = NodeNames.numbers(called.size());
    if (areNumbers(called)) {
      return numbers;
    }
    return NodeNames.of(areNumbers(parsed.ids) ? inOrderOfIds(called) : called);
  }

  /**
   * Reorders values of the vertices from the order of the file to that of the ids, which are 0 to
   * n-1.
   */
  private List<String> inOrderOfIds(List<String> called) {
    String[] ordered = new String[called.size()];
    for (int i = 0; i < ordered.length; i++) {
      ordered[Integer.parseInt(parsed.ids.get(i))] = called.get(i);
    }
    return List.of(ordered);
  }

  /**
   * Returns {@link #names} as names for the rows of an array, which has no names itself. Labels of
   * vertices do not change which row a vertex has.
   *
   * @param remarks receives a remark if the order of the ids or of the file is only assumed to be
   *     that of the rows
   * @return the names
   * @throws DatasetFormatException if the file is ambiguous: numbers in ids or attributes
   *     contradict each other or the order of the file
   */
  public NodeNames namesOfRows(Consumer<String> remarks) {
    // 1. Ids that are the numbers 0 to n-1 are rows; otherwise, rows are in the order of the file.
    List<String> ids = parsed.ids;
    List<String> rows =
        areNumbers(ids) ? ids : IntStream.range(0, ids.size()).mapToObj(Integer::toString).toList();
    // 2. Other numbers that all vertices have must not contradict these rows.
    boolean numbered = areNumbers(ids);
    boolean contradicts =
        parsed.attributes.keySet().stream()
            .map(this::called)
            .anyMatch(
                each ->
                    (areNumbers(each) && !each.equals(rows))
                        || (areNumbers(lessOne(each)) && !lessOne(each).equals(rows)));
    contradicts |=
        NAMES.stream()
            .map(this::called)
            .map(each -> numbered ? inOrderOfIds(each) : each)
            .anyMatch(each -> isOneToOne(each) && isCounted(each) && !isSorted(each));
    if (contradicts || (!numbered && isCounted(ids) && !isSorted(ids))) {
      // A number in a table would be the id of one vertex and the label of another.
      boolean both =
          numbered
              && NAMES.stream().map(this::called).anyMatch(each -> each.get(0).matches("\\d+"));
      throw DatasetFormatException.inFile(
          file,
          "does not determine which row of features a node has: the order of the file and the"
              + " numbers in"
              + " ids or labels differ; "
              + (both
                  ? "remove the wrong ones, or write GraphML, where NetworkX keeps only names"
                  : "name the nodes 0 to n-1, like their rows, or give features as a table that"
                      + " names each node in its first column"));
    }
    // 3. Ids that are counted from 0, such as n0, n1, ..., are row numbers; others may not be: the
    // file may lack a node, or its writer may renumber vertices and keep names as labels.
    NodeNames names = names();
    if (numbered ? !names.areNumbers() : !isCounted(ids) || !ids.get(0).matches("\\D*0+")) {
      remarks.accept(
          file
              + ": rows of features and labels are assumed to be in the order of "
              + (numbered ? "the ids" : "the file")
              + ", starting with "
              + names.of(0)
              + "; if yours are in another order or for more nodes, give them as tables that name"
              + " each node in their first column");
    }
    return names;
  }

  /** Returns whether strings are the numbers 0 to n-1 in any order. */
  private static boolean areNumbers(List<String> texts) {
    NodeNames numbers = NodeNames.numbers(texts.size());
    return new HashSet<>(texts).size() == texts.size()
        && texts.stream().allMatch(text -> numbers.node(text).isPresent());
  }

  /**
   * Converts numbers that are counted from 1 to numbers counted from 0, and other strings to empty
   * strings.
   */
  private static List<String> lessOne(List<String> texts) {
    return texts.stream()
        .map(text -> text.matches("[1-9]\\d{0,8}") ? "" + (Integer.parseInt(text) - 1) : "")
        .toList();
  }

  /** Returns whether all strings end with a number and do not differ otherwise. */
  private static boolean isCounted(List<String> texts) {
    return texts.stream().allMatch(text -> NUMBERED.matcher(text).matches())
        && texts.stream().map(text -> NUMBERED.matcher(text).replaceAll("$1")).distinct().count()
            == 1;
  }

  /** Returns whether strings that differ only in a number are sorted by it. */
  private static boolean isSorted(List<String> texts) {
    long[] numbers =
        texts.stream()
            .mapToLong(text -> Long.parseLong(NUMBERED.matcher(text).replaceAll("$2")))
            .toArray();
    return IntStream.range(1, numbers.length).allMatch(i -> numbers[i - 1] < numbers[i]);
  }

  private List<String> called(String attribute) {
    Map<String, String> names = parsed.attributes.getOrDefault(attribute, Map.of());
    return parsed.ids.stream().map(id -> names.getOrDefault(id, "")).toList();
  }

  /**
   * Returns the graph. O(n + |E| log |E|).
   *
   * @param reader states which attributes are weights and types; if it expects a symmetric list,
   *     the direction is that stated in the file
   * @param names the names of the nodes: labels, names or ids; may include nodes that are not in
   *     the file
   * @return the graph
   * @throws IllegalArgumentException if the reader requests both weights and counts
   * @throws DatasetFormatException if an edge lacks a requested attribute or is a self-loop or a
   *     repeated edge, or a vertex is not among the names, or if arcs are requested and edges have
   *     no direction; the message names the file
   */
  public Graph graph(EdgeListReader reader, NodeNames names) {
    List<List<String>> known =
        Stream.concat(NAMES.stream().map(this::called), Stream.of(parsed.ids))
            .filter(each -> each.stream().allMatch(name -> names.node(name).isPresent()))
            .toList();
    List<String> called = known.isEmpty() ? parsed.ids : known.get(0);
    if (known.stream().anyMatch(each -> !each.equals(called) && isOneToOne(each))) {
      throw DatasetFormatException.inFile(
          file,
          "does not determine which node a vertex is: its label or name, and its id or name, are"
              + " names of different nodes; remove the wrong one, or write GraphML, where NetworkX"
              + " keeps only names");
    }
    Map<String, String> byId = new HashMap<>(2 * called.size());
    for (int i = 0; i < called.size(); i++) {
      byId.put(parsed.ids.get(i), called.get(i));
    }
    List<List<String>> rows = new ArrayList<>(parsed.edges.size());
    for (Map<String, String> edge : parsed.edges) {
      List<String> row = new ArrayList<>();
      for (String column : parsed.columns) {
        String field = edge.getOrDefault(column, column.equals(WEIGHT) ? "1" : "");
        row.add(row.size() < 2 ? byId.getOrDefault(field, field) : field);
      }
      rows.add(row);
    }
    return reader.read(
        file,
        names,
        parsed.directed ? EdgeDirection.DIRECTED : EdgeDirection.UNDIRECTED,
        List.copyOf(parsed.columns),
        rows);
  }

  private static boolean isOneToOne(List<String> names) {
    return new HashSet<>(names).size() == names.size();
  }

  /** Returns whether text begins like XML, with or without a byte order mark, in any encoding. */
  private static boolean isXml(byte[] beginning) {
    String text =
        new String(beginning, 0, Math.min(beginning.length, 1 << 10), StandardCharsets.ISO_8859_1)
            .replace("\0", "")
            .replaceFirst("\\A(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)", "");
    return text.stripLeading().startsWith("<");
  }

  private static byte[] bytes(Path file) {
    if (!Files.exists(file)) {
      throw DatasetFormatException.inFile(file, "there is no such file");
    }
    ReadingBudget budget =
        ReadingBudget.of(problem -> DatasetFormatException.inFile(file, problem));
    try {
      byte[] bytes = budget.bytesOf(file);
      budget.take(PARSED * bytes.length);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns whether the graph itself, rather than a part of it or a string, has the attribute
   * {@code directed 1}.
   */
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

  private static Parsed gml(byte[] bytes) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    Parsed parsed = new Parsed();
    parsed.directed = isDirectedGml(text);
    GmlEventDrivenImporter importer = new GmlEventDrivenImporter();
    importer.addVertexConsumer(vertex -> parsed.ids.add(vertex.toString()));
    importer.addVertexAttributeConsumer(
        (key, given) ->
            parsed.attributeOfVertex(
                key.getSecond(), key.getFirst().toString(), withCharacters(given.getValue())));
    importer.addEdgeConsumer(
        edge -> parsed.edge(edge.getFirst().toString(), edge.getSecond().toString()));
    // The attributes of an edge follow it.
    importer.addEdgeAttributeConsumer(
        (key, given) -> parsed.attributeOfEdge(key.getSecond(), withCharacters(given.getValue())));
    // JGraphT reads 1.5E-5 as 1.5 followed by another attribute, E.
    String plain = EXPONENT.matcher(text).replaceAll(GraphFile::withoutExponent);
    importer.importInput(new StringReader(plain));
    return parsed;
  }

  private static Parsed checked(Parsed parsed) {
    List<String> ids = parsed.ids;
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("found no vertex");
    }
    Set<String> seen = new HashSet<>();
    for (String id : ids) {
      if (!seen.add(id)) {
        throw new IllegalArgumentException("two vertices have the same id " + id);
      }
    }
    return parsed;
  }
}
