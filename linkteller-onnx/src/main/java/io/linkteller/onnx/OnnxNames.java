package io.linkteller.onnx;

import java.util.Optional;

/** The names of inputs and of the output that were set in the builder. */
final class OnnxNames {

  Optional<String> features = Optional.empty();
  Optional<String> edges = Optional.empty();
  Optional<String> weights = Optional.empty();
  Optional<String> output = Optional.empty();
}
