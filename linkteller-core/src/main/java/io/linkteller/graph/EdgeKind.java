package io.linkteller.graph;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The kind of a graph's edges. It determines whether reports count and mention edges between pairs
 * of nodes, or arcs between ordered pairs. Immutable.
 *
 * @param isDirected whether edges are arcs
 * @param isWeighted whether edges have weights, in any relation
 * @param hasRelations whether the edges belong to several relations
 */
public record EdgeKind(boolean isDirected, boolean isWeighted, boolean hasRelations) {

  /** Undirected edges without weights or relations, as in the paper. */
  public static final EdgeKind SIMPLE = new EdgeKind(false, false, false);

  /**
   * Fills in the words for edges: {@code {edge}}, {@code {edges}}, {@code {pair}}, {@code {pairs}},
   * {@code {a pair}} and {@code {A pair}} become arcs and ordered pairs if the graph is directed.
   *
   * @param template a sentence or a format
   * @return the sentence with the words for edges of this kind
   */
  public String fill(String template) {
    String edge = isDirected ? "arc" : "edge";
    String pair = isDirected ? "ordered pair" : "pair";
    return template
        .replace("{edge}", edge)
        .replace("{edges}", edge + "s")
        .replace("{a pair}", (isDirected ? "an " : "a ") + pair)
        .replace("{A pair}", (isDirected ? "An " : "A ") + pair)
        .replace("{pair}", pair)
        .replace("{pairs}", pair + "s");
  }

  /**
   * Formats a sentence as {@link String#format} does, independently of the locale.
   *
   * @param template a format as accepted by {@link #fill}
   * @param values the values of the format
   * @return the sentence
   */
  public String format(String template, Object... values) {
    return String.format(Locale.ROOT, fill(template), values);
  }

  /** {@return the text between the two ends of a printed edge} */
  public String link() {
    return isDirected ? " -> " : " - ";
  }

  /** {@return a remark on how edges are counted, if they have relations} */
  public Optional<String> remark() {
    return hasRelations
        ? Optional.of(fill("{A pair} counts as an {edge} if any relation connects it."))
        : Optional.empty();
  }

  /**
   * {@return JSON fields that describe what was counted; none for undirected edges without
   * relations} {@code counted} is {@code arcs} for directed edges; {@code anyRelation} is true if
   * there are relations, which are not distinguished.
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
