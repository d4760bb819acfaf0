package io.linkteller.models.network;

import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** How the parameters of an untrained layer are drawn. Anyone can write one. */
public interface Initialization {

  /** Weights and biases of a layer of c columns uniform in ±1/sqrt(c), as the paper's code does. */
  Initialization UNIFORM =
      new Initialization() {
        @Override
        public DMatrixRMaj weight(int in, int out, SplittableRandom random) {
          return Parameters.uniform(in, out, 1 / Math.sqrt(out), random);
        }

        @Override
        public DMatrixRMaj bias(int out, SplittableRandom random) {
          return Parameters.uniform(1, out, 1 / Math.sqrt(out), random);
        }
      };

  /**
   * Weights from d to c columns uniform in ±sqrt(6/(d + c)), biases zero (Glorot and Bengio,
   * AISTATS 2010), as Kipf and Welling and Veličković et al. do.
   */
  Initialization GLOROT =
      new Initialization() {
        @Override
        public DMatrixRMaj weight(int in, int out, SplittableRandom random) {
          return Parameters.uniform(in, out, Math.sqrt(6.0 / (in + out)), random);
        }

        @Override
        public DMatrixRMaj bias(int out, SplittableRandom random) {
          return new DMatrixRMaj(1, out);
        }
      };

  /**
   * Draws a weight.
   *
   * @param in d
   * @param out c
   * @param random where the numbers come from
   * @return d x c
   */
  DMatrixRMaj weight(int in, int out, SplittableRandom random);

  /**
   * Draws a bias.
   *
   * @param out c
   * @param random where the numbers come from
   * @return a row of c
   */
  DMatrixRMaj bias(int out, SplittableRandom random);
}
