package io.linkteller.attack;

import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.Optional;

/**
 * LinkTeller (Wu, Long, Zhang, Li: "LinkTeller: Recovering Private Edges from Graph Neural Networks
 * via Influence Analysis", IEEE S&amp;P 2022, Algorithm 1).
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), 0.004);
 *
 * LinkPrediction found = LinkTeller.builder()
 *     .delta(1e-4)
 *     .score(PairScore.SELF_NORMALIZED)
 *     .parallelism(2)
 *     .build()
 *     .attack(api, nodes, kHat);
 * }</pre>
 */
public final class LinkTeller {

  private LinkTeller() {}

  /**
   * Runs the attack as the paper does: Δ = {@value InfluenceAttack#DEFAULT_DELTA}, the paper's
   * score, one query at a time.
   *
   * @param api the black box
   * @param nodes the nodes Bob may ask about, with their features, and his targets, at least two
   * @param kHat k̂, Bob's belief of the density among the targets, in (0, 1]
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException if {@code kHat} is out of range or there are fewer than two
   *     targets
   * @throws UnfinishedAttackException if the black box fails; it carries what was measured before
   */
  public static LinkPrediction attack(InferenceApi api, InferenceNodes nodes, double kHat) {
    return builder().build().attack(api, nodes, kHat);
  }

  /**
   * Starts from the paper's settings.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder {

    private double delta = InfluenceAttack.DEFAULT_DELTA;
    private PairScore score = PairScore.PAPER;
    private Workers workers = Workers.sequential();
    private AttackListener listener = AttackListener.SILENT;
    private Optional<InfluenceMatrix> known = Optional.empty();
    private Optional<IntList> columns = Optional.empty();
    private Optional<Path> journal = Optional.empty();
    private Optional<double[]> added = Optional.empty();

    private Builder() {}

    /**
     * Sets Δ: a probe scales a node's features by 1 + Δ.
     *
     * @param delta Δ, finite, not zero, and large enough that 1 + Δ differs from 1
     * @return this builder
     * @throws IllegalArgumentException if {@code delta} is not such a number
     */
    public Builder delta(double delta) {
      if (!Double.isFinite(delta) || 1 + delta == 1) {
        throw new IllegalArgumentException(
            "delta = " + delta + " must be finite and change 1 when added to it");
      }
      this.delta = delta;
      return this;
    }

    /**
     * Sets how influences become the score of a pair. It decides what is asked: see {@link
     * PairScore#queryCount}.
     *
     * @param score the score; default {@link PairScore#PAPER}
     * @return this builder
     */
    public Builder score(PairScore score) {
      this.score = score;
      return this;
    }

    /**
     * Sets how many queries may be under way at once. The result does not depend on it. Only for a
     * black box that may be called from several threads.
     *
     * @param threads at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder parallelism(int threads) {
      this.workers = Workers.of(threads);
      return this;
    }

    /**
     * Sets who is told of each answered query.
     *
     * @param listener the listener; calls come one at a time
     * @return this builder
     */
    public Builder onProgress(AttackListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * Leaves all but some features alone: a probe scales these columns only (appendix D.3 of the
     * paper). A target whose features are zero in all of them influences nobody.
     *
     * @param columns the features that the attacker controls, each in [0, d), at least one; default
     *     all
     * @return this builder
     * @throws IllegalArgumentException if there is no column, or one is negative
     */
    public Builder columns(IntList columns) {
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("columns is empty, so there is nothing to scale");
      }
      for (int i = 0; i < columns.size(); i++) {
        if (columns.getInt(i) < 0) {
          throw new IllegalArgumentException("column " + columns.getInt(i) + " is negative");
        }
      }
      this.columns = Optional.of(new IntImmutableList(columns));
      return this;
    }

    /**
     * Continues an attack that a failing black box cut short: targets already measured are not
     * asked about again. The attack must then be run on the same targets, the same feature matrix
     * and the same columns, with a score of the same {@link PairScore#extent}.
     *
     * @param known what {@link UnfinishedAttackException#influences()} returned
     * @return this builder
     */
    public Builder resuming(InfluenceMatrix known) {
      this.known = Optional.of(known);
      return this;
    }

    /**
     * Probes targets whose features are all zero by adding Δ times a vector to them, where scaling
     * changes nothing. Without this they are left out; {@link AttackListener#onUnscalable} is told.
     * The influences of such a target are on a scale of their own, that of the vector: give one of
     * about the size of the other nodes' features.
     *
     * @param vector d finite numbers, not all zero; copied
     * @return this builder
     * @throws IllegalArgumentException if a number is not finite, or all are zero
     */
    public Builder adding(double... vector) {
      boolean zero = true;
      for (int col = 0; col < vector.length; col++) {
        if (!Double.isFinite(vector[col])) {
          throw new IllegalArgumentException(
              "vector[" + col + "] = " + vector[col] + " is not a finite number");
        }
        zero &= vector[col] == 0;
      }
      if (zero) {
        throw new IllegalArgumentException(
            "all " + vector.length + " numbers of vector are zero: adding them changes nothing");
      }
      this.added = Optional.of(vector.clone());
      return this;
    }

    /**
     * Keeps every answer in a file. An attack that did not come to its end, for whatever reason, is
     * run again with the same file and asks only the queries that have no answer yet; see {@link
     * io.linkteller.inference.journal.QueryJournal}. The number of queries in the result counts
     * those answered from the file as well.
     *
     * <p>The file is bound to nodes, features, targets and Δ, not to the black box: one file for
     * two models, or for a model that was trained again, silently mixes their answers.
     *
     * @param file the file; begun if it is not there
     * @return this builder
     */
    public Builder journal(Path file) {
      this.journal = Optional.of(file);
      return this;
    }

    /**
     * Builds the attack.
     *
     * @return an immutable attack that may be used many times
     * @throws IllegalArgumentException if influences to resume were measured with another Δ
     */
    public InfluenceAttack build() {
      if (known.isPresent() && known.get().delta() != delta) {
        throw new IllegalArgumentException(
            "influences measured with delta = "
                + known.get().delta()
                + " can't be continued with delta = "
                + delta);
      }
      return new InfluenceAttack(delta, score, workers, listener, known, columns, journal, added);
    }
  }
}
