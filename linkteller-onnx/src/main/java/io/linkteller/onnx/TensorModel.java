package io.linkteller.onnx;

import io.linkteller.data.onnx.EdgeIndex;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A black box that sessions of a runtime answer. Each keeps the inputs of its last query in native
 * memory: a query that edits the same base writes the edited rows only, and the induced subgraph is
 * computed once per set of nodes.
 *
 * <p>Several queries with the same base are answered in one run, as disjoint copies of the graph or
 * along the model's batch axis.
 *
 * <p>Safe for use by several threads. The number of sessions limits the number of concurrent runs.
 */
class TensorModel implements MeteredApi, AutoCloseable {

  /** Opens sessions. */
  @FunctionalInterface
  interface SessionFactory {

    /**
     * Opens a session.
     *
     * @return the session
     * @throws Exception if the runtime fails
     */
    TensorSession open() throws Exception;
  }

  /**
   * The inputs that a model accepts.
   *
   * @param width d, the number of features per node; 0 if it is arbitrary
   * @param single whether the model uses {@code float} instead of {@code double}
   * @param rows n, if the number of nodes is fixed
   * @param copies the size of the batch axis, if it is fixed
   */
  record Signature(int width, boolean single, Optional<Integer> rows, Optional<Integer> copies) {}

  private final SessionFactory factory;
  private final Signature signature;
  private final Optional<Graph> graph;
  private final boolean selfLoops;
  private final int batch;

  private final Object lock = new Object();
  private final Deque<Seat> free = new ArrayDeque<>();
  private final int parallelism;
  private int opened;
  private boolean closed;
  private volatile boolean copiesAreIndependent;
  private final LongAdder bytes = new LongAdder();

  /**
   * Creates a model and opens its first session; further sessions are opened on demand.
   *
   * @param factory opens sessions
   * @param signature the inputs that the model accepts
   * @param graph the served graph, if the model takes one
   * @param selfLoops whether to add self-loops to it
   * @param parallelism the maximum number of sessions, at least 1
   * @param batch the maximum number of queries per run, unless the signature has it
   * @throws Exception if the runtime fails
   */
  TensorModel(
      SessionFactory factory,
      Signature signature,
      Optional<Graph> graph,
      boolean selfLoops,
      int parallelism,
      int batch)
      throws Exception {
    this.factory = factory;
    this.signature = signature;
    this.graph = graph;
    this.selfLoops = selfLoops;
    this.parallelism = parallelism;
    this.batch = signature.copies().orElse(batch);
    this.copiesAreIndependent = this.batch == 1;
    free.push(new Seat(factory.open()));
    opened = 1;
  }

  /**
   * Answers a query for its observed rows.
   *
   * @throws IllegalArgumentException if the query has the wrong number of features or nodes, or
   *     nodes outside the graph, or a feature overflows the model's number type
   * @throws IllegalStateException if the model is closed
   */
  @Override
  public final DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return predictAll(List.of(query)).get(0);
  }

  /**
   * Answers queries for their observed rows. Up to {@link #batchSize} consecutive queries with the
   * same base are answered in one run.
   *
   * @throws IllegalStateException if the model is closed, or the queries of a run influence each
   *     other
   */
  @Override
  public final List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    queries.forEach(this::requireFits);
    List<DMatrixRMaj> answers = new ArrayList<>(queries.size());
    Seat seat = take();
    try {
      for (int from = 0; from < queries.size(); ) {
        int until = from + 1;
        while (until < queries.size()
            && until - from < batch
            && sameBase(queries.get(from), queries.get(until))) {
          until++;
        }
        seat.answer(queries.subList(from, until), answers);
        from = until;
      }
    } finally {
      give(seat);
    }
    return answers;
  }

  /** {@return the maximum number of queries per run} */
  @Override
  public final int batchSize() {
    return batch;
  }

  @Override
  public final long bytesMoved() {
    return bytes.sum();
  }

  private static boolean sameBase(InferenceQuery first, InferenceQuery second) {
    return first.base() == second.base() && sameNodes(first.nodes(), second.nodes());
  }

  private static boolean sameNodes(IntList first, IntList second) {
    return first == second || first.equals(second);
  }

  private void requireFits(InferenceQuery query) {
    int cols = query.base().cols();
    if (signature.width() > 0 && cols != signature.width()) {
      throw new IllegalArgumentException(
          "the model takes " + signature.width() + " features per node, not " + cols);
    }
    int rows = query.nodes().size();
    if (signature.rows().isPresent() && rows != signature.rows().get()) {
      throw new IllegalArgumentException(
          "the model was exported for " + signature.rows().get() + " nodes, not " + rows);
    }
  }

  private Seat take() throws Exception {
    synchronized (lock) {
      while (true) {
        if (closed) {
          throw new IllegalStateException("the model is closed");
        }
        // Last in, first out: prefers the session that was used last, which likely has the same
        // base.
        Seat seat = free.poll();
        if (seat != null) {
          return seat;
        }
        if (opened < parallelism) {
          seat = new Seat(factory.open());
          opened++;
          return seat;
        }
        lock.wait();
      }
    }
  }

  private void give(Seat seat) {
    synchronized (lock) {
      if (closed) {
        seat.close();
      } else {
        free.push(seat);
      }
      lock.notifyAll();
    }
  }

  /**
   * Frees native memory. Queries in progress are completed; later ones throw {@link
   * IllegalStateException}.
   */
  @Override
  public final void close() {
    synchronized (lock) {
      closed = true;
      free.forEach(Seat::close);
      free.clear();
      lock.notifyAll();
    }
  }

  private static void patch(InferenceQuery query, FeatureTensor tensor, int copy) {
    FeatureEdit edit = query.edit();
    double[] values = new double[edit.isEmpty() ? 0 : query.base().cols()];
    for (int i = 0; i < edit.rows().size(); i++) {
      edit.copyRow(query.base(), i, values);
      tensor.patch(copy, edit.rows().getInt(i), values);
    }
  }

  /** A session together with the inputs of its last query. */
  private final class Seat {

    private final TensorSession session;
    private @Nullable IntList nodes;
    private @Nullable EdgeIndex edges;
    private @Nullable FeatureTensor tensor;
    private final Map<Integer, TensorSession.Prepared> prepared = new HashMap<>();

    Seat(TensorSession session) {
      this.session = session;
    }

    void answer(List<InferenceQuery> queries, List<DMatrixRMaj> answers) throws Exception {
      if (queries.size() > 1 && !copiesAreIndependent) {
        requireIndependentCopies(queries.get(0));
      }
      FeatureTensor before = tensor;
      FeatureTensor x = tensorFor(queries.get(0), queries.size());
      long written = x == before ? x.bytesWritten() : 0;
      int copies = signature.copies().orElse(queries.size());
      DMatrixRMaj rows;
      try {
        for (int i = 0; i < queries.size(); i++) {
          patch(queries.get(i), x, i);
        }
        rows = run(x, copies);
      } finally {
        x.restore();
      }
      int number = signature.single() ? Float.BYTES : Double.BYTES;
      bytes.add(x.bytesWritten() - written + (long) rows.getNumElements() * number);
      for (int i = 0; i < queries.size(); i++) {
        answers.add(observed(rows, i, queries.get(i)));
      }
    }

    private DMatrixRMaj observed(DMatrixRMaj rows, int copy, InferenceQuery query) {
      IntList observed = query.observed();
      int width = rows.numCols;
      int first = copy * query.nodes().size();
      DMatrixRMaj answer = new DMatrixRMaj(observed.size(), width);
      for (int i = 0; i < observed.size(); i++) {
        int row = first + observed.getInt(i);
        System.arraycopy(rows.data, row * width, answer.data, i * width, width);
      }
      return answer;
    }

    private DMatrixRMaj run(FeatureTensor x, int copies) throws Exception {
      TensorSession.Prepared inputs = prepared.get(copies);
      if (inputs == null) {
        inputs = session.prepare(x, copies, edges(x));
        prepared.put(copies, inputs);
      }
      DMatrixRMaj rows = inputs.run();
      int wanted = x.base().rows() * copies;
      if (rows.numRows != wanted) {
        throw new IllegalStateException(
            "the model returned " + rows.numRows + " rows for " + wanted + " nodes");
      }
      return rows;
    }

    private EdgeIndex edges(FeatureTensor x) {
      EdgeIndex known = edges;
      return known == null ? EdgeIndex.none(x.base().rows()) : known;
    }

    private FeatureTensor tensorFor(InferenceQuery query, int copies) {
      FeatureTensor known = tensor;
      FeatureMatrix base = query.base();
      boolean sameNodes = nodes != null && sameNodes(nodes, query.nodes());
      if (known != null && sameNodes && known.base() == base && known.copies() >= copies) {
        return known;
      }
      forget();
      if (!sameNodes) {
        nodes = null;
        edges = graph.map(served -> EdgeIndex.of(served, query.nodes(), selfLoops)).orElse(null);
        nodes = IntImmutableList.of(query.nodes().toIntArray());
      }
      int allocated = copies > 1 ? batch : signature.copies().orElse(1);
      FeatureTensor fresh = FeatureTensor.of(base, allocated, signature.single());
      tensor = fresh;
      return fresh;
    }

    private void forget() {
      prepared.values().forEach(TensorSession.Prepared::close);
      prepared.clear();
      tensor = null;
    }

    /**
     * Checks that the copies of a batch do not influence each other, as they would in a model that
     * normalizes over all nodes. The features of the second copy are doubled: if the copies are
     * independent, the answer for the first copy changes by rounding errors only.
     */
    private void requireIndependentCopies(InferenceQuery query) throws Exception {
      FeatureTensor x = tensorFor(query, 2);
      int copies = signature.copies().orElse(2);
      DMatrixRMaj equal = run(x, copies).copy();
      DMatrixRMaj doubled;
      double[] values = new double[x.base().cols()];
      try {
        for (int row = 0; row < x.base().rows(); row++) {
          x.base().copyRow(row, values);
          for (int col = 0; col < values.length; col++) {
            values[col] *= 2;
          }
          x.patch(1, row, values);
        }
        doubled = run(x, copies);
      } finally {
        x.restore();
      }
      int half = query.nodes().size() * equal.numCols;
      double leaked = 0;
      double moved = 0;
      for (int i = 0; i < half; i++) {
        leaked = Math.max(leaked, Math.abs(doubled.data[i] - equal.data[i]));
        moved = Math.max(moved, Math.abs(doubled.data[half + i] - equal.data[half + i]));
      }
      // The square root of the machine precision: far above rounding errors, far below the effect
      // of a normalization over nodes.
      double share = Math.sqrt(signature.single() ? Math.ulp(1f) : Math.ulp(1.0));
      if (leaked > share * moved) {
        throw new IllegalStateException(
            "the model's answer for a node depends on nodes that it is not connected to, so"
                + " several queries cannot be answered in one run; set batch to 1 (doubling the"
                + " features of one copy changed the answer for another by "
                + leaked
                + " and its own by "
                + moved
                + ")");
      }
      copiesAreIndependent = true;
    }

    void close() {
      forget();
      session.close();
    }
  }
}
