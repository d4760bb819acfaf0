package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerPrecision;
import java.util.Arrays;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Influences where all nodes have the same features, so that they depend on the graph alone.
 *
 * <p>The features are those of {@link UniformFeatures}, so large that biases vanish, or a row of
 * the data. Large features suit relu. They saturate tanh, and then move nothing, and a softmax over
 * nodes, and then move all of them alike; a row of the data does neither in a model that tells its
 * own data apart. On {@value #PILOTS} pilot targets it measures how much of what moves differs
 * between pilots, which is what an influence can tell of the graph, and takes the row of the data
 * if that share is more than {@value #CLEARLY} times that of the large features. |V^(C)| + {@value
 * #TRIED} queries for influences of targets.
 *
 * <p>Immutable.
 */
public final class EqualFeatures implements Measurement {

  /** The number of targets on which features are tried. */
  private static final int PILOTS = 8;

  /** The queries by which features are chosen. */
  public static final int TRIED = 2 * (PILOTS + 2);

  /** The relative error of doubles that are computed in several steps. */
  private static final double COMPUTED = 1e-12;

  /** Which multiple of that error a movement must exceed. */
  private static final double ERRORS = 4;

  /** By which factor a row of the data must show more of the graph to be taken. */
  private static final double CLEARLY = 2;

  private final FeatureReweighting scaling;
  private final long seed;

  private EqualFeatures(FeatureReweighting scaling, long seed) {
    this.scaling = scaling;
    this.seed = seed;
  }

  /**
   * Returns the measurement.
   *
   * @param scaling how a node's features are scaled
   * @param seed of the large features
   * @return the measurement
   */
  public static EqualFeatures of(FeatureReweighting scaling, long seed) {
    return new EqualFeatures(scaling, seed);
  }

  /**
   * Measures influences.
   *
   * @throws UnsuitableModelException if no node influences another
   */
  @Override
  public InfluenceMatrix measure(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings) {
    Tried large = tried(api, UniformFeatures.of(nodes, seed), settings);
    Tried ordinary = tried(api, nodes.withFeatures(rowOfData(nodes)), settings);
    Tried taken = ordinary.told > CLEARLY * large.told ? ordinary : large;
    InfluenceMatrix influences = scaling.measure(api, taken.nodes, extent, settings);
    for (int v = 0; v < influences.probedCount(); v++) {
      InfluenceMatrix.Row row = influences.row(v);
      for (int entry = 0; entry < row.size(); entry++) {
        if (row.position(entry) != v && row.value(entry) > taken.rounding) {
          return influences;
        }
      }
    }
    throw new UnsuitableModelException(
        "where all nodes have the same features, scaling those of one moves no other, neither"
            + " large features nor those of the data");
  }

  /** Features, the influence that rounding alone may show, and what pilots tell of the graph. */
  private static final class Tried {

    private final InferenceNodes nodes;
    private final double rounding;
    private final double told;

    Tried(InferenceNodes nodes, double rounding, double told) {
      this.nodes = nodes;
      this.rounding = rounding;
      this.told = told;
    }
  }

  /** The features of the first target that has any, for every node. */
  private static FeatureMatrix rowOfData(InferenceNodes nodes) {
    FeatureMatrix features = nodes.features();
    int position = 0;
    while (position < nodes.targets().size() - 1
        && features.isZeroRow(nodes.rowOfTarget(position))) {
      position++;
    }
    double[] row = new double[features.cols()];
    features.copyRow(nodes.rowOfTarget(position), row);
    double[] once = new double[features.rows()];
    Arrays.fill(once, 1);
    return LowRankFeatures.of(once, row);
  }

  /**
   * Asks about pilots. Features tell nothing if the model does not answer, as where huge ones
   * overflow to NaN.
   */
  private Tried tried(InferenceApi api, InferenceNodes nodes, AttackSettings settings) {
    int targets = nodes.targets().size();
    int[] pilots = new int[Math.min(PILOTS, targets)];
    for (int pilot = 0; pilot < pilots.length; pilot++) {
      pilots[pilot] = nodes.targets().getInt((int) ((long) pilot * targets / pilots.length));
    }
    AttackSettings quiet =
        new AttackSettings(settings.parallelism(), AttackSettings.SILENT, Optional.empty());
    try {
      DMatrixRMaj base = Answers.ask(api, nodes.query(), "the query with equal features");
      double digits = Math.max(COMPUTED, AnswerPrecision.ofDigits(base));
      double rounding = ERRORS * digits * CommonOps_DDRM.elementMaxAbs(base);
      InfluenceMatrix influences =
          scaling.measure(api, nodes.targeting(pilots), InfluenceMatrix.Extent.OF_TARGETS, quiet);
      double floor = rounding / Math.abs(influences.delta());
      return new Tried(nodes, floor, told(influences, floor));
    } catch (InferenceException e) {
      // After the last query that was allowed, there is nothing to choose from.
      if (QueryBudgetException.isCauseOf(e)) {
        throw e;
      }
      return new Tried(nodes, 0, 0);
    }
  }

  /**
   * Returns which share of the squared influences on other nodes differs between those who
   * influence; 0 if nothing moves.
   */
  private static double told(InfluenceMatrix influences, double floor) {
    double squares = 0;
    double common = 0;
    for (int u = 0; u < influences.observedCount(); u++) {
      double sum = 0;
      int count = 0;
      for (int v = 0; v < influences.probedCount(); v++) {
        double influence = influences.influence(v, u);
        if (u != v) {
          double moved = influence > floor ? influence : 0;
          squares += moved * moved;
          sum += moved;
          count++;
        }
      }
      common += count == 0 ? 0 : sum * sum / count;
    }
    return squares == 0 ? 0 : Math.max(0, squares - common) / squares;
  }

  /** Returns the settings as they are named in journals. */
  @Override
  public String toString() {
    return "equal features of seed " + seed + ", " + scaling;
  }
}
