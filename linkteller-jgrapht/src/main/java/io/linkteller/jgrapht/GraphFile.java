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
 * <p>The file says whether arcs have a direction: {@code edgedefault} in GraphML, {@code directed
 * 1} in GML. The attributes of the edges are the columns from which {@link EdgeListReader} takes
 * weights and types; by default the attribute {@code weight} is the weight of an edge, 1 if it is
 * missing. The name of a vertex is its attribute {@code label} or {@code name}, if all vertices
 * have one and all differ, and otherwise its id.
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

  /** Memory for the result of parsing a byte: GML of 7 MB needs between 200 and 400 MB. */
  private static final long PARSED = 32;

  /** The maximum number of characters of a problem that a message quotes. */
  private static final int MAX_SAID = 400;

  /** Attributes that may name a vertex, in order of preference. */
  private static final List<String> NAMES = List.of("label", "name");

  private static final Pattern GML =
      Pattern.compile(
          "\\A\\s*(?:(?:#|(?i:creator|version|comment)\\b)[^\\n]*+\\n\\s*+)*graph\\s*\\[");

  /** A comment or text of GML, a bracket, or the statement that edges have a direction. */
  private static final Pattern PART_OF_GML =
      Pattern.compile("(?m)^\\s*#.*$|\"[^\"]*\"|[\\[\\]]|\\bdirected\\s+(\\d+)");

  /** An id that is a number, perhaps after other characters. */
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,18})");

  /** A text of GML, in which numbers are ignored, or a number with an exponent. */
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
   * @return whether {@link #read} may read it
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
   * @param file a file in GraphML, in the encoding that it declares, or in GML, in UTF-8: the
   *     content decides
   * @return the graph, its vertices in the order of the file
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
      // The parser lists everything that it would have accepted, and repeats what it found.
      String problem = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
      String said = problem.substring(0, Math.min(problem.length(), MAX_SAID));
      throw DatasetFormatException.inFile(
          file, "expected a graph in " + (xml ? "GraphML: " : "GML: ") + said);
    } catch (StackOverflowError e) {
      throw DatasetFormatException.inFile(file, "expected a graph, found lists nested too deeply");
    }
  }

  /**
   * Returns the names of the vertices in the order of the file, or of their ids if these are the
   * numbers 0 to n-1; without labels, the names are then these numbers.
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
   * Reorders texts of the vertices from the order of the file to that of ids, which are 0 to n-1.
   */
  private List<String> inOrderOfIds(List<String> called) {
    String[] ordered = new String[called.size()];
    for (int i = 0; i < ordered.length; i++) {
      ordered[Integer.parseInt(parsed.ids.get(i))] = called.get(i);
    }
    return List.of(ordered);
  }

  /**
   * Returns {@link #names} as names for the rows of an array, which has none itself. Labels of
   * vertices make no difference.
   *
   * @param remarks receives a remark if only the order of the file determines the row of a vertex
   * @return the names
   * @throws DatasetFormatException if the file is ambiguous: numbers in ids or attributes
   *     contradict each other, or the order of the file
   */
  public NodeNames namesOfRows(Consumer<String> remarks) {
    // 1. Ids that are the numbers 0 to n-1 are rows; else rows are in the order of the file.
    List<String> ids = parsed.ids;
    List<String> rows =
        areNumbers(ids) ? ids : IntStream.range(0, ids.size()).mapToObj(Integer::toString).toList();
    // 2. Other numbers that all vertices have must not contradict this.
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
                  ? "remove those that are not meant, or write GraphML, where NetworkX keeps names"
                      + " alone"
                  : "name the nodes 0 to n-1, like their rows, or give features as a table that"
                      + " names each node in its first column"));
    }
    // 3. Ids that are counted from 0, such as n0, n1, ..., are row numbers; others may not be: the
    // file may lack a node, or its writer may renumber vertices and keep names as labels.
    NodeNames names = names();
    if (numbered ? !names.areNumbers() : !isCounted(ids) || !ids.get(0).matches("\\D*0+")) {
      remarks.accept(
          file
              + ": rows of features and labels are taken in the order of "
              + (numbered ? "the ids" : "the file")
              + ", the first for "
              + names.of(0)
              + "; if yours are in another order, or of more nodes, give them as tables that name"
              + " each node in their first column");
    }
    return names;
  }

  /** Returns whether texts are the numbers 0 to n-1 in any order. */
  private static boolean areNumbers(List<String> texts) {
    NodeNames numbers = NodeNames.numbers(texts.size());
    return new HashSet<>(texts).size() == texts.size()
        && texts.stream().allMatch(text -> numbers.node(text).isPresent());
  }

  /** Converts numbers that are counted from 1 to numbers from 0, and other texts to empty ones. */
  private static List<String> lessOne(List<String> texts) {
    return texts.stream()
        .map(text -> text.matches("[1-9]\\d{0,8}") ? "" + (Integer.parseInt(text) - 1) : "")
        .toList();
  }

  /** Returns whether texts differ only in a number at their end. */
  private static boolean isCounted(List<String> texts) {
    return texts.stream().allMatch(text -> NUMBERED.matcher(text).matches())
        && texts.stream().map(text -> NUMBERED.matcher(text).replaceAll("$1")).distinct().count()
            == 1;
  }

  /** Returns whether texts that differ only in a number are sorted by it. */
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
   * @param reader which attributes are weights and types; a symmetric list has the direction stated
   *     in the file
   * @param names the names of the nodes: labels, names or ids; may have more nodes
   * @return the graph
   * @throws IllegalArgumentException if the reader asks for weights and counts
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
              + " names of"
              + " different nodes; remove the one that is not meant, or write GraphML, where"
              + " NetworkX keeps names alone");
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
   * Returns whether the graph itself, and not a part or a text, has the attribute {@code directed
   * 1}.
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
    // They follow their edge.
    importer.addEdgeAttributeConsumer(
        (key, given) -> parsed.attributeOfEdge(key.getSecond(), withCharacters(given.getValue())));
    // JGraphT reads 1.5E-5 as 1.5 and another attribute, E.
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
