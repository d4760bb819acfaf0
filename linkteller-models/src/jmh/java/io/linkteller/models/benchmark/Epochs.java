package io.linkteller.models.benchmark;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.program.Program;
import io.linkteller.models.train.Adam;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Loss;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/** A training run that is advanced epoch by epoch. */
final class Epochs {

  private final Workers workers = Workers.all();
  private final Program network;
  private final FeatureMatrix features;
  private final Labels labels;
  private final IntList nodes;
  private final Adam adam;
  private final DMatrixRMaj gradient = new DMatrixRMaj(0, 0);
  private int epoch;

  Epochs(MadeUp data, GnnModel model) {
    var graph = data.graph();
    network = model.on(graph, workers);
    features = data.features();
    labels = data.labels();
    nodes = graph.nodes();
    adam = new Adam(network.parameters(), 0.01, 5e-4);
  }

  double next() {
    DMatrixRMaj logits = network.predictForTraining(features, 1, epoch++);
    double loss = Loss.evaluate(logits, labels, nodes, gradient);
    network.backward(gradient);
    adam.next(workers);
    return loss;
  }
}
