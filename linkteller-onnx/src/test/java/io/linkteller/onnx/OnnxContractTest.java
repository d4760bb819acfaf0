package io.linkteller.onnx;

import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.export.OnnxGraph;
import io.linkteller.testkit.contract.InferenceApiContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.Group;
import net.jqwik.api.lifecycle.AfterContainer;

/** Models in ONNX Runtime keep the contract of black boxes. */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class OnnxContractTest {

  private static final Graph PATH =
      Graph.builder(6).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).addEdge(0, 5).build();

  private static final FeatureMatrix X =
      FeatureMatrix.dense(
          new double[][] {{1, 10}, {2, -20}, {4, 40}, {-8, 80}, {16, 160}, {0.5, 3}});

  private static final OnnxModel SINGLE = OnnxModel.open(file(OnnxGraph.Type.FLOAT), PATH);

  private static final OnnxModel PARALLEL =
      OnnxModel.open(OnnxProgram.read(file(OnnxGraph.Type.DOUBLE)), Optional.of(PATH), 2);

  private static Path file(OnnxGraph.Type type) {
    try {
      Path file = Files.createTempFile("linkteller", ".onnx");
      file.toFile().deleteOnExit();
      SmallModels.neighborSum(type).write(file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterContainer
  static void close() {
    SINGLE.close();
    PARALLEL.close();
  }

  @Group
  class InSinglePrecision implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return SINGLE;
    }

    @Override
    public InferenceNodes nodes() {
      return InferenceNodes.of(X);
    }
  }

  @Group
  class SeveralQueriesAtOnce implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      return PARALLEL;
    }

    @Override
    public InferenceNodes nodes() {
      return InferenceNodes.of(X);
    }

    @Override
    public double tolerance() {
      return 1e-14;
    }
  }
}
