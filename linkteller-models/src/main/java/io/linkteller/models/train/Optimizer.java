package io.linkteller.models.train;

import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;

/** An optimization algorithm. Immutable; the state of a training run is in its {@link Steps}. */
@FunctionalInterface
public interface Optimizer {

  /** The state of one training run. */
  @FunctionalInterface
  interface Steps {

    /**
     * Updates every parameter using its current gradient.
     *
     * @param workers the executor; the result must not depend on its number of threads
     */
    void next(Workers workers);
  }

  /**
   * Begins a training run.
   *
   * @param tensors the trained parameters; each backward pass writes their gradients
   * @return the state of the run
   */
  Steps begin(List<Tensor> tensors);
}
