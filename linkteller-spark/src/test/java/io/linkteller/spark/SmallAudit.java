package io.linkteller.spark;

import io.linkteller.data.Dataset;
import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.InfluenceStream;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.audit.StreamedAudit;
import io.linkteller.models.weights.ModelWeights;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A random graph and an untrained model in files.
 *
 * @param data the directory of the data set
 * @param weights the file of the model
 * @param model the model
 * @param graph the data set
 * @param features the features as the model expects them
 */
record SmallAudit(Path data, Path weights, GnnModel model, Dataset graph, FeatureMatrix features) {

  /** A pair with its score. */
  record Pair(int u, int v, double score) {}

  static SmallAudit write(Path directory, int nodes, int edges) {
    Dataset drawn =
        SyntheticDataset.builder()
            .nodes(nodes)
            .edges(edges)
            .featureColumns(40)
            .featuresPerNode(5)
            .build()
            .generate("drawn", 7);
    FeatureScaler scaler = FeatureScaler.fit(drawn.features());
    GnnModel model = Gcn.builder().layers(40, 8, 2).seed(3).build();
    Path weights = directory.resolve("weights.npz");
    BinaryDataset.write(drawn, directory.resolve("data"));
    ModelWeights.of(model, Optional.of(scaler)).write(weights);
    return new SmallAudit(
        directory.resolve("data"), weights, model, drawn, scaler.transform(drawn.features()));
  }

  LeakageReport onOneMachine() {
    return StreamedAudit.of(model, graph.graph(), features).parallelism(2).run();
  }

  /** Returns all pairs with a positive score, in the order of an attack. */
  List<Pair> ranking() {
    InfluenceStream stream = InfluenceStream.of(model, graph.graph(), features, 1);
    List<Pair> pairs = new ArrayList<>();
    for (int v = 0; v < graph.graph().nodeCount(); v++) {
      int later = v;
      stream.forEachEarlier(v, (u, score) -> pairs.add(new Pair(u, later, score)));
    }
    pairs.sort(
        Comparator.comparingDouble(Pair::score)
            .reversed()
            .thenComparingInt(Pair::u)
            .thenComparingInt(Pair::v));
    return pairs;
  }
}
