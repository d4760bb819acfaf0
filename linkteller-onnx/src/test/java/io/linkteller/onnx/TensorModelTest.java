package io.linkteller.onnx;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.onnx.EdgeIndex;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;

/**
 * A runtime whose model sums neighbors: what is patched, batched and observed is what was asked.
 */
class TensorModelTest {

  private static final int WIDTH = 3;

  /** Computes row sums of (I + A) X, and optionally adds the sum of everything it is given. */
  private static final class SummingSession implements TensorSession {

    private final boolean single;
    private final boolean leaky;
    private final AtomicInteger runs;

    SummingSession(boolean single, boolean leaky, AtomicInteger runs) {
      this.single = single;
      this.leaky = leaky;
      this.runs = runs;
    }

    @Override
    public Prepared prepare(FeatureTensor features, int copies, EdgeIndex edges) {
      long[] pairs = edges.pairs(copies, false);
      return new Prepared() {
        @Override
        public DMatrixRMaj run() {
          runs.incrementAndGet();
          return answer(features.bytes(copies), features.base().cols(), pairs);
        }

        @Override
        public void close() {
          // Holds nothing.
        }
      };
    }

    private DMatrixRMaj answer(ByteBuffer bytes, int cols, long[] pairs) {
      int size = single ? Float.BYTES : Double.BYTES;
      int rows = bytes.capacity() / size / cols;
      double[] own = new double[rows];
      double all = 0;
      for (int i = 0; i < rows * cols; i++) {
        double value = single ? bytes.getFloat(i * size) : bytes.getDouble(i * size);
        own[i / cols] += (1 + i % cols) * value;
        all += value;
      }
      DMatrixRMaj answer = new DMatrixRMaj(rows, 1);
      for (int row = 0; row < rows; row++) {
        answer.data[row] = own[row] + (leaky ? 0.01 * all : 0);
      }
      int half = pairs.length / 2;
      for (int e = 0; e < half; e++) {
        answer.data[(int) pairs[half + e]] += 0.5 * own[(int) pairs[e]];
      }
      return answer;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private static TensorModel.Signature signature(boolean single) {
    return new TensorModel.Signature(WIDTH, single, Optional.empty(), Optional.empty());
  }

  private static TensorModel model(Graph graph, boolean single, boolean leaky, int batch)
      throws Exception {
    return model(graph, single, leaky, batch, signature(single));
  }

  /** A model of a runtime that sums. */
  private static TensorModel model(
      Graph graph, boolean single, boolean leaky, int batch, TensorModel.Signature signature)
      throws Exception {
    return new TensorModel(
        () -> new SummingSession(single, leaky, new AtomicInteger()),
        signature,
        Optional.of(graph),
        false,
        1,
        batch);
  }

  private static Graph graph(int n, SplittableRandom random) {
    Graph.Builder builder = Graph.builder(n).mergingDuplicates();
    for (int i = 0; i < 2 * n; i++) {
      int u = random.nextInt(n);
      int v = random.nextInt(n);
      if (u != v) {
        builder.addEdge(u, v);
      }
    }
    return builder.build();
  }

  private static FeatureMatrix features(int n, SplittableRandom random) {
    double[][] x = new double[n][WIDTH];
    for (double[] row : x) {
      for (int col = 0; col < WIDTH; col++) {
        // Few bits, so that sums are exact in single precision too.
        row[col] = random.nextInt(-8, 9) / 4.0;
      }
    }
    return FeatureMatrix.dense(x);
  }

  private static List<InferenceQuery> probes(InferenceQuery base, SplittableRandom random) {
    List<InferenceQuery> queries = new ArrayList<>(List.of(base));
    int n = base.nodes().size();
    for (int i = 0; i < 7; i++) {
      int row = random.nextInt(n);
      FeatureEdit edit =
          i % 2 == 0
              ? FeatureEdit.scaling(row, 1 + i)
              : FeatureEdit.replacing(row, new double[] {i, -1, 0.5});
      IntList observed = new IntArrayList(new int[] {row});
      queries.add(i % 3 == 0 ? base.with(edit) : base.with(edit).observing(observed));
    }
    return queries;
  }

  @Property(tries = 50)
  void patchedAndBatchedAnswersAreThoseOfFeaturesWrittenOut(
      @ForAll @IntRange(min = 2, max = 12) int n,
      @ForAll @IntRange(min = 1, max = 4) int batch,
      @ForAll boolean single,
      @ForAll long seed)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = graph(n + 3, random);
    // Some nodes of the graph only, in another order.
    IntList nodes = new IntArrayList();
    for (int v = n + 2; v > 2; v--) {
      nodes.add(v);
    }
    InferenceQuery base = InferenceQuery.of(nodes, features(n, random));
    List<InferenceQuery> queries = probes(base, random);
    try (TensorModel batched = model(graph, single, false, batch);
        TensorModel plain = model(graph, single, false, 1)) {
      List<DMatrixRMaj> answers = batched.predictAll(queries);
      for (int i = 0; i < queries.size(); i++) {
        InferenceQuery query = queries.get(i);
        InferenceQuery writtenOut =
            InferenceQuery.of(nodes, FeatureMatrix.dense(query.features().toDense()))
                .observing(query.observed());
        assertArrayEquals(plain.predict(writtenOut).data, answers.get(i).data);
        assertEquals(query.observed().size(), answers.get(i).numRows);
      }
      assertEquals(batch, batched.batchSize());
    }
  }

  @Example
  void aProbeTransfersTwoRowsInsteadOfAll() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    int n = 50;
    InferenceQuery base = InferenceQuery.of(graph(n, random).nodes(), features(n, random));
    try (TensorModel model = model(graph(n, random), false, false, 1)) {
      model.predict(base);
      long first = model.bytesMoved();
      model.predict(base.with(FeatureEdit.scaling(3, 2)));
      // All features and the answer first; then a row there and back, and the answer.
      assertEquals(8L * (n * WIDTH + n), first);
      assertEquals(8L * (2 * WIDTH + n), model.bytesMoved() - first);
    }
  }

  @Example
  void aModelWhoseCopiesInfluenceEachOtherIsNotAskedInBatches() throws Exception {
    SplittableRandom random = new SplittableRandom(2);
    Graph graph = graph(6, random);
    InferenceQuery base = InferenceQuery.of(graph.nodes(), features(6, random));
    List<InferenceQuery> two = List.of(base, base.with(FeatureEdit.scaling(1, 2)));
    try (TensorModel leaky = model(graph, false, true, 2)) {
      assertRefused(IllegalStateException.class, "set batch to 1", () -> leaky.predictAll(two));
      // One at a time is well defined.
      assertEquals(6, leaky.predict(base).numRows);
    }
  }

  @Example
  void mismatchedSizesAreRejectedWithTheNumbers() throws Exception {
    Graph graph = Graph.builder(2).addEdge(0, 1).build();
    try (TensorModel model = model(graph, true, false, 1)) {
      assertRefusal(
          "the model takes 3 features per node, not 5",
          () ->
              model.predict(
                  InferenceQuery.of(graph.nodes(), FeatureMatrix.dense(new double[2][5]))));
      InferenceQuery huge =
          InferenceQuery.of(
              graph.nodes(), FeatureMatrix.dense(new double[][] {{1e300, 0, 0}, {0, 0, 0}}));
      assertTrue(
          assertThrows(IllegalArgumentException.class, () -> model.predict(huge))
              .toString()
              .contains("overflows a float"));
    }
    TensorModel.Signature fixed =
        new TensorModel.Signature(WIDTH, true, Optional.of(9), Optional.empty());
    TensorModel exported = model(graph, true, false, 1, fixed);
    InferenceQuery query = InferenceQuery.of(graph.nodes(), FeatureMatrix.dense(new double[2][3]));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> exported.predict(query))
            .toString()
            .contains("exported for 9 nodes, not 2"));
    exported.close();
    assertThrows(IllegalStateException.class, () -> model(graph, true, false, 1, query));
  }

  /** Asks a model that was closed before. */
  private static DMatrixRMaj model(
      Graph graph, boolean single, boolean leaky, int batch, InferenceQuery query)
      throws Exception {
    TensorModel closed = model(graph, single, leaky, batch);
    closed.close();
    return closed.predict(query);
  }
}
