package io.linkteller.attack.own;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.Random;

/**
 * Finds the edges among targets from the answers for the attacker's own nodes, which join the graph
 * next to the targets. The model need not be known.
 *
 * <pre>{@code
 * OwnNodesReading found = OwnNodesAttack.builder().build().read(service, targets);
 * }</pre>
 *
 * <p>An own node <em>moves</em> if its features change. For a model of L ≥ 3 layers:
 *
 * <ol>
 *   <li>Paths of own nodes show L ({@link ModelDepth}). This takes 2 queries for each of up to 3
 *       directions of features, and more if answers are noisy.
 *   <li>Each target gets a leaf, which is observed, and a chain of L - 1 nodes. One query in which
 *       the ends of all chains move shows the degrees of all targets ({@link WalkWeights}).
 *   <li>Queries that move the node before the end of each chain show, for each target, the sum of
 *       the numbers that the attacker assigned to its neighbors ({@link SumQueries}).
 *   <li>These sums determine the neighbors ({@link SubsetSums}). Targets with many neighbors remain
 *       open at first. Then one part of the open targets moves at a time, so that few neighbors of
 *       any target move together.
 * </ol>
 *
 * <p>In a two-layer model, chains have no node before the end. If the weight of an edge depends on
 * the degree of the sender, another leaf joins at each target in turn, which shows the edges of the
 * target ({@link FurtherLeaves}).
 *
 * <p>Requires a {@link JoinableApi} that lets L - 1 nodes per target, but at least two, and about
 * forty more nodes join together, and a model that passes large features along one direction
 * linearly, as relu networks do. The result depends only on the seed and the answers. Immutable.
 */
public final class OwnNodesAttack implements LinkAttack {

  /**
   * The minimum access, for a two-layer model: two nodes for each target. Models with L ≥ 3 layers
   * need L - 1 nodes per target, and about forty more nodes with up to nine links.
   */
  public static final Access NEEDS =
      Access.needing()
          .joining(new Access.Joining(2, 3))
          .features(Access.Features.ANY)
          .featuresOf(Access.Part.OWN)
          .form(AnswerKind.Form.LOGITS)
          .precision(Access.Precision.rounded(0))
          .answersFor(Access.Part.OWN)
          .staticGraph(true)
          .build();

  /**
   * The maximum number of directions to try, with at least two queries each, until one passes all
   * layers.
   */
  private static final int DIRECTIONS = 3;

  private final AttackSettings settings;
  private final long seed;
  private final int budget;

  private OwnNodesAttack(Builder builder) {
    settings = builder.settings();
    seed = builder.seed;
    budget = builder.budget;
  }

  /** {@return a builder of attacks with at most 600 queries} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Finds the edges among targets.
   *
   * @param api the service
   * @param targets V^(C): at least two distinct ids of nodes of the service's graph
   * @return the certain edges and the pairs that remain open
   * @throws IllegalArgumentException if there are fewer than two targets, or one of them twice
   * @throws UnsuitableModelException if the model couples all nodes; if it reaches only one step,
   *     or noise hides how far it reaches; if it has two layers, and its weights do not depend on
   *     the degree of the sender; or if it has more layers and does not pass sums of large moves,
   *     as with attention or layer normalization
   * @throws QueryBudgetException if the model has two layers and the remaining queries do not
   *     suffice for one per target
   * @throws io.linkteller.inference.InferenceException if the service does not let enough nodes
   *     join, or fails
   */
  public OwnNodesReading read(JoinableApi api, IntList targets) {
    FeatureMatrix unknown = FeatureMatrix.zero(targets.size(), api.featureCount());
    return settings.open(name(), api, InferenceNodes.of(targets, unknown), 1, this::read);
  }

  private OwnNodesReading read(QuerySession session) {
    if (session.targetCount() < 2) {
      throw new IllegalArgumentException(
          "at least two targets are needed, but got " + session.targetCount());
    }
    session.expect(budget);
    Random random = new Random(seed);
    ReachedModel model = reached(session, random);
    if (model.depth().layers() == 2) {
      return FurtherLeaves.read(model, beyondEachTarget(session.asked(), session.targetCount()));
    }
    if (model.depth().size() != OwnNodes.LARGE) {
      throw new UnsuitableModelException(
          "the model does not pass large features of own nodes along any direction that was"
              + " tried, as with attention, and answers do not add up if features are small");
    }
    return sums(model, random);
  }

  /** Finds the depth of the model and a direction along which features pass all layers. */
  private ReachedModel reached(QuerySession session, Random random) {
    int width = session.service().featureCount();
    double[] direction = random.doubles(width, -1, 1).toArray();
    ModelDepth depth = ModelDepth.of(session, direction);
    // The opposite direction opens the units that a direction closes, at least those of the first
    // layer. If noise hides small moves, large moves along two directions must reach equally far.
    double[] other = direction;
    boolean agree = false;
    boolean differ = false;
    for (int tried = 1;
        tried < DIRECTIONS && isDoubtful(depth) && session.asked() + 4 <= budget;
        tried++) {
      other =
          tried % 2 == 1
              ? Arrays.stream(other).map(x -> -x).toArray()
              : random.doubles(width, -1, 1).toArray();
      ModelDepth along = ModelDepth.of(session, other);
      boolean both = along.size() == OwnNodes.LARGE && depth.size() == OwnNodes.LARGE;
      agree |= both && along.layers() == depth.layers();
      differ |= both && along.layers() != depth.layers();
      if (along.size() > depth.size()
          || (along.size() == depth.size() && along.layers() > depth.layers())) {
        depth = along;
        direction = other;
      }
    }
    boolean clear = depth.clear() || (agree && !differ);
    if (depth.coupled() || !clear || depth.layers() < 2) {
      throw new UnsuitableModelException(
          depth.coupled()
              ? "answers of own nodes move without a connection to a node that moves: the model"
                  + " couples all nodes, or noise is larger than the moves, so answers do not show"
                  + " distances"
              : "moves of own nodes reach a distance of "
                  + depth.layers()
                  + (clear ? "" : ", and noise or rounding may hide more")
                  + "; a leaf shows the neighbors of its target only if moves reach a distance of"
                  + " two or more");
    }
    return new ReachedModel(session, depth, session.asked(), direction);
  }

  /** Returns whether another direction may show a greater depth. */
  private static boolean isDoubtful(ModelDepth depth) {
    return !depth.coupled() && !(depth.passes() && depth.clear());
  }

  /** Returns the number of queries that are left after the first and one per target. */
  private int beyondEachTarget(int asked, int targets) {
    int left = budget - asked - targets - 1;
    if (left < 0) {
      throw new QueryBudgetException(
          budget,
          "a two-layer model takes one query per target, "
              + (targets + 1)
              + " queries after "
              + asked
              + ", but the budget is "
              + budget
              + "; allow more, or attack fewer targets");
    }
    return left;
  }

  private OwnNodesReading sums(ReachedModel model, Random random) {
    QuerySession session = model.session();
    int sharing = session.service().limits().linksEach();
    TargetChains chains = new TargetChains(model.targets(), model.depth().layers(), sharing);
    OwnNodes own = OwnNodes.join(session, chains.nodes(), chains.leaves(), model.direction());
    double[] multiples = new double[chains.nodes().count()];
    for (int row = 0; row < chains.rows(); row++) {
      multiples[chains.end(row)] = OwnNodes.LARGE;
    }
    WalkWeights weights =
        WalkWeights.of(chains, own.ask(multiples, "the query that moves the ends of all chains"));
    SumQueries queries = new SumQueries(chains, own, weights, random);
    if (weights.areKnown()) {
      new RowReading(queries, chains.targets(), session::asked, random, budget).run();
    }
    if (!weights.areKnown() || !queries.areSums()) {
      throw new UnsuitableModelException(
          "moves of own nodes do not add up as in a model that sums over neighbors with weights"
              + " that depend on degrees: attention, layer normalization and maxima are not"
              + " supported, and noise may hide moves");
    }
    return model.reading(queries.sums(), weights, chains.nodes());
  }

  /**
   * Attacks a service.
   *
   * @throws IllegalArgumentException if there are fewer than two targets, or the black box is not a
   *     {@link JoinableApi}
   */
  @Override
  public Finding find(QuerySession session) {
    return read(session).finding();
  }

  @Override
  public String name() {
    return "own-nodes";
  }

  @Override
  public AttackSettings settings() {
    return settings;
  }

  /** Builds an {@link OwnNodesAttack}. Not thread-safe. */
  public static final class Builder extends AttackBuilder<Builder> {

    private long seed = 42;
    private int budget = 600;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the seed of the features and numbers that are assigned to own nodes.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Sets the maximum number of queries.
     *
     * @param queries at least 4; default 600
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is below 4
     */
    public Builder queryLimit(int queries) {
      if (queries < 4) {
        throw new IllegalArgumentException("queryLimit = " + queries + " is below 4");
      }
      this.budget = queries;
      return this;
    }

    /**
     * Creates the attack.
     *
     * @return an immutable attack that may be run many times
     * @throws IllegalArgumentException if a journal is set
     */
    public OwnNodesAttack build() {
      if (settings().journal().isPresent()) {
        throw new IllegalArgumentException(
            "a journal cannot record queries of joined nodes, which belong to different graphs");
      }
      return new OwnNodesAttack(this);
    }
  }
}
