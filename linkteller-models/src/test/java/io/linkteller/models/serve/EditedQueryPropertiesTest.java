package io.linkteller.models.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.program.RandomCases;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Edits and observed rows determine how much is computed, but do not change the answers. */
class EditedQueryPropertiesTest {

  private static IntList someRows(int nodes, SplittableRandom random) {
    double share = random.nextDouble();
    return IntList.of(
        IntStream.range(0, nodes).filter(row -> random.nextDouble() < share).toArray());
  }

  private static FeatureEdit anyEdit(int nodes, SplittableRandom random) {
    IntList rows = someRows(nodes, random);
    return switch (random.nextInt(5)) {
      case 0 -> FeatureEdit.none();
      case 1 -> FeatureEdit.scaling(random.nextInt(nodes), 1 + 1e-4);
      case 2 -> FeatureEdit.scaling(rows, random.nextDouble(-2, 2));
      case 3 ->
          FeatureEdit.replacing(
              random.nextInt(nodes), random.doubles(RandomCases.FEATURES).toArray());
      default ->
          FeatureEdit.replacing(
              rows,
              rows.isEmpty()
                  ? FeatureMatrix.zero(0, RandomCases.FEATURES)
                  : RandomCases.features(rows.size(), true, random));
    };
  }

  private static FeatureMatrix anyBase(int nodes, SplittableRandom random) {
    return random.nextInt(3) == 0
        ? FeatureMatrix.zero(nodes, RandomCases.FEATURES)
        : RandomCases.features(nodes, true, random);
  }

  @Property
  void anEditedQueryHasTheAnswerOfTheEditedFeatures(
      @ForAll @IntRange(min = 1, max = 25) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll @IntRange(min = 1, max = 4) int depth,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, density, random);
    GnnModel model = RandomCases.model(depth, 0, random);
    ServedModel changed = GraphOwner.of(graph).serve(model, Recompute.CHANGED_ROWS);
    ServedModel full = GraphOwner.of(graph).serve(model, Recompute.EVERYTHING);
    InferenceQuery base = InferenceNodes.of(anyBase(nodes, random)).query();
    for (int i = 0; i < 5; i++) {
      InferenceQuery query = base.with(anyEdit(nodes, random));
      DMatrixRMaj written =
          full.predict(base.about(FeatureMatrix.dense(query.features().toDense())));
      double largest =
          Math.max(
              CommonOps_DDRM.elementMaxAbs(written),
              CommonOps_DDRM.elementMaxAbs(full.predict(base)));
      assertArrayEquals(written.data, full.predict(query).data, 1e-12 * largest);
      assertArrayEquals(written.data, changed.predict(query).data, 1e-11 * largest);
    }
  }

  @Property
  void observedRowsAreBitIdenticalToTheFullAnswerWithAnyNumberOfThreads(
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll @IntRange(min = 1, max = 4) int depth,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, density, random);
    GnnModel model = RandomCases.model(depth, 0, random);
    InferenceQuery base = InferenceNodes.of(anyBase(nodes, random)).query();
    for (Recompute recompute : Recompute.values()) {
      ServedModel one = GraphOwner.of(graph).serve(model, recompute).parallelism(1);
      ServedModel many = GraphOwner.of(graph).serve(model, recompute).parallelism(3);
      for (int i = 0; i < 6; i++) {
        InferenceQuery all = base.with(anyEdit(nodes, random));
        InferenceQuery some = all.observing(someRows(nodes, random));
        DMatrixRMaj expected = some.observedRows(one.predict(all));
        DMatrixRMaj actual = many.predict(some);
        assertEquals(some.observed().size(), actual.numRows);
        assertArrayEquals(expected.getData(), actual.getData(), model + ", " + some);
      }
    }
  }

  @Property
  void aQueryForSomeNodesIsAnsweredOnTheirInducedSubgraph(
      @ForAll @IntRange(min = 2, max = 20) int nodes,
      @ForAll @DoubleRange(max = 0.6) double density,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, density, random);
    GnnModel model = RandomCases.model(2, 0, random);
    int[] order = graph.nodes().toIntArray();
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    IntList some = IntImmutableList.of(Arrays.copyOf(order, 1 + random.nextInt(nodes)));
    FeatureMatrix x = RandomCases.features(some.size(), true, random);
    ServedModel whole = GraphOwner.of(graph).serve(model);
    ServedModel part = GraphOwner.of(graph.inducedSubgraph(some)).serve(model);
    InferenceNodes ofWhole = InferenceNodes.of(some, x);
    assertArrayEquals(
        part.predict(InferenceNodes.of(x).query()).data, whole.predict(ofWhole.query()).data);
    FeatureMatrix probe = x.edited(FeatureEdit.scaling(0, 1.5));
    assertArrayEquals(
        part.predict(InferenceNodes.of(x).queryWith(probe)).data,
        whole.predict(ofWhole.queryWith(probe)).data);
  }

  /** Answers several queries at once, and counts the calls. */
  private static final class Batched implements InferenceApi {

    private final ServedModel served;
    private int largest;

    Batched(ServedModel served) {
      this.served = served;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) {
      return served.predict(query);
    }

    @Override
    public synchronized List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
      largest = Math.max(largest, queries.size());
      List<DMatrixRMaj> answers = new ArrayList<>();
      queries.forEach(query -> answers.add(served.predict(query)));
      return answers;
    }

    @Override
    public int batchSize() {
      return 7;
    }
  }

  @Property(tries = 60)
  void theAttackIsTheSameForApisThatIgnoreEditsOrAnswerInBatches(
      @ForAll @DoubleRange(max = 0.4) double density, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(30, density, random);
    GnnModel model = RandomCases.model(2, 0, random);
    ServedModel served = GraphOwner.of(graph).serve(model, Recompute.EVERYTHING);
    InferenceApi plain =
        query -> served.predict(InferenceQuery.of(query.nodes(), query.features()));
    Batched batched = new Batched(served);
    InferenceNodes nodes =
        InferenceNodes.of(RandomCases.features(30, true, random))
            .targeting(random.ints(30, 0, 30).distinct().limit(12).toArray());
    for (PairScore score : List.of(PairScore.PAPER, PairScore.REACH_WEIGHTED)) {
      for (int threads : new int[] {1, 3}) {
        LinkAttack attack = LinkTeller.builder().score(score).parallelism(threads).build();
        double[] expected = attack.run(served, nodes, 0.1).scores().storedScores();
        assertArrayEquals(expected, attack.run(plain, nodes, 0.1).scores().storedScores());
        assertArrayEquals(expected, attack.run(batched, nodes, 0.1).scores().storedScores());
      }
    }
    assertEquals(7, batched.largest);
  }

  @Property(tries = 100)
  void anAuditOfTargetsAgreesWithTheAuditOfAllNodes(
      @ForAll @DoubleRange(max = 1) double density, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(20, density, random);
    GnnModel model = RandomCases.model(2, 0, random);
    InfluenceAudit audit =
        InfluenceAudit.exact(model, graph, RandomCases.features(20, true, random));
    IntList targets = IntList.of(random.ints(20, 0, 20).distinct().limit(8).toArray());
    var among = audit.influences(targets);
    var all = audit.influences(InfluenceMatrix.Extent.OF_TARGETS, targets);
    for (int v = 0; v < targets.size(); v++) {
      for (int u = 0; u < targets.size(); u++) {
        assertEquals(all.influence(v, u), among.influence(v, u));
      }
    }
  }
}
