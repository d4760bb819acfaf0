package io.linkteller.cli.benchmark.peer;

import io.linkteller.cli.benchmark.Peer;
import java.util.Optional;
import org.ejml.concurrency.EjmlConcurrency;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.mult.MatrixMatrixMult_MT_DDRM;

/** Dense products of EJML, in plain Java. */
public final class Ejml implements Peer {

  /** For the service loader. */
  public Ejml() {}

  @Override
  public String name() {
    return "EJML 0.44, double";
  }

  @Override
  public double tolerance() {
    return 1e-12;
  }

  @Override
  public void start(int threads) {
    EjmlConcurrency.setMaxThreads(threads);
  }

  @Override
  public Optional<Run> denseProduct(DMatrixRMaj a, boolean transposed, DMatrixRMaj b) {
    DMatrixRMaj out = new DMatrixRMaj(transposed ? a.numCols : a.numRows, b.numCols);
    return Optional.of(
        new Run() {
          @Override
          public void run() {
            if (transposed) {
              MatrixMatrixMult_MT_DDRM.multTransA_reorder(a, b, out);
            } else {
              MatrixMatrixMult_MT_DDRM.mult_reorder(a, b, out);
            }
          }

          @Override
          public DMatrixRMaj result() {
            return out;
          }
        });
  }
}
