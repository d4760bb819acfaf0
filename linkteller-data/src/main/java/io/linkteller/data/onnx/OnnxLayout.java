package io.linkteller.data.onnx;

import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Parameters;

/**
 * How models of one architecture are written as ONNX operators. Found by the service loader, so
 * that an architecture from elsewhere can be exported too.
 */
public interface OnnxLayout {

  /**
   * Returns the architecture.
   *
   * @return its name in settings
   */
  String architecture();

  /**
   * Writes the operators of a model.
   *
   * @param on where to, with the features and the graph
   * @param settings what the model is besides its parameters
   * @param parameters its parameters
   * @return the name of the logits, n x c
   */
  String write(OnnxMessages on, Settings settings, Parameters parameters);
}
