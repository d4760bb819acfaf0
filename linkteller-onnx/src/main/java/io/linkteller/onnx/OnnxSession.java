package io.linkteller.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.linkteller.data.onnx.EdgeIndex;
import io.linkteller.data.onnx.EdgeWeighting;
import io.linkteller.data.onnx.OnnxRoles;
import io.linkteller.data.onnx.OnnxSlot;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** A session of ONNX Runtime. */
final class OnnxSession implements TensorSession {

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final OnnxRoles roles;
  private final Optional<EdgeWeighting> weighting;

  OnnxSession(
      OrtEnvironment environment,
      OrtSession session,
      OnnxRoles roles,
      Optional<EdgeWeighting> weighting) {
    this.environment = environment;
    this.session = session;
    this.roles = roles;
    this.weighting = weighting;
  }

  @Override
  public Prepared prepare(FeatureTensor features, int copies, EdgeIndex edges) throws OrtException {
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try {
      inputs.put(roles.features().name(), featureTensor(features, copies));
      int graphs = roles.isBatched() ? 1 : copies;
      if (roles.edges().isPresent()) {
        OnnxSlot slot = roles.edges().get();
        inputs.put(slot.name(), edgeTensor(slot, edges.pairs(graphs, roles.byEntry())));
      }
      if (roles.weights().isPresent() && weighting.isPresent()) {
        OnnxSlot slot = roles.weights().get();
        inputs.put(slot.name(), weightTensor(slot, edges.weights(weighting.get(), graphs)));
      }
      if (roles.types().isPresent()) {
        OnnxSlot slot = roles.types().get();
        int[] types = edges.types();
        inputs.put(
            slot.name(), integers(slot, types.length * graphs, e -> types[e % types.length]));
      }
      if (roles.batch().isPresent()) {
        // Each copy is a graph of its own.
        OnnxSlot slot = roles.batch().get();
        int nodes = features.base().rows();
        inputs.put(slot.name(), integers(slot, nodes * graphs, v -> v / nodes));
      }
    } catch (OrtException | RuntimeException e) {
      inputs.values().forEach(OnnxTensor::close);
      throw e;
    }
    return new Inputs(inputs);
  }

  private OnnxTensor featureTensor(FeatureTensor features, int copies) throws OrtException {
    long n = features.base().rows();
    long d = features.base().cols();
    long[] shape = roles.isBatched() ? new long[] {copies, n, d} : new long[] {copies * n, d};
    ByteBuffer bytes = features.bytes(copies);
    return isSingle(roles.features())
        ? OnnxTensor.createTensor(environment, bytes.asFloatBuffer(), shape)
        : OnnxTensor.createTensor(environment, bytes.asDoubleBuffer(), shape);
  }

  private static boolean isSingle(OnnxSlot slot) {
    return slot.type().equals(Optional.of("FLOAT"));
  }

  private OnnxTensor edgeTensor(OnnxSlot slot, long[] pairs) throws OrtException {
    int entries = pairs.length / 2;
    if (roles.entries() >= 0 && roles.entries() != entries) {
      throw new IllegalArgumentException(
          ("the model was exported for %s entries of edges, but the nodes of this query"
                  + " have %s; export %s with a dynamic number of entries")
              .formatted(roles.entries(), entries, slot.name()));
    }
    long[] shape = roles.byEntry() ? new long[] {entries, 2} : new long[] {2, entries};
    return integers(slot, pairs, shape);
  }

  private OnnxTensor integers(OnnxSlot slot, int count, IntUnaryOperator number)
      throws OrtException {
    long[] numbers = IntStream.range(0, count).map(number).asLongStream().toArray();
    return integers(slot, numbers, new long[] {count});
  }

  private OnnxTensor integers(OnnxSlot slot, long[] numbers, long[] shape) throws OrtException {
    return slot.type().equals(Optional.of("INT64"))
        ? OnnxTensor.createTensor(environment, LongBuffer.wrap(numbers), shape)
        : OnnxTensor.createTensor(
            environment,
            IntBuffer.wrap(Arrays.stream(numbers).mapToInt(v -> (int) v).toArray()),
            shape);
  }

  private OnnxTensor weightTensor(OnnxSlot slot, double[] numbers) throws OrtException {
    long[] shape = slot.rank() == 2 ? new long[] {numbers.length, 1} : new long[] {numbers.length};
    if (!isSingle(slot)) {
      return OnnxTensor.createTensor(environment, DoubleBuffer.wrap(numbers), shape);
    }
    float[] single = new float[numbers.length];
    for (int e = 0; e < single.length; e++) {
      single[e] = (float) numbers[e];
    }
    return OnnxTensor.createTensor(environment, FloatBuffer.wrap(single), shape);
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("ONNX Runtime could not close a session", e);
    }
  }

  /** The input tensors of a session, which are views of memory that must outlive them. */
  private final class Inputs implements Prepared {

    private final Map<String, OnnxTensor> tensors;

    Inputs(Map<String, OnnxTensor> tensors) {
      this.tensors = tensors;
    }

    @Override
    public DMatrixRMaj run() throws OrtException {
      try (OrtSession.Result result = session.run(tensors, Set.of(roles.output()))) {
        OnnxValue value = result.get(0);
        if (!(value instanceof OnnxTensor tensor)) {
          throw new IllegalStateException("output " + roles.output() + " is not a tensor");
        }
        return rows(tensor);
      }
    }

    private DMatrixRMaj rows(OnnxTensor tensor) {
      long[] shape = tensor.getInfo().getShape();
      // n, n x c or queries x n x c
      int rowAxes = roles.isBatched() ? 2 : 1;
      if (shape.length < rowAxes || shape.length > rowAxes + 1) {
        throw new IllegalStateException(
            "output %s has the shape %s instead of one row per node"
                .formatted(roles.output(), Arrays.toString(shape)));
      }
      int rows = 1;
      for (int axis = 0; axis < rowAxes; axis++) {
        rows = Math.multiplyExact(rows, Math.toIntExact(shape[axis]));
      }
      int cols = shape.length == rowAxes ? 1 : Math.toIntExact(shape[rowAxes]);
      DMatrixRMaj answer = new DMatrixRMaj(rows, cols);
      switch (tensor.getInfo().type) {
        case DOUBLE -> tensor.getDoubleBuffer().get(answer.data);
        case INT64 -> Arrays.setAll(answer.data, tensor.getLongBuffer()::get);
        case INT32 -> Arrays.setAll(answer.data, tensor.getIntBuffer()::get);
        default -> Arrays.setAll(answer.data, tensor.getFloatBuffer()::get);
      }
      return answer;
    }

    @Override
    public void close() {
      tensors.values().forEach(OnnxTensor::close);
    }
  }
}
