package io.linkteller.defense;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class QueryGuardTest {

  private static final int N = 30;
  private static final InferenceApi API = query -> query.features().toDense();

  private static DMatrixRMaj random(int rows, int cols, SplittableRandom random) {
    DMatrixRMaj x = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = random.nextDouble(-1, 1);
    }
    return x;
  }

  private static final FeatureMatrix X = FeatureMatrix.dense(random(N, 4, new SplittableRandom(1)));
  private static final InferenceNodes ALL = InferenceNodes.of(X);

  private static QueryRefusedException.Reason refusal(InferenceApi api, InferenceQuery query) {
    return assertThrows(QueryRefusedException.class, () -> api.predict(query)).reason();
  }

  @Test
  void queriesPassUnchangedUntilTheLimitOfTheirNodeSet() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitPerNodeSet(3).build();
    InferenceApi guarded = guard.guarding(API);
    for (int query = 0; query < 3; query++) {
      assertEquals(X.get(5, 2), guarded.predict(ALL.query()).get(5, 2));
    }
    assertEquals(QueryRefusedException.Reason.NODE_SET_LIMIT, refusal(guarded, ALL.query()));
    IntArrayList reversed = new IntArrayList(IntStream.range(0, N).map(v -> N - 1 - v).toArray());
    InferenceQuery sameSet = InferenceQuery.of(reversed, X.selectRows(reversed));
    assertEquals(QueryRefusedException.Reason.NODE_SET_LIMIT, refusal(guarded, sameSet));
    IntList fewer = reversed.subList(0, N - 1);
    guarded.predict(InferenceQuery.of(fewer, X.selectRows(fewer)));
    assertEquals(new QueryStatistics(4, 2, 0, 0, 0), guard.statistics());
  }

  @Test
  void theLimitPerNodeAppliesToAnyNodeSet() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitPerNode(4).build();
    InferenceApi guarded = guard.guarding(API);
    for (int other = 1; other <= 4; other++) {
      IntList pair = IntList.of(0, other);
      guarded.predict(InferenceQuery.of(pair, X.selectRows(pair)));
    }
    IntList pair = IntList.of(9, 0);
    assertEquals(
        QueryRefusedException.Reason.NODE_LIMIT,
        refusal(guarded, InferenceQuery.of(pair, X.selectRows(pair))));
    IntList without = IntList.of(9, 8);
    guarded.predict(InferenceQuery.of(without, X.selectRows(without)));
  }

  /** Probes are detected in edited and unedited form, in any order and with any subset of nodes. */
  @Property(tries = 100)
  void everyProbeIsCountedInAnyRepresentation(
      @ForAll @IntRange(min = 1, max = 25) int probes, @ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    QueryGuard guard = QueryGuard.builder(N).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(ALL.query());
    IntOpenHashSet probed = new IntOpenHashSet();
    for (int p = 0; p < probes; p++) {
      probed.add(predictProbe(guarded, random, p % 2 == 0));
      guarded.predict(ALL.query());
    }
    assertEquals(
        new QueryStatistics(2L * probes + 1, 0, probes, probed.size(), 0), guard.statistics());
  }

  /** Noise on all rows, different in every query, and probes that are a hundred times larger. */
  @Property(tries = 5)
  void noiseDoesNotHideProbes(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    for (double noise : new double[] {0, 1e-12, 1e-9, 1e-5, 1e-2}) {
      for (double delta : new double[] {1e-8, 1e-4, 1e-1, 1, 1e6}) {
        if (delta < 90 * noise) {
          continue;
        }
        QueryGuard guard = QueryGuard.builder(N).limitProbes(7).build();
        InferenceApi guarded = guard.guarding(API);
        guarded.predict(noisy(FeatureEdit.none(), noise, random));
        for (int probe = 0; probe < 7; probe++) {
          guarded.predict(noisy(FeatureEdit.scaling(probe, 1 + delta), noise, random));
        }
        assertEquals(7, guard.statistics().probes(), "noise " + noise + ", delta " + delta);
        assertEquals(
            QueryRefusedException.Reason.PROBE_LIMIT,
            refusal(guarded, noisy(FeatureEdit.scaling(7, 1 + delta), noise, random)));
      }
    }
  }

  private static InferenceQuery noisy(FeatureEdit edit, double noise, SplittableRandom random) {
    DMatrixRMaj x = X.edited(edit).toDense();
    for (int v = 0; v < N; v++) {
      for (int col = 0; col < x.numCols; col++) {
        x.set(v, col, x.get(v, col) * (1 + noise * random.nextDouble(-1, 1)));
      }
    }
    return ALL.queryWith(FeatureMatrix.dense(x));
  }

  @Test
  void repeatedProbesOfANodeCountOnce() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(2).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(ALL.query());
    for (int day = 1; day <= 50; day++) {
      guarded.predict(ALL.queryWith(FeatureEdit.scaling(3, 1 + day)));
    }
    guarded.predict(ALL.queryWith(FeatureEdit.scaling(4, 2)));
    assertEquals(
        QueryRefusedException.Reason.PROBE_LIMIT,
        refusal(guarded, ALL.queryWith(FeatureEdit.scaling(5, 2))));
    guarded.predict(ALL.queryWith(FeatureEdit.scaling(3, 99)));
    assertEquals(new QueryStatistics(53, 1, 52, 2, 0), guard.statistics());
  }

  /** Probes a node and returns it. */
  private static int predictProbe(InferenceApi guarded, SplittableRandom random, boolean scaling)
      throws Exception {
    IntArrayList nodes = new IntArrayList(IntStream.range(0, N).toArray());
    IntLists.shuffle(nodes, new Random(random.nextLong()));
    nodes.size(2 + random.nextInt(N - 1));
    int row = random.nextInt(nodes.size());
    FeatureMatrix rows = X.selectRows(nodes);
    FeatureEdit edit =
        scaling
            ? FeatureEdit.scaling(row, 1 + 1e-4)
            : FeatureEdit.replacing(row, oneScaled(rows, row, random.nextInt(4)));
    InferenceQuery edited = InferenceQuery.of(nodes, rows).with(edit);
    guarded.predict(random.nextBoolean() ? edited : writtenOut(edited));
    return nodes.getInt(row);
  }

  private static double[] oneScaled(FeatureMatrix rows, int row, int col) {
    double[] values = rows.row(row);
    values[col] *= 1 + 1e-4;
    return values;
  }

  private static InferenceQuery writtenOut(InferenceQuery query) {
    return query.about(FeatureMatrix.dense(query.features().toDense()));
  }

  private static FeatureEdit anyEdit(SplittableRandom random) {
    IntList rows = IntList.of(random.ints(3, 0, N).sorted().distinct().toArray());
    return switch (random.nextInt(4)) {
      case 0 -> FeatureEdit.none();
      case 1 -> FeatureEdit.scaling(random.nextInt(N), random.nextDouble(2));
      case 2 -> FeatureEdit.scaling(rows, random.nextDouble(2));
      default -> FeatureEdit.replacing(rows, FeatureMatrix.dense(random(rows.size(), 4, random)));
    };
  }

  @Property(tries = 40)
  void anEditedQueryIsTreatedLikeTheSameFeaturesWithoutAnEdit(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    QueryGuard.Builder settings =
        QueryGuard.builder(N)
            .limitProbes(random.nextInt(12))
            .probesChangeUpTo(1 + random.nextInt(3))
            .forExperiments(seed)
            .limitPerNodeSet(30);
    QueryGuard ofEdits = settings.build();
    QueryGuard ofNumbers = settings.build();
    FeatureMatrix silent = FeatureMatrix.zero(N, 4);
    for (int i = 0; i < 40; i++) {
      InferenceQuery base = random.nextInt(3) == 0 ? ALL.queryWith(silent) : ALL.query();
      InferenceQuery edited = base.with(anyEdit(random));
      if (random.nextBoolean()) {
        edited = edited.observing(IntList.of(1, 5));
      }
      assertEquals(
          outcome(ofNumbers, writtenOut(edited)), outcome(ofEdits, edited), edited.toString());
    }
    assertEquals(ofNumbers.statistics(), ofEdits.statistics());
  }

  private static String outcome(QueryGuard guard, InferenceQuery query) {
    try {
      guard.guarding(API).predict(query);
      return "answered";
    } catch (QueryRefusedException e) {
      return e.reason().toString();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void queriesOfABatchAreCountedIndividually() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitPerNodeSet(3).build();
    InferenceApi guarded = guard.guarding(API);
    List<InferenceQuery> two = List.of(ALL.query(), ALL.queryWith(FeatureEdit.scaling(3, 2)));
    assertEquals(2, guarded.predictAll(two).size());
    assertEquals(new QueryStatistics(2, 0, 1, 1, 0), guard.statistics());
  }

  /** Under every rule, a refused batch uses up nothing, and all of its queries count as refused. */
  @Test
  void aBatchIsAnsweredOrRefusedAsAWhole() throws Exception {
    List<InferenceQuery> probes =
        List.of(
            ALL.query(),
            ALL.queryWith(FeatureEdit.scaling(3, 2)),
            ALL.queryWith(FeatureEdit.scaling(4, 2)));
    for (QueryGuard.Builder builder :
        List.of(
            QueryGuard.builder(N).limitPerNodeSet(2),
            QueryGuard.builder(N).limitPerNode(2),
            QueryGuard.builder(N).limitProbes(1))) {
      QueryGuard guard = builder.build();
      InferenceApi guarded =
          guard.guarding(
              query -> {
                assertTrue(guard.statistics().answered() > 0, "passed on before it was admitted");
                return query.features().toDense();
              });
      for (int attempt = 1; attempt <= 3; attempt++) {
        assertThrows(QueryRefusedException.class, () -> guarded.predictAll(probes));
        assertEquals(new QueryStatistics(0, 3L * attempt, 0, 0, 0), guard.statistics());
      }
      assertEquals(2, guarded.predictAll(probes.subList(0, 2)).size());
      assertEquals(new QueryStatistics(2, 9, 1, 1, 0), guard.statistics());
      assertThrows(QueryRefusedException.class, () -> guarded.predict(probes.get(2)));
    }
  }

  @Test
  void aBatchWithANodeOutsideTheGraphIsNotCounted() {
    QueryGuard guard = QueryGuard.builder(N).build();
    IntList outside = IntList.of(0, N);
    List<InferenceQuery> batch =
        List.of(ALL.query(), InferenceQuery.of(outside, X.selectRows(IntList.of(0, 1))));
    assertRefused(() -> guard.guarding(API).predictAll(batch));
    assertEquals(new QueryStatistics(0, 0, 0, 0, 0), guard.statistics());
  }

  @Test
  void aRefusedAttackReportsTheReason() {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(7).build();
    InferenceException stopped =
        assertThrows(
            InferenceException.class, () -> LinkTeller.attack(guard.guarding(API), ALL, 0.1));
    assertEquals(8, guard.statistics().answered());
    Throwable cause = stopped;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertEquals(
        QueryRefusedException.Reason.PROBE_LIMIT,
        assertInstanceOf(QueryRefusedException.class, cause).reason());
  }

  /** A legitimate user whose data change: all nodes together, or one node permanently. */
  @Test
  void permanentChangesAreCountedOnceOrNotAtAll() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(1).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(ALL.query());
    FeatureMatrix tomorrow = FeatureMatrix.dense(random(N, 4, new SplittableRandom(2)));
    guarded.predict(ALL.queryWith(tomorrow));
    guarded.predict(ALL.queryWith(tomorrow));
    assertEquals(0, guard.statistics().probes());
    double[] moved = {1, 2, 3, 4};
    FeatureMatrix later =
        FeatureMatrix.dense(tomorrow.edited(FeatureEdit.replacing(3, moved)).toDense());
    for (int query = 0; query < 5; query++) {
      guarded.predict(ALL.queryWith(later));
    }
    assertEquals(new QueryStatistics(8, 0, 5, 1, 0), guard.statistics());
  }

  @Test
  void guardsOfDifferentClientsCountSeparately() throws Exception {
    QueryGuard one = QueryGuard.builder(N).limitPerNodeSet(1).build();
    one.guarding(API).predict(ALL.query());
    QueryGuard other = one.forAnotherClient();
    other.guarding(API).predict(ALL.query());
    assertEquals(
        QueryRefusedException.Reason.NODE_SET_LIMIT, refusal(one.guarding(API), ALL.query()));
    assertEquals(new QueryStatistics(1, 0, 0, 0, 0), other.statistics());
  }

  @Test
  void servedFeaturesRevealTheFirstProbe() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).servedFeatures(X).limitProbes(0).build();
    InferenceApi guarded = guard.guarding(API);
    assertEquals(
        QueryRefusedException.Reason.PROBE_LIMIT,
        refusal(guarded, ALL.queryWith(FeatureEdit.scaling(3, 2))));
    guarded.predict(ALL.query());
  }

  /**
   * One column, such as a year, dominates all others, so the data themselves are nearly aligned.
   */
  @Test
  void featuresThatAreAsAlignedAsTheServedOnesPass() throws Exception {
    DMatrixRMaj years = X.toDense();
    for (int v = 0; v < N; v++) {
      years.set(v, 0, 2000 + v);
    }
    FeatureMatrix served = FeatureMatrix.dense(years);
    QueryGuard.Builder strict = QueryGuard.builder(N).refusingAlignedFeatures();
    assertEquals(
        QueryRefusedException.Reason.ALIGNED_FEATURES,
        refusal(strict.build().guarding(API), ALL.queryWith(served)));
    DMatrixRMaj centered = X.toDense();
    for (int v = 0; v < N; v++) {
      centered.set(v, 0, 2000 + centered.get(v, 0));
    }
    FeatureMatrix calendar = FeatureMatrix.dense(centered);
    InferenceApi knowing = strict.servedFeatures(calendar).build().guarding(API);
    knowing.predict(ALL.queryWith(calendar));
    DMatrixRMaj equal = calendar.toDense();
    for (int v = 0; v < N; v++) {
      for (int col = 0; col < equal.numCols; col++) {
        equal.set(v, col, calendar.get(0, col));
      }
    }
    assertEquals(
        QueryRefusedException.Reason.ALIGNED_FEATURES,
        refusal(knowing, ALL.queryWith(FeatureMatrix.dense(equal))));
  }

  @Test
  void theNumberOfRowsOfAProbeIsConfigurable() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).probesChangeUpTo(3).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(ALL.query());
    guarded.predict(ALL.queryWith(FeatureEdit.scaling(IntList.of(0, 5, 9), 2)));
    // Twice the norm in another direction, which is not re-weighting.
    DMatrixRMaj turned = new DMatrixRMaj(4, X.cols());
    IntList rows = IntList.of(1, 4, 7, 8);
    for (int i = 0; i < turned.getNumElements(); i++) {
      int col = i % X.cols();
      turned.data[i] = 2 * X.get(rows.getInt(i / X.cols()), (col + 1) % X.cols());
    }
    guarded.predict(ALL.queryWith(FeatureEdit.replacing(rows, FeatureMatrix.dense(turned))));
    assertEquals(new QueryStatistics(3, 0, 1, 3, 0), guard.statistics());
  }

  @Test
  void featuresThatAreMultiplesOfOneVectorAreDetected() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    DMatrixRMaj aligned = new DMatrixRMaj(N, 4);
    for (int v = 0; v < N; v++) {
      double factor = v == 3 ? 0 : 1e7 * random.nextDouble(-1, 1);
      for (int c = 0; c < 4; c++) {
        aligned.set(v, c, factor * (c - 1.3));
      }
    }
    InferenceQuery query = ALL.queryWith(FeatureMatrix.dense(aligned));
    QueryGuard watching = QueryGuard.builder(N).build();
    watching.guarding(API).predict(query);
    watching.guarding(API).predict(ALL.query());
    assertEquals(1, watching.statistics().aligned());
    InferenceApi strict = QueryGuard.builder(N).refusingAlignedFeatures().build().guarding(API);
    assertEquals(QueryRefusedException.Reason.ALIGNED_FEATURES, refusal(strict, query));
    strict.predict(ALL.query());
  }

  @Test
  void aLimitIsExactAcrossThreads() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitPerNodeSet(50).build();
    InferenceApi guarded = guard.guarding(API);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<Integer>> answered = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      answered.add(
          threads.submit(
              () -> {
                int count = 0;
                for (int query = 0; query < 40; query++) {
                  try {
                    guarded.predict(ALL.query());
                    count++;
                  } catch (QueryRefusedException e) {
                    assertEquals(QueryRefusedException.Reason.NODE_SET_LIMIT, e.reason());
                  }
                }
                return count;
              }));
    }
    assertEquals(50, answered.get(0).get() + answered.get(1).get());
    threads.shutdown();
    assertEquals(new QueryStatistics(50, 30, 0, 0, 0), guard.statistics());
  }

  @Test
  void theLeastRecentlyUsedNodeSetIsForgottenFirst() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).limitPerNodeSet(1).rememberingNodeSets(2).build();
    InferenceApi guarded = guard.guarding(API);
    for (int v = 0; v < 3; v++) {
      IntList one = IntList.of(v);
      guarded.predict(InferenceQuery.of(one, X.selectRows(one)));
    }
    IntList last = IntList.of(2);
    refusal(guarded, InferenceQuery.of(last, X.selectRows(last)));
    IntList first = IntList.of(0);
    guarded.predict(InferenceQuery.of(first, X.selectRows(first)));
  }

  @Test
  void settingsAndNodesOutOfRangeAreRejected() {
    assertRefused(() -> QueryGuard.builder(-1));
    QueryGuard.Builder builder = QueryGuard.builder(3);
    assertRefused(() -> builder.limitPerNodeSet(0));
    assertRefused(() -> builder.limitPerNode(0));
    assertRefused(() -> builder.limitProbes(-1));
    assertRefused(() -> builder.probesChangeUpTo(0));
    assertRefused(() -> builder.rememberingNodeSets(0));
    assertRefused(() -> builder.rememberingQueries(0));
    assertRefused(() -> builder.servedFeatures(X));
    assertRefused(() -> builder.build().guarding(API).predict(ALL.query()));
  }
}
