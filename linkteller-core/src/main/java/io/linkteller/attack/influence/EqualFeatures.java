package io.linkteller.attack.influence;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.LowRankFeatures;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Influences where all nodes have the same features, so that they depend on the graph alone.
 *
 * <p>The features are those of {@link UniformFeatures}, so large that biases vanish, or a row of
 * the data. Large features suit relu. They saturate tanh, and then move nothing, and a softmax over
 * nodes, and then move all of them alike; a row of the data does neither in a model that tells its
 * own data apart. What can tell of the graph is the share of the squared influences on a node that
 * is not the same for all who influence it. A row of the data is taken if that share is more than
 * {@value #CLEARLY} times that of the large features, and so is tried only where the latter is
 * below a half.
 *
 * <p>As many queries as scaling the features as they are, twice as many where a row of the data is
 * tried. Immutable.
 */
public final class EqualFeatures implements Measurement {

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
   * What was measured.
   *
   * @param nodes the nodes with equal features
   * @param influences their influences
   */
  public record Measured(InferenceNodes nodes, InfluenceMatrix influences) {

    /**
     * Returns which share of the squared influences on other nodes differs between those who
     * influence; 0 if nothing moves but by rounding.
     */
    private double told() {
      double largest = 0;
      for (int v = 0; v < influences.probedCount(); v++) {
        for (int entry = 0; entry < influences.row(v).size(); entry++) {
          largest = Math.max(largest, influences.row(v).value(entry));
        }
      }
      double rounding = largest * FeatureReweighting.errorAt(influences.delta());
      double squares = 0;
      double[] sums = new double[influences.observedCount()];
      for (int v = 0; v < influences.probedCount(); v++) {
        InfluenceMatrix.Row row = influences.row(v);
        for (int entry = 0; entry < row.size(); entry++) {
          double influence = row.value(entry);
          if (row.position(entry) != v && influence > rounding) {
            squares += influence * influence;
            sums[row.position(entry)] += influence;
          }
        }
      }
      double common = 0;
      for (int u = 0; u < sums.length; u++) {
        int others = influences.probedCount() - (u < influences.probedCount() ? 1 : 0);
        common += sums[u] * sums[u] / Math.max(1, others);
      }
      return squares == 0 ? 0 : Math.max(0, squares - common) / squares;
    }
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
    return measured(api, nodes, extent, settings).influences();
  }

  /**
   * Measures influences, and returns them with the features that were taken.
   *
   * @param api the black box
   * @param nodes the nodes that may be queried, with their features, and the targets
   * @param extent the influences to be measured
   * @param settings the number of queries in flight, and the listener; no journal
   * @return what was measured
   * @throws UnsuitableModelException if no node influences another
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  public Measured measured(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings) {
    Optional<Measured> large = ofLarge(api, nodes, extent, settings);
    double told = large.map(Measured::told).orElse(0.0);
    if (CLEARLY * told >= 1) {
      return large.orElseThrow();
    }
    InferenceNodes alike = ofData(nodes);
    Measured ordinary = new Measured(alike, scaling.measure(api, alike, extent, settings));
    double toldByData = ordinary.told();
    if (told == 0 && toldByData == 0) {
      throw new UnsuitableModelException(
          "where all nodes have the same features, what one does to others is nothing, or the same"
              + " for all, neither large features nor those of the data");
    }
    return toldByData > CLEARLY * told ? ordinary : large.orElseThrow();
  }

  /** Returns nothing if the model does not answer, as where huge features overflow to NaN. */
  private Optional<Measured> ofLarge(
      InferenceApi api,
      InferenceNodes nodes,
      InfluenceMatrix.Extent extent,
      AttackSettings settings) {
    InferenceNodes equal = UniformFeatures.of(nodes, seed);
    try {
      return Optional.of(new Measured(equal, scaling.measure(api, equal, extent, settings)));
    } catch (UnfinishedAttackException e) {
      if (e.influences().measuredCount() > 0 || QueryBudgetException.isCauseOf(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /**
   * Returns nodes that all have the same features, which are within the range of the data.
   *
   * @param nodes the nodes
   * @return the nodes with the features of the first target that has any
   */
  public static InferenceNodes ofData(InferenceNodes nodes) {
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
    return nodes.withFeatures(LowRankFeatures.of(once, row));
  }

  /** Returns the settings as they are named in journals. */
  @Override
  public String toString() {
    return "equal features of seed " + seed + ", " + scaling;
  }
}
