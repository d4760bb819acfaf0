package io.linkteller.models.train;

import io.linkteller.models.network.Tensor;
import io.linkteller.parallel.Workers;
import java.util.List;

/** How parameters follow their gradients. Immutable; the state of a run is in its {@link Steps}. */
@FunctionalInterface
public interface Optimizer {

  /** The state of one training run. */
  @FunctionalInterface
  interface Steps {

    /**
     * Moves every parameter by one step along its current gradient.
     *
     * @param workers the executor; the result must not depend on their number
     */
    void next(Workers workers);
  }

  /**
   * Begins a run.
   *
   * @param tensors the parameters, whose gradients each backward pass writes
   * @return the steps
   */
  Steps begin(List<Tensor> tensors);
}
