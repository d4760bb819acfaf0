package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.testkit.fixture.Goldens;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.StreamSupport;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The paper's GCN trained here, on twitch-ES, and attacked on the five other countries: utility and
 * leakage must be the paper's. Where training ends differs from seed to seed (F1 by 0.02), so means
 * over three fixed training seeds are compared.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("thorough")
class TrainedFromScratchTest {

  private static final int[] TRAINING_SEEDS = {42, 1, 2};
  private static final int[] PAPER_SEEDS = {42, 2, 82};
  private static final JsonNode PAPER = Goldens.read("paper-tables.json");

  private final List<GnnModel> models = new ArrayList<>();
  private final Map<String, Country> countries = new HashMap<>();

  /** A data set with the features that the models take. */
  private record Country(Dataset data, FeatureMatrix features) {

    double rareClassF1(GnnModel model) {
      Labels labels = data.labels().requireSingle();
      DMatrixRMaj logits =
          GraphOwner.of(data.graph()).serve(model).predict(InferenceNodes.of(features).query());
      return ClassificationMetrics.of(logits, labels, data.graph().nodes())
          .f1(ClassificationMetrics.rarestClass(labels));
    }

    /** The outcome at k̂ = k for the paper's sample of a seed. */
    EdgeMetrics attack(GnnModel model, DegreeClass degree, int seed, String name) {
      NodeSample sample =
          NodeSample.draw(
              data.graph(), degree, DegreeThresholds.forTwitch(name), NodeSample.PAPER_SIZE, seed);
      LinkPrediction found =
          LinkTeller.builder()
              .parallelism(2)
              .build()
              .run(
                  GraphOwner.of(data.graph()).serve(model),
                  InferenceNodes.of(features).targeting(sample.nodes()),
                  RoundedDensity.of(data.graph().inducedSubgraph(sample.nodes()))
                      .kHat(BeliefFactor.RIGHT));
      return PredictionMetrics.edges(found, data.graph());
    }
  }

  @BeforeAll
  void train() {
    Path directory = RealData.directory();
    Dataset spain = TwitchDataset.load(directory, "ES");
    FeatureScaler scaler = FeatureScaler.fit(spain.features());
    for (int seed : TRAINING_SEEDS) {
      GnnModel untrained =
          Gcn.builder().layers(TwitchDataset.FEATURE_COUNT, 256, 2).dropout(0.5).seed(seed).build();
      models.add(
          Trainer.builder()
              .epochs(200)
              .learningRate(0.01)
              .weightDecay(5e-4)
              .seed(seed)
              .build()
              .train(untrained, spain.graph(), scaler.transform(spain.features()), spain.labels())
              .model());
    }
    for (String name : List.of("RU", "DE", "FR", "ENGB", "PTBR")) {
      Dataset data = TwitchDataset.load(directory, name);
      countries.put(name, new Country(data, scaler.transform(data.features())));
    }
  }

  private Country country(String name) {
    return Objects.requireNonNull(countries.get(name), name);
  }

  /** F1 of the class that is rarer in the country. */
  @ParameterizedTest
  @CsvSource({"RU, 0.319", "DE, 0.551", "FR, 0.404", "ENGB, 0.601", "PTBR, 0.411"})
  void utilityIsThePapers(String name, double paper) {
    double mean = models.stream().mapToDouble(country(name)::rareClassF1).average().orElseThrow();
    assertEquals(paper, mean, 0.03);
  }

  /**
   * Means over the models and the paper's three samples at k̂ = k, in points, within two of the
   * paper's standard deviations, or 3 points where that is more: a standard deviation of three
   * samples is itself known to a factor of two only.
   */
  @ParameterizedTest
  @ValueSource(strings = {"RU", "DE", "FR", "ENGB", "PTBR"})
  void precisionAndRecallAreThePapers(String name) {
    List<Executable> checks = new ArrayList<>();
    for (DegreeClass degree : DegreeClass.values()) {
      List<EdgeMetrics> outcomes = new ArrayList<>();
      for (GnnModel model : models) {
        for (int seed : PAPER_SEEDS) {
          outcomes.add(country(name).attack(model, degree, seed, name));
        }
      }
      JsonNode paper = paperCell(name, degree);
      checks.add(near(paper, "precision", outcomes, EdgeMetrics::precision, degree));
      checks.add(near(paper, "recall", outcomes, EdgeMetrics::recall, degree));
    }
    assertAll(checks);
  }

  private static Executable near(
      JsonNode paper,
      String what,
      List<EdgeMetrics> outcomes,
      ToDoubleFunction<EdgeMetrics> metric,
      DegreeClass degree) {
    double mean = 100 * outcomes.stream().mapToDouble(metric).average().orElseThrow();
    double spread = Math.max(3, 2 * paper.get(what + "_std").asDouble());
    return () -> assertEquals(paper.get(what).asDouble(), mean, spread, degree + " " + what);
  }

  private static JsonNode paperCell(String country, DegreeClass degree) {
    return StreamSupport.stream(PAPER.spliterator(), false)
        .filter(
            cell ->
                cell.get("table").asText().equals("attack-gcn")
                    && cell.get("dataset").asText().equals(country)
                    && cell.get("degree").asText().equals(degree.name().toLowerCase(Locale.ROOT))
                    && cell.get("kHat").asText().equals("k")
                    && cell.get("method").asText().equals("LinkTeller"))
        .findFirst()
        .orElseThrow();
  }
}
