package io.linkteller.defense;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.UnfinishedAttackException;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
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
  void theLimitPerNodeHoldsForAnyNodeSet() throws Exception {
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
    int scaled = 0;
    for (int p = 0; p < probes; p++) {
      guarded.predict(probe(random, p % 2 == 0));
      scaled += p % 2 == 0 ? 1 : 0;
      guarded.predict(ALL.query());
    }
    assertEquals(new QueryStatistics(2L * probes + 1, 0, probes, scaled, 0), guard.statistics());
  }

  /** Jitter far below the precision of a model, and probes above and below it. */
  @Property(tries = 50)
  void jitterDoesNotHideProbes(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    for (double jitter : new double[] {1e-12, 1e-9, 1e-7}) {
      for (double delta : new double[] {1e-4, 1e-8}) {
        QueryGuard guard = QueryGuard.builder(N).limitProbes(7).build();
        InferenceApi guarded = guard.guarding(API);
        guarded.predict(ALL.query());
        for (int probe = 0; probe < 7; probe++) {
          guarded.predict(jittered(probe, delta, jitter, random));
        }
        assertEquals(7, guard.statistics().probes());
        assertEquals(
            QueryRefusedException.Reason.PROBE_LIMIT,
            refusal(guarded, jittered(7, delta, jitter, random)));
      }
    }
  }

  private static InferenceQuery jittered(
      int node, double delta, double jitter, SplittableRandom random) {
    DMatrixRMaj x = X.edited(FeatureEdit.scaling(node, 1 + delta)).toDense();
    for (int v = 0; v < N; v++) {
      x.set(v, 1, x.get(v, 1) * (1 + jitter * random.nextDouble(0.5, 1)));
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
    assertEquals(new QueryStatistics(53, 1, 52, 52, 0), guard.statistics());
  }

  private static InferenceQuery probe(SplittableRandom random, boolean scaling) {
    IntArrayList nodes = new IntArrayList(IntStream.range(0, N).toArray());
    IntLists.shuffle(nodes, new Random(random.nextLong()));
    nodes.size(2 + random.nextInt(N - 1));
    int row = random.nextInt(nodes.size());
    FeatureMatrix rows = X.selectRows(nodes);
    FeatureEdit edit =
        scaling
            ? FeatureEdit.scaling(row, 1 + 1e-4)
            : FeatureEdit.scalingColumns(rows, row, 1 + 1e-4, IntList.of(random.nextInt(4)));
    InferenceQuery edited = InferenceQuery.of(nodes, rows).with(edit);
    return random.nextBoolean() ? edited : writtenOut(edited);
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

  @Property(tries = 100)
  void anEditedQueryIsTreatedLikeTheSameFeaturesWithoutAnEdit(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    QueryGuard.Builder settings =
        QueryGuard.builder(N)
            .limitProbes(random.nextInt(12))
            .probesChangeUpTo(1 + random.nextInt(3))
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
    assertThrows(QueryRefusedException.class, () -> guarded.predictAll(two));
    assertEquals(3, guard.statistics().answered());
    assertEquals(1, guard.statistics().refused());
  }

  @Test
  void aRefusedAttackReturnsItsResultsSoFar() {
    QueryGuard guard = QueryGuard.builder(N).limitProbes(7).build();
    UnfinishedAttackException stopped =
        assertThrows(
            UnfinishedAttackException.class,
            () -> LinkTeller.attack(guard.guarding(API), ALL, 0.1));
    assertEquals(7, stopped.influences().measuredCount());
    Throwable cause = stopped;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertEquals(
        QueryRefusedException.Reason.PROBE_LIMIT,
        assertInstanceOf(QueryRefusedException.class, cause).reason());
  }

  /** A legitimate user whose data change: all nodes at once, or one node permanently. */
  @Test
  void permanentChangesAreUpdatesInsteadOfProbes() throws Exception {
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
    assertEquals(new QueryStatistics(8, 0, 1, 0, 0), guard.statistics());
  }

  @Test
  void theNumberOfRowsOfAProbeIsConfigurable() throws Exception {
    QueryGuard guard = QueryGuard.builder(N).probesChangeUpTo(3).build();
    InferenceApi guarded = guard.guarding(API);
    guarded.predict(ALL.query());
    guarded.predict(ALL.queryWith(FeatureEdit.scaling(IntList.of(0, 5, 9), 2)));
    guarded.predict(ALL.queryWith(FeatureEdit.scaling(IntList.of(1, 4, 7, 8), 2)));
    assertEquals(new QueryStatistics(3, 0, 1, 1, 0), guard.statistics());
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
    assertThrows(IllegalArgumentException.class, () -> QueryGuard.builder(-1));
    QueryGuard.Builder builder = QueryGuard.builder(3);
    assertThrows(IllegalArgumentException.class, () -> builder.limitPerNodeSet(0));
    assertThrows(IllegalArgumentException.class, () -> builder.limitPerNode(0));
    assertThrows(IllegalArgumentException.class, () -> builder.limitProbes(-1));
    assertThrows(IllegalArgumentException.class, () -> builder.probesChangeUpTo(0));
    assertThrows(IllegalArgumentException.class, () -> builder.rememberingNodeSets(0));
    assertThrows(
        IllegalArgumentException.class, () -> builder.build().guarding(API).predict(ALL.query()));
  }
}
