package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/** An edge-inference attack: predicts edges between target nodes by querying a black box. */
@FunctionalInterface
public interface LinkAttack {

  /**
   * Attacks a black box.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density among the targets, in (0, 1]; the m = ceil(k̂ n(n -
   *     1)/2) highest-ranked pairs of the n targets are predicted to be edges
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat);
}
