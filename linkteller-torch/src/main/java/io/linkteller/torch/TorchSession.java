package io.linkteller.torch;

import ai.djl.Model;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.ParameterStore;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.tensor.EdgeIndex;
import io.linkteller.inference.tensor.EdgeWeighting;
import io.linkteller.inference.tensor.FeatureTensor;
import io.linkteller.inference.tensor.TensorSession;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** A copy of a TorchScript model. */
final class TorchSession implements TensorSession {

  private final Model model;
  private final boolean takesGraph;
  private final Optional<EdgeWeighting> weighting;
  private final boolean single;
  private final int output;

  TorchSession(
      Model model,
      boolean takesGraph,
      Optional<EdgeWeighting> weighting,
      boolean single,
      int output) {
    this.model = model;
    this.takesGraph = takesGraph;
    this.weighting = weighting;
    this.single = single;
    this.output = output;
  }

  @Override
  public Prepared prepare(FeatureTensor features, int copies, EdgeIndex edges) {
    NDManager manager = model.getNDManager().newSubManager();
    try {
      long n = features.base().rows();
      long d = features.base().cols();
      // An array over a direct buffer shares its memory.
      NDList inputs =
          new NDList(
              manager.create(
                  features.bytes(copies),
                  new Shape(copies * n, d),
                  single ? DataType.FLOAT32 : DataType.FLOAT64));
      if (takesGraph) {
        long[] pairs = edges.pairs(copies, false);
        inputs.add(manager.create(pairs, new Shape(2, pairs.length / 2)));
        weighting.ifPresent(weights -> inputs.add(weights(manager, edges, weights, copies)));
      }
      return new Inputs(manager, inputs);
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }

  private NDArray weights(NDManager manager, EdgeIndex edges, EdgeWeighting weights, int copies) {
    double[] numbers = edges.weights(weights, copies);
    if (!single) {
      return manager.create(numbers);
    }
    float[] singles = new float[numbers.length];
    for (int e = 0; e < singles.length; e++) {
      singles[e] = (float) numbers[e];
    }
    return manager.create(singles);
  }

  @Override
  public void close() {
    model.close();
  }

  /** Arrays over memory that lives as long as they do. */
  private final class Inputs implements Prepared {

    private final NDManager manager;
    private final NDList inputs;

    Inputs(NDManager manager, NDList inputs) {
      this.manager = manager;
      this.inputs = inputs;
    }

    @Override
    public DMatrixRMaj run() {
      try (NDManager pass = manager.newSubManager()) {
        NDList outputs = model.getBlock().forward(new ParameterStore(pass, false), inputs, false);
        outputs.attach(pass);
        if (output >= outputs.size()) {
          throw new InferenceException(
              "the model has " + outputs.size() + " outputs, none of them output " + output);
        }
        return rows(outputs.get(output));
      } catch (EngineException e) {
        throw new InferenceException(
            "the model does not take "
                + inputs.size()
                + " inputs of shapes "
                + inputs.stream().map(NDArray::getShape).toList()
                + (takesGraph ? "" : ", without a graph")
                + ": "
                + firstLine(e),
            e);
      }
    }

    private DMatrixRMaj rows(NDArray array) {
      Shape shape = array.getShape();
      if (shape.dimension() < 1 || shape.dimension() > 2) {
        throw new InferenceException(
            "the model's output has the shape " + shape + ", not one row per node");
      }
      int rows = Math.toIntExact(shape.get(0));
      int cols = shape.dimension() == 1 ? 1 : Math.toIntExact(shape.get(1));
      double[] numbers = array.toType(DataType.FLOAT64, false).toDoubleArray();
      return DMatrixRMaj.wrap(rows, cols, numbers);
    }

    @Override
    public void close() {
      manager.close();
    }
  }

  private static String firstLine(EngineException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no message");
  }
}
