package io.linkteller.examples;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.data.Dataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import java.io.PrintStream;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Attacks a model that is not part of this library: a credit score that averages over friends. Then
 * attacks the same model behind an API that rounds its answers, which requires a larger Δ.
 */
public final class AttackYourOwnModel {

  private AttackYourOwnModel() {}

  /** A stand-in for your model, which accepts ids and arrays and has access to a private graph. */
  private static final class CreditScore {

    private final Graph friends;
    private final double[] weights;

    CreditScore(Graph friends, int features) {
      this.friends = friends;
      this.weights = new SplittableRandom(7).doubles(features, -1, 1).toArray();
    }

    /**
     * Returns the scores of people, given one row of features for each. A score is the logistic
     * function of the mean of {@code alone} over the person and all friends in the same query.
     */
    double[] score(List<Integer> people, double[][] features) {
      double[] scores = new double[features.length];
      for (int i = 0; i < scores.length; i++) {
        double sum = alone(features[i]);
        int count = 1;
        for (int friend : friends.neighbors(people.get(i))) {
          int row = people.indexOf(friend);
          sum += row < 0 ? 0 : alone(features[row]);
          count += row < 0 ? 0 : 1;
        }
        scores[i] = 1 / (1 + Math.exp(-sum / count));
      }
      return scores;
    }

    /** Returns the weighted sum of one person's features. */
    private double alone(double[] features) {
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += weights[i] * features[i];
      }
      return sum;
    }
  }

  /**
   * Runs the example.
   *
   * @param args ignored
   */
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    Dataset people =
        SyntheticDataset.builder().nodes(300).featureColumns(100).build().generate("people", 42);
    CreditScore yours = new CreditScore(people.graph(), people.features().cols());

    // The attack needs only this function, which maps ids and rows of features to rows of outputs.
    InferenceApi exact =
        query -> {
          double[][] rows = query.features().toDense().get2DData();
          return new DMatrixRMaj(rows.length, 1, true, yours.score(query.nodes(), rows));
        };
    // Many services round their answers.
    InferenceApi rounded = ShownOutputs.rounded(exact, 3);

    Table table = Table.of("answers", "delta", "queries", "precision", "recall");
    report("exact", exact, 1e-4, people, table);
    report("three decimals", rounded, 1e-4, people, table);
    report("three decimals", rounded, 1, people, table);
    out.println(table);
  }

  private static void report(
      String answers, InferenceApi api, double delta, Dataset people, Table table) {
    LinkPrediction found =
        LinkTeller.builder()
            .measuring(FeatureReweighting.of(delta))
            .build()
            .run(api, InferenceNodes.of(people.features()), people.graph().density());
    EdgeMetrics metrics = PredictionMetrics.edges(found, people.graph());
    table.row(
        answers,
        delta,
        found.queries(),
        Table.percent(metrics.precision()),
        Table.percent(metrics.recall()));
  }
}
