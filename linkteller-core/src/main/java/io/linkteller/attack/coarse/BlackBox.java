package io.linkteller.attack.coarse;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.matrix.DenseKernels;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;

/** A black box whose answers may vary, read as logits. */
record BlackBox(InferenceApi api, OutputReading reading) {

  /** What the black box shows, a copy. */
  DMatrixRMaj shown(InferenceQuery query, String name) {
    return Answers.ask(api, query, name).copy();
  }

  DMatrixRMaj logits(InferenceQuery query, String name) {
    return reading.logits(Answers.ask(api, query, name));
  }

  /** The logits of an answer that is to be compared with one of so many columns. */
  DMatrixRMaj logits(InferenceQuery query, String name, int width) {
    return reading.logits(Answers.ask(api, query, name, width));
  }

  /** The Euclidean distance of a row in two matrices. */
  static double distance(DMatrixRMaj a, DMatrixRMaj b, int row) {
    return DenseKernels.distance(a.data, b.data, row * a.numCols, a.numCols);
  }

  /** The mean of the logits of several answers to the same query, each of so many columns. */
  DMatrixRMaj averaged(InferenceQuery query, int times, String name, int width) {
    return mean(logits(query, name, width), query, times, name, answer -> {});
  }

  /** The same, with someone who sees each answer's logits, in the order in which they come. */
  DMatrixRMaj averaged(InferenceQuery query, int times, String name, Consumer<DMatrixRMaj> each) {
    return mean(logits(query, name), query, times, name, each);
  }

  /** Turns the first answer into the mean of so many. */
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
