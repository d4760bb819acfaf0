package io.linkteller;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the step of a probe and its queries with values computed by hand for a linear model. */
class LinkTellerStepTest {

  private static final double[][] INFLUENCE = {
    {4, 1, 0, 0.5},
    {2, 9, 0, 0},
    {0, 0, 1, 3},
    {0.25, 0, 5, 16}
  };

  private static final InferenceNodes ONES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {1}}));

  /**
   * Returns the logits M x / 3. The second of three baseline answers is off by three times the
   * offset, and all answers after the third are off by the offset.
   */
  private static InferenceApi secondAnswerOffBy(double offset) {
    int[] asked = new int[1];
    return query -> {
      DMatrixRMaj out = new DMatrixRMaj(0, 0);
      CommonOps_DDRM.mult(new DMatrixRMaj(INFLUENCE), query.features().toDense(), out);
      CommonOps_DDRM.divide(out, 3);
      int count = ++asked[0];
      CommonOps_DDRM.add(out, count == 2 ? 3 * offset : count > 3 ? offset : 0);
      return out;
    };
  }

  /**
   * Offsets of 0, 3d and 0 have the mean d and a root mean square difference of 3d/√2 from the
   * first answer, whose entries have a root mean square of 4.145.
   */
  @ParameterizedTest
  @CsvSource({"1e-13, 1e-4", "1e-9, 1e-2", "4e-6, 0.1", "4e-5, 1", "0.1, 1"})
  void noiseDeterminesTheStep(double offset, double delta) {
    InfluenceAttack attack =
        LinkTeller.builder().measuring(FeatureReweighting.measuringDelta()).build();
    assertEquals(delta, attack.influences(secondAnswerOffBy(offset), ONES).delta());
    assertEquals("linkteller[delta = measured, score = paper]", attack.toString());
  }

  /** Three times the noise is 0.64, so influences of 1/3 or less become zero and 2/3 remains. */
  @Test
  void changesWithinTheNoiseCountAsZero() {
    InfluenceMatrix found =
        LinkTeller.builder()
            .measuring(FeatureReweighting.measuringDelta())
            .build()
            .influences(secondAnswerOffBy(0.1), ONES);
    double floor = 9 * 0.1 / Math.sqrt(2);
    for (int v = 0; v < 4; v++) {
      for (int u = 0; u < 4; u++) {
        double moved = INFLUENCE[u][v] / 3;
        assertEquals(moved > floor ? moved : 0, found.influence(v, u), 1e-12, v + " on " + u);
      }
    }
  }

  @Test
  void zeroAnswersAreProbedWithTheLargestStep() {
    InferenceApi zeros = query -> new DMatrixRMaj(4, 1);
    assertEquals(
        1,
        LinkTeller.builder()
            .measuring(FeatureReweighting.measuringDelta())
            .build()
            .influences(zeros, ONES)
            .delta());
  }

  /** 1 + 10⁻¹⁶ is 1 in doubles, though 1 - 10⁻¹⁶ is not. */
  @Test
  void aStepBelowDoublePrecisionIsRejected() {
    assertRefused(() -> LinkTeller.builder().measuring(FeatureReweighting.of(1e-16)));
    InfluenceAttack.Builder builder = LinkTeller.builder();
    assertEquals(builder, builder.measuring(FeatureReweighting.of(-0.5)));
    assertEquals(0.5, probed(builder.build(), 2).get(0)[0]);
  }

  private static List<double[]> probed(InfluenceAttack attack, int target) {
    List<double[]> rows = new ArrayList<>();
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, 1}, {1, 1}, {1, 1}}))
            .targeting(target, 0);
    attack.run(
        query -> {
          if (!query.edit().isEmpty() && query.edit().rows().getInt(0) == target) {
            rows.add(query.features().row(target));
          }
          return query.features().toDense();
        },
        nodes,
        1);
    return rows;
  }

  /** Answers queries in batches of two, and answers NaN to the query that scales a given node. */
  private static InferenceApi failingAt(int row, List<Integer> batches) {
    return new InferenceApi() {
      @Override
      public DMatrixRMaj predict(InferenceQuery query) {
        DMatrixRMaj out = query.features().toDense();
        if (!query.edit().isEmpty() && query.edit().rows().getInt(0) == row) {
          out.set(row, 0, Double.NaN);
        }
        return out;
      }

      @Override
      public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
        batches.add(queries.size());
        return InferenceApi.super.predictAll(queries);
      }

      @Override
      public int batchSize() {
        return 2;
      }
    };
  }

  @Test
  void aFailureInALaterBatchNamesItsTarget() {
    List<Integer> batches = new IntArrayList();
    InferenceNodes targets = ONES.targeting(3, 0, 1, 2);
    assertRefused(
        InferenceException.class,
        "the query that scales node 2 (target 3) by",
        () -> LinkTeller.attack(failingAt(2, batches), targets, 0.5));
    batches.clear();
    LinkTeller.attack(failingAt(-1, batches), ONES.targeting(3, 0, 1), 0.5);
    // The third query is sent by itself.
    assertEquals(List.of(2), batches);
  }
}
