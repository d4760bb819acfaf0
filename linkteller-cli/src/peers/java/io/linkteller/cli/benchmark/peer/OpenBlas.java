package io.linkteller.cli.benchmark.peer;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;

import io.linkteller.cli.benchmark.Peer;
import java.util.Optional;
import org.bytedeco.javacpp.DoublePointer;
import org.ejml.data.DMatrixRMaj;

/** Dense products of OpenBLAS, a native BLAS, on memory outside the heap. */
public final class OpenBlas implements Peer {

  /** For the service loader. */
  public OpenBlas() {}

  @Override
  public String name() {
    return "OpenBLAS 0.3.30, double";
  }

  @Override
  public double tolerance() {
    return 1e-12;
  }

  @Override
  public void start(int threads) {
    blas_set_num_threads(threads);
  }

  @Override
  public Optional<Run> denseProduct(DMatrixRMaj a, boolean transposed, DMatrixRMaj b) {
    int m = transposed ? a.numCols : a.numRows;
    int n = b.numCols;
    int k = b.numRows;
    DoublePointer left = new DoublePointer(a.data);
    DoublePointer right = new DoublePointer(b.data);
    DoublePointer out = new DoublePointer((long) m * n);
    return Optional.of(
        new Run() {
          @Override
          public void run() {
            cblas_dgemm(
                CblasRowMajor,
                transposed ? CblasTrans : CblasNoTrans,
                CblasNoTrans,
                m,
                n,
                k,
                1,
                left,
                a.numCols,
                right,
                n,
                0,
                out,
                n);
          }

          @Override
          public DMatrixRMaj result() {
            DMatrixRMaj result = new DMatrixRMaj(m, n);
            out.get(result.data);
            return result;
          }
        });
  }
}
