package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureRange;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Gives each target the largest features of the data or the smallest ones, drawn at random, and
 * correlates which of them a target has with what others are answered. A probe of one node shows
 * nothing of a model that looks at how many neighbors exceed something, unless the others happen to
 * be close to that; among many backgrounds some are.
 *
 * <p>The influence of v on u is the root of the sum, over the columns of the answer about u, of
 * squared correlations with v. The share of targets with the largest features is 1/2 to 1/32, and
 * correlations are those within queries of one share, so that its effect on all answers does not
 * count.
 *
 * <p>{@link #queryCount} queries, of which errors of correlations are some 1/√queries. Measures the
 * influences among the targets only, in O(n² c) time for each query and n² c numbers of memory for
 * n targets and c columns. Immutable.
 */
public final class RandomBackgrounds implements Measurement {

  private static final int SHARES = 5;

  /** The queries of each share, beside some for each target. */
  private static final int LEAST_QUERIES = 100;

  private final long seed;

  private RandomBackgrounds(long seed) {
    this.seed = seed;
  }

  /**
   * Returns the measurement.
   *
   * @param seed of the backgrounds
   * @return the measurement
   */
  public static RandomBackgrounds of(long seed) {
    return new RandomBackgrounds(seed);
  }

  /**
   * Returns the number of queries.
   *
   * @param targets n
   * @return about n + 500
   */
  public static long queryCount(int targets) {
    return 1 + SHARES * perShare(targets);
  }

  private static long perShare(int targets) {
    return LEAST_QUERIES + (long) targets / SHARES;
  }

  /**
   * Measures the influences among the targets.
   *
   * @param extent {@link InfluenceMatrix.Extent#AMONG_TARGETS}
   * @throws UnsuitableModelException if there are so many targets that n² c numbers take too much
   *     memory
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
          "random features of targets show the influences among them, not " + extent);
    }
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, 1);
    int n = nodes.targets().size();
    Correlations all;
    try {
      AnswerCount count =
          new AnswerCount(settings.listener(), (int) Math.min(queryCount(n), Integer.MAX_VALUE));
      all = ask(api, nodes, count);
    } catch (UnsuitableModelException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnfinishedAttackException(e, influences.build());
    }
    for (int v = 0; v < n; v++) {
      double[] row = new double[n];
      for (int u = 0; u < n; u++) {
        row[u] = all.of(nodes.answerRowOfTarget(v), nodes.answerRowOfTarget(u));
      }
      influences.set(v, row);
    }
    return influences.build();
  }

  /** Asks all queries; targets are in the order of their rows. */
  private Correlations ask(InferenceApi api, InferenceNodes nodes, AnswerCount count) {
    InferenceQuery base = InfluenceMatrix.Extent.AMONG_TARGETS.query(nodes);
    int n = nodes.targets().size();
    FeatureRange range = FeatureRange.of(nodes.features());
    DMatrixRMaj ends = new DMatrixRMaj(2, range.cols());
    for (int col = 0; col < range.cols(); col++) {
      ends.set(0, col, range.least(col));
      ends.set(1, col, range.most(col));
    }
    SplittableRandom random = new SplittableRandom(seed);
    int width = Answers.ask(api, base, "the base query").numCols;
    TypicalInfluences.requireFew(n, width);
    Correlations all = new Correlations(n, width);
    double share = 1;
    for (int group = 0; group < SHARES; group++) {
      share /= 2;
      for (long i = perShare(n); i > 0; i--) {
        boolean[] isLarge = new boolean[n];
        DMatrixRMaj factors = new DMatrixRMaj(n, 2);
        for (int v = 0; v < n; v++) {
          isLarge[v] = random.nextDouble() < share;
          factors.set(v, isLarge[v] ? 1 : 0, 1);
        }
        InferenceQuery query =
            base.with(FeatureEdit.replacing(nodes.targetRows(), LowRankFeatures.of(factors, ends)));
        all.add(isLarge, Answers.ask(api, query, "a query with random features", all.width));
        count.increment();
      }
      all.endGroup();
    }
    return all;
  }

  /** Sums of the products of which targets are large and what is answered, less their means. */
  private static final class Correlations {

    private final int n;
    private final int width;
    private final double[][] products;
    private final double[] squaresOfLarge;
    private final double[] squaresOfAnswers;

    /** The sums of the group that is not ended. */
    private long count;

    private final double[] large;
    private final double[] answers;
    private final double[] squares;

    Correlations(int n, int width) {
      this.n = n;
      this.width = width;
      this.products = new double[n][n * width];
      this.squaresOfLarge = new double[n];
      this.squaresOfAnswers = new double[n * width];
      this.large = new double[n];
      this.answers = new double[n * width];
      this.squares = new double[n * width];
    }

    void add(boolean[] isLarge, DMatrixRMaj answer) {
      count++;
      for (int i = 0; i < answers.length; i++) {
        answers[i] += answer.data[i];
        squares[i] += answer.data[i] * answer.data[i];
      }
      for (int v = 0; v < n; v++) {
        if (isLarge[v]) {
          large[v]++;
          double[] sums = products[v];
          for (int i = 0; i < sums.length; i++) {
            sums[i] += answer.data[i];
          }
        }
      }
    }

    /** Subtracts the products of the means, and begins another group. */
    void endGroup() {
      for (int v = 0; v < n; v++) {
        for (int i = 0; i < answers.length; i++) {
          products[v][i] -= large[v] * answers[i] / count;
        }
        squaresOfLarge[v] += large[v] - large[v] * large[v] / count;
        large[v] = 0;
      }
      for (int i = 0; i < answers.length; i++) {
        squaresOfAnswers[i] += Math.max(0, squares[i] - answers[i] * answers[i] / count);
        answers[i] = 0;
        squares[i] = 0;
      }
      count = 0;
    }

    double of(int v, int u) {
      double squared = 0;
      for (int i = u * width; i < (u + 1) * width; i++) {
        double scale = squaresOfLarge[v] * squaresOfAnswers[i];
        squared += scale > 0 ? products[v][i] * products[v][i] / scale : 0;
      }
      return Math.sqrt(squared);
    }
  }

  @Override
  public String toString() {
    return "random backgrounds of seed " + seed;
  }
}
