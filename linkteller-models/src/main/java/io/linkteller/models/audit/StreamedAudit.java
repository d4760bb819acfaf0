package io.linkteller.models.audit;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackSettings;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.program.GraphModel;
import io.linkteller.parallel.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * The white-box audit of {@link InfluenceAudit} for large graphs: computes the exact rank of every
 * edge among all pairs under {@link io.linkteller.attack.reading.PairScore#PAPER} without storing
 * the influences.
 *
 * <p>Every node is processed twice. The first pass computes the score of every edge. The edges are
 * then sorted, and the second pass counts the pairs that rank between them. The report is identical
 * to {@code InfluenceAudit.exact(model, graph, features).report(PairScore.PAPER)}, bit for bit, for
 * any number of threads and after any number of interruptions.
 *
 * <pre>{@code
 * LeakageReport report =
 *     StreamedAudit.of(model, graph, features)
 *         .parallelism(2)
 *         .checkpoint(Path.of("audit.checkpoint"))   // continue here after an interruption
 *         .run();
 * }</pre>
 *
 * <p>The time is that of two queries per node, each linear in the number of paths in a k-hop
 * neighborhood. Memory: the graph, the activations of one forward pass, 44 bytes per edge, and, for
 * each thread, 4 bytes per edge, 16 bytes per node and 8 c bytes for each node of one k-hop
 * neighborhood, where c is the number of logits. Immutable.
 */
public final class StreamedAudit {

  /**
   * The number of nodes per task: enough to keep overhead low, and few enough to spread hubs over
   * tasks.
   */
  private static final int BLOCK = 64;

  /** The number of parts into which a pass is divided. Checkpoints are written between parts. */
  private static final int PARTS = 256;

  private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(2);

  private final GraphModel model;
  private final Graph graph;
  private final FeatureMatrix features;
  private final Workers workers;
  private final AttackListener listener;
  private final Optional<Path> checkpoint;
  private final Duration interval;

  private StreamedAudit(
      GraphModel model,
      Graph graph,
      FeatureMatrix features,
      Workers workers,
      AttackListener listener,
      Optional<Path> checkpoint,
      Duration interval) {
    this.model = model;
    this.graph = graph;
    this.features = features;
    this.workers = workers;
    this.listener = listener;
    this.checkpoint = checkpoint;
    this.interval = interval;
  }

  /**
   * Creates an audit with one thread per processor and without checkpoints.
   *
   * @param model a trained model
   * @param graph the graph on which the model is served, n nodes
   * @param features X, n x d, preprocessed as the model expects
   * @return the audit
   */
  public static StreamedAudit of(GraphModel model, Graph graph, FeatureMatrix features) {
    return new StreamedAudit(
        model,
        graph,
        features,
        Workers.all(),
        AttackSettings.SILENT,
        Optional.empty(),
        CHECKPOINT_EVERY);
  }

  /**
   * Returns a copy that uses a different number of threads.
   *
   * @param threads the number of threads, at least 1
   * @return the audit
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public StreamedAudit parallelism(int threads) {
    return new StreamedAudit(
        model, graph, features, Workers.of(threads), listener, checkpoint, interval);
  }

  /**
   * Returns a copy that reports progress as the number of nodes processed in both passes.
   *
   * @param listener the listener; it is called by one thread at a time
   * @return the audit
   */
  public StreamedAudit onProgress(AttackListener listener) {
    return new StreamedAudit(model, graph, features, workers, listener, checkpoint, interval);
  }

  /**
   * Returns a copy that writes its state to a file every two minutes and, if the file exists,
   * continues from the state in it. The file is deleted when the audit is complete. It is as
   * sensitive as the graph.
   *
   * @param file the file
   * @return the audit
   */
  public StreamedAudit checkpoint(Path file) {
    return checkpoint(file, CHECKPOINT_EVERY);
  }

  /** Returns a copy that writes its state to a file with a minimum time between two writes. */
  StreamedAudit checkpoint(Path file, Duration every) {
    return new StreamedAudit(model, graph, features, workers, listener, Optional.of(file), every);
  }

  /**
   * Runs the audit.
   *
   * @return the exposure of every edge
   * @throws IllegalArgumentException if the graph has fewer than two nodes, the features do not
   *     have n rows and the number of columns that the model expects, a logit or an influence is
   *     NaN or infinite, or the checkpoint is not a state of this audit
   * @throws java.io.UncheckedIOException if the checkpoint cannot be read or written
   */
  public LeakageReport run() {
    if (graph.nodeCount() < 2) {
      throw new IllegalArgumentException(
          "a graph of " + graph.nodeCount() + " nodes has no pair to rank");
    }
    InfluenceStream stream = InfluenceStream.of(model, graph, features, workers.threads());
    return new Run(stream).finish();
  }

  /** The state of one run. */
  private final class Run {

    private final InfluenceStream stream;
    private final EdgeScores scores;
    private final ConcurrentLinkedDeque<RankCounts> counts = new ConcurrentLinkedDeque<>();
    private final AtomicInteger done = new AtomicInteger();
    private final Optional<AuditCheckpoint> file;
    private long writtenAt = System.nanoTime();

    Run(InfluenceStream stream) {
      this.stream = stream;
      this.scores = EdgeScores.zero(graph);
      this.file =
          checkpoint.map(
              path ->
                  new AuditCheckpoint(path, AuditCheckpoint.fingerprint(model, graph, features)));
      file.flatMap(saved -> saved.read(scores))
          .ifPresent(
              state -> {
                done.set(state.nodesDone());
                state.counts().ifPresent(counts::add);
              });
    }

    LeakageReport finish() {
      int n = graph.nodeCount();
      pass(0, v -> scores.compute(v, stream));
      EdgeRanking ranking = counts.isEmpty() ? EdgeRanking.of(scores) : counts.getFirst().ranking();
      pass(n, v -> count(v, ranking));
      RankCounts all = merged(ranking);
      file.ifPresent(AuditCheckpoint::delete);
      return all.report();
    }

    private void count(int v, EdgeRanking ranking) {
      RankCounts own = counts.pollFirst();
      if (own == null) {
        own = new RankCounts(ranking);
      }
      RankCounts target = own;
      stream.forEachEarlier(v, (u, influence) -> target.add(u, v, influence));
      counts.addFirst(own);
    }

    private RankCounts merged(EdgeRanking ranking) {
      RankCounts all = counts.isEmpty() ? new RankCounts(ranking) : counts.pollFirst();
      for (RankCounts next = counts.pollFirst(); next != null; next = counts.pollFirst()) {
        all.addAll(next);
      }
      counts.addFirst(all);
      return all;
    }

    /**
     * Processes the remaining nodes of a pass in parts. {@code doneBefore} is the number of nodes
     * processed in earlier passes.
     */
    private void pass(int doneBefore, IntConsumer task) {
      int n = graph.nodeCount();
      int part = Math.max(BLOCK * workers.threads(), (n + PARTS - 1) / PARTS);
      while (done.get() - doneBefore < n) {
        int first = done.get() - doneBefore;
        int size = Math.min(part, n - first);
        workers.forRows(
            size,
            BLOCK,
            (from, to) -> {
              for (int v = first + from; v < first + to; v++) {
                task.accept(v);
                tell();
              }
            });
        save();
      }
    }

    private void tell() {
      synchronized (done) {
        listener.onAnswer(done.incrementAndGet(), 2 * graph.nodeCount());
      }
    }

    private void save() {
      if (file.isPresent() && System.nanoTime() - writtenAt >= interval.toNanos()) {
        boolean counting = done.get() > graph.nodeCount();
        file.get()
            .write(
                done.get(),
                scores,
                counting ? Optional.of(merged(counts.getFirst().ranking())) : Optional.empty());
        writtenAt = System.nanoTime();
      }
    }
  }
}
