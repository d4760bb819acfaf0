package io.linkteller;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.choice.AutoAttack;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/**
 * The LinkTeller attack: Algorithm 1 of Wu, Long, Zhang, Li: "LinkTeller: Recovering Private Edges
 * from Graph Neural Networks via Influence Analysis", IEEE S&amp;P 2022. It measures how much
 * scaling one target's features by 1 + Δ changes every target's logits, ranks the pairs of targets
 * by this influence, and predicts that the m highest-ranked pairs are edges.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), 0.004);
 *
 * LinkPrediction normalized = LinkTeller.builder()
 *     .measuring(FeatureReweighting.of(1e-4))
 *     .score(PairScore.SELF_NORMALIZED)
 *     .parallelism(2)
 *     .build()
 *     .run(api, nodes, kHat);
 * }</pre>
 */
public final class LinkTeller {

  private LinkTeller() {}

  /**
   * Runs the attack with the paper's settings: Δ = 1e-4, the paper's score, and one query at a
   * time.
   *
   * @param api the black box
   * @param nodes the nodes that Bob may query, their features, and his targets, at least two
   * @param kHat k̂, Bob's belief about the density among the targets, in (0, 1]
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public static LinkPrediction attack(InferenceApi api, InferenceNodes nodes, double kHat) {
    return QuerySession.predict(
        session -> {
          // 1. Lines 1 to 5: I_v = (P' - P)/Δ, with one query for P and one for each P'.
          InfluenceMatrix influences =
              FeatureReweighting.PAPER.measure(session, InfluenceMatrix.Extent.AMONG_TARGETS);
          // 2. Lines 6 to 8: the score of a pair is the influence of one target on the other.
          PairScores scores = PairScore.PAPER.of(influences);
          // 3. Line 9: the m = ceil(k̂ n(n - 1)/2) best pairs are predicted to be edges.
          return Finding.of(scores);
        },
        "linkteller",
        api,
        nodes,
        kHat);
  }

  /** {@return a builder with the paper's settings} */
  public static InfluenceAttack.Builder builder() {
    return InfluenceAttack.builder();
  }

  /**
   * Returns the attack that tries the other registered attacks, in order of increasing query count,
   * until one of them decides every pair.
   *
   * @return the attack, for unrestricted access and any kind of answers
   */
  public static LinkAttack auto() {
    return AutoAttack.forAnyAnswers();
  }

  /**
   * Returns a registered attack for an attacker who may send any query and sees logits. To set the
   * access, options, threads or a journal, use an {@link io.linkteller.attack.AttackRequest}.
   *
   * @param name the name, such as {@code "subsets"}
   * @return the attack
   * @throws IllegalArgumentException if no attack has this name
   */
  public static LinkAttack named(String name) {
    return LinkAttackProvider.named(name).create(AttackRequest.DEFAULT);
  }
}
