package io.linkteller.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.reading.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.audit.InfluenceAudit;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.Thorough;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** External architectures are trained on Cora, probed incrementally and audited. */
class OutsideArchitecturesTest {

  private static final List<Architecture> ALL = List.of(new Gatv2(), new GraphNormGcn());

  @ParameterizedTest
  @CsvSource({"gatv2, 64, 0.78, 0.95", "graph-norm-gcn, 16, 0.75, 0.9"})
  void externalArchitecturesAreTrainedProbedAndAudited(
      String name, int width, double minAccuracy, double minAuc) throws Exception {
    Dataset data = PlanetoidDataset.load(RealData.directory(), "cora");
    SparseFeatures features = ((SparseFeatures) data.features()).normalizedByRow();
    NodeSplit split = data.split().orElseThrow();
    Architecture architecture =
        ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    GnnModel untrained =
        ModelBuilder.of(architecture)
            .layers(features.cols(), width, data.labels().classCount())
            .inputDropout(0.5)
            .dropout(0.5)
            .build();
    Trainer trainer =
        Trainer.builder()
            .epochs(Thorough.size(10, 200))
            .learningRate(0.01)
            .weightDecay(5e-4)
            .build();
    TrainingData training =
        TrainingData.of(data.graph(), features, data.labels()).trainingOn(split.train());
    GnnModel model = trainer.train(untrained, training).model();

    DMatrixRMaj logits = model.on(data.graph(), Workers.all()).predict(features);
    double accuracy = ClassificationMetrics.of(logits, data.labels(), split.test()).accuracy();
    assertTrue(!Thorough.RUN || accuracy >= minAccuracy, () -> name + " has accuracy " + accuracy);

    GraphOwner owner = GraphOwner.of(data.graph());
    InferenceApi changed = owner.serve(model);
    InferenceApi everything = owner.serve(model, Recompute.EVERYTHING);
    InferenceQuery base = InferenceNodes.of(features).query();
    double largest = CommonOps_DDRM.elementMaxAbs(logits);
    for (int v = 0; v < 2000; v += 400) {
      InferenceQuery probe = base.with(FeatureEdit.scaling(v, 1.5));
      DMatrixRMaj found = changed.predict(probe);
      DMatrixRMaj expected = everything.predict(probe);
      for (int i = 0; i < expected.getNumElements(); i++) {
        assertEquals(expected.data[i], found.data[i], 1e-9 * largest);
      }
    }

    IntList targets = IntList.of(IntStream.range(0, 150).toArray());
    double auc =
        InfluenceAudit.exact(model, data.graph(), features).report(PairScore.PAPER, targets).auc();
    assertTrue(auc >= minAuc, () -> name + " has AUC " + auc);
  }
}
