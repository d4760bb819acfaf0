package io.linkteller.attack;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.OutputReading;
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

  /** The mean of the logits of several answers to the same query. */
  DMatrixRMaj averaged(InferenceQuery query, int times, String name) {
    return averaged(query, times, name, answer -> {});
  }

  /** The same, with someone who sees each answer's logits, in the order in which they come. */
  DMatrixRMaj averaged(InferenceQuery query, int times, String name, Consumer<DMatrixRMaj> each) {
    requireUninterrupted(name);
    DMatrixRMaj mean = logits(query, name);
    each.accept(mean);
    for (int i = 1; i < times; i++) {
      requireUninterrupted(name);
      DMatrixRMaj next = logits(query, name);
      requireWidth(mean, next, name);
      each.accept(next);
      for (int j = 0; j < mean.getNumElements(); j++) {
        mean.data[j] += (next.data[j] - mean.data[j]) / (i + 1);
      }
    }
    return mean;
  }

  private static void requireUninterrupted(String name) {
    if (Thread.currentThread().isInterrupted()) {
      throw new InferenceException("the attack was interrupted before " + name);
    }
  }

  static void requireWidth(DMatrixRMaj expected, DMatrixRMaj answer, String name) {
    if (answer.numCols != expected.numCols) {
      throw new InferenceException(
          name
              + " returned "
              + answer.numCols
              + " numbers a node where another had "
              + expected.numCols);
    }
  }

  /** The Euclidean distance of a row in two matrices. */
  static double distance(DMatrixRMaj a, DMatrixRMaj b, int row) {
    double squares = 0;
    for (int i = row * a.numCols; i < (row + 1) * a.numCols; i++) {
      double difference = a.data[i] - b.data[i];
      squares += difference * difference;
    }
    return Math.sqrt(squares);
  }
}
