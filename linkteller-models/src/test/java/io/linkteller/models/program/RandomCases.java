package io.linkteller.models.program;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.models.architecture.Appnp;
import io.linkteller.models.architecture.DeepGcn;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.Gin;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.GraphSage;
import io.linkteller.models.architecture.Jump;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.Norm;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.outside.PlainSage;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.ejml.data.DMatrixRMaj;

/** Random graphs, features, labels and models of every architecture, from a seed. */
public final class RandomCases {

  /** The number of input features. */
  public static final int FEATURES = 5;

  private static final List<Normalization> NORMALIZATIONS = List.of(Normalization.values());

  private RandomCases() {}

  /** Returns dense, sparse or, if allowed, standardized features of magnitude 1. */
  public static FeatureMatrix features(int nodes, boolean standardized, SplittableRandom random) {
    return features(nodes, standardized, 1, random);
  }

  /** Returns features as the other method does, but with dense ones of magnitude {@code scale}. */
  static FeatureMatrix features(
      int nodes, boolean standardized, double scale, SplittableRandom random) {
    double[][] dense = new double[nodes][FEATURES];
    int[][] ones = new int[nodes][];
    for (int row = 0; row < nodes; row++) {
      IntArrayList columns = new IntArrayList();
      for (int col = 0; col < FEATURES; col++) {
        dense[row][col] = scale * random.nextDouble(-1, 1);
        if (random.nextBoolean()) {
          columns.add(col);
        }
      }
      ones[row] = columns.toIntArray();
    }
    SparseFeatures sparse = SparseFeatures.ofOnes(FEATURES, ones);
    return switch (random.nextInt(standardized ? 3 : 2)) {
      case 0 -> FeatureMatrix.dense(dense);
      case 1 -> sparse;
      default -> FeatureScaler.fit(sparse).transform(sparse);
    };
  }

  /** Returns single or multiple labels with at least one labeled node. */
  public static Labels labels(int nodes, int classes, SplittableRandom random) {
    if (random.nextBoolean()) {
      boolean[][] member = new boolean[nodes][classes];
      for (boolean[] row : member) {
        for (int c = 0; c < classes; c++) {
          row[c] = random.nextBoolean();
        }
      }
      return Labels.multi(member);
    }
    int[] single = new int[nodes];
    Arrays.setAll(single, node -> node == 0 ? 0 : random.nextInt(classes + 1) - 1);
    return Labels.single(single, classes);
  }

  /** Returns a model as {@link #model} does, or one whose architecture is part of the tests. */
  public static GnnModel anyModel(int depth, double dropout, SplittableRandom random) {
    if (random.nextInt(10) > 0) {
      return model(depth, dropout, random);
    }
    int[] widths = new int[depth + 1];
    Arrays.setAll(widths, l -> l == 0 ? FEATURES : 1 + random.nextInt(12));
    return randomized(PlainSage.of(widths, dropout), random);
  }

  /**
   * Returns a model of a random architecture with nonzero biases and attention and given dropout.
   */
  public static GnnModel model(int depth, double dropout, SplittableRandom random) {
    // Narrow and wide layers use different kernels; 70 columns are wider than a panel.
    int[] choices = {1, 2, 3, 7, 8, 11, 70};
    int[] widths = new int[depth + 1];
    widths[0] = FEATURES;
    for (int l = 1; l <= depth; l++) {
      widths[l] = choices[random.nextInt(l == depth ? 5 : choices.length)];
    }
    return randomized(untrained(widths, depth, dropout, random), random);
  }

  private static GnnModel untrained(
      int[] widths, int depth, double dropout, SplittableRandom random) {
    Normalization normalization = NORMALIZATIONS.get(random.nextInt(NORMALIZATIONS.size()));
    return switch (random.nextInt(9)) {
      case 0 -> Mlp.builder().layers(widths).dropout(dropout).inputDropout(dropout).build();
      case 1 ->
          Gcn.builder()
              .layers(widths)
              .with(Normalization.SETTING, normalization)
              .dropout(dropout)
              .inputDropout(dropout)
              .build();
      case 2, 3 ->
          Gat.builder()
              .layers(widths)
              .with(Gat.HEADS, IntList.of(random.ints(depth, 1, 4).toArray()))
              .with(Gat.SKIP, random.nextBoolean())
              .with(Gat.NEGATIVE_SLOPE, random.nextBoolean() ? 0.2 : random.nextDouble())
              .dropout(dropout)
              .inputDropout(dropout)
              .with(Gat.ATTENTION_DROPOUT, dropout)
              .build();
      case 4, 5 ->
          GraphSage.builder()
              .layers(widths)
              .with(GraphSage.AGGREGATOR, random.nextBoolean() ? Reduction.MEAN : Reduction.MAX)
              .dropout(dropout)
              .inputDropout(dropout)
              .build();
      case 6 ->
          Gin.builder()
              .layers(widths)
              .with(Gin.TRAINED_EPSILON, random.nextBoolean())
              .dropout(dropout)
              .inputDropout(dropout)
              .build();
      case 7 ->
          Appnp.builder()
              .layers(widths)
              .with(Appnp.STEPS, 1 + random.nextInt(4))
              .with(Appnp.TELEPORT, random.nextDouble())
              .with(Normalization.SETTING, normalization)
              .dropout(dropout)
              .inputDropout(dropout)
              .build();
      default -> deep(depth, dropout, normalization, random);
    };
  }

  private static GnnModel deep(
      int depth, double dropout, Normalization normalization, SplittableRandom random) {
    boolean residual = random.nextBoolean();
    Jump jump = List.of(Jump.values()).get(random.nextInt(3));
    int[] widths = new int[depth + 3];
    int equal = 2 + random.nextInt(7);
    Arrays.setAll(widths, l -> residual || jump == Jump.MAX ? equal : 2 + random.nextInt(7));
    widths[0] = FEATURES;
    return DeepGcn.builder()
        .layers(widths)
        .with(Normalization.SETTING, normalization)
        .with(DeepGcn.RESIDUAL, residual)
        .with(DeepGcn.NORM, List.of(Norm.values()).get(random.nextInt(3)))
        .with(DeepGcn.JUMP, jump)
        .dropout(dropout)
        .inputDropout(dropout)
        .build();
  }

  /** Returns the number of hops within which nodes of a model influence each other. */
  static int reach(GnnModel model) {
    int depth = model.settings().integers("layers").length - 1;
    return switch (model.settings().architecture()) {
      case "mlp" -> 0;
      case "gcn", "gat", "sage", "plain-sage" -> depth;
      case "gin" -> depth - 1;
      case "deep-gcn" -> depth - 2;
      case "appnp" -> model.settings().integers("steps")[0];
      default -> throw new AssertionError(model);
    };
  }

  private static GnnModel randomized(GnnModel model, SplittableRandom random) {
    Map<String, DMatrixRMaj> drawn = new TreeMap<>();
    for (String name : model.parameters().names()) {
      DMatrixRMaj shape = model.parameters().get(name);
      double bound = 1 / Math.sqrt(name.startsWith("a") ? 1 : shape.numRows + 1.0);
      DMatrixRMaj numbers = Parameters.uniform(shape.numRows, shape.numCols, bound, random);
      if (name.startsWith("var")) {
        Arrays.setAll(numbers.data, i -> 0.1 + Math.abs(numbers.data[i]));
      }
      drawn.put(name, numbers);
    }
    return model.withParameters(Parameters.of(drawn));
  }
}
