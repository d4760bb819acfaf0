package io.linkteller.attack.direct;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.ScoredPair;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.EqualAnswers;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Tells apart the relations of edges that an attack named, on a graph with several relations, and
 * the two directions of an arc.
 *
 * <pre>{@code
 * EdgeRelations relations = EdgeRelations.ask(api, nodes, found);
 * relations.relation(0); // of relations.found().edges().get(0)
 * }</pre>
 *
 * <h2>How</h2>
 *
 * V^(I) of a query are the ends of named edges of which no two share a node or are joined by
 * another named edge, an induced matching, so that the answer about an end depends on one edge.
 * First ends have the features of one node, and second ends have zeros: answers about second ends
 * are equal where relations are, whatever the layers compute, up to rounding and noise, which two
 * answers to one query show. Every matching is asked about twice, with the largest features and
 * with the next, since one may leave all units closed by which two relations differ.
 *
 * <p>Relations are numbered by how many of the edges have them, the most frequent first: they are
 * recovered up to a renaming. A number stands for a set of relations: pairs that the same several
 * relations connect have a number of their own. Relations with equal weights are one. In models of
 * three or more layers a pair that is connected in both directions has a number of its own, too.
 *
 * <p>A model that passes messages both ways along an arc, each with weights of its own, has two
 * relations for each of the graph: an arc and its reverse, which both are named. Two numbers of
 * which one belongs to the reverses of most arcs of the other are such a pair. {@link #found} names
 * the arcs of one of the two before those of the other, so that each is named once. Which of the
 * two is which no answer tells: directions are recovered up to one reversal of all arcs of a
 * relation.
 *
 * <p>The second end of a pair that is no edge answers as a node alone does, and the pair has no
 * relation. Edges that the attack missed, also by a cut of its own, may spoil answers.
 *
 * <p>Asks two queries per matching, at most about 4d² with the largest degree d, and two more.
 * Immutable.
 */
public final class EdgeRelations {

  /** What is needed beside the access of the attack. */
  public static final Access NEEDS =
      Access.needing()
          .nodes(Access.Nodes.ANY_SUBSET)
          .features(Access.Features.ANY)
          .featuresOf(Access.Part.TARGETS)
          .form(AnswerKind.Form.PROBABILITIES)
          .precision(Access.Precision.SINGLE)
          .answersFor(Access.Part.TARGETS)
          .build();

  /** In place of the relation of a pair that the answers show not to be an edge. */
  public static final int NONE = -1;

  private static final String NAME = "the query about the relations of edges";

  private final LinkPrediction given;

  /** Of each edge that was asked about, by positions as {@link LinkPrediction#positionsAt}. */
  private final Long2IntMap relations;

  /** Of each relation, 1 if its arcs are named, -1 if those are that are their reverses, else 0. */
  private final int[] directions;

  private final int queries;
  private final LinkPrediction found;

  private EdgeRelations(
      LinkPrediction given, Long2IntMap relations, int[] directions, int queries) {
    this.given = given;
    this.relations = relations;
    this.directions = directions;
    this.queries = queries;
    this.found = Arrays.stream(directions).allMatch(each -> each == 0) ? given : directed();
  }

  /**
   * Asks which relations the named edges have.
   *
   * @param api the black box that was attacked; a query about some nodes must be answered on the
   *     subgraph that they induce
   * @param nodes the nodes that were attacked
   * @param found the result of the attack; of a directed graph, arcs
   * @return the relations of the edges
   * @throws io.linkteller.inference.InferenceException if a query fails
   */
  public static EdgeRelations ask(InferenceApi api, InferenceNodes nodes, LinkPrediction found) {
    return QuerySession.open(
        AttackSettings.DEFAULT, "relations", api, nodes, found.kHat(), it -> ask(it, found));
  }

  private static EdgeRelations ask(QuerySession session, LinkPrediction found) {
    InferenceNodes nodes = session.nodes();
    LinkPrediction assumed = assumed(found);
    List<ScoredPair> edges = assumed.edges();
    if (edges.isEmpty()) {
      return new EdgeRelations(found, new Long2IntOpenHashMap(), new int[0], 0);
    }
    FeatureMatrix[] moves = largest(nodes);
    int d = nodes.features().cols();
    double[][] answers = new double[edges.size()][];
    EqualAnswers equality = EqualAnswers.EXACT;
    for (IntList matching : matchings(edges)) {
      IntList ids = new IntArrayList();
      matching.forEach(rank -> ids.add(edges.get(rank).u()));
      matching.forEach(rank -> ids.add(edges.get(rank).v()));
      DMatrixRMaj[] seen = new DMatrixRMaj[moves.length];
      for (int i = 0; i < moves.length; i++) {
        DMatrixRMaj x = new DMatrixRMaj(ids.size(), d);
        for (int row = 0; row < matching.size(); row++) {
          for (int j = 0; j < d; j++) {
            x.set(row, j, moves[i].get(0, j));
          }
        }
        InferenceQuery query = InferenceQuery.of(ids, DenseFeatures.of(x));
        seen[i] = session.ask(query, NAME);
        if (session.asked() == 1) {
          equality = EqualAnswers.of(seen[i], session.ask(query, NAME));
        }
      }
      for (int i = 0; i < matching.size(); i++) {
        answers[matching.getInt(i)] = row(matching.size() + i, seen);
      }
    }
    DMatrixRMaj alone =
        session.ask(
            InferenceQuery.of(
                IntList.of(edges.get(0).v()), DenseFeatures.of(new DMatrixRMaj(1, d))),
            NAME);
    List<IntList> classes = classes(answers, row(0, alone, alone), equality);
    Long2IntMap relations = new Long2IntOpenHashMap();
    relations.defaultReturnValue(NONE);
    for (int r = 0; r < classes.size(); r++) {
      for (int rank : classes.get(r)) {
        relations.put(assumed.positionsAt(rank), r);
      }
    }
    // Otherwise two relations of opposite arcs between few pairs would pass for two directions.
    int[] directions =
        assumed.namesBothWays() ? directions(relations, classes.size()) : new int[classes.size()];
    return new EdgeRelations(found, relations, directions, session.asked());
  }

  private static double[] row(int row, DMatrixRMaj... answers) {
    return Arrays.stream(answers)
        .flatMapToDouble(
            answer -> Arrays.stream(answer.data, row * answer.numCols, (row + 1) * answer.numCols))
        .toArray();
  }

  /** The features of the two targets whose features are largest. */
  private static FeatureMatrix[] largest(InferenceNodes nodes) {
    FeatureMatrix features = nodes.features();
    return IntStream.range(0, nodes.targets().size())
        .map(nodes::rowOfTarget)
        .boxed()
        .sorted(Comparator.comparingDouble(row -> -squares(features, row)))
        .limit(2)
        .map(row -> features.selectRows(IntList.of(row)))
        .toArray(FeatureMatrix[]::new);
  }

  private static double squares(FeatureMatrix features, int row) {
    double squares = 0;
    for (int j = 0; j < features.cols(); j++) {
      squares += features.get(row, j) * features.get(row, j);
    }
    return squares;
  }

  /** Returns the edges of the graph: of named ones and those of the attack's own cut, the more. */
  private static LinkPrediction assumed(LinkPrediction found) {
    return found.atOwnDensity().filter(own -> own.m() > found.m()).orElse(found);
  }

  /** Partitions the edges of a graph, named by rank, into induced matchings. */
  private static List<IntList> matchings(List<ScoredPair> edges) {
    Int2ObjectOpenHashMap<IntList> closed = new Int2ObjectOpenHashMap<>();
    for (ScoredPair edge : edges) {
      closed.computeIfAbsent(edge.u(), IntArrayList::of).add(edge.v());
      closed.computeIfAbsent(edge.v(), IntArrayList::of).add(edge.u());
    }
    // Of each node, the matchings with an edge at it.
    Int2ObjectOpenHashMap<BitSet> at = new Int2ObjectOpenHashMap<>();
    List<IntList> matchings = new ArrayList<>();
    for (int rank = 0; rank < edges.size(); rank++) {
      BitSet taken = new BitSet();
      IntList ends = IntList.of(edges.get(rank).u(), edges.get(rank).v());
      for (int end : ends) {
        for (int near : closed.get(end)) {
          taken.or(at.getOrDefault(near, new BitSet()));
        }
      }
      int free = taken.nextClearBit(0);
      if (free == matchings.size()) {
        matchings.add(new IntArrayList());
      }
      matchings.get(free).add(rank);
      for (int end : ends) {
        at.computeIfAbsent(end, node -> new BitSet()).set(free);
      }
    }
    return matchings;
  }

  /** Classes of equal answers, the largest first. */
  private static List<IntList> classes(double[][] answers, double[] alone, EqualAnswers equality) {
    List<IntList> classes = new ArrayList<>();
    for (int rank = 0; rank < answers.length; rank++) {
      double[] answer = answers[rank];
      if (!equality.isSame(answer, alone)) {
        classes.stream()
            .filter(ranks -> equality.isSame(answer, answers[ranks.getInt(0)]))
            .findFirst()
            .orElseGet(
                () -> {
                  classes.add(new IntArrayList());
                  return classes.get(classes.size() - 1);
                })
            .add(rank);
      }
    }
    classes.sort(Comparator.comparingInt(ranks -> -ranks.size()));
    return classes;
  }

  /** Pairs up relations that most arcs have of which most reverses have the other. */
  private static int[] directions(Long2IntMap relations, int count) {
    Int2IntOpenHashMap[] reverses = new Int2IntOpenHashMap[count];
    Arrays.setAll(reverses, r -> new Int2IntOpenHashMap());
    relations.forEach((arc, r) -> reverses[r].addTo(relations.get(NodePairs.reverse(arc)), 1));
    int[] inverse = new int[count];
    int[] directions = new int[count];
    for (int r = 0; r < count; r++) {
      inverse[r] =
          Collections.max(
                  reverses[r].int2IntEntrySet(),
                  Comparator.comparingInt(Int2IntMap.Entry::getIntValue))
              .getIntKey();
      if (inverse[r] != NONE && inverse[r] < r && inverse[inverse[r]] == r) {
        directions[inverse[r]] = 1;
        directions[r] = -1;
      }
    }
    return directions;
  }

  private int direction(long arc) {
    int relation = relations.get(arc);
    return relation == NONE ? 0 : directions[relation];
  }

  /** Ranks arcs below all others that were asked about if their reverses are named instead. */
  private LinkPrediction directed() {
    LinkPrediction asked = assumed(given);
    double below = Math.nextDown(asked.edges().get(asked.evidenceCount() - 1).score());
    PairScores scores = given.scores();
    PairScores.Builder once = PairScores.builder(scores.targetCount(), true);
    AtomicInteger reverses = new AtomicInteger();
    scores.forEachStored(
        (i, j, score) -> {
          long arc = NodePairs.pack(i, j);
          boolean isReverse = direction(arc) < direction(NodePairs.reverse(arc));
          reverses.addAndGet(isReverse ? 1 : 0);
          once.add(i, j, isReverse ? below : score);
        });
    Finding finding = given.finding();
    Map<String, Object> notes = new LinkedHashMap<>(finding.notes());
    notes.put(
        "directions",
        "told by " + queries + " more queries, up to one reversal of all arcs of a relation");
    Finding directed = finding.withScores(once.build()).withNotes(notes);
    return given.with(
        finding.density().isPresent()
            ? directed.withDensity(
                (asked.evidenceCount() - reverses.get()) / (double) scores.pairCount())
            : directed);
  }

  /**
   * Returns these relations if the arcs of one have the other direction.
   *
   * @param relation a relation, in [0, {@link #count})
   * @return these relations, with the reverses of its arcs named if they are told from them
   * @throws IndexOutOfBoundsException if there is no such relation
   */
  public EdgeRelations reversed(int relation) {
    int[] changed = directions.clone();
    relations.forEach(
        (arc, r) -> {
          int of = relations.get(NodePairs.reverse(arc));
          if (r == relation && of != NONE && directions[r] * directions[of] < 0) {
            changed[r] = directions[of];
            changed[of] = directions[r];
          }
        });
    return new EdgeRelations(given, relations, changed, queries);
  }

  /**
   * Returns whether arcs of a relation are named and not their reverses, which answer otherwise.
   *
   * @param relation a relation, in [0, {@link #count})
   * @return whether they are
   * @throws IndexOutOfBoundsException if there is no such relation
   */
  public boolean isNamedOnce(int relation) {
    return directions[relation] > 0;
  }

  /**
   * {@return the result of the attack; of a model that passes messages both ways along an arc, with
   * each arc named before all reverses}
   */
  public LinkPrediction found() {
    return found;
  }

  /**
   * Returns the relation of a named edge, or the set of relations that connect the pair.
   *
   * @param rank the rank of the edge in {@link LinkPrediction#edges} of {@link #found}
   * @return in [0, {@link #count}), or {@link #NONE}
   * @throws IndexOutOfBoundsException if there is no such edge
   */
  public int relation(int rank) {
    return relations.get(found.positionsAt(rank));
  }

  /** {@return the number of relations, and of sets of several, that were told apart} */
  public int count() {
    return directions.length;
  }

  /** {@return the number of edges that {@link #found} names} */
  public int edgeCount() {
    return found.evidenceCount();
  }

  /** {@return the number of queries that were asked} */
  public int queries() {
    return queries;
  }
}
