package io.linkteller.remote;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TensorTest {

  @Test
  void aMatrixMustHaveAsManyNumbersAsItsShape() {
    for (long[] shape : new long[][] {{3, 0}, {2, 2}, {-1, -2}, {1L << 32, 1L << 32}, {}}) {
      Tensor tensor = new Tensor("y", "FP32", shape);
      double[] values = new double[shape.length == 2 && shape[0] == 3 ? 0 : 2];
      assertThrows(AnswerFormatException.class, () -> tensor.matrix(values, true));
    }
  }

  @Test
  void messagesTruncateNamesFromTheServer() {
    String endless = "x".repeat(100_000);
    Tensor tensor = new Tensor(endless, endless, new long[] {1, 2});
    AnswerFormatException refused =
        assertThrows(AnswerFormatException.class, () -> tensor.matrix(new double[3], true));
    String message = refused.sent();
    assertTrue(message.length() < 1000, () -> message.length() + " characters");
    assertTrue(message.contains("3 elements"), message);
  }
}
