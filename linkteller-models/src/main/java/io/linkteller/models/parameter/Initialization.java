package io.linkteller.models.parameter;

import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/** The distribution of the initial parameters of a layer. */
public interface Initialization {

  /**
   * Draws weights and biases of a layer with c columns uniformly from [-1/sqrt(c), 1/sqrt(c)), as
   * in the paper's code.
   */
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
   * Draws d x c weights uniformly from [-b, b), where b = sqrt(6/(d + c)), and sets biases to zero
   * (Glorot and Bengio, AISTATS 2010). Kipf and Welling, like Veličković et al., use this
   * initialization.
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
   * Draws a weight matrix.
   *
   * @param in d, the number of input columns
   * @param out c, the number of output columns
   * @param random the source of randomness
   * @return a d x c matrix
   */
  DMatrixRMaj weight(int in, int out, SplittableRandom random);

  /**
   * Draws a bias.
   *
   * @param out c, the number of output columns
   * @param random the source of randomness
   * @return a 1 x c matrix
   */
  DMatrixRMaj bias(int out, SplittableRandom random);
}
