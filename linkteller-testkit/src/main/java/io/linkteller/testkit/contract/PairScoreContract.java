package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The requirements that a {@link PairScore} must satisfy for attacks: each pair of targets has a
 * finite score, which does not depend on threads, and the ranking does not depend on the unit of
 * the logits.
 */
public interface PairScoreContract {

  /** {@return the score under test} */
  PairScore score();

  private static InferenceNodes nodes(int count, int targets) {
    return InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(count, 1)))
        .targeting(IntStream.range(0, count).map(i -> count - 1 - i).limit(targets).toArray());
  }

  /**
   * Returns influences. Each, except a node's influence on itself, is zero with probability 1 -
   * density.
   */
  private static InfluenceMatrix influences(
      InferenceNodes nodes, InfluenceMatrix.Extent extent, double density, double unit, long seed) {
    return InfluenceMatrix.exact(
        nodes,
        extent,
        (v, influences) -> {
          // Each influence has its own generator, so a matrix with a larger extent has the same
          // influences.
          for (int u = 0; u < influences.length; u++) {
            SplittableRandom random = new SplittableRandom(seed + 1_000_003L * v + u);
            random.nextLong();
            double influence = random.nextDouble();
            influences[u] = u == v || random.nextDouble() < density ? unit * influence : 0;
          }
        },
        1);
  }

  /**
   * Every pair of targets has a finite score, even if all influences are zero.
   *
   * @param nodes the number of nodes
   * @param density the share of influences that are not zero
   * @param seed determines the influences
   */
  @Property(tries = 100)
  default void everyPairHasAFiniteScore(
      @ForAll @IntRange(max = 12) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    InferenceNodes asked = nodes(nodes, (nodes + 1) / 2);
    for (double unit : new double[] {0, 1}) {
      PairScores scores = score().of(influences(asked, score().extent(), density, unit, seed));
      assertEquals(asked.targets().size(), scores.targetCount(), "number of scored targets");
      scores.forEachStored(
          (i, j, value) ->
              assertTrue(
                  Double.isFinite(value), () -> "the score of (" + i + ", " + j + ") is " + value));
    }
  }

  /**
   * The scores do not depend on the number of threads.
   *
   * @param nodes the number of nodes
   * @param density the share of influences that are not zero
   * @param seed determines the influences
   */
  @Property(tries = 50)
  default void theScoresDoNotDependOnThreads(
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    InfluenceMatrix influences =
        influences(nodes(nodes, (nodes + 1) / 2), score().extent(), density, 1, seed);
    double[] one = score().of(influences, 1).storedScores();
    assertArrayEquals(one, score().of(influences, 1).storedScores(), "scored twice");
    assertArrayEquals(one, score().of(influences, 3).storedScores(), "scored by three threads");
  }

  /**
   * The order of the pairs does not depend on the unit of the logits.
   *
   * @param nodes the number of nodes
   * @param density the share of influences that are not zero
   * @param exponent the unit is a power of two, so that influences are scaled without rounding
   * @param seed determines the influences
   */
  @Property(tries = 50)
  default void theRankingDoesNotDependOnTheUnitOfLogits(
      @ForAll @IntRange(min = 2, max = 12) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll @IntRange(min = -20, max = 20) int exponent,
      @ForAll long seed) {
    InferenceNodes asked = nodes(nodes, nodes);
    InfluenceMatrix.Extent extent = score().extent();
    PairScores plain = score().of(influences(asked, extent, density, 1, seed));
    PairScores scaled =
        score().of(influences(asked, extent, density, Math.scalb(1.0, exponent), seed));
    double largest = Arrays.stream(plain.storedScores()).map(Math::abs).max().orElse(0);
    long[] order = plain.best(plain.pairCount());
    for (int rank = 1; rank < order.length; rank++) {
      double before = at(plain, order[rank - 1]) - at(plain, order[rank]);
      double after = at(scaled, order[rank - 1]) - at(scaled, order[rank]);
      long lower = order[rank];
      assertTrue(
          before <= 1e-9 * largest || after > 0,
          () ->
              "with logits in another unit, pair ("
                  + NodePairs.first(lower)
                  + ", "
                  + NodePairs.second(lower)
                  + ") no longer ranks below the pair that scored more");
    }
  }

  private static double at(PairScores scores, long pair) {
    return scores.score(NodePairs.first(pair), NodePairs.second(pair));
  }

  /**
   * An attack with the score sends as many queries as the score states.
   *
   * @param nodes the number of nodes
   * @param seed determines the model
   */
  @Property(tries = 20)
  default void anAttackAsksTheNumberOfQueries(
      @ForAll @IntRange(min = 2, max = 10) int nodes, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] features = new double[nodes][2];
    double[][] mixing = new double[nodes][nodes];
    for (int v = 0; v < nodes; v++) {
      Arrays.setAll(features[v], i -> random.nextDouble(0.5, 1));
      Arrays.setAll(mixing[v], i -> random.nextDouble());
    }
    DMatrixRMaj mix = new DMatrixRMaj(mixing);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi api =
        query -> {
          asked.incrementAndGet();
          DMatrixRMaj out = new DMatrixRMaj(0, 0);
          CommonOps_DDRM.mult(mix, query.features().toDense(), out);
          return out;
        };
    InferenceNodes about =
        InferenceNodes.of(FeatureMatrix.dense(features))
            .targeting(IntStream.range(0, (nodes + 2) / 2).toArray());
    LinkPrediction found = LinkTeller.builder().score(score()).build().run(api, about, 0.5);
    assertEquals(score().queryCount(about), asked.get(), "number of queries");
    assertEquals(score().queryCount(about), found.queries(), "number of queries reported");
  }

  /** The name is lower case, with words joined by hyphens. */
  @Example
  default void theNameIsInKebabCase() {
    assertTrue(
        score().name().matches("[a-z0-9]+(-[a-z0-9]+)*"),
        () ->
            "the name \"" + score().name() + "\" is not lower case, with words joined by hyphens");
  }
}
