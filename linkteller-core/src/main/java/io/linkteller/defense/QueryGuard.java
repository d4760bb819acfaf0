package io.linkteller.defense;

import io.linkteller.defense.QueryRefusedException.Reason;
import io.linkteller.defense.RowSketches.Rows;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Limits the queries of one client on behalf of the graph owner (appendix D.1 of the paper). A
 * guard counts queries, passes them on to a black box, and refuses those that exceed a limit or
 * resemble an attack.
 *
 * <pre>{@code
 * QueryGuard guard =
 *     QueryGuard.builder(graph.nodeCount())
 *         .limitPerNode(100).limitProbes(5).refusingAlignedFeatures().build();
 * InferenceApi ofOneClient = guard.guarding(alice.serve(model));
 * InferenceApi ofAnother = guard.forAnotherClient().guarding(alice.serve(model));
 * }</pre>
 *
 * <ul>
 *   <li><b>Probes.</b> Each query is compared with the client's last queries and with the served
 *       features. It is a probe if the changes of at most a hundredth of the nodes ({@link
 *       Builder#probesChangeUpTo}) stand out: relative to their size, the features of these nodes
 *       or their norms change more than three times as much as those of any other node, or more
 *       than ten times if the others change by more than a tenth. A query is also a probe if it
 *       leaves out that few nodes of an earlier query and contains at least a hundred of the
 *       others. LinkTeller sends one probe per target. Noise on all rows hides a probe only if it
 *       is as large as the probe.
 *   <li><b>Re-weighting.</b> A query that multiplies the rows of some nodes, however many, by
 *       factors that differ from that of most rows is a probe of these nodes if these rows account
 *       for more than half of the squared changes of all rows along their earlier values.
 *   <li><b>Aligned features.</b> Chosen-feature attacks send multiples of one vector for every
 *       node. A query is aligned if the features of at least eight nodes lie within an angle of 0.1
 *       radians of one line, and these nodes make up more than half of its nodes or of the sum of
 *       squares of its features. Set {@link Builder#servedFeatures} if the data themselves are
 *       aligned, such as counts that are dominated by one column.
 *   <li><b>Limits.</b> The number of queries is limited per set of nodes, regardless of their
 *       order, and per node. If there are too many sets, the counts of the least recently used sets
 *       are dropped; counts of nodes are never dropped.
 * </ul>
 *
 * <p>Rows are compared by their projections onto sixteen random directions and identified by an
 * HMAC. Both depend on a random key of the guard, so a client cannot construct rows that collide.
 * Projections preserve distances up to a factor of about 1.5.
 *
 * <p>The guard does not detect the following, which only {@link Builder#limitPerNode} limits:
 * queries that replace the features of more nodes than a probe may change; queries for
 * ever-changing subsets of the nodes with unchanged features, as sent by the attack {@code
 * subsets}; probes hidden by noise as large as the probes; probes separated by more queries with
 * entirely different features than the guard remembers; and sets of nodes that grow by one node per
 * query. Nor does it detect a client that uses several accounts, or features with additional parts
 * that the model ignores. A refused query affects only the statistics and how long the query that
 * it resembles is remembered. If one query of a batch is refused, all queries of the batch are
 * refused and affect only the statistics.
 *
 * <p>Counts and remembered queries are kept in memory only, so a new guard starts from zero, for
 * example after the process restarts. Keep one guard per client for as long as the limits should
 * apply.
 *
 * <p>Safe for use by several threads. A guard uses up to about 160 bytes of memory per node for
 * each of the {@linkplain Builder#rememberingQueries eight queries} that it remembers, 4 more bytes
 * per node, and about 100 bytes per stored node set. Checking a query takes O(n d) time for d
 * features, or O(n log n) plus O(d) per edited row if the base features have been seen before.
 */
public final class QueryGuard {

  private static final byte NODE = 3;

  private final int nodeSetLimit;
  private final int nodeLimit;
  private final int probeLimit;
  private final int probeRows;
  private final int queriesKept;
  private final int nodeSetsKept;
  private final boolean refusesAligned;
  private final GuardKey key;
  private final RowSketches sketches;
  private final RowAlignment alignment;
  private final Optional<KnownFeatures> served;

  private final int nodes;

  /**
   * The counts of the client, including queries for joined nodes; the lock of this object guards
   * the history.
   */
  private final Totals totals;

  private History history;

  private QueryGuard(Builder builder) {
    this.nodeSetLimit = builder.nodeSetLimit;
    this.nodeLimit = builder.nodeLimit;
    this.probeLimit = builder.probeLimit;
    this.probeRows = builder.probeRows;
    this.queriesKept = builder.queries;
    this.nodeSetsKept = builder.nodeSets;
    this.refusesAligned = builder.refusesAligned;
    this.key = builder.key.orElseGet(GuardKey::random);
    this.sketches = new RowSketches(key);
    Optional<Rows> rows = builder.served.map(sketches::of);
    this.alignment = rows.map(RowAlignment::of).orElseGet(RowAlignment::ofUnknown);
    this.served = rows.map(known -> new KnownFeatures(allNodes(builder.nodes), known, false));
    this.nodes = builder.nodes;
    this.totals = new Totals();
    this.history = new History(nodes, nodeSetsKept);
  }

  private QueryGuard(QueryGuard other, int nodes, Optional<KnownFeatures> served, Totals totals) {
    this.nodeSetLimit = other.nodeSetLimit;
    this.nodeLimit = other.nodeLimit;
    this.probeLimit = other.probeLimit;
    this.probeRows = other.probeRows;
    this.queriesKept = other.queriesKept;
    this.nodeSetsKept = other.nodeSetsKept;
    this.refusesAligned = other.refusesAligned;
    this.key = other.key;
    this.sketches = other.sketches;
    this.alignment = other.alignment;
    this.served = served;
    this.nodes = nodes;
    this.totals = totals;
    this.history = new History(nodes, nodeSetsKept);
  }

  private static IntList allNodes(int nodes) {
    return IntImmutableList.of(IntStream.range(0, nodes).toArray());
  }

  /** The counts of a client. */
  private static final class Totals {

    private long answered;
    private long refused;
    private long probes;
    private long aligned;
    private int probedNodes;
  }

  /** The admitted queries of a client, on which decisions about later queries depend. */
  private static final class History {

    private final LeastRecentlyUsed ofNodeSet;
    private final int[] ofNode;
    private final Deque<KnownFeatures> lastQueries;
    private final BitSet probed;

    History(int nodes, int nodeSetsKept) {
      this.ofNodeSet = new LeastRecentlyUsed(nodeSetsKept);
      this.ofNode = new int[nodes];
      this.lastQueries = new ArrayDeque<>();
      this.probed = new BitSet();
    }

    private History(History other) {
      this.ofNodeSet = new LeastRecentlyUsed(other.ofNodeSet.kept);
      // The iteration is in order of last use, so the copy preserves this order.
      other.ofNodeSet.forEach((set, count) -> ofNodeSet.put(set, count.clone()));
      this.ofNode = other.ofNode.clone();
      this.lastQueries = new ArrayDeque<>(other.lastQueries);
      this.probed = (BitSet) other.probed.clone();
    }

    History copy() {
      return new History(this);
    }
  }

  private static final class LeastRecentlyUsed extends LinkedHashMap<NodeSet, int[]> {

    private static final long serialVersionUID = 1L;

    private final int kept;

    LeastRecentlyUsed(int kept) {
      super(16, 0.75f, true);
      this.kept = kept;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<NodeSet, int[]> eldest) {
      return size() > kept;
    }
  }

  /**
   * Returns a builder of a guard, which by default counts queries and refuses none.
   *
   * @param nodes the number of nodes of the served graph, at least 0
   * @return a builder
   * @throws IllegalArgumentException if {@code nodes} is negative
   */
  public static Builder builder(int nodes) {
    return new Builder(nodes);
  }

  /**
   * Returns a guard for another client, with the same settings and key but without any counts. The
   * two guards share everything that does not depend on a client, such as the projections of the
   * served features.
   *
   * @return a new guard
   */
  public QueryGuard forAnotherClient() {
    return new QueryGuard(this, nodes, served, new Totals());
  }

  /**
   * Returns a guarded black box. A guard may protect several black boxes; their queries are counted
   * together.
   *
   * @param api the black box
   * @return a black box whose {@code predict} throws {@link QueryRefusedException} if this guard
   *     refuses the query, and {@link IllegalArgumentException} for ids outside the graph; {@code
   *     predictAll} passes on all queries, or none if one of them is refused
   */
  public InferenceApi guarding(InferenceApi api) {
    return api instanceof JoinableApi service ? guarding(service) : new Guarded(api);
  }

  /**
   * Returns a guarded service, which also guards the answers for joined nodes. Each join assigns
   * new ids to the client's own nodes, so queries for these are compared only with queries of the
   * same join. Limits per node apply to each join separately, but the nodes probed in all joins and
   * in the client's other queries are counted together.
   *
   * @param service the service
   * @return a service that refuses queries in the same way as any other guarded black box
   */
  public JoinableApi guarding(JoinableApi service) {
    return service.answering(
        new Guarded(service),
        (own, joined) ->
            new QueryGuard(this, own.count(), Optional.empty(), totals).guarding(joined));
  }

  private final class Guarded implements InferenceApi {

    private final InferenceApi api;

    Guarded(InferenceApi api) {
      this.api = api;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      admit(List.of(query));
      return api.predict(query);
    }

    @Override
    public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
      admit(queries);
      return api.predictAll(queries);
    }

    @Override
    public int batchSize() {
      return api.batchSize();
    }
  }

  /** {@return the counts of queries so far} */
  public QueryStatistics statistics() {
    synchronized (totals) {
      return new QueryStatistics(
          totals.answered, totals.refused, totals.probes, totals.probedNodes, totals.aligned);
    }
  }

  /**
   * A set of nodes, identified by a keyed hash of its sorted ids.
   *
   * @param size the number of nodes
   * @param low the first half of the hash
   * @param high the second half
   */
  private record NodeSet(int size, long low, long high) {}

  private NodeSet setOf(IntList nodes) {
    int[] sorted = nodes.toIntArray();
    Arrays.sort(sorted);
    ByteBuffer bytes = ByteBuffer.allocate(1 + 4 * sorted.length).put(NODE);
    for (int node : sorted) {
      bytes.putInt(node);
    }
    ByteBuffer hash = ByteBuffer.wrap(key.mac().doFinal(bytes.array()));
    return new NodeSet(sorted.length, hash.getLong(), hash.getLong());
  }

  /**
   * Counts all of the queries or refuses all of them. A refused batch changes nothing but the count
   * of refusals; a single refused query also refreshes the query that it resembles.
   */
  private void admit(List<InferenceQuery> queries) {
    // This happens outside the lock because it takes longest and does not depend on other queries.
    List<Asked> asked = queries.stream().map(this::read).toList();
    synchronized (totals) {
      History before = queries.size() > 1 ? history.copy() : history;
      long probes = totals.probes;
      long aligned = totals.aligned;
      int probedNodes = totals.probedNodes;
      try {
        asked.forEach(this::decide);
        totals.answered += queries.size();
      } catch (RuntimeException | Error e) {
        history = before;
        totals.probes = probes;
        totals.aligned = aligned;
        totals.probedNodes = probedNodes;
        totals.refused += e instanceof QueryRefusedException ? queries.size() : 0;
        throw e;
      }
    }
  }

  /** The parts of a query that a decision needs. */
  private record Asked(IntList nodes, NodeSet set, Rows rows, boolean isAligned) {}

  private Asked read(InferenceQuery query) {
    requireNodes(query.nodes());
    Rows rows = sketches.of(query);
    return new Asked(query.nodes(), setOf(query.nodes()), rows, alignment.isUnusual(rows));
  }

  private void requireNodes(IntList asked) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.getInt(i) < 0 || asked.getInt(i) >= nodes) {
        throw new IllegalArgumentException(
            "node "
                + asked.getInt(i)
                + " is outside [0, "
                + nodes
                + "); build the guard for the whole graph, and guard the whole service if nodes can"
                + " join it");
      }
    }
  }

  private void decide(Asked query) {
    IntList asked = query.nodes();
    NodeSet set = query.set();
    int[] ofSet = history.ofNodeSet.getOrDefault(set, new int[1]);
    if (ofSet[0] >= nodeSetLimit) {
      throw new QueryRefusedException(
          Reason.NODE_SET_LIMIT,
          "the limit of "
              + nodeSetLimit
              + " queries about these "
              + set.size()
              + " nodes is reached");
    }
    for (int i = 0; i < asked.size(); i++) {
      if (history.ofNode[asked.getInt(i)] >= nodeLimit) {
        throw new QueryRefusedException(
            Reason.NODE_LIMIT,
            "the limit of " + nodeLimit + " queries with node " + asked.getInt(i) + " is reached");
      }
    }
    if (query.isAligned() && refusesAligned) {
      throw new QueryRefusedException(
          Reason.ALIGNED_FEATURES,
          "the features of most of these " + set.size() + " nodes are multiples of one vector");
    }
    Seen seen = compare(asked, query.rows());
    seen.last().ifPresent(this::touch);
    if (seen.standingOut().isPresent()) {
      BitSet after = (BitSet) history.probed.clone();
      seen.standingOut().get().forEach(after::set);
      int fresh = after.cardinality() - history.probed.cardinality();
      if (fresh > 0 && fresh > probeLimit - totals.probedNodes) {
        throw new QueryRefusedException(
            Reason.PROBE_LIMIT,
            "the limit of "
                + probeLimit
                + " nodes whose features may be changed individually is reached");
      }
      history.probed.or(after);
      totals.probedNodes += fresh;
      totals.probes++;
    } else if (!seen.isRepeated()) {
      if (history.lastQueries.size() == queriesKept) {
        history.lastQueries.removeFirst();
      }
      history.lastQueries.addLast(new KnownFeatures(asked, query.rows(), true));
    }
    ofSet[0]++;
    history.ofNodeSet.put(set, ofSet);
    totals.aligned += query.isAligned() ? 1 : 0;
    for (int i = 0; i < asked.size(); i++) {
      history.ofNode[asked.getInt(i)]++;
    }
  }

  /** Marks a query as the most recently used, so that junk between probes does not displace it. */
  private void touch(KnownFeatures last) {
    history.lastQueries.remove(last);
    history.lastQueries.addLast(last);
  }

  /**
   * How a query compares with the known features.
   *
   * @param isRepeated whether it repeats one of the last queries
   * @param standingOut the nodes of a probe, from the comparison with the fewest newly probed nodes
   * @param last the earlier query that it repeats or probes, if any
   */
  private record Seen(
      boolean isRepeated, Optional<IntList> standingOut, Optional<KnownFeatures> last) {}

  private Seen compare(IntList asked, Rows rows) {
    Seen seen = new Seen(false, Optional.empty(), Optional.empty());
    int minNew = Integer.MAX_VALUE;
    for (KnownFeatures last : history.lastQueries) {
      KnownFeatures.Comparison comparison = last.compare(asked, rows, probeRows);
      if (comparison.isSame()) {
        return new Seen(true, Optional.empty(), Optional.of(last));
      }
      IntList out = comparison.standingOut();
      if (!out.isEmpty() && newNodes(out) < minNew) {
        minNew = newNodes(out);
        seen = new Seen(false, Optional.of(out), Optional.of(last));
      }
    }
    if (served.isPresent()) {
      IntList out = served.get().compare(asked, rows, probeRows).standingOut();
      if (!out.isEmpty() && newNodes(out) < minNew) {
        seen = new Seen(false, Optional.of(out), Optional.empty());
      }
    }
    return seen;
  }

  private int newNodes(IntList nodes) {
    int count = 0;
    for (int i = 0; i < nodes.size(); i++) {
      count += history.probed.get(nodes.getInt(i)) ? 0 : 1;
    }
    return count;
  }

  /** Settings of a guard. Not safe for use by several threads. */
  public static final class Builder {

    private final int nodes;
    private int nodeSetLimit = Integer.MAX_VALUE;
    private int nodeLimit = Integer.MAX_VALUE;
    private int probeLimit = Integer.MAX_VALUE;
    private int probeRows;
    private int nodeSets = 1024;
    private int queries = 8;
    private boolean refusesAligned;
    private Optional<FeatureMatrix> served = Optional.empty();
    private Optional<GuardKey> key = Optional.empty();

    private Builder(int nodes) {
      this.nodes = atLeast(0, "nodes", nodes);
    }

    private static int atLeast(int least, String name, int value) {
      if (value < least) {
        throw new IllegalArgumentException(name + " = " + value + " is below " + least);
      }
      return value;
    }

    /**
     * Limits the number of queries with the same set of nodes (Q in the paper).
     *
     * @param queries the limit, at least 1; by default there is none
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is below 1
     */
    public Builder limitPerNodeSet(int queries) {
      this.nodeSetLimit = atLeast(1, "limitPerNodeSet", queries);
      return this;
    }

    /**
     * Limits the number of queries that include any particular node.
     *
     * @param queries the limit, at least 1; by default there is none
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is below 1
     */
    public Builder limitPerNode(int queries) {
      this.nodeLimit = atLeast(1, "limitPerNode", queries);
      return this;
    }

    /**
     * Limits the number of nodes that the client may probe. Repeated probes of one node count once,
     * because LinkTeller probes many nodes, while a legitimate user may often change the features
     * of the same node. To let a client probe again, for example every month, build a new guard.
     *
     * @param nodes the limit, at least 0; by default there is none
     * @return this builder
     * @throws IllegalArgumentException if {@code nodes} is negative
     */
    public Builder limitProbes(int nodes) {
      this.probeLimit = atLeast(0, "limitProbes", nodes);
      return this;
    }

    /**
     * Sets the maximum number of nodes that a probe changes.
     *
     * @param rows the number of nodes, at least 1; default a hundredth of the query's nodes, and at
     *     least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code rows} is below 1
     */
    public Builder probesChangeUpTo(int rows) {
      this.probeRows = atLeast(1, "probesChangeUpTo", rows);
      return this;
    }

    /**
     * Refuses queries in which the features of most nodes are multiples of one vector, up to noise
     * of a few hundredths.
     *
     * @return this builder
     */
    public Builder refusingAlignedFeatures() {
      this.refusesAligned = true;
      return this;
    }

    /**
     * Sets the number of node sets whose counts are kept.
     *
     * @param sets the number of node sets, at least 1; default 1024
     * @return this builder
     * @throws IllegalArgumentException if {@code sets} is below 1
     */
    public Builder rememberingNodeSets(int sets) {
      this.nodeSets = atLeast(1, "rememberingNodeSets", sets);
      return this;
    }

    /**
     * Sets the number of the client's last queries with which new queries are compared. Repeated
     * queries and probes are not remembered.
     *
     * @param queries the number of queries, at least 1; default 8
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is below 1
     */
    public Builder rememberingQueries(int queries) {
      this.queries = atLeast(1, "rememberingQueries", queries);
      return this;
    }

    /**
     * Also compares queries with the features that the graph owner knows, and treats features as
     * aligned only if they are more aligned than these.
     *
     * @param features the features of all nodes of the served graph, one row per node
     * @return this builder
     * @throws IllegalArgumentException if there is not one row per node
     */
    public Builder servedFeatures(FeatureMatrix features) {
      if (features.rows() != nodes) {
        throw new IllegalArgumentException(
            "features has " + features.rows() + " rows for " + nodes + " nodes");
      }
      this.served = Optional.of(features);
      return this;
    }

    /**
     * Derives the key from a seed, so that experiments are reproducible. A client that guesses the
     * seed can hide its changes.
     *
     * @param seed the seed; by default the key is random
     * @return this builder
     */
    public Builder forExperiments(long seed) {
      this.key = Optional.of(GuardKey.of(seed));
      return this;
    }

    /**
     * Builds the guard.
     *
     * @return the guard
     */
    public QueryGuard build() {
      return new QueryGuard(this);
    }
  }
}
