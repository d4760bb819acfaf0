package io.linkteller.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.linkteller.data.onnx.EdgeIndex;
import io.linkteller.data.onnx.EdgeWeighting;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.data.onnx.OnnxRoles;
import io.linkteller.data.onnx.OnnxSlot;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of the last query in native memory, where the runtime reads them. For a query that
 * edits the same base, the edited rows are written and later restored, so that only 2 d numbers per
 * edited row are written instead of all n d. The induced subgraph is computed once per set of
 * nodes.
 *
 * <p>Not safe for use by several threads.
 */
final class OnnxInputs implements AutoCloseable {

  /** The maximum size of a buffer, in bytes. */
  private static final long MAX_BYTES = Integer.MAX_VALUE - 8;

  private final OrtEnvironment environment;
  private final OnnxProgram program;
  private final OnnxRoles roles;
  private final Optional<Graph> graph;
  private final boolean single;
  private final Map<String, OnnxTensor> tensors = new HashMap<>();
  private boolean ready;
  private IntList nodes = IntList.of();
  private ByteBuffer features = ByteBuffer.allocate(0);
  private double[] row = new double[0];
  private @Nullable FeatureMatrix base;

  OnnxInputs(OrtEnvironment environment, OnnxProgram program, Optional<Graph> graph) {
    this.environment = environment;
    this.program = program;
    this.roles = program.roles();
    this.graph = graph;
    this.single = isSingle(roles.features());
  }

  private static boolean isSingle(OnnxSlot slot) {
    return slot.type().equals(Optional.of("FLOAT"));
  }

  /** Returns the answer for the observed rows. */
  DMatrixRMaj answer(OrtSession session, InferenceQuery query) throws OrtException {
    FeatureMatrix x = query.base();
    if (!ready || row.length != x.cols() || !nodes.equals(query.nodes())) {
      close();
      allocate(query.nodes(), x.cols());
    }
    if (base != x) {
      base = null;
      for (int v = 0; v < x.rows(); v++) {
        x.copyRow(v, row);
        write(v);
      }
      base = x;
    }
    FeatureEdit edit = query.edit();
    try {
      for (int i = 0; i < edit.rows().size(); i++) {
        edit.copyRow(x, i, row);
        write(edit.rows().getInt(i));
      }
      return observed(run(session), query.observed());
    } finally {
      for (int i = 0; i < edit.rows().size(); i++) {
        x.copyRow(edit.rows().getInt(i), row);
        write(edit.rows().getInt(i));
      }
    }
  }

  private void write(int v) {
    for (int col = 0; col < row.length; col++) {
      int at = v * row.length + col;
      if (!single) {
        features.putDouble(at * Double.BYTES, row[col]);
      } else if (Float.isInfinite((float) row[col])) {
        throw new IllegalArgumentException(
            "row " + v + ", column " + col + ": " + row[col] + " overflows a float");
      } else {
        features.putFloat(at * Float.BYTES, (float) row[col]);
      }
    }
  }

  private void allocate(IntList given, int d) throws OrtException {
    int n = given.size();
    long size = (long) n * d * (single ? Float.BYTES : Double.BYTES);
    if (size > MAX_BYTES) {
      throw new IllegalArgumentException(
          n + " x " + d + " features take more than " + MAX_BYTES + " bytes");
    }
    EdgeIndex edges =
        program.edges(graph.map(g -> induced(g, given)).orElseGet(() -> Graph.empty(n)));
    roles.requireSize(program.path(), edges);
    features = ByteBuffer.allocateDirect((int) size).order(ByteOrder.nativeOrder());
    long[] shape = roles.isBatched() ? new long[] {1, n, d} : new long[] {n, d};
    tensors.put(
        roles.features().name(),
        single
            ? OnnxTensor.createTensor(environment, features.asFloatBuffer(), shape)
            : OnnxTensor.createTensor(environment, features.asDoubleBuffer(), shape));
    long m = edges.entryCount();
    if (roles.edges().isPresent()) {
      long[] pairs = roles.byEntry() ? new long[] {m, 2} : new long[] {2, m};
      put(roles.edges().get(), edges.pairs(roles.byEntry()), pairs);
    }
    if (roles.weights().isPresent()) {
      put(roles.weights().get(), edges.weights(EdgeWeighting.ONES));
    }
    if (roles.types().isPresent()) {
      put(roles.types().get(), Arrays.stream(edges.types()).asLongStream().toArray(), m);
    }
    if (roles.batch().isPresent()) {
      // All nodes of a query belong to the same graph.
      put(roles.batch().get(), new long[n], n);
    }
    nodes = IntList.of(given.toIntArray());
    row = new double[d];
    ready = true;
  }

  private static Graph induced(Graph graph, IntList nodes) {
    return nodes.equals(graph.nodes()) ? graph : graph.inducedSubgraph(nodes);
  }

  private void put(OnnxSlot slot, long[] numbers, long... shape) throws OrtException {
    boolean wide = slot.type().equals(Optional.of("INT64"));
    int[] narrow = wide ? new int[0] : Arrays.stream(numbers).mapToInt(v -> (int) v).toArray();
    tensors.put(
        slot.name(),
        wide
            ? OnnxTensor.createTensor(environment, LongBuffer.wrap(numbers), shape)
            : OnnxTensor.createTensor(environment, IntBuffer.wrap(narrow), shape));
  }

  private void put(OnnxSlot slot, double[] numbers) throws OrtException {
    long m = numbers.length;
    long[] shape = slot.rank() == 2 ? new long[] {m, 1} : new long[] {m};
    float[] rounded = new float[numbers.length];
    for (int e = 0; e < rounded.length; e++) {
      rounded[e] = (float) numbers[e];
    }
    tensors.put(
        slot.name(),
        isSingle(slot)
            ? OnnxTensor.createTensor(environment, FloatBuffer.wrap(rounded), shape)
            : OnnxTensor.createTensor(environment, DoubleBuffer.wrap(numbers), shape));
  }

  /** Runs the model and returns one row per node. */
  private DMatrixRMaj run(OrtSession session) throws OrtException {
    try (OrtSession.Result result = session.run(tensors, Set.of(roles.output()))) {
      if (!(result.get(0) instanceof OnnxTensor tensor)) {
        throw new IllegalStateException("output " + roles.output() + " is not a tensor");
      }
      // The shape must be n, n x c, 1 x n or 1 x n x c.
      long[] shape = tensor.getInfo().getShape();
      int axis = roles.isBatched() ? 1 : 0;
      if (shape.length <= axis
          || shape.length > axis + 2
          || shape[axis] != nodes.size()
          || (axis == 1 && shape[0] != 1)) {
        throw new IllegalStateException(
            "output %s has the shape %s instead of one row for each of %s nodes"
                .formatted(roles.output(), Arrays.toString(shape), nodes.size()));
      }
      int cols = shape.length == axis + 1 ? 1 : Math.toIntExact(shape[axis + 1]);
      DMatrixRMaj answer = new DMatrixRMaj(nodes.size(), cols);
      switch (tensor.getInfo().type) {
        case DOUBLE -> tensor.getDoubleBuffer().get(answer.data);
        case INT64 -> Arrays.setAll(answer.data, tensor.getLongBuffer()::get);
        case INT32 -> Arrays.setAll(answer.data, tensor.getIntBuffer()::get);
        default -> Arrays.setAll(answer.data, tensor.getFloatBuffer()::get);
      }
      return answer;
    }
  }

  private static DMatrixRMaj observed(DMatrixRMaj rows, IntList observed) {
    int width = rows.numCols;
    DMatrixRMaj answer = new DMatrixRMaj(observed.size(), width);
    for (int i = 0; i < observed.size(); i++) {
      System.arraycopy(rows.data, observed.getInt(i) * width, answer.data, i * width, width);
    }
    return answer;
  }

  @Override
  public void close() {
    ready = false;
    base = null;
    tensors.values().forEach(OnnxTensor::close);
    tensors.clear();
  }
}
