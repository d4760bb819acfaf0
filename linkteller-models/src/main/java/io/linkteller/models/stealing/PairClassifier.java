package io.linkteller.models.stealing;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** A perceptron that tells connected from unconnected pairs: two hidden layers of 32, dropout. */
final class PairClassifier {

  private static final int HIDDEN = 32;
  private static final double DROPOUT = 0.5;
  private static final double LEARNING_RATE = 0.01;
  private static final int CHUNK = 1024;

  /** Pairs of known kind, of nodes with ids. */
  record Lesson(NodeViews views, Scaling scaling, LongList edges, LongList nonEdges) {}

  /** Centers and scales each input. */
  static final class Scaling {

    private final double[] mean;
    private final double[] deviation;

    private Scaling(double[] mean, double[] deviation) {
      this.mean = mean;
      this.deviation = deviation;
    }

    /** Measures the inputs for some pairs. */
    static Scaling of(NodeViews views, List<LongList> pairs) {
      int width = views.width();
      double[] mean = new double[width];
      double[] deviation = new double[width];
      double[] row = new double[width];
      long count = pairs.stream().mapToLong(LongList::size).sum();
      for (boolean first : new boolean[] {true, false}) {
        for (LongList some : pairs) {
          for (int p = 0; p < some.size(); p++) {
            views.write(
                NodePairs.first(some.getLong(p)), NodePairs.second(some.getLong(p)), row, 0);
            for (int c = 0; c < width; c++) {
              if (first) {
                mean[c] += row[c] / count;
              } else {
                deviation[c] += (row[c] - mean[c]) * (row[c] - mean[c]) / count;
              }
            }
          }
        }
      }
      for (int c = 0; c < width; c++) {
        deviation[c] = deviation[c] > 0 ? Math.sqrt(deviation[c]) : 1;
      }
      return new Scaling(mean, deviation);
    }

    void apply(double[] inputs, int from) {
      for (int c = 0; c < mean.length; c++) {
        inputs[from + c] = (inputs[from + c] - mean[c]) / deviation[c];
      }
    }
  }

  private final GnnModel model;
  private final Workers workers;

  private PairClassifier(GnnModel model, Workers workers) {
    this.model = model;
    this.workers = workers;
  }

  /** Trains a classifier. */
  static PairClassifier train(List<Lesson> lessons, int epochs, long seed, int parallelism) {
    int width = lessons.get(0).views().width();
    int count =
        lessons.stream().mapToInt(l -> Math.addExact(l.edges().size(), l.nonEdges().size())).sum();
    DMatrixRMaj inputs = new DMatrixRMaj(count, width);
    int[] kinds = new int[count];
    int row = 0;
    for (Lesson lesson : lessons) {
      for (int kind = 0; kind <= 1; kind++) {
        LongList pairs = kind == 1 ? lesson.edges() : lesson.nonEdges();
        for (int p = 0; p < pairs.size(); p++) {
          kinds[row] = kind;
          write(lesson.views(), lesson.scaling(), pairs.getLong(p), inputs.data, row * width);
          row++;
        }
      }
    }
    GnnModel untrained =
        Mlp.builder().layers(width, HIDDEN, HIDDEN, 2).dropout(DROPOUT).seed(seed).build();
    GnnModel trained =
        Trainer.builder()
            .epochs(epochs)
            .learningRate(LEARNING_RATE)
            .weightDecay(0)
            .seed(seed)
            .parallelism(parallelism)
            .build()
            .train(
                untrained, Graph.empty(count), FeatureMatrix.dense(inputs), Labels.single(kinds, 2))
            .model();
    return new PairClassifier(trained, Workers.of(parallelism));
  }

  private static void write(
      NodeViews views, Scaling scaling, long pair, double[] inputs, int from) {
    views.write(NodePairs.first(pair), NodePairs.second(pair), inputs, from);
    scaling.apply(inputs, from);
  }

  /** Returns the probability that each pair is connected. */
  double[] probabilities(NodeViews views, Scaling scaling, LongList pairs) {
    double[] probabilities = new double[pairs.size()];
    int width = views.width();
    List<int[]> chunks = new ArrayList<>();
    for (int from = 0; from < pairs.size(); from += CHUNK) {
      chunks.add(new int[] {from, Math.min(pairs.size(), from + CHUNK)});
    }
    workers.forRows(
        chunks.size(),
        1,
        (first, last) -> {
          for (int chunk = first; chunk < last; chunk++) {
            int from = chunks.get(chunk)[0];
            int rows = chunks.get(chunk)[1] - from;
            DMatrixRMaj inputs = new DMatrixRMaj(rows, width);
            for (int i = 0; i < rows; i++) {
              write(views, scaling, pairs.getLong(from + i), inputs.data, i * width);
            }
            DMatrixRMaj logits =
                model
                    .on(Graph.empty(rows), Workers.sequential())
                    .predict(FeatureMatrix.dense(inputs));
            for (int i = 0; i < rows; i++) {
              probabilities[from + i] = 1 / (1 + Math.exp(logits.get(i, 0) - logits.get(i, 1)));
            }
          }
        });
    return probabilities;
  }
}
