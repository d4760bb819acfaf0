package io.linkteller.cli.benchmark.peer;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.training.GradientCollector;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.linkteller.cli.benchmark.Peer;
import io.linkteller.matrix.CsrMatrix;
import java.util.Optional;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * PyTorch's native library, called through DJL. Products are those of its own operators; sparse
 * matrices have coordinate format, the only one that DJL creates. Training is by automatic
 * differentiation, on dense features as in the code of the paper's authors.
 */
abstract class PyTorch implements Peer {

  private final DataType type;
  private final String name;
  private final double tolerance;

  PyTorch(DataType type, String name, double tolerance) {
    this.type = type;
    this.name = name;
    this.tolerance = tolerance;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public double tolerance() {
    return tolerance;
  }

  @Override
  public void start(int threads) {
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("ai.djl.pytorch.num_threads", Integer.toString(threads));
    Engine.getEngine("PyTorch");
  }

  private NDManager manager() {
    return Engine.getEngine("PyTorch").newBaseManager();
  }

  // An array that DJL creates refers to memory of the Java heap's buffers, which may be collected
  // while a view or a sparse matrix of PyTorch still reads it. Copies are PyTorch's own.

  private NDArray array(NDManager manager, DMatrixRMaj matrix) {
    return manager
        .create(matrix.data, new Shape(matrix.numRows, matrix.numCols))
        .toType(type, true);
  }

  private NDArray array(NDManager manager, CsrMatrix s) {
    int entries = s.entryCount();
    long[] places = new long[2 * entries];
    for (int row = 0; row < s.rows(); row++) {
      for (int e = s.offset(row); e < s.offset(row + 1); e++) {
        places[e] = row;
        places[entries + e] = s.column(e);
      }
    }
    NDArray indices = manager.create(places, new Shape(2, entries)).duplicate();
    NDArray values = manager.create(s.copyValues()).toType(type, true);
    return JniUtils.createSparseCoo(
        (PtNDArray) indices, (PtNDArray) values, new Shape(s.rows(), s.cols()));
  }

  @Override
  public Optional<Run> denseProduct(DMatrixRMaj a, boolean transposed, DMatrixRMaj b) {
    NDManager manager = manager();
    NDArray given = array(manager, a);
    NDArray left = transposed ? given.transpose() : given;
    NDArray right = array(manager, b);
    return Optional.of(new Product(() -> left.matMul(right)));
  }

  @Override
  public Optional<Run> sparseProduct(CsrMatrix s, DMatrixRMaj b) {
    NDManager manager = manager();
    NDArray left = array(manager, s);
    NDArray right = array(manager, b);
    return Optional.of(new Product(() -> left.matMul(right)));
  }

  private static DMatrixRMaj matrix(NDArray array) {
    NDArray doubles = array.toType(DataType.FLOAT64, false);
    Shape shape = array.getShape();
    return DMatrixRMaj.wrap((int) shape.get(0), (int) shape.get(1), doubles.toDoubleArray());
  }

  private static final class Product implements Run {

    private final Supplier<NDArray> product;
    private NDArray last;

    Product(Supplier<NDArray> product) {
      this.product = product;
      this.last = product.get();
    }

    @Override
    public void run() {
      last.close();
      last = product.get();
    }

    @Override
    public DMatrixRMaj result() {
      return matrix(last);
    }
  }

  @Override
  public Optional<Run> epoch(Training training) {
    return Optional.of(new Epoch(training));
  }

  private final class Epoch implements Run {

    private final Engine engine = Engine.getEngine("PyTorch");
    private final NDArray adjacency;
    private final NDArray x;
    private final NDArray wanted;
    private final NDArray[] weights;
    private final float dropout;
    private final Optimizer adam =
        Optimizer.adam()
            .optLearningRateTracker(Tracker.fixed(0.01f))
            .optWeightDecays(5e-4f)
            .build();
    private double loss;

    Epoch(Training training) {
      NDManager manager = manager();
      adjacency = array(manager, training.adjacency());
      x = array(manager, training.x());
      weights = new NDArray[training.weights().size()];
      for (int i = 0; i < weights.length; i++) {
        DMatrixRMaj weight = training.weights().get(i).copy();
        if (i % 2 == 1) {
          weight.reshape(1, weight.getNumElements());
        }
        weights[i] = array(manager, weight);
        weights[i].setRequiresGradient(true);
      }
      int n = training.labels().size();
      DMatrixRMaj hot = new DMatrixRMaj(n, training.weights().get(2).numCols);
      for (int v = 0; v < n; v++) {
        hot.set(v, training.labels().getInt(v), -1.0 / n);
      }
      wanted = array(manager, hot);
      dropout = (float) training.dropout();
    }

    @Override
    public void run() {
      try (NDScope scope = new NDScope()) {
        try (GradientCollector gradients = engine.newGradientCollector()) {
          NDArray hidden = Activation.relu(adjacency.matMul(x.matMul(weights[0])).add(weights[1]));
          if (dropout > 0) {
            hidden = JniUtils.dropout((PtNDArray) hidden, dropout, true);
          }
          NDArray logits = adjacency.matMul(hidden.matMul(weights[2])).add(weights[3]);
          NDArray mean = logits.logSoftmax(1).mul(wanted).sum();
          gradients.backward(mean);
          loss = mean.toType(DataType.FLOAT64, true).getDouble();
        }
        scope.suppressNotUsedWarning();
      }
      // Outside of the scope, which would close the moments that Adam keeps.
      for (int i = 0; i < weights.length; i++) {
        try (NDArray gradient = weights[i].getGradient()) {
          adam.update(Integer.toString(i), weights[i], gradient);
        }
        JniUtils.zeroGrad((PtNDArray) weights[i]);
      }
    }

    @Override
    public DMatrixRMaj result() {
      return new DMatrixRMaj(new double[][] {{loss}});
    }
  }
}
