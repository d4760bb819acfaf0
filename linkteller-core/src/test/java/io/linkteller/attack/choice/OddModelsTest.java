package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.influence.BiasedAttention;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.RandomGraphs;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToIntFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Models outside the paper's family, each with registered attacks that read it. A share is the
 * recall if as many pairs are predicted as there are edges; random pairs achieve 0.09.
 */
class OddModelsTest {

  private static final int N = 50;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.08, 11);

  private static final AnswerKind LABELS =
      new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());
  private static final AnswerKind THREE_DECIMALS =
      new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(3));

  private record Odd(AnswerKind kind, InferenceNodes nodes, InferenceApi api) {

    /** A model of normally distributed features. */
    Odd(AnswerKind kind, InferenceApi api) {
      this(kind, BiasedAttention.nodes(N), api);
    }
  }

  private static Odd model(String name) {
    return switch (name) {
      case "alert at 1 flag" -> alert(1);
      case "alert at 2 flags" -> alert(2);
      case "alert at 3 flags" -> alert(3);
      case "badge from degree 2" -> badge(2);
      case "badge from degree 3" -> badge(3);
      case "badge from degree 4" -> badge(4);
      case "sums beside noise" -> besideNoise();
      case "class of the largest sum" -> new Odd(LABELS, uniform(), q -> largest(sums(q, 1)));
      case "class of a mean" ->
          new Odd(LABELS, ShownOutputs.labels(q -> sums(q, 4), Posterior.SOFTMAX));
      case "features of length 1" -> new Odd(AnswerKind.LOGITS, OddModelsTest::normalized);
      case "counted neighbors" -> new Odd(AnswerKind.LOGITS, OddModelsTest::counted);
      case "counted neighbors, rounded" ->
          new Odd(
              THREE_DECIMALS,
              ShownOutputs.rounded(
                  ShownOutputs.probabilities(OddModelsTest::counted, Posterior.SOFTMAX), 3));
      case "anomaly scores" -> new Odd(AnswerKind.LOGITS, OddModelsTest::anomalies);
      case "attention with a weak bias" -> attention(0.1, Math::tanh);
      case "attention with a strong bias" -> attention(2, Math::tanh);
      case "linear attention" -> attention(2, x -> x);
      case "attention after relu" -> attention(0.1, x -> Math.max(0, x));
      case "masked neighbors" -> attention(-3, Math::tanh);
      case "all but neighbors" -> new Odd(AnswerKind.LOGITS, OddModelsTest::complement);
      case "scores of pairs" -> new Odd(AnswerKind.LOGITS, OddModelsTest::similarities);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static InferenceNodes uniform() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[N][3];
    for (double[] row : x) {
      Arrays.setAll(row, col -> random.nextDouble());
    }
    return InferenceNodes.of(FeatureMatrix.dense(x));
  }

  private static boolean isEdge(InferenceQuery query, int u, int v) {
    return u != v && GRAPH.hasEdge(query.nodes().getInt(u), query.nodes().getInt(v));
  }

  /** Sums a function of each feature over the neighbors in a query. */
  private static DMatrixRMaj ofNeighbors(InferenceQuery query, DoubleUnaryOperator function) {
    DMatrixRMaj x = query.features().toDense();
    DMatrixRMaj sums = new DMatrixRMaj(x.numRows, x.numCols);
    for (int u = 0; u < x.numRows; u++) {
      for (int v = 0; v < x.numRows; v++) {
        for (int col = 0; col < x.numCols && isEdge(query, u, v); col++) {
          sums.add(u, col, function.applyAsDouble(x.get(v, col)));
        }
      }
    }
    return sums;
  }

  /** Returns the features of each node plus {@code times} the sum of its neighbors' features. */
  private static DMatrixRMaj sums(InferenceQuery query, double times) {
    DMatrixRMaj x = query.features().toDense().copy();
    CommonOps_DDRM.addEquals(x, times, ofNeighbors(query, value -> value));
    return x;
  }

  private static DMatrixRMaj labels(DMatrixRMaj of, ToIntFunction<double[]> label, int labels) {
    DMatrixRMaj shown = new DMatrixRMaj(of.numRows, labels);
    for (int u = 0; u < of.numRows; u++) {
      double[] row = Arrays.copyOfRange(of.data, u * of.numCols, (u + 1) * of.numCols);
      shown.set(u, label.applyAsInt(row), 1);
    }
    return shown;
  }

  private static DMatrixRMaj largest(DMatrixRMaj sums) {
    return labels(sums, row -> row[0] >= Math.max(row[1], row[2]) ? 0 : row[1] > row[2] ? 1 : 2, 3);
  }

  /** Raises an alert for each node with at least {@code least} flagged neighbors. */
  private static Odd alert(int least) {
    return new Odd(
        LABELS,
        uniform(),
        query ->
            labels(ofNeighbors(query, x -> x > 0.9 ? 1 : 0), row -> row[0] >= least ? 1 : 0, 2));
  }

  /** Gives a badge to each node with at least {@code least} neighbors in the query. */
  private static Odd badge(int least) {
    return new Odd(
        LABELS,
        uniform(),
        query -> labels(ofNeighbors(query, x -> 1), row -> row[0] >= least ? 1 : 0, 2));
  }

  /** Adds noise that is larger than the contribution of a neighbor. */
  private static Odd besideNoise() {
    SplittableRandom noise = new SplittableRandom(8);
    return new Odd(
        AnswerKind.LOGITS,
        uniform(),
        query -> {
          DMatrixRMaj sums = ofNeighbors(query, Math::tanh);
          for (int i = 0; i < sums.getNumElements(); i++) {
            sums.data[i] += 4 * noise.nextDouble() - 2;
          }
          return sums;
        });
  }

  /** Normalizes each node's features to length 1 before adding them, so only their sign shows. */
  private static DMatrixRMaj normalized(InferenceQuery query) {
    DMatrixRMaj x = query.features().toDense().copy();
    for (int v = 0; v < x.numRows; v++) {
      DMatrixRMaj row = CommonOps_DDRM.extractRow(x, v, null);
      double length = NormOps_DDRM.normF(row);
      for (int col = 0; col < x.numCols && length > 0; col++) {
        // Rounded to nine digits, so that rounding errors do not show the scale.
        x.set(v, col, Math.rint(1e9 * x.get(v, col) / length) / 1e9);
      }
    }
    return sums(query.about(FeatureMatrix.dense(x)), 1);
  }

  /** Encodes the number of neighbors of each node and attends to all nodes equally. */
  private static DMatrixRMaj counted(InferenceQuery query) {
    DMatrixRMaj z = query.features().toDense().copy();
    DMatrixRMaj degrees = ofNeighbors(query, x -> 1);
    for (int i = 0; i < z.getNumElements(); i++) {
      z.data[i] += Math.sin(degrees.data[i] + i % z.numCols);
    }
    DMatrixRMaj mean = CommonOps_DDRM.sumCols(z, null);
    for (int i = 0; i < z.getNumElements(); i++) {
      z.data[i] *= 1 + mean.data[i % z.numCols] / z.numRows;
    }
    return z;
  }

  /** Measures how far each node's neighbors are from those that its features suggest. */
  private static DMatrixRMaj anomalies(InferenceQuery query) {
    DMatrixRMaj x = query.features().toDense();
    DMatrixRMaj score = new DMatrixRMaj(x.numRows, 1);
    for (int u = 0; u < x.numRows; u++) {
      double squares = 0;
      for (int v = 0; v < x.numRows; v++) {
        double product = 0;
        for (int col = 0; col < 3; col++) {
          product += x.get(u, col) * x.get(v, col);
        }
        double missing = (isEdge(query, u, v) ? 1 : 0) - 1 / (1 + Math.exp(-product));
        squares += missing * missing;
      }
      score.set(u, 0, Math.sqrt(squares / x.numRows));
    }
    return score;
  }

  private static Odd attention(double bias, DoubleUnaryOperator activation) {
    return new Odd(AnswerKind.LOGITS, new BiasedAttention(GRAPH, bias, activation));
  }

  /** Sums tanh(x) over all nodes except neighbors, so edges are ranked last. */
  private static DMatrixRMaj complement(InferenceQuery query) {
    DMatrixRMaj x = query.features().toDense();
    DMatrixRMaj answer = ofNeighbors(query, value -> -Math.tanh(value));
    for (int i = 0; i < x.getNumElements(); i++) {
      for (int u = 0; u < x.numRows; u++) {
        answer.add(u, i % x.numCols, Math.tanh(x.data[i]));
      }
    }
    return answer;
  }

  private static DMatrixRMaj similarities(InferenceQuery query) {
    DMatrixRMaj scores = new DMatrixRMaj(N, N);
    GRAPH.forEachEdge((u, v) -> scores.set(v, u, 0.7 + 0.01 * u));
    return scores;
  }

  private static double share(Odd model, String attack) {
    AttackRequest request = AttackRequest.builder().access(Access.seeing(model.kind())).build();
    long right =
        LinkAttackProvider.named(attack)
            .create(request)
            .run(model.api(), model.nodes(), GRAPH.density())
            .edges()
            .stream()
            .filter(edge -> GRAPH.hasEdge(edge.u(), edge.v()))
            .count();
    return (double) right / GRAPH.edgeCount();
  }

  /** The minimum share is the measured share minus 0.05. */
  @ParameterizedTest
  @CsvSource({
    "alert at 1 flag, random-design, 0.95",
    "alert at 2 flags, random-design, 0.95",
    "alert at 3 flags, random-design, 0.89",
    "badge from degree 2, random-design, 0.94",
    "badge from degree 3, random-design, 0.89",
    // A node with fewer than four neighbors has no badge in any query.
    "badge from degree 4, random-design, 0.75",
    "sums beside noise, random-design, 0.95",
    "class of the largest sum, random-design, 0.89",
    "class of a mean, pairs, 0.93",
    "features of length 1, pairs, 0.95",
    "features of length 1, subsets, 0.95",
    "counted neighbors, pairs, 0.95",
    "counted neighbors, random-design, 0.91",
    "'counted neighbors, rounded', pairs, 0.95",
    "'counted neighbors, rounded', random-design, 0.95",
    "anomaly scores, pairs, 0.95",
    "attention with a weak bias, pairs, 0.95",
    "attention with a strong bias, pairs, 0.95",
    "linear attention, pairs, 0.95",
    "attention after relu, pairs, 0.95",
    "masked neighbors, pairs, 0.95",
    "all but neighbors, pairs, 0.95",
    "scores of pairs, shown-pairs, 0.95",
  })
  void aRegisteredAttackReadsEachModel(String name, String attack, double least) {
    double share = share(model(name), attack);
    assertTrue(share >= least, () -> "share " + share);
  }
}
