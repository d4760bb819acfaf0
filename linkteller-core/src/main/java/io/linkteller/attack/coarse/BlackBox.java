package io.linkteller.attack.coarse;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.matrix.DenseKernels;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;

/** A black box with possibly varying answers, which are converted to logits. */
record BlackBox(InferenceApi api, OutputReading reading) {

  /** Returns a copy of the answer as the black box returns it. */
  DMatrixRMaj shown(InferenceQuery query, String name) {
    return Answers.ask(api, query, name).copy();
  }

  DMatrixRMaj logits(InferenceQuery query, String name) {
    return reading.logits(Answers.ask(api, query, name));
  }

  /** Returns the logits of an answer that must have {@code width} columns. */
  DMatrixRMaj logits(InferenceQuery query, String name, int width) {
    return reading.logits(Answers.ask(api, query, name, width));
  }

  /** Returns the Euclidean distance between a row of two matrices. */
  static double distance(DMatrixRMaj a, DMatrixRMaj b, int row) {
    return DenseKernels.distance(a.data, b.data, row * a.numCols, a.numCols);
  }

  /**
   * Returns the mean of the logits of several answers to the same query, each with {@code width}
   * columns.
   */
  DMatrixRMaj averaged(InferenceQuery query, int times, String name, int width) {
    return mean(logits(query, name, width), query, times, name, answer -> {});
  }

  /**
   * Returns the mean of the logits of several answers, and passes the logits of each to a consumer.
   */
  DMatrixRMaj averaged(InferenceQuery query, int times, String name, Consumer<DMatrixRMaj> each) {
    return mean(logits(query, name), query, times, name, each);
  }

  /** Adds further answers to the first and replaces it by their mean. */
  private DMatrixRMaj mean(
      DMatrixRMaj mean, InferenceQuery query, int times, String name, Consumer<DMatrixRMaj> each) {
    each.accept(mean);
    for (int i = 1; i < times; i++) {
      DMatrixRMaj next = logits(query, name, mean.numCols);
      each.accept(next);
      for (int j = 0; j < mean.getNumElements(); j++) {
        mean.data[j] += (next.data[j] - mean.data[j]) / (i + 1);
      }
    }
    return mean;
  }
}
