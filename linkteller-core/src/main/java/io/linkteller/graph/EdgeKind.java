package io.linkteller.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the edges of a graph are, and so what is counted and how it is called: edges between pairs
 * of nodes, or arcs between ordered pairs. Immutable.
 *
 * @param isDirected whether edges are arcs
 * @param isWeighted whether edges have weights, in any relation
 * @param hasRelations whether the edges are those of several relations
 */
public record EdgeKind(boolean isDirected, boolean isWeighted, boolean hasRelations) {

  /** Undirected edges without weights and relations, those of the paper. */
  public static final EdgeKind SIMPLE = new EdgeKind(false, false, false);

  // Edge privacy is the name of a notion, for arcs too.
  private static final Pattern EDGE =
      Pattern.compile("\\bedge(s?)\\b(?! privacy| differential privacy)");
  private static final Pattern A_PAIR = Pattern.compile("\\b([Aa]) pair\\b");
  private static final Pattern PAIR = Pattern.compile("(?<!ordered )\\b(pairs?)\\b");

  /**
   * Puts a sentence about the edges of a graph in the words for edges of this kind.
   *
   * @param sentence words or a format about edges and pairs, not yet with names in it
   * @return of a directed graph, the sentence about arcs and ordered pairs; else the sentence
   */
  public String said(String sentence) {
    if (!isDirected) {
      return sentence;
    }
    String ofArcs = EDGE.matcher(sentence).replaceAll("arc$1");
    return PAIR.matcher(A_PAIR.matcher(ofArcs).replaceAll("$1n ordered pair"))
        .replaceAll("ordered $1");
  }

  /** {@return what joins the ends of an edge where it is shown} */
  public String link() {
    return isDirected ? " -> " : " - ";
  }

  /** {@return what has to be said of the counted edges, if they have relations} */
  public Optional<String> remark() {
    return hasRelations
        ? Optional.of(said("A pair counts as an edge if any relation connects it."))
        : Optional.empty();
  }

  /**
   * {@return what was counted, as fields of JSON: none for undirected edges without relations}
   * {@code counted} is {@code arcs}; {@code anyRelation} is true if relations were not told apart.
   */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (isDirected) {
      fields.put("counted", "arcs");
    }
    if (hasRelations) {
      fields.put("anyRelation", true);
    }
    return fields;
  }
}
