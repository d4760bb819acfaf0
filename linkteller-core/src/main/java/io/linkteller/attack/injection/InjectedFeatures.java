package io.linkteller.attack.injection;

import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;

/** The features of a node that joins. */
@FunctionalInterface
public interface InjectedFeatures {

  /** The features of the target that the node is connected to. */
  InjectedFeatures OF_TARGET =
      (nodes, target) -> {
        double[] x = new double[nodes.features().cols()];
        nodes.features().copyRow(nodes.rowOfTarget(target), x);
        return x;
      };

  /** All zeros. */
  InjectedFeatures ZEROS = (nodes, target) -> new double[nodes.features().cols()];

  /** All ones. */
  InjectedFeatures ONES =
      (nodes, target) -> {
        double[] x = new double[nodes.features().cols()];
        Arrays.fill(x, 1);
        return x;
      };

  /** The largest value of each feature among the targets. */
  InjectedFeatures MAXIMA =
      (nodes, target) -> {
        double[] largest = OF_TARGET.of(nodes, 0);
        double[] row = new double[largest.length];
        for (int other = 1; other < nodes.targets().size(); other++) {
          nodes.features().copyRow(nodes.rowOfTarget(other), row);
          for (int col = 0; col < row.length; col++) {
            largest[col] = Math.max(largest[col], row[col]);
          }
        }
        return largest;
      };

  /**
   * Returns the features.
   *
   * @param nodes the nodes under attack
   * @param target the position of the target that the node is connected to
   * @return d finite numbers
   */
  double[] of(InferenceNodes nodes, int target);
}
