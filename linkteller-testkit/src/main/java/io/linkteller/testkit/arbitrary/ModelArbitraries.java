package io.linkteller.testkit.arbitrary;

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
import io.linkteller.models.parameter.Parameters;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.ejml.data.DMatrixRMaj;

/**
 * Arbitrary untrained models with random parameters, including biases. Models shrink to fewer
 * layers and classes.
 */
public final class ModelArbitraries {

  private static final int MAX_LAYERS = 3;
  private static final int MAX_CLASSES = 4;
  private static final int MAX_WIDTH = 9;

  /** Makes a model with given widths. */
  @FunctionalInterface
  private interface Maker {
    GnnModel model(int[] widths, Normalization normalization, SplittableRandom random);
  }

  private static final List<Maker> MAKERS =
      List.of(
          (widths, normalization, random) -> Mlp.builder().layers(widths).build(),
          ModelArbitraries::gcn,
          (widths, normalization, random) ->
              Gat.builder()
                  .layers(widths)
                  .with(Gat.HEADS, IntList.of(random.ints(widths.length - 1, 1, 4).toArray()))
                  .with(Gat.SKIP, random.nextBoolean())
                  .build(),
          (widths, normalization, random) ->
              GraphSage.builder()
                  .layers(widths)
                  .with(GraphSage.AGGREGATOR, random.nextBoolean() ? Reduction.MEAN : Reduction.MAX)
                  .build(),
          (widths, normalization, random) ->
              Gin.builder().layers(widths).with(Gin.TRAINED_EPSILON, random.nextBoolean()).build(),
          (widths, normalization, random) ->
              Appnp.builder()
                  .layers(widths)
                  .with(Appnp.STEPS, 1 + random.nextInt(MAX_LAYERS))
                  .with(Appnp.TELEPORT, random.nextDouble())
                  .with(Normalization.SETTING, normalization)
                  .build(),
          ModelArbitraries::deep);

  private ModelArbitraries() {}

  /**
   * Returns models of all architectures of the library except relational GCNs.
   *
   * @param features d, at least 1
   * @return models with one to three layers; deep GCNs have two more
   */
  public static Arbitrary<GnnModel> any(int features) {
    return Combinators.combine(
            Arbitraries.of(MAKERS),
            Arbitraries.integers().between(1, MAX_LAYERS),
            Arbitraries.of(Normalization.values()),
            Arbitraries.integers().between(1, MAX_CLASSES),
            Arbitraries.longs())
        .as(
            (maker, layers, normalization, classes, seed) -> {
              SplittableRandom random = new SplittableRandom(seed);
              int[] widths = widths(features, layers, classes, random);
              return randomized(maker.model(widths, normalization, random), random);
            });
  }

  /**
   * Returns GCNs with a given number of layers.
   *
   * @param features d, at least 1
   * @param layers k, at least 1
   * @return GCNs with every normalization
   */
  public static Arbitrary<GnnModel> gcns(int features, int layers) {
    return Combinators.combine(
            Arbitraries.of(Normalization.values()),
            Arbitraries.integers().between(1, MAX_CLASSES),
            Arbitraries.longs())
        .as(
            (normalization, classes, seed) -> {
              SplittableRandom random = new SplittableRandom(seed);
              int[] widths = widths(features, layers, classes, random);
              return randomized(gcn(widths, normalization, random), random);
            });
  }

  private static int[] widths(int features, int layers, int classes, SplittableRandom random) {
    int[] widths = new int[layers + 1];
    Arrays.setAll(widths, l -> 1 + random.nextInt(MAX_WIDTH));
    widths[0] = features;
    widths[layers] = classes;
    return widths;
  }

  private static GnnModel gcn(int[] widths, Normalization normalization, SplittableRandom random) {
    return Gcn.builder().layers(widths).with(Normalization.SETTING, normalization).build();
  }

  private static GnnModel deep(int[] widths, Normalization normalization, SplittableRandom random) {
    int[] deep = new int[widths.length + 2];
    // Residual connections and the maximum over layers require hidden layers of equal width.
    Arrays.fill(deep, 2 + random.nextInt(MAX_WIDTH));
    deep[0] = widths[0];
    deep[deep.length - 1] = widths[widths.length - 1];
    return DeepGcn.builder()
        .layers(deep)
        .with(Normalization.SETTING, normalization)
        .with(DeepGcn.RESIDUAL, random.nextBoolean())
        .with(DeepGcn.NORM, List.of(Norm.values()).get(random.nextInt(3)))
        .with(DeepGcn.JUMP, List.of(Jump.values()).get(random.nextInt(3)))
        .build();
  }

  /**
   * Returns a model with random parameters in (-1, 1), including biases.
   *
   * @param model the model
   * @param seed the seed of the parameters
   * @return the model with the new parameters
   */
  public static GnnModel randomized(GnnModel model, long seed) {
    return randomized(model, new SplittableRandom(seed));
  }

  private static GnnModel randomized(GnnModel model, SplittableRandom random) {
    Map<String, DMatrixRMaj> drawn = new TreeMap<>();
    for (String name : model.parameters().names()) {
      DMatrixRMaj shape = model.parameters().get(name);
      DMatrixRMaj numbers =
          Parameters.uniform(
              shape.numRows, shape.numCols, 1 / Math.sqrt(shape.numRows + 1.0), random);
      // Running variances are positive.
      if (name.startsWith("var")) {
        Arrays.setAll(numbers.data, i -> 0.1 + Math.abs(numbers.data[i]));
      }
      drawn.put(name, numbers);
    }
    return model.withParameters(Parameters.of(drawn));
  }
}
