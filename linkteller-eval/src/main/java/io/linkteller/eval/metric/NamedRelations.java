package io.linkteller.eval.metric;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.direct.EdgeRelations;
import io.linkteller.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares the classes into which {@link EdgeRelations} divides named pairs with the relations of
 * the private graph. Answers are equal for pairs with the same set of relations, so a class stands
 * for a set: a pair that two relations connect is right if its class is that of these two.
 *
 * <p>Classes have no names, so each is taken for a set of the truth: in turn the class and the set
 * that have the most pairs in common, which counts no more than the best renaming. A set most of
 * whose pairs are in a class that is taken for another was not told apart from it, as with
 * relations of the same weights; its pairs do not count as right. Immutable.
 */
public final class NamedRelations {

  private final Graph truth;

  /** Of each class, the set that it is taken for, then those that were not told apart from it. */
  private final List<List<List<Integer>>> sets;

  private final int merged;
  private final EdgeMetrics metrics;

  private NamedRelations(
      Graph truth, List<List<List<Integer>>> sets, int merged, EdgeMetrics metrics) {
    this.truth = truth;
    this.sets = sets;
    this.merged = merged;
    this.metrics = metrics;
  }

  /**
   * Compares the relations of named pairs.
   *
   * @param prediction the attack's prediction
   * @param named the relations of its edges
   * @param truth A, on all nodes, with relations
   * @return the comparison
   * @throws IllegalArgumentException if a target is not a node of the graph, the graph has no
   *     relations, or {@code named} is of another number of edges
   */
  public static NamedRelations of(LinkPrediction prediction, EdgeRelations named, Graph truth) {
    EdgeMetrics edges = PredictionMetrics.edges(prediction, truth);
    if (truth.relations().isEmpty() || named.edgeCount() != prediction.edges().size()) {
      throw new IllegalArgumentException(
          "the graph has "
              + truth.relations().size()
              + " relations, and those of "
              + named.edgeCount()
              + " edges were named where the attack named "
              + prediction.edges().size());
    }
    List<Common> cells = common(prediction, named, truth);
    List<List<List<Integer>>> sets = new ArrayList<>();
    IntStream.range(0, named.count()).forEach(each -> sets.add(new ArrayList<>()));
    Set<List<Integer>> found = new HashSet<>();
    int right = 0;
    int merged = 0;
    for (Common cell : cells) {
      List<List<Integer>> ofClass = sets.get(cell.ofClass());
      if (found.add(cell.relations())) {
        right += ofClass.isEmpty() ? cell.pairs() : 0;
        merged += ofClass.isEmpty() ? 0 : cell.pairs();
        ofClass.add(cell.relations());
      }
    }
    return new NamedRelations(
        truth, sets, merged, new EdgeMetrics(right, named.edgeCount(), edges.actual()));
  }

  /**
   * Returns relations with the directions that most arcs have in truth, which an attack on a model
   * that passes messages both ways cannot know: one reversal for each relation of the graph.
   *
   * @param told the relations of named pairs
   * @param truth A, on all nodes
   * @return the relations, with no other reversal than of all arcs of a relation
   */
  public static EdgeRelations upToReversal(EdgeRelations told, Graph truth) {
    EdgeRelations best = told;
    int left = Math.max(1, truth.relations().size());
    for (int r = 0; r < told.count() && left > 0; r++) {
      if (told.isNamedOnce(r)) {
        EdgeRelations reversed = best.reversed(r);
        best = right(reversed, truth) > right(best, truth) ? reversed : best;
        left--;
      }
    }
    return best;
  }

  private static long right(EdgeRelations told, Graph truth) {
    return PredictionMetrics.edges(told.found(), truth).truePositives();
  }

  /** Pairs of a class that the same relations connect in the truth. */
  private record Common(int ofClass, List<Integer> relations, int pairs) {}

  /** Returns the pairs that classes and sets have in common, the most first. */
  private static List<Common> common(LinkPrediction prediction, EdgeRelations named, Graph truth) {
    Map<Common, Integer> counts = new LinkedHashMap<>();
    for (int rank = 0; rank < named.edgeCount(); rank++) {
      ScoredPair pair = prediction.edges().get(rank);
      List<Integer> relations =
          IntStream.range(0, truth.relations().size())
              .filter(r -> truth.relations().get(r).hasEdge(pair.u(), pair.v()))
              .boxed()
              .toList();
      if (!relations.isEmpty() && named.relation(rank) != EdgeRelations.NONE) {
        counts.merge(new Common(named.relation(rank), relations, 1), 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .map(
            each -> new Common(each.getKey().ofClass(), each.getKey().relations(), each.getValue()))
        .sorted(Comparator.comparingInt(cell -> -cell.pairs()))
        .toList();
  }

  /**
   * {@return the pairs that were named with the right relations, of those that were named and those
   * that are edges, whatever the number of their relations}
   */
  public EdgeMetrics metrics() {
    return metrics;
  }

  /**
   * {@return {@link #metrics}, if the pairs of sets that were not told apart from another count as
   * right too} No attack can do better where the model does not tell them apart.
   */
  public EdgeMetrics ifMergedCount() {
    return new EdgeMetrics(metrics.truePositives() + merged, metrics.predicted(), metrics.actual());
  }

  /**
   * Returns what each class is called: by the relations that it is taken for, joined by a plus, and
   * those that were not told apart from them, after an "or". A class that has no pair in common
   * with a set, or fewer than another class, is called by its number, such as "class 9".
   *
   * @return a name for each class, in their order
   */
  public List<String> labels() {
    return IntStream.range(0, sets.size())
        .mapToObj(
            each ->
                sets.get(each).isEmpty()
                    ? "class " + (each + 1)
                    : sets.get(each).stream()
                        .map(
                            set ->
                                set.stream()
                                    .map(truth::relationName)
                                    .collect(Collectors.joining(" + ")))
                        .collect(Collectors.joining(" or ")))
        .toList();
  }

  /** {@return the names of the classes of several sets, which were not told apart} */
  public List<String> mergedLabels() {
    List<String> labels = labels();
    return IntStream.range(0, sets.size())
        .filter(each -> sets.get(each).size() > 1)
        .mapToObj(labels::get)
        .toList();
  }

  /**
   * {@return how many classes are taken for no set} Edges that the attack did not name spoil
   * answers, and each may make a class of its own.
   */
  public int unmatched() {
    return (int) sets.stream().filter(List::isEmpty).count();
  }

  /**
   * {@return how many classes were told apart, in words, and how many of them are single relations,
   * combinations of several, and neither}
   */
  public String toldApart() {
    Map<Integer, Integer> bySize = new TreeMap<>();
    int none = unmatched();
    for (List<List<Integer>> ofClass : sets) {
      if (!ofClass.isEmpty()) {
        bySize.merge(ofClass.get(0).size(), 1, Integer::sum);
      }
    }
    List<String> parts = new ArrayList<>();
    bySize.forEach(
        (size, count) ->
            parts.add(
                size == 1
                    ? counted(count, "relation")
                    : counted(count, "combination")
                        + " of "
                        + (size == 2 ? "two" : size == 3 ? "three" : size)));
    if (none > 0) {
      parts.add(String.format(Locale.ROOT, "%,d that match%s none", none, none == 1 ? "es" : ""));
    }
    String count = String.format(Locale.ROOT, "%,d", sets.size());
    if (bySize.getOrDefault(1, 0) == sets.size()) {
      return count;
    }
    return count + " (" + String.join(", ", parts).replaceFirst(", (?!.*, )", " and ") + ")";
  }

  private static String counted(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }
}
