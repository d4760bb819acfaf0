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
 * Alice's door-keeper for one client (appendix D.1 of the paper): passes queries on to a black box,
 * counts them, and refuses what breaks a limit or looks like an attack.
 *
 * <pre>{@code
 * InferenceApi guarded =
 *     QueryGuard.builder(graph.nodeCount()).limitPerNodeSet(20).limitProbes(5).build()
 *         .guarding(alice.serve(model));
 * }</pre>
 *
 * <ul>
 *   <li><b>Probes.</b> For each node the guard remembers a fingerprint of the features that it had
 *       last, whatever the other nodes of the query were. A query that changes features, but of few
 *       nodes, one unless set otherwise, by more than 1e-6 of their size, is a probe if another
 *       node's stay within that: LinkTeller asks one for each target. Other features that are sent
 *       twice in a row are news, and become the ones remembered.
 *   <li><b>Aligned features.</b> Chosen-feature attacks send multiples of one vector for every
 *       node. A query is aligned if more than half of its nodes, and at least eight, have features
 *       of the same direction up to the sign. Data in which most nodes are alike are aligned too;
 *       leave the rule off there.
 *   <li><b>Limits.</b> How many queries are answered that are about the same set of nodes, in any
 *       order, and that include one node. The counts of the sets asked about least recently are
 *       forgotten when there are too many; those of nodes never are.
 * </ul>
 *
 * <p>What it does not see: a client under several names, and probes hidden among changes to more
 * nodes than a probe may change, each by more than 1e-6 of its features' size, in every query. That
 * costs an attacker noise of this size in his answers, and no more; {@link Builder#limitPerNode}
 * bounds him all the same. A refused query counts in the statistics alone.
 *
 * <p>Safe for use by several threads. Memory is 36 bytes a node and some 100 bytes a node set
 * remembered. A query takes O(n d) to read; an edit of base features seen before O(n), and O(d) for
 * each edited row.
 */
public final class QueryGuard {

  private static final int ALIGNED_AT_LEAST = 8;

  private final int nodeSetLimit;
  private final int nodeLimit;
  private final int probeLimit;
  private final int probeRows;
  private final boolean refusesAligned;
  private final FeaturePrints prints = new FeaturePrints();

  // All below is guarded by this.
  private final Map<NodeSet, int[]> ofNodeSet;
  private final int[] ofNode;
  private final long[] numbers;
  private final long[] directions;
  private final double[] sums;
  private final BitSet probed = new BitSet();

  /** Probes that do not show which node they are about, among tiny changes to many. */
  private int hidden;

  /** Other numbers that a node had in the last query that changed it, 0 if none. */
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
   * Starts from a guard that counts and refuses nothing.
   *
   * @param nodes the number of nodes of the served graph, at least 0
   * @return a builder
   * @throws IllegalArgumentException if {@code nodes} is negative
   */
  public static Builder builder(int nodes) {
    return new Builder(nodes);
  }

  /**
   * Guards a black box. A guard may stand before several, and counts their queries together.
   *
   * @param api the black box
   * @return a black box whose {@code predict} throws {@link QueryRefusedException} where this guard
   *     refuses, and {@link IllegalArgumentException} for ids that the graph does not have
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

  /**
   * Returns what this guard has seen.
   *
   * @return the counts so far
   */
  public synchronized QueryStatistics statistics() {
    return new QueryStatistics(answered, refused, probes, scalings, aligned);
  }

  /**
   * A set of nodes, known by sums over its ids that do not depend on their order.
   *
   * @param size how many
   * @param sum the sum of their hashes
   * @param other the sum of other hashes
   */
  private record NodeSet(int size, long sum, long other) {

    static NodeSet of(IntList nodes) {
      long sum = 0;
      long other = 0;
      for (int i = 0; i < nodes.size(); i++) {
        long hash = FeaturePrints.mixed(nodes.getInt(i));
        sum += hash;
        other += FeaturePrints.mixed(~hash);
      }
      return new NodeSet(nodes.size(), sum, other);
    }
  }

  /** Counts a query, or refuses it and leaves all else as it was. */
  private void admit(InferenceQuery query) {
    IntList nodes = query.nodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.getInt(i) < 0 || nodes.getInt(i) >= ofNode.length) {
        throw new IllegalArgumentException(
            "node " + nodes.getInt(i) + " is outside [0, " + ofNode.length + ")");
      }
    }
    NodeSet set = NodeSet.of(nodes);
    FeaturePrints.Prints rows = prints.of(query);
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

  private void decide(IntList nodes, NodeSet set, FeaturePrints.Prints rows, boolean isAligned) {
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
    int same = 0;
    int changed = 0;
    int other = 0;
    int scaled = 0;
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
    // One node alone that moves a little has none beside it to move.
    boolean isProbe = changed > 0 && other <= probeRows && same > (other == 0 ? 1 : 0);
    BitSet news = isProbe ? probedNow(nodes, rows, changed, other) : new BitSet();
    int unnamed = isProbe && news.isEmpty() ? 1 : 0;
    news.andNot(probed);
    if ((long) probed.cardinality() + hidden + news.cardinality() + unnamed > probeLimit) {
      throw new QueryRefusedException(
          Reason.PROBE_LIMIT,
          "the limit of "
              + probeLimit
              + " nodes whose features were changed, at most "
              + probeRows
              + " in a query, is reached");
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

  /** The nodes that a probe is about; empty where tiny changes to many hide them. */
  private BitSet probedNow(IntList nodes, FeaturePrints.Prints rows, int changed, int other) {
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
      if (direction != FeaturePrints.NO_DIRECTION) {
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
     * Limits the queries about the same set of nodes: Q of the paper.
     *
     * @param queries how many are answered, at least 1; default no limit
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is below 1
     */
    public Builder limitPerNodeSet(int queries) {
      this.nodeSetLimit = atLeast(1, "limitPerNodeSet", queries);
      return this;
    }

    /**
     * Limits the queries that include any one node, whichever others they include.
     *
     * @param queries how many are answered, at least 1; default no limit
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is below 1
     */
    public Builder limitPerNode(int queries) {
      this.nodeLimit = atLeast(1, "limitPerNode", queries);
      return this;
    }

    /**
     * Limits the nodes that probes are about. Probes of one node count once, however many:
     * LinkTeller probes many nodes, a user whose one node changes often does not. A probe hidden
     * among changes below 1e-6 to many nodes counts as one of another node.
     *
     * @param nodes how many may be probed, at least 0; default no limit
     * @return this builder
     * @throws IllegalArgumentException if {@code nodes} is negative
     */
    public Builder limitProbes(int nodes) {
      this.probeLimit = atLeast(0, "limitProbes", nodes);
      return this;
    }

    /**
     * Sets how many nodes a probe may change.
     *
     * @param rows at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if {@code rows} is below 1
     */
    public Builder probesChangeUpTo(int rows) {
      this.probeRows = atLeast(1, "probesChangeUpTo", rows);
      return this;
    }

    /**
     * Refuses queries whose features are multiples of one vector for most nodes.
     *
     * @return this builder
     */
    public Builder refusingAlignedFeatures() {
      this.refusesAligned = true;
      return this;
    }

    /**
     * Sets how many node sets are remembered.
     *
     * @param sets at least 1; default 1024
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
     * @return a guard that has seen nothing
     */
    public QueryGuard build() {
      return new QueryGuard(this);
    }
  }
}
