package io.linkteller.defense;

import io.linkteller.defense.QueryRefusedException.Reason;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;

/**
 * A guard with which the graph owner limits the queries of one client (appendix D.1 of the paper):
 * it counts queries, passes them on to a black box, and refuses those that exceed a limit or
 * resemble an attack.
 *
 * <pre>{@code
 * InferenceApi guarded =
 *     QueryGuard.builder(graph.nodeCount()).limitPerNodeSet(20).limitProbes(5).build()
 *         .guarding(alice.serve(model));
 * }</pre>
 *
 * <ul>
 *   <li><b>Probes.</b> For each node, the guard stores a fingerprint of its last known features. A
 *       query is a probe if it changes the features of some nodes, but those of at most {@link
 *       Builder#probesChangeUpTo} nodes (1 by default) by more than 1e-6 of their size, while the
 *       features of at least one other node change by no more than that. LinkTeller sends one probe
 *       per target. If the same new features are sent twice in a row, they count as an update and
 *       replace the stored ones.
 *   <li><b>Aligned features.</b> Chosen-feature attacks send multiples of one vector for every
 *       node. A query is aligned if more than half of its nodes, and at least eight, have features
 *       with the same direction up to sign. Do not enable this rule for data in which most nodes
 *       have equal features, as their queries are aligned too.
 *   <li><b>Limits.</b> The number of queries is limited per set of nodes, in any order, and per
 *       node. If there are too many sets, the counts of the least recently used ones are dropped;
 *       counts of nodes are never dropped.
 * </ul>
 *
 * <p>The guard does not detect a client that uses several accounts, nor probes in queries that also
 * change more nodes than a probe may change, each by more than 1e-6 of the size of its features.
 * Such changes cost the attacker only noise of this size in the answers; {@link
 * Builder#limitPerNode} limits these queries as well. A refused query affects the statistics only.
 *
 * <p>Safe for use by several threads. Takes 36 bytes of memory per node and about 100 bytes per
 * stored node set. Checking a query takes O(n d), or O(n) plus O(d) per edited row if the base
 * features have been seen before.
 */
public final class QueryGuard {

  private static final int ALIGNED_AT_LEAST = 8;

  private final int nodeSetLimit;
  private final int nodeLimit;
  private final int probeLimit;
  private final int probeRows;
  private final boolean refusesAligned;
  private final FeatureFingerprints fingerprints = new FeatureFingerprints();

  // The fields below are guarded by this.
  private final Map<NodeSet, int[]> ofNodeSet;
  private final int[] ofNode;
  private final long[] numbers;
  private final long[] directions;
  private final double[] sums;
  private final BitSet probed = new BitSet();

  /** The number of probes whose target cannot be determined because many nodes change slightly. */
  private int hidden;

  /** The fingerprint of a node's changed features in its last query, 0 if they were unchanged. */
  private final long[] candidates;

  private long answered;
  private long refused;
  private long probes;
  private long scalings;
  private long aligned;

  private QueryGuard(Builder builder) {
    this.nodeSetLimit = builder.nodeSetLimit;
    this.nodeLimit = builder.nodeLimit;
    this.probeLimit = builder.probeLimit;
    this.probeRows = builder.probeRows;
    this.refusesAligned = builder.refusesAligned;
    int remembered = builder.nodeSets;
    this.ofNodeSet =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<NodeSet, int[]> eldest) {
            return size() > remembered;
          }
        };
    this.ofNode = new int[builder.nodes];
    this.numbers = new long[builder.nodes];
    this.directions = new long[builder.nodes];
    this.sums = new double[builder.nodes];
    this.candidates = new long[builder.nodes];
  }

  /**
   * Returns a builder of a guard, initially one that counts queries and refuses none.
   *
   * @param nodes the number of nodes of the served graph, at least 0
   * @return a builder
   * @throws IllegalArgumentException if {@code nodes} is negative
   */
  public static Builder builder(int nodes) {
    return new Builder(nodes);
  }

  /**
   * Returns a guarded black box. A guard may protect several black boxes; their queries are counted
   * together.
   *
   * @param api the black box
   * @return a black box whose {@code predict} throws {@link QueryRefusedException} if this guard
   *     refuses the query, and {@link IllegalArgumentException} for ids outside the graph
   */
  public InferenceApi guarding(InferenceApi api) {
    return new Guarded(api);
  }

  private final class Guarded implements InferenceApi {

    private final InferenceApi api;

    Guarded(InferenceApi api) {
      this.api = api;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      admit(query);
      return api.predict(query);
    }

    @Override
    public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
      queries.forEach(QueryGuard.this::admit);
      return api.predictAll(queries);
    }

    @Override
    public int batchSize() {
      return api.batchSize();
    }
  }

  /** {@return the counts of queries so far} */
  public synchronized QueryStatistics statistics() {
    return new QueryStatistics(answered, refused, probes, scalings, aligned);
  }

  /**
   * A set of nodes, identified by two sums of hashes of its ids, which do not depend on their
   * order.
   *
   * @param size the number of nodes
   * @param sum the sum of their hashes
   * @param other the sum of independent hashes
   */
  private record NodeSet(int size, long sum, long other) {

    static NodeSet of(IntList nodes) {
      long sum = 0;
      long other = 0;
      for (int i = 0; i < nodes.size(); i++) {
        long hash = FeatureFingerprints.mixed(nodes.getInt(i));
        sum += hash;
        other += FeatureFingerprints.mixed(~hash);
      }
      return new NodeSet(nodes.size(), sum, other);
    }
  }

  /** Counts a query, or refuses it and leaves all other state unchanged. */
  private void admit(InferenceQuery query) {
    IntList nodes = query.nodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.getInt(i) < 0 || nodes.getInt(i) >= ofNode.length) {
        throw new IllegalArgumentException(
            "node " + nodes.getInt(i) + " is outside [0, " + ofNode.length + ")");
      }
    }
    NodeSet set = NodeSet.of(nodes);
    FeatureFingerprints.Fingerprints rows = fingerprints.of(query);
    boolean isAligned = isAligned(rows.directions());
    synchronized (this) {
      try {
        decide(nodes, set, rows, isAligned);
        answered++;
      } catch (QueryRefusedException e) {
        refused++;
        throw e;
      }
    }
  }

  private void decide(
      IntList nodes, NodeSet set, FeatureFingerprints.Fingerprints rows, boolean isAligned) {
    int[] ofSet = ofNodeSet.getOrDefault(set, new int[1]);
    if (ofSet[0] >= nodeSetLimit) {
      throw new QueryRefusedException(
          Reason.NODE_SET_LIMIT,
          "the limit of "
              + nodeSetLimit
              + " queries about these "
              + set.size()
              + " nodes is reached");
    }
    for (int i = 0; i < nodes.size(); i++) {
      if (ofNode[nodes.getInt(i)] >= nodeLimit) {
        throw new QueryRefusedException(
            Reason.NODE_LIMIT,
            "the limit of " + nodeLimit + " queries with node " + nodes.getInt(i) + " is reached");
      }
    }
    if (isAligned && refusesAligned) {
      throw new QueryRefusedException(
          Reason.ALIGNED_FEATURES,
          "the features of most of these " + set.size() + " nodes are multiples of one vector");
    }
    int same = 0; // nodes with unchanged features, up to NEAR
    int changed = 0; // nodes whose features differ at all
    int other = 0; // changed nodes beyond NEAR
    int scaled = 0; // changed nodes with the same direction
    for (int row = 0; row < nodes.size(); row++) {
      int node = nodes.getInt(row);
      if (numbers[node] == rows.numbers()[row]) {
        same++;
      } else if (numbers[node] != 0 && candidates[node] != rows.numbers()[row]) {
        changed++;
        if (rows.isNear(row, sums[node])) {
          same++;
        } else {
          other++;
        }
        scaled += directions[node] == rows.directions()[row] ? 1 : 0;
      }
    }
    // If all changes are tiny, the probed node itself counts as the same, so a second one is
    // needed.
    boolean isProbe = changed > 0 && other <= probeRows && same > (other == 0 ? 1 : 0);
    BitSet news = isProbe ? probedNow(nodes, rows, changed, other) : new BitSet();
    int unnamed = isProbe && news.isEmpty() ? 1 : 0;
    news.andNot(probed);
    if ((long) probed.cardinality() + hidden + news.cardinality() + unnamed > probeLimit) {
      throw new QueryRefusedException(
          Reason.PROBE_LIMIT,
          "the limit of "
              + probeLimit
              + " nodes whose features may be changed, at most "
              + probeRows
              + " per query, is reached");
    }
    probed.or(news);
    hidden += unnamed;
    ofSet[0]++;
    ofNodeSet.put(set, ofSet);
    probes += isProbe ? 1 : 0;
    scalings += isProbe && scaled == changed ? 1 : 0;
    aligned += isAligned ? 1 : 0;
    for (int row = 0; row < nodes.size(); row++) {
      int node = nodes.getInt(row);
      ofNode[node]++;
      remember(node, rows.numbers()[row], rows.directions()[row], rows.sums()[row]);
    }
  }

  /** Returns the nodes that a probe targets; empty if tiny changes to many nodes hide them. */
  private BitSet probedNow(
      IntList nodes, FeatureFingerprints.Fingerprints rows, int changed, int other) {
    BitSet about = new BitSet();
    if (other == 0 && changed > probeRows) {
      return about;
    }
    for (int row = 0; row < nodes.size(); row++) {
      int node = nodes.getInt(row);
      long now = rows.numbers()[row];
      boolean isChanged = numbers[node] != 0 && numbers[node] != now && candidates[node] != now;
      if (isChanged && (other == 0 || !rows.isNear(row, sums[node]))) {
        about.set(node);
      }
    }
    return about;
  }

  private void remember(int node, long now, long direction, double sum) {
    boolean isNew = numbers[node] == 0;
    boolean isNews = numbers[node] != now && candidates[node] == now;
    if (isNew || isNews) {
      numbers[node] = now;
      directions[node] = direction;
      sums[node] = sum;
      candidates[node] = 0;
    } else {
      candidates[node] = numbers[node] == now ? 0 : now;
    }
  }

  private static boolean isAligned(long[] directions) {
    Long2IntOpenHashMap count = new Long2IntOpenHashMap();
    int most = 0;
    for (long direction : directions) {
      if (direction != FeatureFingerprints.NO_DIRECTION) {
        most = Math.max(most, count.addTo(direction, 1) + 1);
      }
    }
    return most >= ALIGNED_AT_LEAST && 2L * most > directions.length;
  }

  /** Settings of a guard. Not safe for use by several threads. */
  public static final class Builder {

    private final int nodes;
    private int nodeSetLimit = Integer.MAX_VALUE;
    private int nodeLimit = Integer.MAX_VALUE;
    private int probeLimit = Integer.MAX_VALUE;
    private int probeRows = 1;
    private int nodeSets = 1024;
    private boolean refusesAligned;

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
     * Limits the number of queries with the same set of nodes: Q of the paper.
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
     * Limits the number of nodes that are probed. Repeated probes of one node count once, because
     * LinkTeller probes many nodes, while a legitimate user may often change the features of the
     * same node. A probe hidden among changes of at most 1e-6 to many nodes counts as a probe of a
     * further node.
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
     * @param rows the number of nodes, at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code rows} is below 1
     */
    public Builder probesChangeUpTo(int rows) {
      this.probeRows = atLeast(1, "probesChangeUpTo", rows);
      return this;
    }

    /**
     * Refuses queries in which the features of most nodes are multiples of one vector.
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
     * Builds the guard.
     *
     * @return the guard
     */
    public QueryGuard build() {
      return new QueryGuard(this);
    }
  }
}
