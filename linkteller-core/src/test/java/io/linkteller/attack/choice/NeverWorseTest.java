package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the automatic choice with fixed scores if answers are coarse or noisy. */
class NeverWorseTest {

  private static final int NODES = 150;
  private static final int TARGETS = 110;
  private static final long[] SAMPLES = {42, 2, 82};
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.035, 29);
  private static final List<PairScore> SCORES = List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED);

  @ParameterizedTest
  @CsvSource({"AUGMENTED, TWO_DIGITS"})
  void theChoiceIsNoWorseThanTheScores(SmallNetwork.Kind kind, Shown shown) {
    theChoiceIsNeverWorseThanTheScores(kind, shown);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "AUGMENTED, DROPOUT",
    "AUGMENTED, ONE_DIGIT",
    "AUGMENTED, HALF",
    "ATTENTION, DROPOUT",
    "ATTENTION, TWO_DIGITS",
    "ATTENTION, HALF",
    "BATCH_NORM, DROPOUT",
    "BATCH_NORM, ONE_DIGIT",
    "BATCH_NORM, TWO_DIGITS",
    "BATCH_NORM, HALF",
  })
  void theChoiceIsNeverWorseThanTheScores(SmallNetwork.Kind kind, Shown shown) {
    double[] precision = new double[SCORES.size() + 1];
    for (long sample : SAMPLES) {
      InferenceNodes nodes = nodes(sample);
      for (int i = 0; i < precision.length; i++) {
        AttackRequest.Builder request = AttackRequest.builder().access(shown.access());
        if (i > 0) {
          request.with(InfluenceAttack.SCORE, SCORES.get(i - 1));
        }
        InferenceApi api = shown.of(new SmallNetwork(GRAPH, kind, 2, 4, 17));
        LinkAttackProvider attack = LinkAttackProvider.named(i == 0 ? "auto" : "linkteller");
        precision[i] += precision(attack, request.build(), api, nodes) / SAMPLES.length;
      }
    }
    for (int i = 1; i < precision.length; i++) {
      String found = precision[0] + " < " + precision[i] + " of " + SCORES.get(i - 1).name();
      assertTrue(precision[0] >= precision[i] - 0.02, found);
    }
  }

  private static double precision(
      LinkAttackProvider attack, AttackRequest request, InferenceApi api, InferenceNodes nodes) {
    Graph truth = GRAPH.inducedSubgraph(nodes.targets());
    long[] best =
        attack.create(request).run(api, nodes, truth.density()).scores().best(truth.edgeCount());
    int right = 0;
    for (long pair : best) {
      right += truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair)) ? 1 : 0;
    }
    return (double) right / best.length;
  }

  private static InferenceNodes nodes(long sample) {
    double[][] features = Gaussian.rows(NODES, SmallNetwork.FEATURES, new Random(31));
    IntList drawn = new IntArrayList(GRAPH.nodes());
    Collections.shuffle(drawn, new Random(sample));
    return InferenceNodes.of(FeatureMatrix.dense(features)).targeting(drawn.subList(0, TARGETS));
  }

  /** The form in which a black box shows the logits of a network. */
  private enum Shown {
    /** Each query drops a new random part of the features. */
    DROPOUT,
    ONE_DIGIT,
    TWO_DIGITS,
    HALF;

    Access access() {
      return switch (this) {
        case DROPOUT -> Access.builder().precision(Access.Precision.NOISY).build();
        case ONE_DIGIT -> probabilities(1);
        case TWO_DIGITS -> probabilities(2);
        case HALF -> Access.builder().build();
      };
    }

    private static Access probabilities(int decimals) {
      return Access.builder()
          .answers(
              new AnswerKind(
                  AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(decimals)))
          .build();
    }

    InferenceApi of(InferenceApi network) {
      AtomicInteger asked = new AtomicInteger();
      return switch (this) {
        case DROPOUT -> query -> network.predict(dropped(query, asked.incrementAndGet()));
        case ONE_DIGIT ->
            query -> each(softmax(network.predict(query)), p -> Math.rint(p * 10) / 10);
        case TWO_DIGITS ->
            query -> each(softmax(network.predict(query)), p -> Math.rint(p * 100) / 100);
        case HALF ->
            query ->
                each(
                    network.predict(query),
                    value -> {
                      double unit = Math.scalb(1.0, Math.getExponent(value) - 10);
                      return Math.rint(value / unit) * unit;
                    });
      };
    }

    private static InferenceQuery dropped(InferenceQuery query, long seed) {
      Random random = new Random(seed);
      DMatrixRMaj features = query.features().toDense();
      each(features, value -> random.nextInt(10) == 0 ? 0 : value / 0.9);
      return query.about(FeatureMatrix.dense(features));
    }

    private static DMatrixRMaj each(DMatrixRMaj matrix, DoubleUnaryOperator function) {
      for (int i = 0; i < matrix.getNumElements(); i++) {
        matrix.data[i] = function.applyAsDouble(matrix.data[i]);
      }
      return matrix;
    }

    private static DMatrixRMaj softmax(DMatrixRMaj logits) {
      for (int row = 0; row < logits.numRows; row++) {
        double sum = 0;
        for (int col = 0; col < logits.numCols; col++) {
          logits.set(row, col, Math.exp(logits.get(row, col)));
          sum += logits.get(row, col);
        }
        for (int col = 0; col < logits.numCols; col++) {
          logits.set(row, col, logits.get(row, col) / sum);
        }
      }
      return logits;
    }
  }
}
