package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.inference.InferenceApi;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class ComponentScaleTest {

  /** Answers p pᵀ s: a matrix whose only eigenvector is p. */
  private static BaseAnswers ofRankOne(double... squares) {
    int n = squares.length;
    InferenceApi api =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          double dot = 0;
          for (int u = 0; u < n; u++) {
            dot += Math.sqrt(squares[u]) * x.get(u, 0);
          }
          DMatrixRMaj out = new DMatrixRMaj(n, 1);
          for (int u = 0; u < n; u++) {
            out.set(u, 0, Math.sqrt(squares[u]) * dot);
          }
          return out;
        };
    return BaseAnswers.ask(SmallModels.oracle(api, n), 42);
  }

  @Test
  void theSmallestWholeDegreesAreTaken() {
    // The largest π is 1: π² is a sixth of 1, 2, 3 and 6.
    BaseAnswers base = ofRankOne(1, 2, 3, 6);
    assertEquals(6, ComponentScale.of(base, new double[] {1, 1, 1, 1}, 0), 1e-9);
    assertEquals(12, ComponentScale.of(base, new double[] {1, 1, 1, 1}, 1), 1e-9);
    // Only nodes that respond count, and rounding is no response.
    assertEquals(6, ComponentScale.of(base, new double[] {0, 1, -1, 0}, 0), 1e-9);
    assertEquals(3, ComponentScale.of(base, new double[] {1e-7, 1, 0, 1}, 0), 1e-9);
    assertEquals(2, ComponentScale.of(base, new double[] {0, 0, 1e3, 1e3}, 0), 1e-9);
    assertEquals(2, ComponentScale.of(base, new double[] {0, 1e-3, 1e3, 1e4}, 0), 1e-9);
  }

  @Test
  void whereNoDegreesAreWholeTheLeastIsOneOrTwo() {
    BaseAnswers base =
        ofRankOne(1, Math.sqrt(2), Math.sqrt(3), Math.sqrt(5), Math.sqrt(7), Math.sqrt(11), 4);
    double[] all = {1, 1, 1, 1, 1, 1, 1};
    assertEquals(4, ComponentScale.of(base, all, 0), 1e-9);
    assertEquals(8, ComponentScale.of(base, all, 1), 1e-9);
  }
}
