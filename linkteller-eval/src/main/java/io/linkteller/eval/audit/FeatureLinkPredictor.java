package io.linkteller.eval.audit;

import io.linkteller.attack.score.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A link predictor on features alone: a logistic regression on similarities of two rows, trained on
 * the true graph. Pairs are divided into five folds; those of each fold are predicted by a model
 * trained on the others. The owner of the graph can train it; an attacker would need a similar
 * graph.
 *
 * <p>The similarities of a pair are the cosines and the inner products of the rows as they are and
 * with standardized columns, their distance, and the sum and the difference of the logarithms of
 * their norms. The training set of a fold has at most {@value #MOST_EDGES} edges and as many other
 * pairs.
 */
final class FeatureLinkPredictor {

  private static final int FOLDS = 5;
  private static final int MOST_EDGES = 5_000;
  private static final int MEASURES = 7;
  private static final int STEPS = 30;
  private static final double RIDGE = 1e-3;
  private static final long SEED = 42;

  /** Keeps Newton steps finite if the classes are separable or there are no pairs. */
  private static final double SMALL = 1e-6;

  private final IntList targets;
  private final Int2IntOpenHashMap rowOf = new Int2IntOpenHashMap();
  private final DMatrixRMaj rows;
  private final DMatrixRMaj standardized;
  private final double[] norms;
  private final double[] standardizedNorms;
  private final double scale;
  private final double standardizedScale;

  /**
   * The predictions.
   *
   * @param scores the score of every pair of targets, the log odds
   * @param priors the probability of every pair of targets, in the order of the scores
   */
  @SuppressWarnings("ArrayRecordComponent") // The array does not leave this package.
  record Predicted(PairScores scores, double[] priors) {}

  private FeatureLinkPredictor(FeatureMatrix features, IntList targets, IntList nodes) {
    this.targets = targets;
    for (int row = 0; row < nodes.size(); row++) {
      rowOf.put(nodes.getInt(row), row);
    }
    this.rows = features.selectRows(nodes).toDense();
    this.standardized = standardized(rows);
    this.norms = norms(rows);
    this.standardizedNorms = norms(standardized);
    this.scale = meanSquare(norms);
    this.standardizedScale = meanSquare(standardizedNorms);
  }

  /**
   * Trains and predicts.
   *
   * @param features the features by row
   * @param ids the node of each row; training pairs are drawn among these nodes
   * @param targets the nodes whose pairs are predicted, among {@code ids}
   * @param truth the true graph on the ids
   */
  static Predicted predict(FeatureMatrix features, IntList ids, IntList targets, Graph truth) {
    Int2IntOpenHashMap rowOfId = new Int2IntOpenHashMap(ids.size());
    rowOfId.defaultReturnValue(-1);
    for (int row = 0; row < ids.size(); row++) {
      rowOfId.put(ids.getInt(row), row);
    }
    SplittableRandom random = new SplittableRandom(SEED);
    LongArrayList edges = edges(truth, rowOfId, random);
    LongArrayList others = others(truth, ids, edges.size(), random);
    // The predictor works on rows of the features; ids are used only to look up edges.
    IntArrayList used = new IntArrayList();
    LongOpenHashSet seen = new LongOpenHashSet();
    IntArrayList targetRows = new IntArrayList();
    targets.forEach(id -> targetRows.add(rowOfId.get(id)));
    targetRows.forEach(row -> add(row, seen, used));
    for (LongArrayList pairs : new LongArrayList[] {edges, others}) {
      for (int i = 0; i < pairs.size(); i++) {
        pairs.set(
            i,
            NodePairs.pack(
                rowOfId.get(NodePairs.first(pairs.getLong(i))),
                rowOfId.get(NodePairs.second(pairs.getLong(i)))));
        add(NodePairs.first(pairs.getLong(i)), seen, used);
        add(NodePairs.second(pairs.getLong(i)), seen, used);
      }
    }
    FeatureLinkPredictor predictor = new FeatureLinkPredictor(features, targetRows, used);
    double[][] models = new double[FOLDS][];
    for (int fold = 0; fold < FOLDS; fold++) {
      models[fold] = predictor.train(edges, others, fold);
    }
    PairScores scores = predictor.scores(models);
    return new Predicted(scores, calibrated(scores, targets, truth));
  }

  private static void add(int row, LongOpenHashSet seen, IntArrayList used) {
    if (seen.add(row)) {
      used.add(row);
    }
  }

  /** Returns a uniform sample of the edges between known nodes. */
  private static LongArrayList edges(
      Graph truth, Int2IntOpenHashMap rowOfId, SplittableRandom random) {
    LongArrayList all = new LongArrayList();
    truth.forEachEdge(
        (u, v) -> {
          if (rowOfId.containsKey(u) && rowOfId.containsKey(v)) {
            all.add(NodePairs.pack(u, v));
          }
        });
    int taken = Math.min(MOST_EDGES, all.size());
    for (int i = 0; i < taken; i++) {
      int other = random.nextInt(i, all.size());
      long edge = all.getLong(other);
      all.set(other, all.getLong(i));
      all.set(i, edge);
    }
    all.size(taken);
    return all;
  }

  private static LongArrayList others(
      Graph truth, IntList ids, int wanted, SplittableRandom random) {
    LongArrayList pairs = new LongArrayList();
    // A nearly complete graph has few unconnected pairs, so the number of draws is bounded.
    for (int tried = 0; tried < 100 * wanted && pairs.size() < wanted; tried++) {
      int u = ids.getInt(random.nextInt(ids.size()));
      int v = ids.getInt(random.nextInt(ids.size()));
      if (u != v && !truth.hasEdge(u, v)) {
        pairs.add(NodePairs.pack(Math.min(u, v), Math.max(u, v)));
      }
    }
    return pairs;
  }

  private static int fold(int u, int v) {
    long pair = NodePairs.pack(Math.min(u, v), Math.max(u, v));
    return new SplittableRandom(pair).nextInt(FOLDS);
  }

  private void measure(int u, int v, double[] out) {
    double product = dot(rows, u, v);
    double standard = dot(standardized, u, v);
    double squares = norms[u] * norms[u] + norms[v] * norms[v];
    out[0] = cosine(product, norms[u], norms[v]);
    out[1] = cosine(standard, standardizedNorms[u], standardizedNorms[v]);
    out[2] = product / scale;
    out[3] = standard / standardizedScale;
    out[4] = Math.sqrt(Math.max(0, squares - 2 * product) / scale);
    double first = Math.log1p(norms[u] * norms[u] / scale);
    double second = Math.log1p(norms[v] * norms[v] / scale);
    out[5] = first + second;
    out[6] = Math.abs(first - second);
  }

  private static double cosine(double product, double first, double second) {
    return first > 0 && second > 0 ? product / first / second : 0;
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
    DMatrixRMaj x = new DMatrixRMaj(n, MEASURES + 1);
    double[] measured = new double[MEASURES];
    for (int i = 0; i < n; i++) {
      long pair = pairs.getLong(i);
      measure(rowOf.get(NodePairs.first(pair)), rowOf.get(NodePairs.second(pair)), measured);
      System.arraycopy(measured, 0, x.data, i * x.numCols, MEASURES);
    }
    double[] mean = new double[MEASURES];
    double[] deviation = new double[MEASURES];
    for (int k = 0; k < MEASURES; k++) {
      for (int i = 0; i < n; i++) {
        mean[k] += x.get(i, k) / n;
      }
      for (int i = 0; i < n; i++) {
        deviation[k] += Math.pow(x.get(i, k) - mean[k], 2) / n;
      }
      deviation[k] = deviation[k] > 0 ? Math.sqrt(deviation[k]) : 1;
      for (int i = 0; i < n; i++) {
        x.set(i, k, (x.get(i, k) - mean[k]) / deviation[k]);
      }
    }
    for (int i = 0; i < n; i++) {
      x.set(i, MEASURES, 1);
    }
    double[] weights = fit(x, positives, RIDGE);
    double constant = weights[MEASURES];
    for (int k = 0; k < MEASURES; k++) {
      weights[k] /= deviation[k];
      constant -= weights[k] * mean[k];
    }
    weights[MEASURES] = constant;
    return weights;
  }

  /**
   * Newton's method for the ridge-penalized likelihood. The first rows are edges; the last column
   * is the constant, which is not penalized.
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

  private PairScores scores(double[][] models) {
    double[] measured = new double[MEASURES];
    int[] at = targets.intStream().map(rowOf::get).toArray();
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
   * Returns probabilities by Platt's scaling: a logistic regression of the pairs on their scores,
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
      for (int j = i + 1; j < n; j++) {
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

  private static DMatrixRMaj standardized(DMatrixRMaj rows) {
    DMatrixRMaj z = rows.copy();
    int n = Math.max(1, rows.numRows);
    double[] mean = new double[rows.numCols];
    double[] square = new double[rows.numCols];
    for (int i = 0; i < z.getNumElements(); i++) {
      mean[i % z.numCols] += z.data[i] / n;
    }
    for (int i = 0; i < z.getNumElements(); i++) {
      z.data[i] -= mean[i % z.numCols];
      square[i % z.numCols] += z.data[i] * z.data[i] / n;
    }
    for (int i = 0; i < z.getNumElements(); i++) {
      double deviation = Math.sqrt(square[i % z.numCols]);
      z.data[i] = deviation > 0 ? z.data[i] / deviation : 0;
    }
    return z;
  }

  private static double[] norms(DMatrixRMaj rows) {
    double[] norms = new double[rows.numRows];
    for (int i = 0; i < norms.length; i++) {
      norms[i] = Math.sqrt(dot(rows, i, i));
    }
    return norms;
  }

  private static double meanSquare(double[] norms) {
    double sum = 0;
    for (double norm : norms) {
      sum += norm * norm / norms.length;
    }
    return sum > 0 ? sum : 1;
  }

  private static double dot(DMatrixRMaj rows, int i, int j) {
    double sum = 0;
    int first = i * rows.numCols;
    int second = j * rows.numCols;
    for (int col = 0; col < rows.numCols; col++) {
      sum += rows.data[first + col] * rows.data[second + col];
    }
    return sum;
  }
}
