package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.output.ShownOutputs;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReconnaissanceTest {

  private static final Graph HOUSE =
      SmallModels.graph(8, 0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 1, 5, 2, 5, 3, 5, 0, 6);

  private static double[] both(BaseAnswers base) {
    double[] both = base.positive().clone();
    for (int c = 0; c < both.length; c++) {
      both[c] += base.negative()[c];
    }
    return both;
  }

  /** Where both signs add up to less than 10⁻⁷ of the answers, the layers are linear. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1.5e-7, 1", "3e-7, 2", "1, 2"})
  void nearlyLinearAnswersAreThoseOfOneLayer(double off, int depth) {
    ScriptedAnswers api =
        new ScriptedAnswers(
            s -> {
              double[] out = new double[8];
              for (int u = 0; u < 8; u++) {
                out[u] = s[u] > 0 ? s[u] : (1 - off) * s[u];
              }
              return out;
            },
            0);
    Reconnaissance model = Reconnaissance.of(api.oracle(8), SmallModels.rows(8), 42);
    assertEquals(depth, model.diagnosis().depth());
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void changesOfSignInTwoLayersShowInTheSumOfBothSigns(Aggregation aggregation) {
    Reconnaissance model = SmallModels.explored(HOUSE, aggregation, 2, 3);
    assertEquals(new Diagnosis(2, aggregation), model.diagnosis());
    assertArrayEquals(both(model.base()), model.direction());
    assertTrue(Double.isNaN(model.bendOfOne()));
  }

  /** Node 4 is the first of degree 1: it changes sign at 1, or with the identity on top at 1/3. */
  @ParameterizedTest
  @CsvSource({"FIRST_ORDER, 1", "AUGMENTED_WITH_IDENTITY, 0.3333333333333333"})
  void changesOfSignInThreeLayersShowAsAtTheNodeOfTheLeastPi(
      Aggregation aggregation, double change) {
    Reconnaissance model = SmallModels.explored(HOUSE, aggregation, 3, 3);
    assertEquals(new Diagnosis(3, aggregation), model.diagnosis());
    double mu = change + LazyRows.past(model.base());
    DMatrixRMaj low = model.base().response(4, 0);
    DMatrixRMaj high = model.base().response(4, mu);
    for (int c = 0; c < 3; c++) {
      double bend = high.get(4, c) - (mu + 1) * low.get(4, c);
      assertEquals(bend, model.direction()[c], 1e-6 * Math.abs(bend));
    }
    assertEquals(aggregation != Aggregation.FIRST_ORDER, Double.isNaN(model.bendOfOne()));
  }

  @Test
  void withoutTheIdentityThreeLayersHaveTheDirectionOfBothSigns() {
    Graph graph = RandomGraphs.uniform(20, 0.2, 5);
    Reconnaissance model = SmallModels.explored(graph, Aggregation.AUGMENTED, 3, 3);
    assertEquals(new Diagnosis(3, Aggregation.AUGMENTED), model.diagnosis());
    assertArrayEquals(both(model.base()), model.direction());
  }

  /** Small logits are as good as large ones. */
  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void theUnitOfLogitsDoesNotMatter(Aggregation aggregation) {
    for (int depth = 1; depth <= 3; depth++) {
      Graph graph = RandomGraphs.uniform(20, 0.2, 5);
      InferenceApi network = ReluNetwork.on(graph, aggregation, depth, 2, 3);
      for (double unit : new double[] {1e-5, 1e5}) {
        InferenceApi api =
            query -> {
              DMatrixRMaj answer = network.predict(query).copy();
              for (int i = 0; i < answer.getNumElements(); i++) {
                answer.data[i] *= unit;
              }
              return answer;
            };
        assertEquals(new Diagnosis(depth, aggregation), SmallModels.explored(api, 20).diagnosis());
      }
    }
  }

  /** The relative error times the larger of the answer and of what it differs by from the base. */
  @Test
  void anErrorIsRelativeToTheLargestLogit() {
    InferenceApi api =
        ShownOutputs.singlePrecision(ReluNetwork.on(HOUSE, Aggregation.FIRST_ORDER, 2, 3, 4));
    Reconnaissance model = SmallModels.explored(api, 8);
    double sum = 0;
    double square = 0;
    for (double logit : model.direction()) {
      sum += Math.abs(logit);
      square += logit * logit;
    }
    assertTrue(model.base().precision() > 1e-9);
    double relative = model.base().precision() * sum / square;
    for (double response : new double[] {0, 1, -1, 30, -30}) {
      DMatrixRMaj responses = new DMatrixRMaj(8, 3);
      Arrays.fill(responses.data, response);
      double[] errors = model.errorOf(responses);
      for (int u = 0; u < 8; u++) {
        double largest = Math.abs(response);
        for (int c = 0; c < 3; c++) {
          double answer = response + model.base().atMinusPi().get(u, c) / model.base().pi(u);
          largest = Math.max(largest, Math.abs(answer));
        }
        assertEquals(relative * largest, errors[u], 1e-12 * errors[u]);
      }
    }
  }

  /** Queries of a ring before those about single nodes: 7 for π and the signs, 14 for the depth. */
  private static final int BEFORE = 21;

  private static Aggregation ofBend(double own, double... others) {
    ScriptedAnswers api = ScriptedAnswers.ring(8, true, 0);
    double[] first = new double[8];
    first[0] = own;
    System.arraycopy(others, 0, first, 1, others.length);
    api.nextResponsesAfter(BEFORE, new double[8], first, new double[8], new double[8]);
    Reconnaissance model = Reconnaissance.of(api.oracle(8), SmallModels.rows(8), 42);
    assertEquals(2, model.diagnosis().depth());
    return model.diagnosis().aggregation();
  }

  /** The bend of node 1, which follows where that of node 0 leaves it open, is none. */
  @ParameterizedTest
  @CsvSource({
    "0.3, 0, 0",
    "0.4, 0.25, 0.25",
    "0.4, 0.25, 0",
    "0.4, 0.25005, 0.24995",
    "0.25, 0.7, 0",
    "0.25, 0.5, 0",
    "0.5, 0.5, 0",
    "0.50005, 0.49995, 0",
    "0.2, 0.6, 0.6"
  })
  void bendsOfLeavesMayBeThoseOfARandomWalk(double own, double first, double second) {
    assertEquals(Aggregation.RANDOM_WALK, ofBend(own, first, second));
  }

  @ParameterizedTest
  @CsvSource({
    "0.49995, 0.25, 0.25",
    "0.6, 0.25, 0",
    "0.4, 0.25, 0.3",
    "0.4, 0.3, 0.25",
    "0.4, 0.2, 0.25",
    "0.3, 0.7, 0",
    "0.25, 0.7, 0.7",
    "0.5, 0.4, 0",
    "0.5, 0.6, 0",
    "0.5, 0.5, 0.5",
    "0.6, 0.5, 0"
  })
  void otherBendsShowTheIdentity(double own, double first, double second) {
    assertEquals(Aggregation.FIRST_ORDER, ofBend(own, first, second));
  }
}
