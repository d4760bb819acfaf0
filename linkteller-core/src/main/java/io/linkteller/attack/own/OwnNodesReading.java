package io.linkteller.attack.own;

import io.linkteller.attack.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The edges and non-edges among targets that own nodes revealed, with the evidence and the cost.
 * Immutable.
 */
public final class OwnNodesReading {

  /** The method by which pairs were decided. */
  public enum Method {
    /**
     * From sums of numbers that the attacker assigned to neighbors, for many targets in each query.
     */
    SUBSET_SUMS,
    /** From the leaves that move when another leaf joins at one target. */
    FURTHER_LEAF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The verdict on a pair. */
  public enum Pair {
    /** The pair is an edge. */
    EDGE,
    /** The pair is not an edge. */
    NO_EDGE,
    /** The answers did not decide the pair. */
    OPEN
  }

  /**
   * The evidence for the reading.
   *
   * @param method the method by which pairs were decided
   * @param layers L, the depth of the model
   * @param dividesByDegree whether the weight of a walk is divided by degrees
   * @param relativeError the measured relative error of an answer: about 2<sup>-52</sup> in double
   *     precision and 2<sup>-23</sup> in single precision
   * @param contradictions the number of targets whose decided pairs contradict the answer to a
   *     query; 0 unless an answer or a decision is wrong
   * @param loss the share of the squared sums that the predicted edges do not explain, over all
   *     queries and all targets whose pairs are decided; about the square of the relative error if
   *     the edges are right, even if there are none
   */
  public record Evidence(
      Method method,
      int layers,
      boolean dividesByDegree,
      double relativeError,
      int contradictions,
      double loss) {}

  /**
   * The cost of the reading.
   *
   * @param queries the total number of queries
   * @param forTheModel the number of queries that found the depth of the model; they are needed
   *     only once per service
   * @param ownNodes the number of own nodes that joined together, including references
   * @param links the number of links of these nodes
   */
  public record Price(int queries, int forTheModel, int ownNodes, int links) {}

  private final IntList targets;
  private final Pair[][] pairs;
  private final PairScores scores;
  private final double evidenceAbove;
  private final int edgeCount;
  private final Evidence evidence;
  private final Price price;

  private OwnNodesReading(
      IntList targets,
      Pair[][] pairs,
      PairScores scores,
      double evidenceAbove,
      Evidence evidence,
      Price price) {
    this.targets = targets;
    this.pairs = pairs;
    this.scores = scores;
    this.evidenceAbove = evidenceAbove;
    int edges = 0;
    for (Pair[] row : pairs) {
      for (Pair pair : row) {
        edges += pair == Pair.EDGE ? 1 : 0;
      }
    }
    this.edgeCount = edges / 2;
    this.evidence = evidence;
    this.price = price;
  }

  static OwnNodesReading ofSums(IntList targets, SubsetSums sums, Evidence evidence, Price price) {
    Pair[][] pairs = new Pair[targets.size()][targets.size()];
    // If rows contradict each other, the answers were not sums, so every pair is open.
    boolean open = evidence.contradictions() > 0;
    for (int i = 0; i < pairs.length; i++) {
      for (int j = 0; j < pairs.length; j++) {
        Pair decided = sums.isEdge(i, j) ? Pair.EDGE : Pair.NO_EDGE;
        pairs[i][j] = (open && i != j) || !sums.isDecided(i, j) ? Pair.OPEN : decided;
      }
    }
    return ofPairs(targets, pairs, evidence, price);
  }

  private static OwnNodesReading ofPairs(
      IntList targets, Pair[][] pairs, Evidence evidence, Price price) {
    double[][] scores = new double[pairs.length][pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      for (int j = 0; j < pairs.length; j++) {
        scores[i][j] = pairs[i][j] == Pair.EDGE ? 1 : pairs[i][j] == Pair.OPEN ? 0.5 : 0;
      }
    }
    return new OwnNodesReading(targets, pairs, stored(scores), 0.5, evidence, price);
  }

  /**
   * Returns a reading from moves. A pair that shows no edge is open if an edge might not have been
   * visible.
   */
  static OwnNodesReading ofMoves(
      IntList targets, double[][] times, boolean[][] told, Evidence evidence, Price price) {
    int m = targets.size();
    Pair[][] pairs = new Pair[m][m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        Pair other = i == j || told[i][j] ? Pair.NO_EDGE : Pair.OPEN;
        pairs[i][j] = i != j && times[i][j] > 1 ? Pair.EDGE : other;
        if (pairs[i][j] == Pair.OPEN) {
          times[i][j] = Math.max(times[i][j], 0.5);
        }
      }
    }
    return new OwnNodesReading(targets, pairs, stored(times), 1, evidence, price);
  }

  private static PairScores stored(double[][] scores) {
    LongArrayList pairs = new LongArrayList();
    DoubleArrayList values = new DoubleArrayList();
    for (int i = 0; i < scores.length; i++) {
      for (int j = i + 1; j < scores.length; j++) {
        if (scores[i][j] != 0) {
          pairs.add(NodePairs.pack(i, j));
          values.add(scores[i][j]);
        }
      }
    }
    return PairScores.ofStored(scores.length, false, pairs.toLongArray(), values.toDoubleArray());
  }

  /** {@return V^(C)} */
  public IntList targets() {
    return targets;
  }

  /**
   * Returns the verdict on a pair.
   *
   * @param i the position of a target
   * @param j the position of another target
   * @return an edge, no edge, or open
   */
  public Pair pair(int i, int j) {
    return pairs[i][j];
  }

  /** {@return the number of edges found} */
  public int edgeCount() {
    return edgeCount;
  }

  /**
   * {@return the density found among the targets: the number of edges divided by the number of
   * pairs}
   */
  public double density() {
    return edgeCount / (double) NodePairs.count(targets.size());
  }

  /** {@return the number of pairs that answers did not decide} */
  public long openCount() {
    long open = 0;
    for (Pair[] row : pairs) {
      for (Pair pair : row) {
        open += pair == Pair.OPEN ? 1 : 0;
      }
    }
    return open / 2;
  }

  /**
   * {@return a finding with the scores, the evidence threshold, the density, the loss of sums, and
   * notes on the evidence and the cost}
   */
  public Finding finding() {
    Map<String, Object> notes = new LinkedHashMap<>();
    notes.put("certain edges", edgeCount);
    notes.put("certain non-edges", NodePairs.count(targets.size()) - edgeCount - openCount());
    notes.put("open pairs", openCount());
    notes.put("read from", evidence.method().toString());
    notes.put("layers", evidence.layers());
    boolean sums = evidence.method() == Method.SUBSET_SUMS;
    if (sums) {
      notes.put("weights divided by degree", evidence.dividesByDegree());
      notes.put("relative error of an answer", evidence.relativeError());
      notes.put("contradictions", evidence.contradictions());
    }
    notes.put("queries for depth", price.forTheModel());
    notes.put("other queries", price.queries() - price.forTheModel());
    notes.put("own nodes", price.ownNodes());
    notes.put("links", price.links());
    Finding finding = Finding.of(scores).withEvidenceAbove(evidenceAbove).withDensity(density());
    return (sums ? finding.withLoss(evidence.loss()) : finding).withNotes(notes);
  }

  /**
   * Returns the scores of all pairs.
   *
   * @return 1 for an edge, 1/2 for an open pair, and 0 otherwise; for two layers, the move of a
   *     leaf divided by the largest move due to noise, and at least 1/2 for an open pair
   */
  public PairScores scores() {
    return scores;
  }

  /** {@return the evidence for the reading} */
  public Evidence evidence() {
    return evidence;
  }

  /** {@return the cost of the reading} */
  public Price price() {
    return price;
  }
}
