package io.linkteller.attack.influence;

import io.linkteller.attack.Access;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureRange;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.ejml.data.DMatrixRMaj;

/**
 * Draws one of two states at random for each target in every query, and correlates the states with
 * the answers. If, for example, a model only reports whether enough neighbors exceed a threshold,
 * probing one node at a time reveals nothing unless the count of such neighbors happens to be
 * critical; among many random queries, it is critical in some. Because each query carries
 * information about every target, noise averages out with far fewer queries than if the probes of
 * single nodes were repeated.
 *
 * <p>The access determines the designs, each with its two states. If queries may include only some
 * of the nodes, a target is included or left out. If features within the range of the data may be
 * sent, a target gets the largest or the smallest features of the data. If features may be scaled
 * and no target may be left out, the features of a target are unchanged or multiplied by a negative
 * factor. Each design that is allowed gets an equal share of the queries.
 *
 * <p>The influence of v on u is the root of the sum of squared correlations between the state of v
 * and the answer for u, over the designs and the columns of the answer. Queries come in groups, for
 * example with different shares of targets in the second state. Correlations are computed among the
 * queries of a group in which u has the same state. This excludes the effect of a group on all
 * answers and the effect of a target on itself.
 *
 * <p>Takes {@link #queryCount} queries in total; the errors of correlations are about 1/√queries.
 * Measures only the influences among the targets, in O(n² c) time for each query and with memory
 * for n² c numbers, where n is the number of targets and c the number of columns. Immutable.
 */
public final class RandomDesign implements Measurement {

  /** The number of queries in addition to one per target. */
  private static final int MIN_QUERIES = 2000;

  /** The number of queries in a batch, regardless of the number of threads. */
  private static final int BLOCK = 64;

  /** The kinds of states that queries draw. */
  private enum Design {

    /**
     * Targets are left out of the query or included. Groups differ in the share that is included.
     */
    PRESENCE(0.9, 0.75, 0.6, 0.45, 0.3),

    /**
     * Targets get the smallest or the largest features of the data. Groups differ in the share that
     * gets the largest.
     */
    FEATURES(0.5, 0.25, 0.125, 0.0625, 0.03125),

    /**
     * The features of one half of the targets are unchanged, and those of the other half are
     * multiplied by a factor. Groups differ in the factor.
     */
    FACTORS(-1, -30);

    // Nothing writes to the array.
    @SuppressWarnings("ImmutableEnumChecker")
    private final double[] groups;

    Design(double... groups) {
      this.groups = groups;
    }
  }

  private final List<Design> designs;
  private final long seed;

  private RandomDesign(List<Design> designs, long seed) {
    this.designs = designs;
    this.seed = seed;
  }

  /**
   * Returns the measurement that an access allows.
   *
   * @param access the access, which must allow queries of subsets of the nodes or a change of the
   *     targets' features
   * @param seed the seed of the states
   * @return the measurement
   * @throws IllegalArgumentException if the access allows neither
   */
  public static RandomDesign of(Access access, long seed) {
    List<Design> designs = new ArrayList<>();
    boolean isOfParts = access.nodes() == Access.Nodes.ANY_SUBSET;
    if (isOfParts) {
      designs.add(Design.PRESENCE);
    }
    if (access.features().compareTo(Access.Features.WITHIN_RANGE) >= 0) {
      designs.add(Design.FEATURES);
    }
    // Negative multiples are outside the range of the data.
    boolean isScaled =
        access.features() == Access.Features.SCALED || access.features() == Access.Features.ANY;
    if (isScaled && !isOfParts) {
      designs.add(Design.FACTORS);
    }
    if (designs.isEmpty()) {
      throw new IllegalArgumentException(
          "a random design leaves targets out of queries or changes their features, but "
              + access
              + " allows neither");
    }
    return new RandomDesign(List.copyOf(designs), seed);
  }

  /**
   * Returns the number of queries.
   *
   * @param targets n
   * @return n + 2,000
   */
  public static long queryCount(int targets) {
    return MIN_QUERIES + (long) targets;
  }

  /**
   * Measures the influences among the targets.
   *
   * @param extent {@link InfluenceMatrix.Extent#AMONG_TARGETS}
   * @throws UnsuitableModelException if there are so many targets that n² c numbers take too much
   *     memory
   * @throws IllegalArgumentException if more influences are requested
   */
  @Override
  public InfluenceMatrix measure(QuerySession session, InfluenceMatrix.Extent extent) {
    InferenceNodes nodes = session.nodes();
    if (extent != InfluenceMatrix.Extent.AMONG_TARGETS) {
      throw new IllegalArgumentException(
          "random states of targets measure the influences among them, not " + extent);
    }
    InferenceQuery base = extent.query(nodes);
    int n = nodes.targets().size();
    int queries = (int) Math.min(queryCount(n), Integer.MAX_VALUE);
    session.expect(queries);
    DMatrixRMaj reference = session.ask(base, "the base query");
    TypicalInfluences.requireFew(n, reference.numCols);
    double[][] squares = new double[n][n];
    SplittableRandom random = new SplittableRandom(seed);
    int asked = 1;
    for (int i = 0; i < designs.size(); i++) {
      int upTo = 1 + (int) ((long) (queries - 1) * (i + 1) / designs.size());
      StateCorrelations all = new StateCorrelations(n, reference);
      ask(session, base, designs.get(i), upTo - asked, random, all);
      all.addSquares(squares);
      asked = upTo;
    }
    return influences(squares, nodes, extent);
  }

  private static InfluenceMatrix influences(
      double[][] squares, InferenceNodes nodes, InfluenceMatrix.Extent extent) {
    InfluenceMatrix.Builder influences = InfluenceMatrix.builder(nodes, extent, 1);
    int n = nodes.targets().size();
    for (int v = 0; v < n; v++) {
      double[] row = new double[n];
      for (int u = 0; u < n; u++) {
        row[u] = Math.sqrt(squares[nodes.answerRowOfTarget(v)][nodes.answerRowOfTarget(u)]);
      }
      influences.set(v, row);
    }
    return influences.build();
  }

  /**
   * Sends the queries of a design in blocks and adds the answers in order. Targets are ordered by
   * row.
   */
  private static void ask(
      QuerySession session,
      InferenceQuery base,
      Design design,
      int queries,
      SplittableRandom random,
      StateCorrelations all) {
    InferenceNodes nodes = session.nodes();
    int n = session.targetCount();
    DMatrixRMaj ends = ends(nodes);
    double[] groups = design.groups;
    for (int group = 0; group < groups.length; group++) {
      // The sizes of groups differ by at most one query.
      int left = queries * (group + 1) / groups.length - queries * group / groups.length;
      while (left > 0) {
        boolean[][] drawn = new boolean[Math.min(BLOCK, left)][];
        InferenceQuery[] block = new InferenceQuery[drawn.length];
        for (int i = 0; i < block.length; i++) {
          drawn[i] =
              drawn(
                  random,
                  n,
                  design == Design.FACTORS ? 0.5 : groups[group],
                  design == Design.PRESENCE);
          block[i] = query(base, nodes.targetRows(), drawn[i], design, groups[group], ends);
        }
        List<DMatrixRMaj> answers =
            session.askAll(
                List.of(block), "a query with random " + design.name().toLowerCase(Locale.ROOT));
        for (int i = 0; i < block.length; i++) {
          all.add(drawn[i], design == Design.PRESENCE, answers.get(i));
        }
        left -= block.length;
      }
      all.endGroup();
    }
  }

  /** Draws the targets in the second state, and redraws them if the query would contain no node. */
  private static boolean[] drawn(SplittableRandom random, int n, double share, boolean isPresence) {
    boolean[] isSecond = new boolean[n];
    boolean isDrawn = false;
    while (!isDrawn) {
      isDrawn = !isPresence;
      for (int v = 0; v < n; v++) {
        isSecond[v] = random.nextDouble() < share;
        isDrawn |= isSecond[v];
      }
    }
    return isSecond;
  }

  private static DMatrixRMaj ends(InferenceNodes nodes) {
    FeatureRange range = FeatureRange.of(nodes.features());
    DMatrixRMaj ends = new DMatrixRMaj(2, range.cols());
    for (int col = 0; col < range.cols(); col++) {
      ends.set(0, col, range.least(col));
      ends.set(1, col, range.most(col));
    }
    return ends;
  }

  private static InferenceQuery query(
      InferenceQuery base,
      IntList rows,
      boolean[] isSecond,
      Design design,
      double factor,
      DMatrixRMaj ends) {
    if (design == Design.PRESENCE) {
      boolean[] isLeftOut = new boolean[base.nodes().size()];
      for (int v = 0; v < isSecond.length; v++) {
        isLeftOut[rows.getInt(v)] = !isSecond[v];
      }
      return without(base, row -> isLeftOut[row]);
    }
    if (design == Design.FEATURES) {
      DMatrixRMaj factors = new DMatrixRMaj(isSecond.length, 2);
      for (int v = 0; v < isSecond.length; v++) {
        factors.set(v, isSecond[v] ? 1 : 0, 1);
      }
      return base.with(FeatureEdit.replacing(rows, LowRankFeatures.of(factors, ends)));
    }
    IntArrayList second = new IntArrayList();
    for (int v = 0; v < isSecond.length; v++) {
      if (isSecond[v]) {
        second.add(rows.getInt(v));
      }
    }
    return base.with(FeatureEdit.scaling(second, factor));
  }

  /** Returns a query without some rows, which observes the remaining observed nodes. */
  private static InferenceQuery without(InferenceQuery query, IntPredicate isLeftOut) {
    IntArrayList others = new IntArrayList();
    IntArrayList ids = new IntArrayList();
    int[] rowAmongOthers = new int[query.nodes().size()];
    for (int row = 0; row < rowAmongOthers.length; row++) {
      rowAmongOthers[row] = others.size();
      if (!isLeftOut.test(row)) {
        others.add(row);
        ids.add(query.nodes().getInt(row));
      }
    }
    IntArrayList observed = new IntArrayList();
    query
        .observed()
        .intStream()
        .filter(row -> !isLeftOut.test(row))
        .forEach(row -> observed.add(rowAmongOthers[row]));
    return InferenceQuery.of(ids, query.base().selectRows(others)).observing(observed);
  }

  @Override
  public String attack() {
    return "random-design";
  }

  @Override
  public String toString() {
    return "random " + designs + " of seed " + seed;
  }
}
