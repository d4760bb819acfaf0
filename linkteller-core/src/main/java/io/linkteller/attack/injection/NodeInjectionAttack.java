package io.linkteller.attack.injection;

import io.linkteller.attack.AnswerCount;
import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import org.ejml.data.DMatrixRMaj;

/**
 * Node injection, after O. Zari, J. Parra-Arnau, A. Ünsal, M. Önen, "Node Injection Link Stealing
 * Attack", 2023 (arXiv 2307.13548): connects a node of the attacker's to a target and looks whose
 * answers change. The features of all other nodes remain as they are.
 *
 * <pre>{@code
 * LinkPrediction found = NodeInjectionAttack.builder().build().run(servedModel, nodes, kHat);
 * }</pre>
 *
 * <p>The influence of target v on u is the length of the change of u's logits when a node joins at
 * v. There are two comparisons:
 *
 * <ul>
 *   <li>By default with the answers before the node joined, as in the publication. The change then
 *       includes that of v's degree, which under degree normalization reaches as far as v itself
 *       does.
 *   <li>With {@link Builder#contrasting}, with the answers after a node of zero features joined at
 *       the same place. Both graphs are the same, so the change comes from the features alone. They
 *       have one hop less to go beyond v, so in a model of two layers exactly v and its neighbors
 *       change.
 * </ul>
 *
 * <p>Needs a {@link JoinableApi}. Costs |V^(C)| + 1 queries, or 2 |V^(C)| when contrasting, each on
 * a graph of its own, so that a server computes a full pass for each. Immutable; the result does
 * not depend on the number of threads.
 */
public final class NodeInjectionAttack implements LinkAttack {

  private final InjectedFeatures features;
  private final boolean contrasting;
  private final PairScore score;
  private final AttackSettings settings;

  private NodeInjectionAttack(Builder builder) {
    this.features = builder.features;
    this.contrasting = builder.contrasting;
    this.score = builder.score;
    this.settings = builder.settings();
  }

  /** {@return a builder of an attack that compares with the answers before the node joined} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box.
   *
   * @throws IllegalArgumentException also if {@code api} is not a {@link JoinableApi}
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    int n = nodes.targets().size();
    // Fail before the first query rather than after the last.
    DensityBelief.edgeCount(kHat, n);
    if (!(api instanceof JoinableApi joinable)) {
      throw new IllegalArgumentException(
          "node injection needs a black box that nodes can join, but " + api + " is none");
    }
    long start = System.nanoTime();
    InferenceQuery base = nodes.query().observing(nodes.targetRows());
    InferenceQuery joined = withAnotherRow(nodes, joinable.nodeCount());
    int queries = contrasting ? Math.multiplyExact(2, n) : n + 1;
    AnswerCount count = new AnswerCount(settings.listener(), queries);
    DMatrixRMaj before = new DMatrixRMaj(0, 0);
    if (!contrasting) {
      before = Answers.ask(api, base, "the query before a node joins").copy();
      count.increment();
    }
    DMatrixRMaj unjoined = before;
    InfluenceMatrix.Builder rows = InfluenceMatrix.builder(nodes, InfluenceExtent.AMONG_TARGETS, 1);
    Workers.of(settings.parallelism())
        .forRows(
            n,
            1,
            (from, to) -> {
              for (int v = from; v < to; v++) {
                InferenceApi at = joinable.joinedTo(IntList.of(nodes.targets().getInt(v)));
                DMatrixRMaj reference = unjoined;
                if (contrasting) {
                  reference = ask(at, joined, InjectedFeatures.ZEROS.of(nodes, v), nodes, v).copy();
                  count.increment();
                }
                DMatrixRMaj after = ask(at, joined, features.of(nodes, v), nodes, v);
                count.increment();
                rows.set(v, changes(nodes, after, reference));
              }
            });
    return LinkPrediction.of(
        contrasting ? "node injection, contrasting" : "node injection",
        nodes,
        kHat,
        score.of(rows.build()),
        queries,
        Duration.ofNanos(System.nanoTime() - start));
  }

  /** Returns a query about one more node, whose features are those of the first for now. */
  private static InferenceQuery withAnotherRow(InferenceNodes nodes, int id) {
    int count = nodes.nodes().size();
    IntArrayList ids = new IntArrayList(nodes.nodes());
    ids.add(id);
    IntArrayList rows = new IntArrayList(count + 1);
    for (int row = 0; row < count; row++) {
      rows.add(row);
    }
    rows.add(0);
    FeatureMatrix features = nodes.features().selectRows(rows);
    return InferenceQuery.of(IntImmutableList.of(ids.toIntArray()), features)
        .observing(nodes.targetRows());
  }

  private static DMatrixRMaj ask(
      InferenceApi at, InferenceQuery joined, double[] x, InferenceNodes nodes, int target) {
    return Answers.ask(
        at,
        joined.with(FeatureEdit.replacing(joined.nodes().size() - 1, x)),
        "the query after a node joined at node " + nodes.targets().getInt(target));
  }

  private static double[] changes(InferenceNodes nodes, DMatrixRMaj after, DMatrixRMaj before) {
    double[] changes = new double[nodes.targets().size()];
    int width = before.numCols;
    for (int u = 0; u < changes.length; u++) {
      int from = nodes.answerRowOfTarget(u) * width;
      double squares = 0;
      for (int c = 0; c < width; c++) {
        double change = after.data[from + c] - before.data[from + c];
        squares += change * change;
      }
      changes[u] = Math.sqrt(squares);
    }
    return changes;
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private InjectedFeatures features = InjectedFeatures.OF_TARGET;
    private boolean contrasting;
    private PairScore score = PairScore.MAX;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the features of the nodes that join.
     *
     * @param strategy the features; default those of the target
     * @return this builder
     */
    public Builder features(InjectedFeatures strategy) {
      this.features = strategy;
      return this;
    }

    /** {@return this builder, of an attack that compares two nodes that join at the same place} */
    public Builder contrasting() {
      this.contrasting = true;
      return this;
    }

    /**
     * Sets how the influences between two targets are combined into the score of their pair.
     *
     * @param combination the score; default {@link PairScore#MAX}
     * @return this builder
     * @throws IllegalArgumentException if the score needs influences beyond those among targets
     */
    public Builder score(PairScore combination) {
      if (combination.extent() != InfluenceExtent.AMONG_TARGETS) {
        throw new IllegalArgumentException(
            "score = " + combination + " needs influences beyond those among targets");
      }
      this.score = combination;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public NodeInjectionAttack build() {
      if (settings().journal().isPresent()) {
        throw new IllegalArgumentException(
            "a journal cannot record node injection, whose queries are about different graphs");
      }
      return new NodeInjectionAttack(this);
    }
  }
}
