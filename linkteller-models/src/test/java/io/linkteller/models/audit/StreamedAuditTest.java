package io.linkteller.models.audit;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.program.ModelGoldens;
import io.linkteller.testing.Thorough;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StreamedAuditTest {

  private static final Graph GRAPH = ModelGoldens.graph();
  private static final FeatureMatrix FEATURES = ModelGoldens.features();

  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("io.linkteller.models.program.ModelGoldens#all")
  void reportsOfAllArchitecturesEqualThoseInMemory(ModelGoldens.Case golden) {
    assertEquals(
        InfluenceAudit.exact(golden.model(), GRAPH, FEATURES).report(PairScore.PAPER).digest(),
        StreamedAudit.of(golden.model(), GRAPH, FEATURES).run().digest());
  }

  /**
   * Few distinct features and twin nodes produce equal scores; negative biases produce scores of 0,
   * even of edges.
   */
  @Property
  void reportsEqualThoseInMemory(
      @ForAll @IntRange(min = 2, max = 40) int n,
      @ForAll @IntRange(min = 1, max = 120) int edges,
      @ForAll @IntRange(min = 1, max = 3) int layers,
      @ForAll @IntRange(min = 1, max = 3) int threads,
      @ForAll boolean hub,
      @ForAll long seed) {
    Random random = new Random(seed);
    Graph graph = graph(n, edges, hub, random);
    FeatureMatrix features = features(n, random);
    GnnModel model = model(layers, random);
    LeakageReport expected =
        InfluenceAudit.exact(model, graph, features).parallelism(1).report(PairScore.PAPER);
    LeakageReport found = StreamedAudit.of(model, graph, features).parallelism(threads).run();
    assertEquals(expected.edges(), found.edges());
    assertEquals(expected.digest(), found.digest());
    assertEquals(expected.targets(), found.targets());
  }

  private static Graph graph(int n, int edges, boolean hub, Random random) {
    Graph.Builder builder = Graph.builder(n).mergingDuplicates();
    for (int e = 0; e < edges; e++) {
      int u = hub && e % 2 == 0 ? 0 : random.nextInt(n);
      int v = random.nextInt(n);
      if (u != v) {
        builder.addEdge(u, v);
      }
    }
    return builder.build();
  }

  private static FeatureMatrix features(int n, Random random) {
    double[][] rows = new double[n][2];
    for (double[] row : rows) {
      row[0] = random.nextInt(3) - 1;
      row[1] = random.nextInt(2);
    }
    return FeatureMatrix.dense(rows);
  }

  private static GnnModel model(int layers, Random random) {
    int[] widths = new int[layers + 1];
    for (int l = 0; l <= layers; l++) {
      widths[l] = l == 0 ? 2 : 1 + random.nextInt(3);
    }
    return Gcn.builder().layers(widths).seed(random.nextLong()).build();
  }

  @Test
  void aRunContinuesFromEveryStateOfAnInterruptedRun() {
    Random random = new Random(1);
    Graph graph = graph(700, 3000, true, random);
    FeatureMatrix features = features(700, random);
    GnnModel model = model(2, random);
    StreamedAudit plain = StreamedAudit.of(model, graph, features).parallelism(1);
    String expected = plain.run().digest();
    Path file = directory.resolve("state");
    for (int stop = 1; stop <= 1400; stop += Thorough.size(349, 93)) {
      int last = stop;
      StreamedAudit interrupted =
          plain
              .checkpoint(file, Duration.ZERO)
              .onProgress(
                  (done, total) -> {
                    assertEquals(1400, total);
                    if (done == last) {
                      throw new IllegalStateException("stopped");
                    }
                  });
      assertThrows(IllegalStateException.class, interrupted::run);
      assertEquals(stop > 64, Files.exists(file));
      int[] first = {0};
      String found =
          plain
              .parallelism(2)
              .checkpoint(file)
              .onProgress((done, total) -> first[0] = first[0] == 0 ? done : first[0])
              .run()
              .digest();
      assertTrue(first[0] > stop - 64 && first[0] <= stop, first[0] + " after " + stop);
      assertEquals(expected, found);
      assertFalse(Files.exists(file));
    }
  }

  @Test
  void theStateOfAnotherAuditIsRejected() throws IOException {
    GnnModel model = Gcn.builder().layers(FEATURES.cols(), 4, 3).seed(1).build();
    Path file = directory.resolve("state");
    StreamedAudit audit =
        StreamedAudit.of(model, GRAPH, FEATURES).parallelism(1).checkpoint(file, Duration.ZERO);
    assertThrows(
        IllegalStateException.class,
        () ->
            audit
                .onProgress(
                    (done, total) -> {
                      if (done > GRAPH.nodeCount()) {
                        throw new IllegalStateException("stopped");
                      }
                    })
                .run());
    GnnModel other = Gcn.builder().layers(FEATURES.cols(), 4, 3).seed(2).build();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> StreamedAudit.of(other, GRAPH, FEATURES).checkpoint(file).run())
            .getMessage();
    assertTrue(
        String.valueOf(message).contains("not the state of an audit of this model"), message);
    byte[] state = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(state, state.length - 3));
    assertThrows(UncheckedIOException.class, audit::run);
  }

  @Test
  void countsBeyondTwoBillionPairsSurviveWriting() throws IOException {
    Graph graph = Graph.builder(3).addEdge(0, 1).build();
    EdgeScores scores = EdgeScores.zero(graph);
    scores.set(0, new double[] {1});
    EdgeRanking ranking = EdgeRanking.of(scores);
    LeakageReport below = withPairs(3, 33, ranking);
    assertEquals((1L << 33) + 1, below.edges().get(0).rank());
    LeakageReport above = withPairs(0.5, 62, ranking);
    assertEquals(1, above.edges().get(0).rank());
    assertEquals(1, above.auc());
  }

  /** Counts the edge (0, 1) among 2^doublings pairs of one score. */
  private static LeakageReport withPairs(double score, int doublings, EdgeRanking ranking)
      throws IOException {
    RankCounts counts = new RankCounts(ranking);
    counts.add(1, 2, score);
    for (int i = 0; i < doublings; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      counts.writeTo(new DataOutputStream(bytes));
      counts.addAll(
          RankCounts.readFrom(
              ranking, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
    }
    counts.add(0, 1, 1);
    return counts.report();
  }

  @Test
  void invalidArgumentsAreRejected() {
    GnnModel model = Gcn.builder().layers(FEATURES.cols(), 3).build();
    assertRefused(() -> StreamedAudit.of(model, Graph.empty(3), FEATURES).run());
    assertRefused(
        () ->
            StreamedAudit.of(model, Graph.empty(1), FeatureMatrix.zero(1, FEATURES.cols())).run());
    assertRefused(() -> StreamedAudit.of(model, GRAPH, FEATURES).parallelism(0));
    InfluenceStream stream = InfluenceStream.of(model, GRAPH, FEATURES, 1);
    assertRefused(() -> stream.forEachEarlier(GRAPH.nodeCount(), (u, influence) -> {}));
    assertRefused(() -> EdgeScores.zero(GRAPH).set(0, new double[] {Double.NaN}));
  }
}
