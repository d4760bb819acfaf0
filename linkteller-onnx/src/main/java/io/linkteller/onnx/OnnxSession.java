package io.linkteller.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.linkteller.inference.tensor.EdgeIndex;
import io.linkteller.inference.tensor.EdgeWeighting;
import io.linkteller.inference.tensor.FeatureTensor;
import io.linkteller.inference.tensor.TensorSession;
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
import org.ejml.data.DMatrixRMaj;

/** A session of ONNX Runtime. */
final class OnnxSession implements TensorSession {

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final OnnxSignature signature;
  private final Optional<EdgeWeighting> weighting;

  OnnxSession(
      OrtEnvironment environment,
      OrtSession session,
      OnnxSignature signature,
      Optional<EdgeWeighting> weighting) {
    this.environment = environment;
    this.session = session;
    this.signature = signature;
    this.weighting = weighting;
  }

  @Override
  public Prepared prepare(FeatureTensor features, int copies, EdgeIndex edges) throws OrtException {
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try {
      inputs.put(signature.features(), featureTensor(features, copies));
      int graphs = signature.batched() ? 1 : copies;
      if (signature.edges().isPresent()) {
        inputs.put(signature.edges().get(), edgeTensor(edges, graphs));
      }
      if (signature.weights().isPresent() && weighting.isPresent()) {
        inputs.put(signature.weights().get(), weightTensor(edges, weighting.get(), graphs));
      }
      if (signature.types().isPresent()) {
        inputs.put(signature.types().get(), typeTensor(edges, graphs));
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
    long[] shape = signature.batched() ? new long[] {copies, n, d} : new long[] {copies * n, d};
    ByteBuffer bytes = features.bytes(copies);
    return signature.tensors().single()
        ? OnnxTensor.createTensor(environment, bytes.asFloatBuffer(), shape)
        : OnnxTensor.createTensor(environment, bytes.asDoubleBuffer(), shape);
  }

  private OnnxTensor edgeTensor(EdgeIndex edges, int copies) throws OrtException {
    long[] pairs = edges.pairs(copies, signature.byEntry());
    int entries = pairs.length / 2;
    if (signature.entries().isPresent() && signature.entries().get() != entries) {
      throw new IllegalArgumentException(
          "the model was exported for "
              + signature.entries().get()
              + " entries of edges, but the nodes of this query have "
              + entries
              + "; export "
              + signature.edges().orElse("the edges")
              + " with a dynamic number of entries");
    }
    long[] shape = signature.byEntry() ? new long[] {entries, 2} : new long[] {2, entries};
    return signature.longs()
        ? OnnxTensor.createTensor(environment, LongBuffer.wrap(pairs), shape)
        : OnnxTensor.createTensor(
            environment,
            IntBuffer.wrap(Arrays.stream(pairs).mapToInt(v -> (int) v).toArray()),
            shape);
  }

  private OnnxTensor typeTensor(EdgeIndex edges, int copies) throws OrtException {
    int[] types = edges.types();
    long[] numbers = new long[types.length * copies];
    Arrays.setAll(numbers, e -> types[e % types.length]);
    return OnnxTensor.createTensor(
        environment, LongBuffer.wrap(numbers), new long[] {numbers.length});
  }

  private OnnxTensor weightTensor(EdgeIndex edges, EdgeWeighting weights, int copies)
      throws OrtException {
    double[] numbers = edges.weights(weights, copies);
    long[] shape =
        signature.columnOfWeights() ? new long[] {numbers.length, 1} : new long[] {numbers.length};
    if (!signature.singleWeights()) {
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
      try (OrtSession.Result result = session.run(tensors, Set.of(signature.output()))) {
        OnnxValue value = result.get(0);
        if (!(value instanceof OnnxTensor tensor)) {
          throw new IllegalStateException("output " + signature.output() + " is not a tensor");
        }
        return rows(tensor);
      }
    }

    private DMatrixRMaj rows(OnnxTensor tensor) {
      long[] shape = tensor.getInfo().getShape();
      // n, n x c or queries x n x c
      int rowAxes = signature.batched() ? 2 : 1;
      if (shape.length < rowAxes || shape.length > rowAxes + 1) {
        throw new IllegalStateException(
            "output "
                + signature.output()
                + " has the shape "
                + Arrays.toString(shape)
                + " instead of one row per node");
      }
      int rows = 1;
      for (int axis = 0; axis < rowAxes; axis++) {
        rows = Math.multiplyExact(rows, Math.toIntExact(shape[axis]));
      }
      int cols = shape.length == rowAxes ? 1 : Math.toIntExact(shape[rowAxes]);
      DMatrixRMaj answer = new DMatrixRMaj(rows, cols);
      switch (tensor.getInfo().type) {
        case DOUBLE -> tensor.getDoubleBuffer().get(answer.data);
        case INT64 -> {
          LongBuffer numbers = tensor.getLongBuffer();
          for (int i = 0; i < answer.data.length; i++) {
            answer.data[i] = numbers.get(i);
          }
        }
        case INT32 -> {
          IntBuffer numbers = tensor.getIntBuffer();
          for (int i = 0; i < answer.data.length; i++) {
            answer.data[i] = numbers.get(i);
          }
        }
        default -> {
          FloatBuffer numbers = tensor.getFloatBuffer();
          for (int i = 0; i < answer.data.length; i++) {
            answer.data[i] = numbers.get(i);
          }
        }
      }
      return answer;
    }

    @Override
    public void close() {
      tensors.values().forEach(OnnxTensor::close);
    }
  }
}
