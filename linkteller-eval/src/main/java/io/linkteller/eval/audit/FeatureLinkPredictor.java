package io.linkteller.eval.audit;

import io.linkteller.attack.PairScores;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A link predictor that uses only features: a logistic regression on similarities of two rows of
 * features, trained on the true graph. Pairs are divided into five folds; the pairs of a fold are
 * predicted by a model trained on the others. The owner of the graph can train it; an attacker
 * would need a similar graph.
 *
 * <p>The similarities of a pair are the cosines and the inner products of the rows as they are and
 * with standardized columns, their distance, and the sum and the difference of the logarithms of
 * their norms. The training set of a fold has at most {@value #MAX_EDGES} edges and as many other
 * pairs.
 */
final class FeatureLinkPredictor {

  private static final int FOLDS = 5;
  private static final int MAX_EDGES = 5_000;
  private static final int MEASURES = 7;
  private static final int STEPS = 30;
  private static final double RIDGE = 1e-3;
  private static final long SEED = 42;

  /** Keeps Newton steps finite if the classes are separable or there are no pairs. */
  private static final double SMALL = 1e-6;

  private final Int2IntOpenHashMap positionOf = new Int2IntOpenHashMap();
  private final View own;
  private final View standardized;

  /**
   * The predictions for all pairs of targets.
   *
   * @param scores the scores of the pairs, which are log odds
   * @param priors the probabilities that the pairs are edges, in the order of the scores
   */
  record Predicted(PairScores scores, DoubleList priors) {}

  /** The compared rows, their Euclidean norms, and the mean square of these norms. */
  @SuppressWarnings("ArrayRecordComponent") // The array does not leave this class.
  private record View(DMatrixRMaj rows, double[] norms, double scale) {

    static View of(DMatrixRMaj rows) {
      double[] norms = new double[rows.numRows];
      double scale = 0;
      for (int i = 0; i < norms.length; i++) {
        norms[i] = Math.sqrt(dot(rows, i, i));
        scale += norms[i] * norms[i] / norms.length;
      }
      return new View(rows, norms, scale > 0 ? scale : 1);
    }

    double cosine(double product, int i, int j) {
      return norms[i] > 0 && norms[j] > 0 ? product / norms[i] / norms[j] : 0;
    }

    static double dot(DMatrixRMaj rows, int i, int j) {
      double sum = 0;
      int first = i * rows.numCols;
      int second = j * rows.numCols;
      for (int col = 0; col < rows.numCols; col++) {
        sum += rows.data[first + col] * rows.data[second + col];
      }
      return sum;
    }
  }

  /** Keeps the rows listed in {@code used}, in that order. */
  private FeatureLinkPredictor(FeatureMatrix features, IntList used) {
    for (int position = 0; position < used.size(); position++) {
      positionOf.put(used.getInt(position), position);
    }
    FeatureMatrix rows = features.selectRows(used);
    this.own = View.of(rows.toDense());
    this.standardized = View.of(FeatureScaler.fit(rows).transform(rows).toDense());
  }

  /**
   * Trains the predictor and predicts all pairs of targets.
   *
   * @param nodes the nodes and their features; training pairs are drawn among them, and pairs of
   *     targets are predicted
   * @param truth the true graph on the ids of the nodes
   * @return the predictions
   */
  static Predicted predict(InferenceNodes nodes, Graph truth) {
    SplittableRandom random = new SplittableRandom(SEED);
    Int2IntMap rowOf = nodes.rowsById();
    LongArrayList edges = edges(truth, rowOf, random);
    LongArrayList others = others(truth, nodes.nodes(), edges.size(), random);
    IntList targetRows = IntList.of(nodes.targets().intStream().map(rowOf::get).toArray());
    IntLinkedOpenHashSet used = new IntLinkedOpenHashSet(targetRows);
    for (LongArrayList pairs : List.of(edges, others)) {
      pairs.forEach(
          (long pair) -> {
            used.add(NodePairs.first(pair));
            used.add(NodePairs.second(pair));
          });
    }
    FeatureLinkPredictor predictor =
        new FeatureLinkPredictor(nodes.features(), IntList.of(used.toIntArray()));
    double[][] models = new double[FOLDS][];
    for (int fold = 0; fold < FOLDS; fold++) {
      models[fold] = predictor.train(edges, others, fold);
    }
    PairScores similar = predictor.scores(models, targetRows);
    PairScores scores = truth.isDirected() ? similar.ordered() : similar;
    return new Predicted(scores, DoubleList.of(calibrated(scores, nodes.targets(), truth)));
  }

  /** Returns a uniform sample of the edges between known nodes, as pairs of rows. */
  private static LongArrayList edges(Graph truth, Int2IntMap rowOf, SplittableRandom random) {
    LongArrayList all = new LongArrayList();
    truth.forEachEdge(
        (u, v) -> {
          if (rowOf.containsKey(u) && rowOf.containsKey(v)) {
            all.add(NodePairs.pack(rowOf.get(u), rowOf.get(v)));
          }
        });
    int taken = Math.min(MAX_EDGES, all.size());
    for (int i = 0; i < taken; i++) {
      int other = random.nextInt(i, all.size());
      long edge = all.getLong(other);
      all.set(other, all.getLong(i));
      all.set(i, edge);
    }
    all.size(taken);
    return all;
  }

  /** Draws pairs of rows whose nodes are not connected. */
  private static LongArrayList others(
      Graph truth, IntList ids, int wanted, SplittableRandom random) {
    LongArrayList pairs = new LongArrayList();
    // A nearly complete graph has few unconnected pairs, so the number of draws is bounded.
    for (int tried = 0; tried < 100 * wanted && pairs.size() < wanted; tried++) {
      int u = random.nextInt(ids.size());
      int v = random.nextInt(ids.size());
      if (u != v && !truth.hasEdge(ids.getInt(u), ids.getInt(v))) {
        // The direction matters for whether there is an arc, but not for the similarity of its
        // ends.
        pairs.add(NodePairs.pack(Math.min(u, v), Math.max(u, v)));
      }
    }
    return pairs;
  }

  private static int fold(int u, int v) {
    long pair = NodePairs.pack(Math.min(u, v), Math.max(u, v));
    return new SplittableRandom(pair).nextInt(FOLDS);
  }

  /** Compares two rows, given by their positions among the kept rows. */
  private void measure(int u, int v, double[] out) {
    double product = View.dot(own.rows, u, v);
    double standard = View.dot(standardized.rows, u, v);
    double first = own.norms[u] * own.norms[u];
    double second = own.norms[v] * own.norms[v];
    out[0] = own.cosine(product, u, v);
    out[1] = standardized.cosine(standard, u, v);
    out[2] = product / own.scale;
    out[3] = standard / standardized.scale;
    out[4] = Math.sqrt(Math.max(0, first + second - 2 * product) / own.scale);
    double firstLog = Math.log1p(first / own.scale);
    double secondLog = Math.log1p(second / own.scale);
    out[5] = firstLog + secondLog;
    out[6] = Math.abs(firstLog - secondLog);
  }

  /** Returns the weights of the similarities and a constant, in the units of the similarities. */
  private double[] train(LongArrayList edges, LongArrayList others, int fold) {
    LongArrayList pairs = new LongArrayList();
    int positives = 0;
    for (boolean connected : new boolean[] {true, false}) {
      LongArrayList part = connected ? edges : others;
      for (int i = 0; i < part.size(); i++) {
        long pair = part.getLong(i);
        if (fold(NodePairs.first(pair), NodePairs.second(pair)) != fold) {
          pairs.add(pair);
          positives += connected ? 1 : 0;
        }
      }
    }
    int n = pairs.size();
    if (n == 0) {
      return new double[MEASURES + 1];
    }
    DMatrixRMaj raw = new DMatrixRMaj(n, MEASURES);
    double[] measured = new double[MEASURES];
    for (int i = 0; i < n; i++) {
      long pair = pairs.getLong(i);
      measure(
          positionOf.get(NodePairs.first(pair)), positionOf.get(NodePairs.second(pair)), measured);
      System.arraycopy(measured, 0, raw.data, i * MEASURES, MEASURES);
    }
    FeatureScaler scaler = FeatureScaler.fit(DenseFeatures.of(raw));
    DMatrixRMaj x = new DMatrixRMaj(n, MEASURES + 1);
    x.fill(1);
    CommonOps_DDRM.insert(scaler.transform(DenseFeatures.of(raw)).toDense(), x, 0, 0);
    double[] weights = fit(x, positives, RIDGE);
    double constant = weights[MEASURES];
    for (int k = 0; k < MEASURES; k++) {
      weights[k] /= scaler.deviation()[k];
      constant -= weights[k] * scaler.mean()[k];
    }
    weights[MEASURES] = constant;
    return weights;
  }

  /**
   * Maximizes the ridge-penalized likelihood by Newton's method. The first {@code positives} rows
   * are edges; the last column is the constant, which is not penalized.
   */
  private static double[] fit(DMatrixRMaj x, int positives, double ridge) {
    int width = x.numCols;
    double[] weights = new double[width];
    for (int step = 0; step < STEPS; step++) {
      DMatrixRMaj hessian = new DMatrixRMaj(width, width);
      DMatrixRMaj gradient = new DMatrixRMaj(width, 1);
      for (int i = 0; i < x.numRows; i++) {
        double odds = 0;
        for (int k = 0; k < width; k++) {
          odds += weights[k] * x.get(i, k);
        }
        double p = probability(odds);
        double error = (i < positives ? 1 : 0) - p;
        for (int k = 0; k < width; k++) {
          gradient.data[k] += error * x.get(i, k);
          for (int l = 0; l < width; l++) {
            hessian.data[k * width + l] += p * (1 - p) * x.get(i, k) * x.get(i, l);
          }
        }
      }
      for (int k = 0; k < width - 1; k++) {
        gradient.data[k] -= ridge * x.numRows * weights[k];
        hessian.data[k * width + k] += ridge * x.numRows;
      }
      for (int k = 0; k < width; k++) {
        hessian.data[k * width + k] += SMALL;
      }
      DMatrixRMaj change = new DMatrixRMaj(width, 1);
      if (!CommonOps_DDRM.solve(hessian, gradient, change)) {
        break;
      }
      double largest = 0;
      for (int k = 0; k < width; k++) {
        weights[k] += change.data[k];
        largest = Math.max(largest, Math.abs(change.data[k]));
      }
      if (largest < 1e-9) {
        break;
      }
    }
    return weights;
  }

  private PairScores scores(double[][] models, IntList targets) {
    double[] measured = new double[MEASURES];
    int[] at = targets.intStream().map(positionOf::get).toArray();
    return PairScores.ofAll(
        targets.size(),
        (i, j) -> {
          measure(at[i], at[j], measured);
          double[] weights = models[fold(targets.getInt(i), targets.getInt(j))];
          double odds = weights[MEASURES];
          for (int k = 0; k < MEASURES; k++) {
            odds += weights[k] * measured[k];
          }
          return odds;
        });
  }

  /**
   * Returns probabilities by Platt scaling: a logistic regression of the pairs on their scores,
   * which come from models that were not trained on them.
   */
  private static double[] calibrated(PairScores scores, IntList targets, Graph truth) {
    int n = scores.targetCount();
    double[] odds = new double[Math.toIntExact(scores.pairCount())];
    DMatrixRMaj x = new DMatrixRMaj(odds.length, 2);
    int edges = 0;
    int others = 0;
    int pair = 0;
    for (int i = 0; i < n; i++) {
      for (int j = scores.isOrdered() ? 0 : i + 1; j < n; j++) {
        if (j == i) {
          continue;
        }
        odds[pair] = scores.score(i, j);
        // The fit expects edges first.
        boolean isEdge = truth.hasEdge(targets.getInt(i), targets.getInt(j));
        int row = isEdge ? edges++ : odds.length - 1 - others++;
        x.set(row, 0, odds[pair++]);
        x.set(row, 1, 1);
      }
    }
    double[] line = fit(x, edges, 0);
    double[] priors = new double[odds.length];
    for (int each = 0; each < odds.length; each++) {
      // A predictor worse than chance gives no information.
      priors[each] = probability(Math.max(0, line[0]) * odds[each] + line[1]);
    }
    return priors;
  }

  private static double probability(double logOdds) {
    return 1 / (1 + Math.exp(-logOdds));
  }
}
