package io.linkteller.spark;

import io.linkteller.data.binary.BinaryDataset;
import io.linkteller.graph.Graph;
import io.linkteller.models.audit.EdgeRanking;
import io.linkteller.models.audit.EdgeScores;
import io.linkteller.models.audit.ExposedEdge;
import io.linkteller.models.audit.InfluenceStream;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.audit.RankCounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * The audit of {@link io.linkteller.models.audit.StreamedAudit} on a Spark cluster: the exact rank
 * of every edge among all pairs by {@link io.linkteller.attack.reading.PairScore#PAPER}, and the
 * pairs that an attacker predicts.
 *
 * <pre>{@code
 * SparkAudit audit =
 *     SparkAudit.builder(spark, Path.of("/data/graph"), Path.of("/data/model.npz"))
 *         .partitions(256)
 *         .build();
 * LeakageReport report = audit.run();          // equal to that of one machine, bit for bit
 * audit.exposures(report).write().parquet("exposures.parquet");
 * audit.topPairs(1_000_000).write().parquet("predicted.parquet");
 * }</pre>
 *
 * <p>The nodes are divided into partitions. Each executor maps the files of the data set, runs one
 * forward pass and shares it among its tasks. Scores do not depend on the executor that computes
 * them, and results are collected by actions, which count every task once: neither the number of
 * partitions nor lost executors nor retried tasks change a bit of the result.
 */
public final class SparkAudit {

  /** The maximum number of undecided pairs that the last step of a selection sorts. */
  private static final long SORTED = 1 << 20;

  /** The base-2 logarithm of the number of classes of a histogram of scores. */
  private static final int HISTOGRAM_BITS = 16;

  /** The number of edges per row of intermediate results. */
  private static final int EDGES_PER_SLICE = 1 << 16;

  private static final StructType EXPOSURE =
      new StructType()
          .add("u", DataTypes.IntegerType, false)
          .add("v", DataTypes.IntegerType, false)
          .add("score", DataTypes.DoubleType, false)
          .add("rank", DataTypes.LongType, false);

  private static final StructType PAIR =
      new StructType()
          .add("u", DataTypes.IntegerType, false)
          .add("v", DataTypes.IntegerType, false)
          .add("score", DataTypes.DoubleType, false);

  private final SparkSession session;
  private final JavaSparkContext context;
  private final AuditInputs inputs;
  private final Graph graph;
  private final List<Block> blocks;

  private SparkAudit(SparkSession session, AuditInputs inputs, Graph graph, int partitions) {
    this.session = session;
    this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.inputs = inputs;
    this.graph = graph;
    this.blocks = divide(graph, partitions);
  }

  /**
   * Returns a builder of an audit.
   *
   * @param session the Spark session
   * @param data the directory of a {@link BinaryDataset}
   * @param weights the model, as written by {@link io.linkteller.models.weights.ModelWeights}. If
   *     the file has the mean and standard deviation of the features, they are applied
   * @return the builder
   */
  public static Builder builder(SparkSession session, Path data, Path weights) {
    return new Builder(session, data, weights);
  }

  /** A range of nodes; a task processes the pairs whose later node is in it. */
  private record Block(int from, int to) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /**
   * Divides the nodes into consecutive blocks, one per partition, with about the same number of
   * two-hop paths.
   */
  private static List<Block> divide(Graph graph, int partitions) {
    int n = graph.nodeCount();
    long total = 0;
    for (int v = 0; v < n; v++) {
      total += work(graph, v);
    }
    List<Block> blocks = new ArrayList<>();
    long before = 0;
    int from = 0;
    for (int v = 0; v < n; v++) {
      before += work(graph, v);
      // Compares shares, to avoid a product of two large numbers.
      boolean isFull = (double) before / total >= (blocks.size() + 1.0) / partitions;
      if (v == n - 1 || (isFull && blocks.size() < partitions - 1)) {
        blocks.add(new Block(from, v + 1));
        from = v + 1;
      }
    }
    return List.copyOf(blocks);
  }

  private JavaRDD<Block> blocks() {
    return context.parallelize(blocks, blocks.size());
  }

  private static long work(Graph graph, int v) {
    long paths = 1;
    for (int i = 0; i < graph.degree(v); i++) {
      paths += 1L + graph.degree(graph.neighbor(v, i));
    }
    return paths;
  }

  /**
   * Computes the exposure of every edge.
   *
   * @return the report, whose {@link LeakageReport#digest} equals that of an audit on one machine
   */
  public LeakageReport run() {
    EdgeScores scores = edgeScores();
    EdgeRanking ranking = EdgeRanking.of(scores);
    Broadcast<double[]> broadcast = context.broadcast(scores.copy(0, scores.size()));
    AuditInputs in = inputs;
    describe("ranks of the edges (pass 2 of 2)");
    byte[] counts =
        blocks()
            .map(block -> count(in, broadcast, block))
            .treeReduce((a, b) -> merge(in, broadcast, a, b));
    broadcast.destroy();
    return counts(ranking, counts).report();
  }

  private EdgeScores edgeScores() {
    EdgeScores scores = EdgeScores.zero(graph);
    AuditInputs in = inputs;
    describe("scores of the edges (pass 1 of 2)");
    List<double[]> parts =
        blocks().map(block -> ExecutorState.of(in).scores(block.from(), block.to())).collect();
    for (int p = 0; p < parts.size(); p++) {
      scores.set(scores.begin(blocks.get(p).from()), parts.get(p));
    }
    return scores;
  }

  private static byte[] count(AuditInputs inputs, Broadcast<double[]> scores, Block block) {
    ExecutorState state = ExecutorState.of(inputs);
    RankCounts counts = new RankCounts(state.ranking(scores));
    for (int v = block.from(); v < block.to(); v++) {
      int later = v;
      state.stream().forEachEarlier(later, (u, influence) -> counts.add(u, later, influence));
    }
    return bytes(counts);
  }

  private static byte[] merge(
      AuditInputs inputs, Broadcast<double[]> scores, byte[] some, byte[] more) {
    EdgeRanking ranking = ExecutorState.of(inputs).ranking(scores);
    return bytes(counts(ranking, some).addAll(counts(ranking, more)));
  }

  private static byte[] bytes(RankCounts counts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      counts.writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static RankCounts counts(EdgeRanking ranking, byte[] bytes) {
    try {
      return RankCounts.readFrom(ranking, new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Consecutive edges of a report. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, and not visible outside.
  private record Slice(int[] u, int[] v, double[] scores, long[] ranks) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /**
   * Returns the exposures of a report as rows.
   *
   * @param report a report of {@link #run}
   * @return rows (u int, v int, score double, rank long), the most exposed edge first
   */
  public Dataset<Row> exposures(LeakageReport report) {
    List<Slice> slices = new ArrayList<>();
    for (int from = 0; from < report.edgeCount(); from += EDGES_PER_SLICE) {
      int size = Math.min(EDGES_PER_SLICE, report.edgeCount() - from);
      Slice slice = new Slice(new int[size], new int[size], new double[size], new long[size]);
      for (int i = 0; i < size; i++) {
        ExposedEdge edge = report.edges().get(from + i);
        slice.u()[i] = edge.u();
        slice.v()[i] = edge.v();
        slice.scores()[i] = edge.score();
        slice.ranks()[i] = edge.rank();
      }
      slices.add(slice);
    }
    JavaRDD<Row> rows =
        context
            .parallelize(slices, Math.max(1, slices.size()))
            .flatMap(
                slice -> {
                  List<Row> some = new ArrayList<>(slice.u().length);
                  for (int i = 0; i < slice.u().length; i++) {
                    some.add(
                        RowFactory.create(
                            slice.u()[i], slice.v()[i], slice.scores()[i], slice.ranks()[i]));
                  }
                  return some.iterator();
                });
    return session.createDataFrame(rows, EXPOSURE);
  }

  /**
   * Selects the pairs that an attacker predicts: the m pairs with the highest scores, ties in
   * ascending order of the pair. The selection is exact. It narrows the range of the m-th score by
   * histograms, each a pass over all nodes, until few pairs are left to sort: two or three passes
   * unless many scores are equal.
   *
   * @param m the number of pairs, at least 1
   * @return m rows (u int, v int, score double), in no particular order
   * @throws IllegalArgumentException if {@code m} is below 1 or above the number of pairs with a
   *     positive score
   */
  public Dataset<Row> topPairs(long m) {
    if (m < 1) {
      throw new IllegalArgumentException("m = " + m + " is below 1");
    }
    // Positive doubles have the same order as their bit patterns, here called keys.
    long low = 1;
    long high = Double.doubleToRawLongBits(Double.MAX_VALUE);
    long above = 0;
    long within = Long.MAX_VALUE;
    while (within > SORTED && low < high) {
      Histogram range = Histogram.of(low, high, HISTOGRAM_BITS);
      long[] counts = histogram(range);
      int at = counts.length - 1;
      while (at >= 0 && above + counts[at] < m) {
        above += counts[at--];
      }
      if (at < 0) {
        throw new IllegalArgumentException(
            "m = " + m + ", but only " + above + " pairs have a positive score");
      }
      within = counts[at];
      low = range.low(at);
      high = range.high(at);
    }
    long lowest = low;
    long highest = high;
    AuditInputs in = inputs;
    describe("pairs that an attacker predicts");
    JavaRDD<Row> rows = blocks().flatMap(block -> pairsFrom(in, lowest, block).iterator());
    // Both parts of the result read the candidates.
    Dataset<Row> candidates =
        session.createDataFrame(rows, PAIR).persist(StorageLevel.MEMORY_AND_DISK());
    double last = Double.longBitsToDouble(highest);
    Dataset<Row> certain = candidates.filter(candidates.col("score").gt(last));
    Dataset<Row> open = candidates.filter(candidates.col("score").leq(last));
    int wanted = Math.toIntExact(m - above);
    return certain.union(
        open.orderBy(open.col("score").desc(), open.col("u"), open.col("v")).limit(wanted));
  }

  private long[] histogram(Histogram range) {
    AuditInputs in = inputs;
    describe("histogram of the scores");
    return blocks().map(block -> histogram(in, range, block)).treeReduce(SparkAudit::sum);
  }

  private static long[] histogram(AuditInputs inputs, Histogram range, Block block) {
    InfluenceStream stream = ExecutorState.of(inputs).stream();
    long[] counts = new long[range.size()];
    for (int v = block.from(); v < block.to(); v++) {
      stream.forEachEarlier(
          v,
          (u, influence) -> {
            int at = range.classOf(Double.doubleToRawLongBits(influence));
            if (at >= 0) {
              counts[at]++;
            }
          });
    }
    return counts;
  }

  private static long[] sum(long[] some, long[] more) {
    long[] sum = some.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
    return sum;
  }

  private static List<Row> pairsFrom(AuditInputs inputs, long lowest, Block block) {
    InfluenceStream stream = ExecutorState.of(inputs).stream();
    List<Row> rows = new ArrayList<>();
    for (int v = block.from(); v < block.to(); v++) {
      int later = v;
      stream.forEachEarlier(
          v,
          (u, influence) -> {
            if (Double.doubleToRawLongBits(influence) >= lowest) {
              rows.add(RowFactory.create(u, later, influence));
            }
          });
    }
    return rows;
  }

  private void describe(String job) {
    context.sc().setJobDescription("LinkTeller: " + job);
  }

  /** Builds audits. */
  public static final class Builder {

    private final SparkSession session;
    private final Path data;
    private final Path weights;
    private int partitions;
    private boolean sending;

    private Builder(SparkSession session, Path data, Path weights) {
      this.session = session;
      this.data = data;
      this.weights = weights;
      this.partitions = 8 * session.sparkContext().defaultParallelism();
    }

    /**
     * Sets the number of partitions, which does not change the result.
     *
     * @param partitions the number, at least 1; default eight per core of the cluster
     * @return this builder
     * @throws IllegalArgumentException if {@code partitions} is below 1
     */
    public Builder partitions(int partitions) {
      if (partitions < 1) {
        throw new IllegalArgumentException("partitions = " + partitions + " is below 1");
      }
      this.partitions = partitions;
      return this;
    }

    /**
     * Sends the files to the executors. Without this call, every executor reads them under the same
     * path.
     *
     * @return this builder
     */
    public Builder sendingFiles() {
      sending = true;
      return this;
    }

    /**
     * Reads the graph in the driver and sends the files if that was requested.
     *
     * @return the audit
     * @throws io.linkteller.data.DatasetFormatException if the graph is missing or malformed
     * @throws IllegalArgumentException if the graph has fewer than two nodes
     * @throws UncheckedIOException if a file cannot be read
     */
    public SparkAudit build() {
      Graph graph = BinaryDataset.readGraph(data.resolve(AuditInputs.GRAPH));
      if (graph.nodeCount() < 2) {
        throw new IllegalArgumentException(
            "a graph of " + graph.nodeCount() + " nodes has no pair to rank");
      }
      AuditInputs inputs =
          new AuditInputs(
              UUID.randomUUID().toString(),
              data.toAbsolutePath().toString(),
              weights.toAbsolutePath().toString(),
              sending);
      if (sending) {
        send(inputs);
      }
      return new SparkAudit(session, inputs, graph, partitions);
    }

    /** Sends files under unique names: Spark identifies the files of a session by name. */
    private void send(AuditInputs inputs) {
      try {
        Path names = Files.createTempDirectory("linkteller");
        names.toFile().deleteOnExit();
        send(names, inputs.sentName(AuditInputs.GRAPH), data.resolve(AuditInputs.GRAPH));
        send(names, inputs.sentName(AuditInputs.FEATURES), data.resolve(AuditInputs.FEATURES));
        send(names, inputs.sentName(AuditInputs.WEIGHTS), weights);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void send(Path names, String name, Path file) throws IOException {
      Path copy = names.resolve(name);
      try {
        Files.createLink(copy, file);
      } catch (UnsupportedOperationException | FileSystemException e) {
        // The temporary directory is on another file system.
        Files.copy(file, copy);
      }
      copy.toFile().deleteOnExit();
      session.sparkContext().addFile(copy.toString());
    }
  }
}
