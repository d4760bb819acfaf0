package io.linkteller.models.stealing;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.PriorKnowledge;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.Posterior;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * The eight attacks of X. He, J. Jia, M. Backes, N. Z. Gong, Y. Zhang, "Stealing Links from Graph
 * Neural Networks", USENIX Security 2021: posteriors of connected nodes are similar. What the
 * attacker knows beside posteriors decides which attack it is:
 *
 * <table>
 * <caption>the attacks by knowledge</caption>
 * <tr><th>attack</th><th>features F</th><th>some edges A*</th><th>shadow graph D'</th></tr>
 * <tr><td>0</td><td></td><td></td><td></td></tr>
 * <tr><td>1</td><td></td><td></td><td>yes</td></tr>
 * <tr><td>2</td><td>yes</td><td></td><td></td></tr>
 * <tr><td>3</td><td></td><td>yes</td><td></td></tr>
 * <tr><td>4</td><td></td><td>yes</td><td>yes</td></tr>
 * <tr><td>5</td><td>yes</td><td></td><td>yes</td></tr>
 * <tr><td>6</td><td>yes</td><td>yes</td><td></td></tr>
 * <tr><td>7</td><td>yes</td><td>yes</td><td>yes</td></tr>
 * </table>
 *
 * <pre>{@code
 * LinkAttack attack3 = LinkStealing.builder().edges(PriorKnowledge.ofEdges(known)).build();
 * }</pre>
 *
 * <p>Attack 0 ranks pairs by the correlation of their posteriors. Attack 2 subtracts from it the
 * correlation of the posteriors of a reference model, a perceptron on the features, since similar
 * features alone do not make an edge. The others train a perceptron with two hidden layers of 32 on
 * pairs of known kind, as many unconnected as connected. Its inputs are eight distances of the
 * posteriors, of the reference model's and of the features, combinations of entropies, and in
 * attacks 3 and 6 combinations of the posteriors themselves.
 *
 * <p>What differs from the authors' program: the reference model is trained on the labels that the
 * black box predicts, which any attacker has, with 100 epochs; the classifier is trained on all
 * pairs at once instead of in batches; and the inputs for a graph are standardized by its known
 * pairs, or, if there are none, by the pairs to be ranked.
 *
 * <p>With {@link Builder#nodesAlone} each node is asked about on its own, as in the posterior-only
 * attack with 0-hop queries of Y. Wu et al., "Link Stealing Attacks Against Inductive Graph Neural
 * Networks", PoPETs 2024; posteriors then hold nothing of the edges, and only the likeness of
 * features is left.
 *
 * <p>One query, or one per node if they are asked about alone. O(p (d + c)) time for p pairs, d
 * features and c classes, beyond training. Immutable; the result does not depend on the number of
 * threads.
 */
public final class LinkStealing implements LinkAttack {

  private static final int REFERENCE_HIDDEN = 16;
  private static final int REFERENCE_EPOCHS = 100;
  private static final double REFERENCE_DECAY = 5e-4;
  private static final double REFERENCE_RATE = 0.01;
  private static final double REFERENCE_DROPOUT = 0.5;

  private final boolean features;
  private final boolean alone;
  private final Optional<PriorKnowledge> edges;
  private final Optional<ShadowGraph> shadow;
  private final Optional<Posterior> posterior;
  private final int epochs;
  private final long seed;
  private final AttackSettings settings;

  private LinkStealing(Builder builder) {
    this.features = builder.features;
    this.alone = builder.alone;
    this.edges = builder.edges;
    this.shadow = builder.shadow;
    this.posterior = builder.posterior;
    this.epochs = builder.epochs;
    this.seed = builder.seed;
    this.settings = builder.settings();
  }

  /** {@return a builder of attack 0, to which knowledge can be added} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the number of the attack, 0 to 7} */
  public int number() {
    if (edges.isPresent()) {
      return (features ? 6 : 3) + (shadow.isPresent() ? 1 : 0);
    }
    if (shadow.isPresent()) {
      return features ? 5 : 1;
    }
    return features ? 2 : 0;
  }

  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    int n = nodes.targets().size();
    // Fail before the work rather than after it.
    LinkPrediction.edgeCount(kHat, n);
    PairScores.requireStorable(n);
    long start = System.nanoTime();
    LongArrayList pairs = new LongArrayList();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        pairs.add(NodePairs.pack(i, j));
      }
    }
    PairScores scores = score(api, nodes, pairs);
    return LinkPrediction.of(
        toString(),
        nodes,
        kHat,
        scores,
        alone ? needed(nodes).size() : 1,
        Duration.ofNanos(System.nanoTime() - start));
  }

  /**
   * Scores some pairs of targets; all others score 0.
   *
   * @param api the black box
   * @param nodes the nodes with their features
   * @param pairs pairs of positions of targets, packed by {@link NodePairs#pack}, ascending
   * @return scores in (0, 1)
   * @throws IllegalArgumentException if pairs do not ascend or are not of targets, a known pair has
   *     a node that is not asked about, or no known pair is connected
   * @throws io.linkteller.inference.InferenceException if a black box fails
   */
  public PairScores score(InferenceApi api, InferenceNodes nodes, LongList pairs) {
    return settings.recorded(api, nodes, toString(), recorder -> scored(recorder, nodes, pairs));
  }

  private PairScores scored(InferenceApi api, InferenceNodes nodes, LongList pairs) {
    int n = nodes.targets().size();
    LongArrayList byId = new LongArrayList(pairs.size());
    for (int p = 0; p < pairs.size(); p++) {
      int i = NodePairs.first(pairs.getLong(p));
      int j = NodePairs.second(pairs.getLong(p));
      if (i < 0 || i >= j || j >= n) {
        throw new IllegalArgumentException(
            "(" + i + ", " + j + ") is no pair of " + n + " targets");
      }
      byId.add(NodePairs.pack(nodes.targets().getInt(i), nodes.targets().getInt(j)));
    }
    NodeViews views = views(api, nodes, needed(nodes));
    double[] scores =
        edges.isEmpty() && shadow.isEmpty() ? compared(views, byId) : learned(views, nodes, byId);
    return PairScores.ofStored(n, pairs.toLongArray(), scores);
  }

  /** Returns the nodes of which posteriors are needed: the targets and those of known pairs. */
  private IntSortedSet needed(InferenceNodes nodes) {
    IntSortedSet needed = new IntRBTreeSet(nodes.targets());
    edges.ifPresent(
        known -> {
          known.edges().forEachEdge((u, v) -> addBoth(needed, u, v));
          known.nonEdges().forEachEdge((u, v) -> addBoth(needed, u, v));
        });
    return needed;
  }

  private static void addBoth(IntSortedSet set, int u, int v) {
    set.add(u);
    set.add(v);
  }

  /** Compares posteriors, without learning: attacks 0 and 2. */
  private double[] compared(NodeViews views, LongList pairs) {
    double[] scores = new double[pairs.size()];
    double[] scratch = new double[PairDistances.COUNT];
    for (int p = 0; p < scores.length; p++) {
      int u = NodePairs.first(pairs.getLong(p));
      int v = NodePairs.second(pairs.getLong(p));
      double distance = views.correlation(0, u, v, scratch);
      double expected = features ? views.correlation(1, u, v, scratch) : 2;
      // Distances are in [0, 2], so scores in [0, 1].
      scores[p] = (2 + expected - distance) / 4;
    }
    return scores;
  }

  private double[] learned(NodeViews views, InferenceNodes nodes, LongList pairs) {
    List<PairClassifier.Lesson> lessons = new ArrayList<>();
    PairClassifier.Scaling scaling;
    if (edges.isPresent()) {
      LongList connected = pairsOf(edges.get().edges());
      if (connected.isEmpty()) {
        throw new IllegalArgumentException("no known pair is connected");
      }
      LongList unconnected = pairsOf(edges.get().nonEdges());
      if (unconnected.isEmpty()) {
        unconnected = drawn(edges.get().edges(), nodes.targets(), connected.size());
      }
      scaling = PairClassifier.Scaling.of(views, List.of(connected, unconnected));
      lessons.add(new PairClassifier.Lesson(views, scaling, connected, unconnected));
    } else {
      scaling = PairClassifier.Scaling.of(views, List.of(pairs));
    }
    shadow.ifPresent(known -> lessons.add(lesson(known)));
    return PairClassifier.train(lessons, epochs, seed, settings.parallelism())
        .probabilities(views, scaling, pairs);
  }

  private PairClassifier.Lesson lesson(ShadowGraph known) {
    InferenceNodes all = InferenceNodes.of(known.features());
    NodeViews views = views(known.api(), all, new IntRBTreeSet(all.targets()));
    LongList connected = pairsOf(known.graph());
    LongList unconnected = drawn(known.graph(), all.targets(), connected.size());
    return new PairClassifier.Lesson(
        views,
        PairClassifier.Scaling.of(views, List.of(connected, unconnected)),
        connected,
        unconnected);
  }

  private static LongList pairsOf(Graph graph) {
    LongArrayList pairs = new LongArrayList(graph.edgeCount());
    graph.forEachEdge((u, v) -> pairs.add(NodePairs.pack(Math.min(u, v), Math.max(u, v))));
    return pairs;
  }

  /** Draws pairs that are not edges of a graph: as many as asked for, or as there are half of. */
  private LongList drawn(Graph graph, IntList among, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    LongOpenHashSet seen = new LongOpenHashSet();
    LongArrayList pairs = new LongArrayList(count);
    long most = Math.max(1, (NodePairs.count(among.size()) - graph.edgeCount()) / 2);
    while (pairs.size() < Math.min(count, most)) {
      int u = among.getInt(random.nextInt(among.size()));
      int v = among.getInt(random.nextInt(among.size()));
      long pair = NodePairs.pack(Math.min(u, v), Math.max(u, v));
      if (u != v && !graph.hasEdge(u, v) && seen.add(pair)) {
        pairs.add(pair);
      }
    }
    return pairs;
  }

  private NodeViews views(InferenceApi api, InferenceNodes nodes, IntSortedSet needed) {
    IntList ids = IntImmutableList.of(needed.toIntArray());
    IntArrayList rows = new IntArrayList(ids.size());
    for (int id : ids) {
      rows.add(rowOf(nodes, id));
    }
    DMatrixRMaj posteriors = alone ? askedAlone(api, nodes, rows) : askedTogether(api, nodes, rows);
    boolean combining = edges.isPresent() && shadow.isEmpty();
    if (!features) {
      return new NodeViews(ids, new DMatrixRMaj[] {posteriors}, combining);
    }
    FeatureMatrix own = nodes.features().selectRows(rows);
    return new NodeViews(
        ids, new DMatrixRMaj[] {posteriors, reference(own, posteriors), own.toDense()}, combining);
  }

  private static int rowOf(InferenceNodes nodes, int id) {
    IntList all = nodes.nodes();
    int row = id < all.size() && all.getInt(id) == id ? id : all.indexOf(id);
    if (row < 0) {
      throw new IllegalArgumentException("node " + id + " of a known pair is not asked about");
    }
    return row;
  }

  private DMatrixRMaj askedTogether(InferenceApi api, InferenceNodes nodes, IntList rows) {
    IntArrayList ascending = new IntArrayList(rows);
    ascending.sort(null);
    InferenceQuery query = nodes.query().observing(ascending);
    DMatrixRMaj answer = Answers.ask(api, query, "the query for posteriors");
    DMatrixRMaj sorted = new DMatrixRMaj(rows.size(), answer.numCols);
    for (int i = 0; i < sorted.numRows; i++) {
      int at = Collections.binarySearch(ascending, rows.getInt(i));
      System.arraycopy(
          answer.data, at * answer.numCols, sorted.data, i * answer.numCols, answer.numCols);
    }
    return probabilities(sorted);
  }

  private DMatrixRMaj askedAlone(InferenceApi api, InferenceNodes nodes, IntList rows) {
    DMatrixRMaj[] answers = new DMatrixRMaj[rows.size()];
    Workers.of(settings.parallelism())
        .forRows(
            answers.length,
            1,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                int row = rows.getInt(i);
                int id = nodes.nodes().getInt(row);
                answers[i] =
                    Answers.ask(
                        api,
                        InferenceQuery.of(
                            IntList.of(id), nodes.features().selectRows(IntList.of(row))),
                        "the query about node " + id + " alone");
              }
            });
    DMatrixRMaj all = new DMatrixRMaj(answers.length, answers[0].numCols);
    for (int i = 0; i < answers.length; i++) {
      System.arraycopy(answers[i].data, 0, all.data, i * all.numCols, all.numCols);
    }
    return probabilities(all);
  }

  private DMatrixRMaj probabilities(DMatrixRMaj logits) {
    return posterior.orElseGet(() -> Posterior.ofSingleLabel(logits.numCols)).probabilities(logits);
  }

  /** Returns the posteriors of a perceptron that learned the predicted labels from features. */
  private DMatrixRMaj reference(FeatureMatrix own, DMatrixRMaj posteriors) {
    int classes = Math.max(2, posteriors.numCols);
    int[] labels = new int[posteriors.numRows];
    for (int row = 0; row < labels.length; row++) {
      for (int c = 1; c < posteriors.numCols; c++) {
        labels[row] = posteriors.get(row, c) > posteriors.get(row, labels[row]) ? c : labels[row];
      }
      if (posteriors.numCols == 1) {
        labels[row] = posteriors.get(row, 0) > 0.5 ? 1 : 0;
      }
    }
    GnnModel untrained =
        Mlp.builder()
            .layers(own.cols(), REFERENCE_HIDDEN, classes)
            .dropout(REFERENCE_DROPOUT)
            .seed(seed)
            .build();
    Graph none = Graph.empty(own.rows());
    GnnModel trained =
        Trainer.builder()
            .epochs(REFERENCE_EPOCHS)
            .learningRate(REFERENCE_RATE)
            .weightDecay(REFERENCE_DECAY)
            .seed(seed)
            .parallelism(settings.parallelism())
            .build()
            .train(untrained, none, own, Labels.single(labels, classes))
            .model();
    return Posterior.SOFTMAX.probabilities(
        trained.on(none, Workers.of(settings.parallelism())).predict(own));
  }

  /** Returns its name, such as {@code link stealing, attack 3}. */
  @Override
  public String toString() {
    return "link stealing, attack " + number() + (alone ? ", nodes alone" : "");
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private boolean features;
    private boolean alone;
    private Optional<PriorKnowledge> edges = Optional.empty();
    private Optional<ShadowGraph> shadow = Optional.empty();
    private Optional<Posterior> posterior = Optional.empty();
    private int epochs = 200;
    private long seed = 42;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** {@return this builder, of an attacker who compares features too} */
    public Builder features() {
      this.features = true;
      return this;
    }

    /**
     * Sets the edges that the attacker knows, A*.
     *
     * @param known the known pairs; if it has no non-edges, pairs of targets are drawn that are not
     *     known to be edges
     * @return this builder
     */
    public Builder edges(PriorKnowledge known) {
      this.edges = Optional.of(known);
      return this;
    }

    /**
     * Sets the graph from which the attacker learns, D'.
     *
     * @param known the graph with a model on it
     * @return this builder
     */
    public Builder shadow(ShadowGraph known) {
      this.shadow = Optional.of(known);
      return this;
    }

    /** {@return this builder, of an attack that asks about each node on its own} */
    public Builder nodesAlone() {
      this.alone = true;
      return this;
    }

    /**
     * Sets how the answers become probabilities.
     *
     * @param map the map; default softmax, or the sigmoid of a single logit
     * @return this builder
     */
    public Builder posterior(Posterior map) {
      this.posterior = Optional.of(map);
      return this;
    }

    /**
     * Sets the number of epochs of the classifier.
     *
     * @param epochs at least 1; default 200
     * @return this builder
     * @throws IllegalArgumentException if {@code epochs} is below 1
     */
    public Builder epochs(int epochs) {
      if (epochs < 1) {
        throw new IllegalArgumentException("epochs = " + epochs + " is below 1");
      }
      this.epochs = epochs;
      return this;
    }

    /**
     * Sets the seed of training and of drawn pairs.
     *
     * @param seed any number; default 42
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public LinkStealing build() {
      return new LinkStealing(this);
    }
  }
}
