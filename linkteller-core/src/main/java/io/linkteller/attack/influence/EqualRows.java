package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Gives all targets one row of features, and one target after the other a second row: the influence
 * of v on u is how far the answer about u moves. The two rows are searched for within the range of
 * the data, as some models look at neighbors only of nodes with certain features: those that are
 * unknown and imputed, or about which a first model is unsure.
 *
 * <ol>
 *   <li>{@value #CANDIDATES} rows are drawn, each a row of a target, or a mixture of two.
 *   <li>For each, one query gives all targets that row, and one gives half of them the next row.
 *       The pair is taken that moves the answers about the other half most.
 *   <li>One query for each target, which gives it the second row of the pair.
 * </ol>
 *
 * <p>Where most nodes move each other, an influence is what exceeds the typical one ({@link
 * TypicalInfluences}). {@link #queryCount} queries. Measures the influences among the targets only.
 * Immutable.
 */
public final class EqualRows implements Measurement {

  private static final int CANDIDATES = 128;

  private final long seed;

  private EqualRows(long seed) {
    this.seed = seed;
  }

  /**
   * Returns the measurement.
   *
   * @param seed of the rows
   * @return the measurement
   */
  public static EqualRows of(long seed) {
    return new EqualRows(seed);
  }

  /**
   * Returns the number of queries.
   *
   * @param targets n
   * @return n + 256
   */
  public static long queryCount(int targets) {
    return targets + 2L * CANDIDATES;
  }

  /**
   * Measures the influences among the targets.
   *
   * @param extent {@link InfluenceMatrix.Extent#AMONG_TARGETS}
   * @throws UnsuitableModelException if no pair of rows moves an answer about another node
   * @throws IllegalArgumentException if more influences are wanted
   */
  @Override
  public InfluenceMatrix measure(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings) {
    if (extent != InfluenceMatrix.Extent.AMONG_TARGETS) {
      throw new IllegalArgumentException(
          "equal rows of targets show the influences among them, not " + extent);
    }
    int n = nodes.targets().size();
    AnswerCount count =
        new AnswerCount(settings.listener(), (int) Math.min(queryCount(n), Integer.MAX_VALUE));
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, 1);
    try {
      probe(api, nodes, chosen(api, nodes, count), settings.parallelism(), count, influences);
    } catch (UnsuitableModelException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnfinishedAttackException(e, influences.build());
    }
    return TypicalInfluences.exceeded(influences.build(), nodes);
  }

  /** Two rows of features, and the answers if all targets have the first. */
  private record Pair(DMatrixRMaj rows, DMatrixRMaj answers) {}

  /** Steps 1 and 2. */
  private Pair chosen(InferenceApi api, InferenceNodes nodes, AnswerCount count) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = nodes.targets().size();
    List<double[]> candidates = candidates(nodes, random);
    Pair best = new Pair(new DMatrixRMaj(2, 0), new DMatrixRMaj(0, 0));
    double most = 0;
    for (int k = 0; k < CANDIDATES; k++) {
      DMatrixRMaj rows = new DMatrixRMaj(2, nodes.features().cols());
      System.arraycopy(candidates.get(k), 0, rows.data, 0, rows.numCols);
      double[] next = candidates.get((k + 1) % CANDIDATES);
      System.arraycopy(next, 0, rows.data, rows.numCols, rows.numCols);
      boolean[] isSecond = new boolean[n];
      DMatrixRMaj equal = Answers.ask(api, query(nodes, rows, isSecond), name(k)).copy();
      for (int v = 0; v < n; v++) {
        isSecond[v] = random.nextBoolean();
      }
      DMatrixRMaj mixed = Answers.ask(api, query(nodes, rows, isSecond), name(k), equal.numCols);
      count.increment();
      count.increment();
      double moved = 0;
      for (int u = 0; u < n; u++) {
        moved += isSecond[u] ? 0 : distance(mixed, equal, u);
      }
      if (moved > most) {
        most = moved;
        best = new Pair(rows, equal);
      }
    }
    if (most == 0) {
      throw new UnsuitableModelException(
          "where all nodes have one row of the data, or a mixture of two, none moves the answer"
              + " about another");
    }
    return best;
  }

  private static List<double[]> candidates(InferenceNodes nodes, SplittableRandom random) {
    List<double[]> candidates = new ArrayList<>();
    while (candidates.size() < CANDIDATES) {
      double[] row = ofTarget(nodes, random);
      if (candidates.size() % 2 == 1) {
        double[] other = ofTarget(nodes, random);
        double share = random.nextDouble();
        for (int col = 0; col < row.length; col++) {
          row[col] += share * (other[col] - row[col]);
        }
      }
      candidates.add(row);
    }
    return candidates;
  }

  private static double[] ofTarget(InferenceNodes nodes, SplittableRandom random) {
    double[] row = new double[nodes.features().cols()];
    nodes.features().copyRow(nodes.rowOfTarget(random.nextInt(nodes.targets().size())), row);
    return row;
  }

  /** Step 3. */
  private static void probe(
      InferenceApi api,
      InferenceNodes nodes,
      Pair pair,
      int threads,
      AnswerCount count,
      InfluenceMatrix.Builder influences) {
    int n = nodes.targets().size();
    int width = pair.answers().numCols;
    int batch = Math.max(1, api.batchSize());
    Workers.of(threads)
        .forRows(
            n,
            batch,
            (from, to) -> {
              for (int first = from; first < to; first += Math.min(batch, to - first)) {
                int last = Math.min(to, first + Math.min(batch, to - first));
                List<InferenceQuery> queries = new ArrayList<>();
                for (int v = first; v < last; v++) {
                  boolean[] isSecond = new boolean[n];
                  isSecond[nodes.answerRowOfTarget(v)] = true;
                  queries.add(query(nodes, pair.rows(), isSecond));
                }
                int begin = first;
                List<DMatrixRMaj> answers =
                    Answers.askAll(
                        api,
                        queries,
                        i -> "the query with another row for target " + (begin + i),
                        width);
                for (int v = first; v < last; v++) {
                  double[] row = new double[n];
                  for (int u = 0; u < n; u++) {
                    row[u] =
                        distance(
                            answers.get(v - first), pair.answers(), nodes.answerRowOfTarget(u));
                  }
                  influences.set(v, row);
                  count.increment();
                }
              }
            });
  }

  private static String name(int candidate) {
    return "a query with row " + candidate + " of " + CANDIDATES + " for all targets";
  }

  private static InferenceQuery query(InferenceNodes nodes, DMatrixRMaj rows, boolean[] isSecond) {
    InferenceQuery base = InfluenceMatrix.Extent.AMONG_TARGETS.query(nodes);
    return query(base, nodes.targetRows(), rows, isSecond);
  }

  /**
   * Returns the query that gives each target one of two rows of features.
   *
   * @param base the query with the features as they are
   * @param targetRows the rows of the targets, ascending
   * @param rows the features, 2 x d
   * @param isSecond which targets, in the order of their rows, have the second
   */
  static InferenceQuery query(
      InferenceQuery base, IntList targetRows, DMatrixRMaj rows, boolean[] isSecond) {
    DMatrixRMaj factors = new DMatrixRMaj(isSecond.length, 2);
    for (int v = 0; v < isSecond.length; v++) {
      factors.set(v, isSecond[v] ? 1 : 0, 1);
    }
    return base.with(FeatureEdit.replacing(targetRows, LowRankFeatures.of(factors, rows)));
  }

  private static double distance(DMatrixRMaj one, DMatrixRMaj other, int row) {
    return DenseKernels.distance(one.data, other.data, row * one.numCols, one.numCols);
  }

  @Override
  public String toString() {
    return "equal rows of seed " + seed;
  }
}
