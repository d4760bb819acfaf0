package io.linkteller.eval.choice;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.TopMFilter;
import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.models.aggregate.AggregateApi;
import io.linkteller.models.aggregate.AggregateTraining;
import io.linkteller.models.aggregate.Gap;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import io.linkteller.privacy.ResponseRates;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A protection that an owner may choose: how models are trained and served so that edges are
 * protected. Immutable.
 *
 * <p>If a mechanism perturbs the graph, models are trained <em>and</em> served on the perturbed
 * graph; models on noisy sums use one release for both. If training and serving are on different
 * graphs, each graph is released once under the same ε; the two releases compose in parallel,
 * because the graphs have no common nodes.
 *
 * @param name its name in options and files
 * @param title its name in tables
 * @param epsilon ε of its guarantee, positive and finite; empty for the models without a mechanism
 * @param protecting trains and serves models under this protection
 */
public record Candidate(String name, String title, OptionalDouble epsilon, Protecting protecting) {

  /** The name of the model without protection. */
  public static final String UNPROTECTED = "none";

  /** The name of the model without edges. */
  public static final String WITHOUT_EDGES = "mlp";

  /** δ of aggregation perturbation. */
  public static final double DELTA = 1e-6;

  private static final String GAP = "gap";

  /** K, the number of releases of the model on noisy sums. */
  private static final int HOPS = 2;

  /** Trains and serves under a protection. */
  @FunctionalInterface
  public interface Protecting {

    /**
     * Trains and serves a model.
     *
     * @param data the private data
     * @param training how models are trained
     * @param sessions begins a session on a private graph, with the ledger to charge; called at
     *     most once for each graph, for the training graph first. Everything that depends on edges
     *     must leave through a session
     * @return the model
     */
    ProtectedModel protect(
        OwnerData data, ModelTraining training, Function<Graph, PrivateSession.Builder> sessions);
  }

  /**
   * Checks ε.
   *
   * @param name its name in options and files
   * @param title its name in tables
   * @param epsilon ε of its guarantee, positive and finite; empty for the models without a
   *     mechanism
   * @param protecting trains and serves models under this protection
   * @throws IllegalArgumentException if ε is not positive and finite
   */
  public Candidate {
    epsilon.ifPresent(PrivacyGuarantee::checkedEpsilon);
  }

  /**
   * Returns a custom candidate.
   *
   * @param name its name in options and files
   * @param title its name in tables
   * @param epsilon ε of its guarantee, positive and finite
   * @param protecting trains and serves models under this protection
   * @return the candidate
   * @throws IllegalArgumentException if ε is not positive and finite
   */
  public static Candidate of(String name, String title, double epsilon, Protecting protecting) {
    return new Candidate(name, title, OptionalDouble.of(epsilon), protecting);
  }

  /** {@return the graph neural network trained and served on the true edges} */
  public static Candidate unprotected() {
    return trained(UNPROTECTED, "no protection", ModelTraining::untrained, false);
  }

  /**
   * Returns an existing model as the candidate without protection.
   *
   * @param title its name in tables
   * @param given the model on the true edges
   * @return the candidate
   */
  public static Candidate unprotected(String title, ProtectedModel given) {
    return withoutMechanism(UNPROTECTED, title, (data, training, sessions) -> given);
  }

  /**
   * Returns the model that uses no edges. Its accuracy is the floor: a protected model below it is
   * useless. Edges that attacks on it find are revealed by features and labels.
   *
   * @return the candidate
   */
  public static Candidate withoutEdges() {
    return trained(WITHOUT_EDGES, "no edges (MLP)", ModelTraining::withoutEdges, true);
  }

  private static Candidate trained(
      String name, String title, Function<ModelTraining, GnnModel> untrained, boolean isolated) {
    return withoutMechanism(
        name,
        title,
        (data, training, sessions) ->
            ProtectedModel.unprotected(
                training.trainer().train(untrained.apply(training), data.training()).model(),
                data.graph(),
                isolated));
  }

  private static Candidate withoutMechanism(String name, String title, Protecting protecting) {
    return new Candidate(name, title, OptionalDouble.empty(), protecting);
  }

  /**
   * Returns a graph neural network trained and served on a perturbed graph.
   *
   * @param mechanism the mechanism
   * @param epsilon ε, positive and finite
   * @return the candidate
   * @throws IllegalArgumentException if ε is out of range
   */
  public static Candidate perturbing(MechanismType mechanism, double epsilon) {
    GraphMechanism perturbing = mechanism.withEpsilon(epsilon);
    return of(
        mechanism.name(),
        mechanism.title(),
        epsilon,
        (data, training, sessions) -> perturbed(perturbing, data, training, sessions));
  }

  /**
   * Returns {@link Gap} with two hops and embeddings of width 16, at δ = {@value #DELTA}.
   *
   * @param epsilon ε, positive and finite
   * @param largestSum the bound on absolute values in a sum, positive; infinity for none
   * @return the candidate
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static Candidate gap(double epsilon, double largestSum) {
    return of(
        GAP,
        "GAP",
        epsilon,
        gapOf(gaussian(epsilon, largestSum).build(), largestSum, UnaryOperator.identity()));
  }

  /**
   * Returns {@link Gap} with a guarantee for all edges of a node.
   *
   * @param epsilon ε, positive and finite
   * @param largestSum the bound on absolute values in a sum, positive; infinity for none
   * @param degreeBound a public bound on degrees, at least 1
   * @return the candidate
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static Candidate gapOfNodes(double epsilon, double largestSum, int degreeBound) {
    return of(
        "gap-nodes",
        "GAP for nodes",
        epsilon,
        gapOf(
            gaussian(epsilon, largestSum).degreeBound(degreeBound).build(),
            largestSum,
            session -> session.degreeBound(degreeBound)));
  }

  /** {@return the names of all mechanisms that {@link #named} accepts} */
  public static List<String> names() {
    return Stream.concat(MechanismType.all().stream().map(MechanismType::name), Stream.of(GAP))
        .sorted()
        .toList();
  }

  /**
   * Returns a candidate by the name of its mechanism.
   *
   * @param mechanism one of {@link #names}
   * @param epsilon ε, positive and finite
   * @return the candidate
   * @throws IllegalArgumentException if there is no such mechanism, or ε is out of range
   */
  public static Candidate named(String mechanism, double epsilon) {
    return switch (mechanism) {
      case GAP -> gap(epsilon, Double.POSITIVE_INFINITY);
      default -> {
        if (!names().contains(mechanism)) {
          throw new IllegalArgumentException(
              "no mechanism is named \""
                  + mechanism
                  + "\"; choose from "
                  + String.join(", ", names()));
        }
        yield perturbing(MechanismType.named(mechanism), epsilon);
      }
    };
  }

  /**
   * Returns the unprotected model, the model without edges, and every mechanism at every ε.
   *
   * @param mechanisms names of mechanisms
   * @param epsilons values of ε, each positive and finite
   * @return the candidates, in this order
   * @throws IllegalArgumentException as for {@link #named}
   */
  public static List<Candidate> grid(List<String> mechanisms, double... epsilons) {
    List<Candidate> grid = new ArrayList<>(List.of(unprotected(), withoutEdges()));
    for (String mechanism : mechanisms) {
      for (double epsilon : epsilons) {
        grid.add(named(mechanism, epsilon));
      }
    }
    return List.copyOf(grid);
  }

  /** {@return its name with ε, such as {@code LapGraph, epsilon = 4}} */
  public String label() {
    return label(title, epsilon);
  }

  static String label(String title, OptionalDouble epsilon) {
    return epsilon.isPresent() ? title + ", epsilon = " + shortest(epsilon.getAsDouble()) : title;
  }

  static String shortest(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /**
   * Returns the expected number of edges over which messages are passed, on which the cost depends.
   * All mechanisms except EdgeRand approximately preserve the number of edges.
   *
   * @param data the private data
   * @return the number of edges, 0 for models that pass no messages
   */
  public double expectedEdges(OwnerData data) {
    if (name.equals(UNPROTECTED)) {
      return data.training().graph().edgeCount();
    }
    return MechanismType.all().stream()
        .filter(type -> type.name().equals(name))
        .map(type -> type.withEpsilon(epsilon.orElseThrow()))
        .mapToDouble(
            mechanism ->
                mechanism instanceof EdgeRand edgeRand
                    ? edgeRand.expectedEdges(data.graph())
                    : data.graph().edgeCount())
        .findFirst()
        .orElse(0);
  }

  /**
   * Returns the public probabilities that a perturbed graph contains an edge.
   *
   * @param mechanism the mechanism
   * @param epsilon its ε
   * @param density the density of the true graph, which mechanisms that preserve it publish with
   *     noise
   * @return the probabilities; empty if they are not known for this mechanism
   */
  public static Optional<ResponseRates> rates(
      GraphMechanism mechanism, double epsilon, double density) {
    if (mechanism instanceof EdgeRand) {
      return Optional.of(ResponseRates.ofEdgeRand(epsilon));
    }
    if (mechanism instanceof LapGraph largest) {
      return Optional.of(ResponseRates.ofLargestCells(largest.cellEpsilon(), density));
    }
    return mechanism instanceof TopMFilter largest
        ? Optional.of(ResponseRates.ofLargestCells(largest.cellEpsilon(), density))
        : Optional.empty();
  }

  private static ProtectedModel perturbed(
      GraphMechanism mechanism,
      OwnerData data,
      ModelTraining training,
      Function<Graph, PrivateSession.Builder> sessions) {
    TrainingData raw = data.training();
    GraphOwner trainer = GraphOwner.of(sessions.apply(raw.graph()).open().perturb(mechanism));
    GnnModel model =
        training
            .trainer()
            .train(
                training.untrained(),
                trainer.trainingData(raw.features(), raw.labels()).trainingOn(raw.nodes()))
            .model();
    GraphOwner server =
        data.isOneGraph()
            ? trainer
            : GraphOwner.of(sessions.apply(data.graph()).open().perturb(mechanism));
    ServedModel served = server.serve(model);
    return new ProtectedModel(
        served,
        model.provenance(),
        Optional.of(Sha256.of(model::identify)),
        served.guarantee(),
        false,
        rates(mechanism, mechanism.guarantee().epsilon(), data.graph().density()),
        List.of());
  }

  private static GaussianAggregation.Builder gaussian(double epsilon, double largestSum) {
    GaussianAggregation.Builder noise =
        GaussianAggregation.builder().epsilon(epsilon).delta(DELTA).releases(HOPS);
    return largestSum < Double.POSITIVE_INFINITY ? noise.largestSum(largestSum) : noise;
  }

  private static Protecting gapOf(
      GaussianAggregation noise, double largestSum, UnaryOperator<PrivateSession.Builder> bounded) {
    return (data, training, sessions) -> {
      Function<Graph, PrivateSession> opened = graph -> bounded.apply(sessions.apply(graph)).open();
      TrainingData raw = data.training();
      AggregateTraining trained =
          Gap.builder()
              .hops(HOPS)
              .seed(training.seed())
              .trainer(training.trainer())
              .train(opened.apply(raw.graph()), raw.features(), raw.labels(), raw.nodes(), noise);
      AggregateTraining served =
          data.isOneGraph()
              ? trained
              : new AggregateTraining(
                  trained.model(),
                  trained.model().release(opened.apply(data.graph()), data.features(), noise));
      AggregateApi api = AggregateApi.of(served.model(), served.aggregates());
      PrivacyGuarantee guarantee = api.guarantee().guarantee();
      return new ProtectedModel(
          api,
          Provenance.ofView(Optional.of(guarantee)),
          Optional.of(Sha256.of(served.model()::identify)),
          Optional.of(guarantee),
          true,
          Optional.empty(),
          List.of(new ReleasedSumsAttack(served, data.features(), noise.deviation(), largestSum)));
    };
  }

  @Override
  public String toString() {
    return label();
  }
}
