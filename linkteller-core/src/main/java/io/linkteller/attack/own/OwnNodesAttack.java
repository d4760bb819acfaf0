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
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Reads the edges among targets from the answers of the attacker's own nodes, which join the graph
 * beside the targets. Nothing of the model is known beforehand.
 *
 * <pre>{@code
 * OwnNodesReading found = OwnNodesAttack.builder().build().read(service, targets);
 * }</pre>
 *
 * <p>In a model of L layers, L at least 3:
 *
 * <ol>
 *   <li>A path of own nodes shows L ({@link ModelDepth}, 2 queries, or up to 6 if units are closed
 *       along the direction of a move).
 *   <li>Each target gets a leaf, which is observed, and a chain of L - 1 nodes. One query in which
 *       the ends of all chains move shows the degrees of all targets ({@link WalkWeights}).
 *   <li>Queries that move the nodes before the ends show, for each target, the sum of numbers that
 *       the attacker gave to its neighbors ({@link SumQueries}).
 *   <li>Those sums name the neighbors ({@link SubsetSums}). Rows with many neighbors stay open at
 *       first; open targets then move in parts, of which each row has few neighbors.
 * </ol>
 *
 * <p>On a graph that changes between queries, each query also shows the degrees of its time, and a
 * row is read once as many queries agree as chance would rarely do: an edge that comes and goes is
 * named if it was there in at least two.
 *
 * <p>Needs a {@link JoinableApi} that lets L - 1 nodes per target join at once, and some forty
 * more, and a model in which large features of one direction pass linearly, as relu networks do.
 * Where fewer may join, two blocks of targets are read at a time, or one target. Immutable; the
 * result depends on the seed and the answers alone.
 */
public final class OwnNodesAttack implements LinkAttack {

  /**
   * The least that the attack can do with: a node for each target, for a model of two layers, or
   * for blocks of targets in turn. Deeper models need a node more per layer, one at a time or many
   * at once; many at once need some forty more, with up to nine links.
   */
  public static final Access NEEDS =
      Access.needing()
          .joining(new Access.Joining(1, 3, false))
          .features(Access.Features.WITHIN_RANGE)
          .featuresOf(Access.Part.OWN)
          .form(AnswerKind.Form.LOGITS)
          .precision(Access.Precision.rounded(0))
          .answersFor(Access.Part.OWN)
          .build();

  /** How many directions are tried, with two queries each, until one passes all layers. */
  private static final int DIRECTIONS = 3;

  /** The fewest queries that read some targets at once: their degrees, and two of sums. */
  private static final long QUERIES_PER_PART = 3;

  /** The bits of a sum on a graph that changes: a neighbor among some thousand targets. */
  private static final double LEAST_BITS_OF_CHANGE = 12;

  private final AttackSettings settings;
  private final long seed;
  private final int budget;
  private final boolean oneAtATime;
  private final Optional<double[]> features;
  private final boolean withinRange;

  private OwnNodesAttack(Builder builder) {
    settings = builder.settings();
    seed = builder.seed;
    budget = builder.budget;
    oneAtATime = builder.oneAtATime;
    features = builder.features;
    withinRange = builder.withinRange;
  }

  /** {@return a builder of attacks with at most 600 queries} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads the edges among targets.
   *
   * @param api the service
   * @param targets V^(C), ids of nodes of the service's graph, distinct, at least two
   * @return the edges that are certain, and the pairs that stay open
   * @throws IllegalArgumentException if there are fewer than two targets, or one of them twice
   * @throws UnsuitableModelException if the model couples all nodes, reaches one step only, or
   *     noise hides how far; if it has two layers and the graph changes or nodes that joined stay;
   *     or if the graph changes and only small moves pass
   * @throws QueryBudgetException if targets must be read one at a time, and the budget is smaller
   * @throws io.linkteller.inference.InferenceException if the service does not let enough nodes
   *     join, or fails
   */
  public OwnNodesReading read(JoinableApi api, IntList targets) {
    FeatureMatrix unknown = FeatureMatrix.zero(targets.size(), api.featureCount());
    return QuerySession.open(
        settings,
        name(),
        api,
        InferenceNodes.of(targets, unknown),
        1,
        session -> read(session, features));
  }

  private OwnNodesReading read(QuerySession session, Optional<double[]> given) {
    if (session.targetCount() < 2) {
      throw new IllegalArgumentException(
          "targets are " + session.targetCount() + " nodes, and must be at least two");
    }
    JoinableApi api = session.service();
    session.expect(budget);
    int nodesBefore = api.nodeCount();
    Random random = new Random(seed);
    double[] direction = given.orElseGet(() -> random.doubles(api.featureCount(), -1, 1).toArray());
    double largest = given.isPresent() ? 1 : OwnNodes.LARGE;
    ModelDepth depth = ModelDepth.of(session, direction, largest);
    // Units that one direction closes its opposite opens, at least those of the first layer. Where
    // noise hides small moves, large ones of two directions must reach equally far.
    double[] other = direction;
    boolean agree = false;
    boolean differ = false;
    for (int tried = 1;
        tried < DIRECTIONS && given.isEmpty() && isDoubtful(depth) && session.asked() + 4 <= budget;
        tried++) {
      other =
          tried % 2 == 1
              ? Arrays.stream(other).map(x -> -x).toArray()
              : random.doubles(api.featureCount(), -1, 1).toArray();
      ModelDepth along = ModelDepth.of(session, other, largest);
      boolean both = along.size() == largest && depth.size() == largest;
      agree |= both && along.layers() == depth.layers();
      differ |= both && along.layers() != depth.layers();
      if (along.size() > depth.size()
          || (along.size() == depth.size() && along.layers() > depth.layers())) {
        depth = along;
        direction = other;
      }
    }
    boolean clear = depth.clear() || (agree && !differ);
    int forTheModel = session.asked();
    if (depth.coupled() || !clear || depth.layers() < 2) {
      throw new UnsuitableModelException(
          depth.coupled()
              ? "answers of own nodes that are not connected to one that moves move, too: the model"
                  + " couples all nodes, or noise is larger than what moves; so answers show no"
                  + " distances"
              : "what own nodes send is seen to reach "
                  + depth.layers()
                  + " steps"
                  + (clear ? "" : ", and noise or rounding may hide further ones")
                  + "; a leaf sees a neighbor of its target from two steps on");
    }
    return read(new ReachedModel(session, depth, forTheModel, direction, random, nodesBefore));
  }

  private OwnNodesReading read(ReachedModel model) {
    boolean still = model.limits().holdsStill();
    int m = model.targets().size();
    if (model.depth().layers() == 2) {
      if (!still) {
        throw new UnsuitableModelException(
            "the model has two layers, of which own answers show edges only by what a further link"
                + " changes, but the graph changes between queries as well");
      }
      if (model.limits().stay()) {
        throw new UnsuitableModelException(
            "the model has two layers, of which own answers show edges only by what one further"
                + " link changes, but nodes that joined for earlier queries stay");
      }
      return model
          .inTurn(beyondEachTarget(model.session().asked(), m))
          .orElseGet(() -> read(model.deeper()));
    }
    Optional<OwnNodesReading> bySums = Optional.empty();
    if (model.depth().size() == OwnNodes.LARGE && !oneAtATime) {
      bySums = sums(model, still);
      // What sums do not decide on a graph that holds still, one at a time may.
      if (bySums.isPresent()
          && (!still
              || bySums.get().openCount() == 0
              || !model.fitsInTurn()
              || model.session().asked() + m + 1L > budget)) {
        return bySums.get();
      }
    }
    if (!still && model.depth().size() != OwnNodes.LARGE) {
      throw new UnsuitableModelException(
          "the graph changes between queries, and large moves do not pass the model or are not"
              + " allowed; what small ones move cannot be told from what changes");
    }
    Optional<OwnNodesReading> inTurn = model.inTurn(beyondEachTarget(model.session().asked(), m));
    if (inTurn.isEmpty()) {
      return read(model.deeper());
    }
    return bySums
        .filter(found -> found.evidence().contradictions() == 0)
        .map(found -> OwnNodesReading.ofParts(model.targets(), List.of(found, inTurn.get())))
        .orElseGet(inTurn::get);
  }

  /** Returns whether other directions may show more of the depth. */
  private static boolean isDoubtful(ModelDepth depth) {
    return !depth.coupled() && !(depth.passes() && depth.clear());
  }

  /**
   * Returns how many queries are left beside one per target and the first. One at a time, nothing
   * is read before the last of those.
   */
  private int beyondEachTarget(int asked, int targets) {
    int left = budget - asked - targets - 1;
    if (left < 0) {
      throw new QueryBudgetException(
          budget,
          targets
              + " targets must be read one at a time, which takes "
              + (targets + 1)
              + " queries after "
              + asked
              + ", but the budget is "
              + budget
              + "; allow more, or name fewer targets");
    }
    return left;
  }

  /**
   * Reads sums of all targets, or of two blocks of them at a time where not all chains may join at
   * once, so that each pair of targets is among those of some two blocks.
   */
  private Optional<OwnNodesReading> sums(ReachedModel model, boolean still) {
    JoiningLimits limits = model.limits();
    int m = model.targets().size();
    int most = model.room();
    // Where the graph changes, an end of its own passes more of what shows the degree.
    int sharing = still ? limits.linksEach() : 1;
    if (limits.linksEach() < TargetChains.MOST_LINKS) {
      return Optional.empty();
    }
    int blocks = 1;
    while (chains(model, model.inBlocks(blocks, 0, 1), sharing).nodes().count() > most) {
      blocks++;
      boolean moreThanInTurn =
          model.fitsInTurn() && QUERIES_PER_PART * blocks * (blocks - 1) / 2 >= m;
      if (moreThanInTurn || blocks > m || limits.stay()) {
        return Optional.empty();
      }
    }
    List<OwnNodesReading> parts = new ArrayList<>();
    for (int second = Math.min(1, blocks - 1); second < blocks; second++) {
      for (int first = 0; first < Math.max(1, second); first++) {
        if (!parts.isEmpty() && model.session().asked() + 2 > budget) {
          break;
        }
        IntList part = model.inBlocks(blocks, first, second);
        Optional<OwnNodesReading> found = sums(model, chains(model, part, sharing), part, still);
        if (found.isEmpty()) {
          return found;
        }
        parts.add(found.get());
      }
    }
    return Optional.of(
        blocks == 1 ? parts.get(0) : OwnNodesReading.ofParts(model.targets(), parts));
  }

  private static TargetChains chains(ReachedModel model, IntList targets, int sharing) {
    return new TargetChains(targets, model.depth().layers(), sharing);
  }

  /**
   * Reads sums, if the weights of walks are those of a model that normalizes by degrees or sums.
   */
  private Optional<OwnNodesReading> sums(
      ReachedModel model, TargetChains chains, IntList targets, boolean still) {
    OwnNodes own =
        OwnNodes.join(model.session(), chains.nodes(), chains.leaves(), model.direction());
    double[] multiples = new double[chains.nodes().count()];
    for (int row = 0; row < chains.rows(); row++) {
      multiples[chains.end(row)] = OwnNodes.LARGE;
    }
    WalkWeights weights =
        WalkWeights.of(chains, own.ask(multiples, "the query that moves the ends of all chains"));
    if (!weights.areKnown()) {
      return Optional.empty();
    }
    SumQueries queries = new SumQueries(chains, own, weights, still, model.random());
    if (!still && queries.bits() < LEAST_BITS_OF_CHANGE) {
      return Optional.empty();
    }
    new RowReading(queries, targets.size(), still, model.session()::asked, model.random(), budget)
        .run();
    if (!queries.areSums()) {
      return Optional.empty();
    }
    return Optional.of(model.reading(targets, queries.sums(), weights, chains.nodes()));
  }

  /**
   * Attacks a service.
   *
   * @throws IllegalArgumentException also if {@code api} is not a {@link JoinableApi}
   */
  @Override
  public Finding find(QuerySession session) {
    if (!withinRange) {
      return read(session, features).finding();
    }
    RangeEnds range = RangeEnds.of(session.nodes().features(), seed);
    QuerySession within = session.through(api -> range.of(session.service()));
    return read(within, Optional.of(range.moves())).finding();
  }

  @Override
  public String name() {
    return "own-nodes";
  }

  @Override
  public AttackSettings settings() {
    return settings;
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private long seed = 42;
    private int budget = 600;
    private boolean oneAtATime;
    private Optional<double[]> features = Optional.empty();
    private boolean withinRange;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the seed of the features and numbers that own nodes get.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Sets the largest number of queries.
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
     * {@return this builder, of an attack that moves one target's nodes at a time, which needs n +
     * 1 queries and no linearity}
     */
    public Builder oneAtATime() {
      this.oneAtATime = true;
      return this;
    }

    /**
     * Sets the features to which own nodes move, where the service limits them, for example one end
     * of the range of each feature at random. Targets are then read one at a time, and where all
     * units of a node are closed for these features nothing passes it.
     *
     * @param vector d finite numbers; copied. Default: large multiples of a random vector
     * @return this builder
     */
    public Builder movingTo(double... vector) {
      this.features = Optional.of(vector.clone());
      return this;
    }

    /**
     * Lets own nodes move to a random end of the range of each feature among the nodes that {@link
     * #run} is given, as by {@link #movingTo}.
     *
     * @return this builder
     */
    public Builder movingWithinRange() {
      this.withinRange = true;
      return this;
    }

    /**
     * Creates the attack.
     *
     * @return an immutable attack that may be run many times
     * @throws IllegalArgumentException if there is a journal
     */
    public OwnNodesAttack build() {
      if (settings().journal().isPresent()) {
        throw new IllegalArgumentException(
            "a journal cannot record queries about nodes that join, which are about different"
                + " graphs");
      }
      return new OwnNodesAttack(this);
    }
  }
}
