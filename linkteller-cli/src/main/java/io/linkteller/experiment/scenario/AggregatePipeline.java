package io.linkteller.experiment.scenario;

import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.noise.LaplaceAggregation;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.graph.Graph;
import io.linkteller.models.aggregate.AggregateApi;
import io.linkteller.models.aggregate.AggregateModel;
import io.linkteller.models.aggregate.AggregateTraining;
import io.linkteller.models.aggregate.Aggregates;
import io.linkteller.models.aggregate.Gap;
import io.linkteller.models.aggregate.LpgNet;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.NeighborAggregation;
import java.util.List;

/**
 * Training and serving of a model that uses edges only through noisy sums. If the same graph is
 * used for both, the training release is also served. Graphs without common nodes have separate
 * releases, so that ε holds for the edges of each. Noise comes from seeds. Immutable.
 *
 * @param model the model
 * @param aggregates the release about the served graph
 * @param deviation the standard deviation of the noise
 * @param largestSum the bound on absolute values in a sum; infinity for no bound
 */
public record AggregatePipeline(
    AggregateModel model, Aggregates aggregates, double deviation, double largestSum) {

  /** δ of aggregation perturbation, below the reciprocal of the number of edges of every graph. */
  public static final double DELTA = 1e-6;

  /** K, the number of releases of each model. */
  public static final int HOPS = 2;

  private static final int GAP_EMBEDDING = 16;

  /**
   * Trains and releases for a {@link Gap} whose guarantee is for one edge.
   *
   * @param scenario the graphs to train on and to serve
   * @param epsilon ε of all releases about a graph
   * @param largestSum the bound on absolute values in a sum; infinity for no bound
   * @param epochs the number of epochs of each training
   * @param seed the seed of the parameters and the noise
   * @return the model and its release
   */
  public static AggregatePipeline gap(
      Scenario scenario, double epsilon, double largestSum, int epochs, long seed) {
    return gap(scenario, noise(epsilon, largestSum).build(), largestSum, epochs, seed);
  }

  /**
   * Trains and releases for a {@link Gap} whose guarantee is for all edges of a node. The bound on
   * degrees, which must be public, is the largest degree of both graphs, rounded up to a power of
   * two.
   *
   * @param scenario the graphs to train on and to serve
   * @param epsilon ε of all releases about a graph
   * @param largestSum the bound on absolute values in a sum; infinity for no bound
   * @param epochs the number of epochs of each training
   * @param seed the seed of the parameters and the noise
   * @return the model and its release
   */
  public static AggregatePipeline gapOfNodes(
      Scenario scenario, double epsilon, double largestSum, int epochs, long seed) {
    return gap(
        scenario,
        noise(epsilon, largestSum).degreeBound(degreeBound(scenario)).build(),
        largestSum,
        epochs,
        seed);
  }

  private static int degreeBound(Scenario scenario) {
    int largest = 1;
    for (Graph graph : List.of(scenario.train().graph(), scenario.served().graph())) {
      for (int node = 0; node < graph.nodeCount(); node++) {
        largest = Math.max(largest, graph.degree(node));
      }
    }
    return Integer.highestOneBit(2 * largest - 1);
  }

  private static GaussianAggregation.Builder noise(double epsilon, double largestSum) {
    GaussianAggregation.Builder builder =
        GaussianAggregation.builder().epsilon(epsilon).delta(DELTA).releases(HOPS);
    return largestSum < Double.POSITIVE_INFINITY ? builder.largestSum(largestSum) : builder;
  }

  private static AggregatePipeline gap(
      Scenario scenario, GaussianAggregation mechanism, double largestSum, int epochs, long seed) {
    return of(
        scenario,
        mechanism,
        mechanism.deviation(),
        largestSum,
        seed,
        (graph, data) ->
            Gap.builder()
                .hops(HOPS)
                .embedding(GAP_EMBEDDING)
                .seed(seed)
                .trainer(trainer(epochs, seed))
                .train(graph, data.features(), data.labels(), data.nodes(), mechanism));
  }

  /**
   * Trains and releases for an {@link LpgNet}.
   *
   * @param scenario the graphs to train on and to serve
   * @param epsilon ε of all releases about a graph
   * @param epochs the number of epochs of each training
   * @param seed the seed of the parameters and the noise
   * @return the model and its release
   */
  public static AggregatePipeline lpgNet(Scenario scenario, double epsilon, int epochs, long seed) {
    LaplaceAggregation mechanism = LaplaceAggregation.withEpsilon(epsilon / HOPS);
    return of(
        scenario,
        mechanism,
        Math.sqrt(2) / (epsilon / HOPS / 2),
        Double.POSITIVE_INFINITY,
        seed,
        (graph, data) ->
            LpgNet.builder()
                .stages(HOPS)
                .seed(seed)
                .trainer(trainer(epochs, seed))
                .train(graph, data.features(), data.labels(), data.nodes(), mechanism));
  }

  /** Trains a model on the training graph. */
  @FunctionalInterface
  private interface Training {
    AggregateTraining<?> on(PrivateSession graph, TrainingData data);
  }

  private static AggregatePipeline of(
      Scenario scenario,
      NeighborAggregation noise,
      double deviation,
      double largestSum,
      long seed,
      Training training) {
    TrainingData data = scenario.trainingData(scenario.train().graph());
    AggregateTraining<?> trained = training.on(session(data.graph(), noise, 2 * seed), data);
    AggregateModel model = trained.model();
    if (scenario.trainingGraph() instanceof TrainingGraph.Served) {
      return new AggregatePipeline(model, trained.aggregates(), deviation, largestSum);
    }
    if (scenario.trainingGraph() instanceof TrainingGraph.Separate) {
      Aggregates served =
          model.release(
              session(scenario.served().graph(), noise, 2 * seed + 1),
              scenario.served().features(),
              noise);
      return new AggregatePipeline(model, served, deviation, largestSum);
    }
    throw new IllegalArgumentException(
        scenario.name()
            + " trains on a part of the served graph, whose edges would be charged twice");
  }

  private static PrivateSession session(Graph graph, NeighborAggregation noise, long seed) {
    PrivateSession.Builder session = PrivateSession.builderForExperiments(graph, seed);
    noise.degreeBound().ifPresent(session::degreeBound);
    return session.open();
  }

  private static Trainer trainer(int epochs, long seed) {
    return Trainer.builder()
        .epochs(epochs)
        .learningRate(0.01)
        .weightDecay(5e-4)
        .seed(seed)
        .parallelism(1)
        .build();
  }

  /** {@return a black box that answers from the release} */
  public AggregateApi serve() {
    return AggregateApi.of(model, aggregates);
  }
}
