package io.linkteller.models.architecture;

import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;

/** The input of the last layer of a {@link DeepGcn}. */
public enum Jump {
  /** The output of the last convolution. */
  LAST,
  /** The concatenated outputs of all convolutions. */
  CONCAT,
  /** The elementwise maximum of the outputs of all convolutions. */
  MAX;

  /** Composes the input from the outputs of all convolutions. */
  Value of(ProgramBuilder p, List<Value> outputs) {
    return switch (this) {
      case LAST -> outputs.get(outputs.size() - 1);
      case CONCAT -> p.concatenate(outputs);
      case MAX ->
          outputs.stream().reduce((a, b) -> p.combine(BinaryFunction.MAX, a, b)).orElseThrow();
    };
  }
}
