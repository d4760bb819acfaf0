package io.linkteller.defense;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that were constructed to pass a guard unnoticed. */
class GuardEvasionTest {

  private static final int N = 200;
  private static final int FEATURES = 6;
  private static final InferenceApi API = query -> query.features().toDense();

  private final SplittableRandom random = new SplittableRandom(7);
  private final DMatrixRMaj x = gaussian(N);
  private final InferenceNodes all = InferenceNodes.of(FeatureMatrix.dense(x));

  private DMatrixRMaj gaussian(int rows) {
    DMatrixRMaj values = new DMatrixRMaj(rows, FEATURES);
    for (int i = 0; i < values.getNumElements(); i++) {
      values.data[i] = random.nextGaussian();
    }
    return values;
  }

  /** Returns values, each multiplied by 1 + noise times a standard normal number. */
  private InferenceQuery noisy(DMatrixRMaj values, double noise) {
    DMatrixRMaj sent = values.copy();
    for (int i = 0; i < sent.getNumElements(); i++) {
      sent.data[i] *= 1 + noise * random.nextGaussian();
    }
    return all.queryWith(FeatureMatrix.dense(sent));
  }

  private static void assertRejects(
      QueryRefusedException.Reason reason, InferenceApi guarded, InferenceQuery query) {
    assertEquals(
        reason, assertThrows(QueryRefusedException.class, () -> guarded.predict(query)).reason());
  }

  private DMatrixRMaj scaled(int node, double factor) {
    return all.features().edited(FeatureEdit.scaling(node, factor)).toDense();
  }

  /**
   * An unkeyed hash lets the attacker double a row and choose its last coordinate so that the hash
   * stays the same. The test uses the chain of SplitMix64 finalizers that the guard once used.
   */
  @Test
  void aRowThatCollidesUnderAPublicHashIsAProbe() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(0).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(all.query());
    int collisions = 0;
    for (int node = 0; node < N; node++) {
      double[] doubled = colliding(node);
      if (doubled.length > 0) {
        collisions++;
        InferenceQuery probe = all.queryWith(FeatureEdit.replacing(node, doubled));
        assertRejects(QueryRefusedException.Reason.PROBE_LIMIT, guarded, probe);
      }
    }
    assertTrue(collisions > N / 2, collisions + " rows collide");
  }

  /** Returns about twice a row, with its public hash; empty if none was found. */
  private double[] colliding(int node) {
    double[] row = all.features().row(node);
    int last = FEATURES - 1;
    for (int attempt = 0; attempt < 1000; attempt++) {
      double[] doubled = row.clone();
      for (int col = 0; col < last; col++) {
        doubled[col] *= 2 + 1e-9 * attempt;
      }
      long bits =
          publicHash(doubled, last) ^ publicHash(row, last) ^ Double.doubleToLongBits(row[last]);
      doubled[last] = Double.longBitsToDouble(bits);
      if (Double.isFinite(doubled[last]) && doubled[last] != 0 && Math.abs(doubled[last]) < 10) {
        assertEquals(publicHash(row, FEATURES), publicHash(doubled, FEATURES));
        return doubled;
      }
    }
    return new double[0];
  }

  private static long publicHash(double[] values, int columns) {
    long hash = 1;
    for (int col = 0; col < columns; col++) {
      hash = mixed(hash ^ mixed(col) ^ Double.doubleToLongBits(values[col]));
    }
    return hash;
  }

  private static long mixed(long x) {
    long z = x + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  @Test
  void noiseDoesNotHideMultiplesOfOneVector() throws Exception {
    for (double noise : new double[] {0, 1e-9, 1e-6, 1e-4, 1e-2}) {
      InferenceApi guarded = QueryGuard.builder(N).refusingAlignedFeatures().build().guarding(API);
      assertRejects(
          QueryRefusedException.Reason.ALIGNED_FEATURES, guarded, noisy(multiples(1e9), noise));
      guarded.predict(all.query());
    }
  }

  /** Multiples of one vector, of both signs. */
  private DMatrixRMaj multiples(double scale) {
    DMatrixRMaj direction = gaussian(1);
    DMatrixRMaj values = new DMatrixRMaj(N, FEATURES);
    for (int v = 0; v < N; v++) {
      double factor = scale * random.nextDouble(-1, 1);
      for (int col = 0; col < FEATURES; col++) {
        values.set(v, col, factor * direction.get(0, col));
      }
    }
    return values;
  }

  @Test
  void ordinaryRowsDoNotHideLargeMultiplesOfOneVector() {
    InferenceApi guarded = QueryGuard.builder(N).refusingAlignedFeatures().build().guarding(API);
    DMatrixRMaj mixed = multiples(1e9);
    for (int v = 20; v < N; v++) {
      for (int col = 0; col < FEATURES; col++) {
        mixed.set(v, col, x.get(v, col));
      }
    }
    assertRejects(QueryRefusedException.Reason.ALIGNED_FEATURES, guarded, noisy(mixed, 1e-9));
  }

  /**
   * Each query keeps the changes of earlier ones. Queries that are answered beyond the limit differ
   * from each other in more rows than a probe may change.
   */
  @Test
  void probesThatAddUpAreCounted() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(10).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(all.query());
    int passed = 0;
    for (int node = 0; node < N; node++) {
      int upTo = node + 1;
      IntArrayList rows = new IntArrayList(IntStream.range(0, upTo).toArray());
      try {
        guarded.predict(all.queryWith(FeatureEdit.scaling(rows, 2)));
        passed++;
      } catch (QueryRefusedException e) {
        assertEquals(QueryRefusedException.Reason.PROBE_LIMIT, e.reason());
      }
    }
    assertTrue(passed <= 10 + N / 3, passed + " of " + N + " probes passed");
  }

  /**
   * A few other rows change by the same amount in every query, and random queries come in between.
   */
  @Test
  void decoysAndGarbageDoNotHideProbes() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(20).build();
    InferenceApi guarded = guard.guarding(API);
    int passed = 0;
    for (int node = 10; node < N; node++) {
      DMatrixRMaj sent = scaled(node, 2);
      for (int decoy = 0; decoy < 5; decoy++) {
        for (int col = 0; col < FEATURES; col++) {
          sent.set(decoy, col, 3 * sent.get(decoy, col));
        }
      }
      try {
        guarded.predict(all.queryWith(FeatureMatrix.dense(sent)));
        passed++;
      } catch (QueryRefusedException e) {
        assertEquals(QueryRefusedException.Reason.PROBE_LIMIT, e.reason());
      }
      guarded.predict(all.queryWith(FeatureMatrix.dense(gaussian(N))));
    }
    assertTrue(passed <= 21, passed + " probes passed");
  }

  /** Numbers in rows without features cost the attacker nothing and must not hide a probe. */
  @Test
  void changesOfTinyRowsDoNotHideProbes() throws Exception {
    for (int v = 0; v < 40; v++) {
      for (int col = 0; col < FEATURES; col++) {
        x.set(v, col, 0);
      }
    }
    QueryGuard guard = QueryGuard.builder(N).limitProbes(5).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(all.queryWith(FeatureMatrix.dense(x)));
    int passed = 0;
    for (int node = 40; node < N; node++) {
      DMatrixRMaj sent = x.copy();
      for (int col = 0; col < FEATURES; col++) {
        sent.set(node, col, 2 * sent.get(node, col));
        for (int v = 0; v < 40; v++) {
          sent.set(v, col, 1e-3 * random.nextGaussian());
        }
      }
      try {
        guarded.predict(all.queryWith(FeatureMatrix.dense(sent)));
        passed++;
      } catch (QueryRefusedException e) {
        assertEquals(QueryRefusedException.Reason.PROBE_LIMIT, e.reason());
      }
    }
    assertEquals(5, passed);
  }

  /** Scaling many rows, by factors of either sign, shows because the rows stay on their lines. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 1.1, 0, -1})
  void reweightingOfManyRowsIsProbing(double factor) throws Exception {
    for (double noise : new double[] {0, 1e-9, 1e-5, 1e-2}) {
      InferenceApi guarded = QueryGuard.builder(N).limitProbes(5).build().guarding(API);
      guarded.predict(noisy(x, noise));
      for (int size : new int[] {6, 20, 90}) {
        IntArrayList rows = new IntArrayList(IntStream.range(size, 2 * size).toArray());
        DMatrixRMaj sent = all.features().edited(FeatureEdit.scaling(rows, factor)).toDense();
        assertRejects(QueryRefusedException.Reason.PROBE_LIMIT, guarded, noisy(sent, noise));
      }
    }
  }

  @Test
  void aFactorForEachRowIsProbing() throws Exception {
    InferenceApi guarded = QueryGuard.builder(N).limitProbes(5).build().guarding(API);
    guarded.predict(all.query());
    DMatrixRMaj sent = x.copy();
    for (int v = 0; v < N; v++) {
      double factor = random.nextDouble(0.5, 2);
      for (int col = 0; col < FEATURES; col++) {
        sent.set(v, col, factor * sent.get(v, col));
      }
    }
    assertRejects(
        QueryRefusedException.Reason.PROBE_LIMIT,
        guarded,
        all.queryWith(FeatureMatrix.dense(sent)));
  }

  /** Leaving out a node also changes its neighbors' answers. */
  @Test
  void leavingOutOneNodePerQueryIsProbing() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(5).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(all.query());
    int passed = 0;
    for (int node = 0; node < N; node++) {
      IntArrayList others = new IntArrayList(IntStream.range(0, N).toArray());
      others.rem(node);
      try {
        guarded.predict(InferenceQuery.of(others, all.features().selectRows(others)));
        passed++;
      } catch (QueryRefusedException e) {
        assertEquals(QueryRefusedException.Reason.PROBE_LIMIT, e.reason());
      }
    }
    assertEquals(5, passed);
  }
}
