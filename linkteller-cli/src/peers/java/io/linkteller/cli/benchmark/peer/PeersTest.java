package io.linkteller.cli.benchmark.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.cli.benchmark.Peer;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.program.Program;
import io.linkteller.models.train.Adam;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Loss;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Other implementations compute the same numbers as ours, so their times may be compared. */
final class PeersTest {

  private static final int NODES = 60;
  private static final int WIDTH = 12;

  static Stream<Peer> peers() {
    return ServiceLoader.load(Peer.class).stream()
        .map(ServiceLoader.Provider::get)
        .peek(peer -> peer.start(1));
  }

  private static DMatrixRMaj random(int rows, int cols) {
    SplittableRandom random = new SplittableRandom(rows * 31L + cols);
    DMatrixRMaj matrix = new DMatrixRMaj(rows, cols);
    for (int i = 0; i < matrix.getNumElements(); i++) {
      matrix.data[i] = random.nextDouble(-1, 1);
    }
    return matrix;
  }

  private static Graph graph() {
    SplittableRandom random = new SplittableRandom(5);
    Graph.Builder graph = Graph.builder(NODES).mergingDuplicates();
    for (int i = 0; i < 150; i++) {
      int u = random.nextInt(NODES);
      graph.addEdge(u, (u + 1 + random.nextInt(NODES - 1)) % NODES);
    }
    return graph.build();
  }

  private static void assertSame(DMatrixRMaj expected, Peer.Run run, Peer peer) {
    run.run();
    double bound = peer.tolerance() * CommonOps_DDRM.elementMaxAbs(expected);
    assertTrue(MatrixFeatures_DDRM.isIdentical(expected, run.result(), bound), peer::name);
  }

  @ParameterizedTest
  @MethodSource("peers")
  void denseProductsAreOurs(Peer peer) {
    DMatrixRMaj a = random(40, 9);
    DMatrixRMaj b = random(9, 17);
    DMatrixRMaj g = random(40, 17);
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    DenseOperand.view(a).multiply(b, out, Workers.sequential());
    peer.denseProduct(a, false, b).ifPresent(run -> assertSame(out, run, peer));
    DenseOperand.view(a).multiplyTransposed(g, out, Workers.sequential());
    peer.denseProduct(a, true, g).ifPresent(run -> assertSame(out, run, peer));
  }

  @ParameterizedTest
  @MethodSource("peers")
  void sparseProductsAreOurs(Peer peer) {
    CsrMatrix s = Normalization.FIRST_ORDER_GCN.of(graph());
    DMatrixRMaj b = random(NODES, 17);
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    s.multiply(b, out, Workers.sequential());
    peer.sparseProduct(s, b).ifPresent(run -> assertSame(out, run, peer));
  }

  @ParameterizedTest
  @MethodSource("peers")
  void lossesOfTenEpochsAreOurs(Peer peer) {
    Graph graph = graph();
    DMatrixRMaj x = random(NODES, WIDTH);
    int[] classes = new SplittableRandom(7).ints(NODES, 0, 3).toArray();
    GnnModel gcn = Gcn.builder().layers(WIDTH, 8, 3).seed(1).build();
    Program network = gcn.on(graph, Workers.sequential());
    List<DMatrixRMaj> weights =
        network.parameters().stream().map(tensor -> tensor.value().copy()).toList();
    CsrMatrix adjacency = Normalization.FIRST_ORDER_GCN.of(graph);
    peer.epoch(new Peer.Training(adjacency, x, IntList.of(classes), weights, 0))
        .ifPresent(
            run -> {
              Adam adam = new Adam(network.parameters(), 0.01, 5e-4);
              DMatrixRMaj gradient = new DMatrixRMaj(0, 0);
              for (int epoch = 0; epoch < 10; epoch++) {
                DMatrixRMaj logits = network.predictForTraining(FeatureMatrix.dense(x), 1, epoch);
                double ours =
                    Loss.evaluate(logits, Labels.single(classes, 3), graph.nodes(), gradient);
                network.backward(gradient);
                adam.next(Workers.sequential());
                run.run();
                // Adam divides by square roots of tiny moments: its bias correction and epsilon are
                // placed differently, and DJL's hyperparameters have single precision.
                assertEquals(ours, run.result().get(0, 0), 1e-5 * ours, peer.name());
              }
            });
  }
}
