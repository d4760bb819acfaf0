package io.linkteller.cli;

import io.linkteller.data.Dataset;
import io.linkteller.data.NodeSplit;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.eval.choice.DataFingerprint;
import io.linkteller.eval.choice.OwnerData;
import io.linkteller.eval.choice.ProtectedModel;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.file.Sha256;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.Provenance;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import picocli.CommandLine;

/** The owner's data and the models trained on them. */
record Owned(
    ServedData data,
    OwnerData owner,
    GnnModel untrained,
    Optional<InferenceApi> foreign,
    ShownModel seen,
    Candidate unprotected,
    String model,
    String fingerprint) {

  /** The share of the nodes to train on if the data have no split. */
  private static final double TRAIN_SHARE = 0.6;

  static Owned of(
      CommandLine.Model.CommandSpec spec,
      ServedData data,
      ModelChoice model,
      Optional<OtherModel.Opened> given,
      ShownModel seen,
      long seed,
      int threads) {
    Dataset served = data.served();
    Dataset source = data.source().get();
    // Formats with a split contain one graph, and the training graph is a part of it.
    boolean one = source.graph().equals(served.graph()) || served.split().isPresent();
    Dataset trained = one ? served : source;
    FeatureScaler scaler = data.scalerOf(trained);
    FeatureMatrix features = data.features(served, scaler);
    int classes = served.labels().classCount();
    GnnModel untrained = model.untrained(trained.graph(), features.cols(), classes);
    Optional<ProtectedModel> existing =
        given.map(opened -> ProtectedModel.unprotected(opened.api(), Provenance.RAW));
    String name = given.map(opened -> opened.identity() + ", others ").orElse("") + untrained;
    if (!model.trains()) {
      ModelChoice.Chosen chosen = model.load(spec, data, threads);
      GnnModel read = chosen.model();
      features = chosen.features();
      existing = Optional.of(ProtectedModel.unprotected(read, served.graph()));
      // Protected models are compared with an unprotected model of the same kind.
      untrained =
          GnnModel.untrained(
              read.architecture(),
              read.settings(),
              read.architecture().initialization(),
              model.training().seed());
      name = Fingerprint.of(read);
    }
    TrainingData here = TrainingData.of(served.graph(), features, served.labels());
    OwnerData owner;
    if (one) {
      NodeSplit split =
          served
              .split()
              .filter(parts -> !parts.train().isEmpty() && !parts.test().isEmpty())
              .orElseGet(() -> NodeSplit.draw(served.graph().nodeCount(), TRAIN_SHARE, 0, seed));
      owner =
          OwnerData.of(
              here.trainingOn(labeled(split.train(), served.labels())),
              labeled(split.test(), served.labels()));
    } else {
      TrainingData there =
          TrainingData.of(source.graph(), data.features(source, scaler), source.labels());
      owner =
          OwnerData.servedElsewhere(there, here, labeled(served.graph().nodes(), served.labels()));
    }
    return new Owned(
        data,
        owner,
        untrained,
        given.map(OtherModel.Opened::api),
        seen,
        existing
            .map(found -> Candidate.unprotected("no protection, given model", found))
            .orElseGet(Candidate::unprotected),
        name + ", " + model.training().description(),
        (one ? "" : Fingerprint.of(source))
            + Fingerprint.of(served)
            + ", split and scaling "
            + DataFingerprint.of(owner));
  }

  private static IntList labeled(IntList nodes, Labels labels) {
    return new IntArrayList(nodes.intStream().filter(labels::isKnown).toArray());
  }

  /** Sends one query to find problems with the model before training, which may take hours. */
  static DMatrixRMaj answer(OtherModel.Opened given, ServedData data) {
    DMatrixRMaj answer =
        InferenceNodes.of(data.features()).query().ask(given.api(), "the query for all nodes");
    int classes = data.served().labels().classCount();
    if (answer.numCols != classes) {
      throw new IllegalArgumentException(
          "%s answers with %d numbers per node, but the labels have %d classes"
              .formatted(given.name(), answer.numCols, classes));
    }
    return answer;
  }

  /**
   * Returns a digest of the predicted classes, to detect if a server has another model the next
   * time.
   */
  static String predictions(DMatrixRMaj answer) {
    ByteBuffer predicted = ByteBuffer.allocate(Integer.BYTES * answer.numRows);
    predicted.asIntBuffer().put(ClassificationMetrics.argMax(answer));
    return Sha256.of(digest -> digest.update(predicted));
  }
}
