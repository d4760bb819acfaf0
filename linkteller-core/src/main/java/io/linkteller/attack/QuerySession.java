package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * An attack's view of the black box. It provides the nodes and the belief, sends and counts
 * queries, validates answers, reports progress, and collects warnings.
 *
 * <pre>{@code
 * Finding find(QuerySession session) {
 *   DMatrixRMaj answer = session.ask(session.nodes().query(), "the base query");
 *   return Finding.of(PairScores.ofAll(session.targetCount(), (i, j) -> likeness(answer, i, j)));
 * }
 * }</pre>
 *
 * <p>All answers in a session have the same number of logits per node. Sessions derived from one
 * another share a query count ({@link LinkPrediction#queries}); except for those with {@linkplain
 * #joined joined} nodes, they report progress separately. Thread-safe.
 */
public final class QuerySession {

  private final Run run;
  private final InferenceApi api;
  private final InferenceNodes nodes;
  private final double kHat;
  private final Log log;
  private final Progress progress;

  /** c, the number of logits per node; 0 before the first answer. */
  private volatile int width;

  private QuerySession(
      Run run, InferenceApi api, InferenceNodes nodes, double kHat, Log log, Progress progress) {
    this.run = run;
    this.api = api;
    this.nodes = nodes;
    this.kHat = kHat;
    this.log = log;
    this.progress = progress;
  }

  /** Opens a session with settings, on a black box that may be recorded. */
  static QuerySession of(
      AttackSettings settings, InferenceApi box, InferenceNodes nodes, double kHat, Log log) {
    Run run =
        new Run(box, nodes, settings.parallelism(), settings.queryLimit().orElse(Long.MAX_VALUE));
    return new QuerySession(run, box, nodes, kHat, log, new Progress());
  }

  /**
   * Runs an attack, one query at a time, without a listener or a journal.
   *
   * @param attack the attack
   * @param name the name of the attack in the prediction
   * @param api the black box
   * @param nodes the attacker's nodes and targets
   * @param kHat k̂, the belief about the density, in (0, 1]
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException before the first query if {@code kHat} is out of range or
   *     there are fewer than two targets
   */
  public static LinkPrediction predict(
      LinkAttack attack, String name, InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before the first query rather than after the last.
    LinkPrediction.predictedCount(kHat, nodes.pairCount());
    Log silent = Log.by((answered, total) -> {});
    Run run = new Run(api, nodes, 1, Long.MAX_VALUE);
    return new QuerySession(run, api, nodes, kHat, silent, new Progress())
        .predicted(attack, name, Run::queriesSubsets);
  }

  /** Runs an attack and verifies what its settings require. */
  LinkPrediction predicted(LinkAttack attack) {
    AttackSettings.Verification when = attack.settings().verification();
    return predicted(
        attack, attack.name(), run -> when.isNeeded(run.asked(), run.queriesSubsets()));
  }

  private LinkPrediction predicted(LinkAttack attack, String name, Predicate<Run> isVerified) {
    // 1. Run the attack and predict the m pairs with the best scores.
    long start = System.nanoTime();
    Finding finding = attack.find(this);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    LinkPrediction found =
        LinkPrediction.of(finding.attack().orElse(name), nodes, kHat, finding, queries(), elapsed);
    if (warnings().stream().noneMatch(warning -> warning.kind().explainsGuesses())) {
      found.warningOfGuesses().ifPresent(this::warn);
    }
    // 2. If necessary, verify that the black box identifies nodes by id.
    if (!isVerified.test(run)) {
      return found.withWarnings(warnings(), 0);
    }
    Run.Base base = run.base();
    QuerySession verifying = verifying(base);
    NodeOrder.verify(verifying, base.query(), base.answer()).ifPresent(this::warn);
    return found.withWarnings(warnings(), verifying.queries());
  }

  /** Returns a session with a separate query count, to verify the order of nodes. */
  private QuerySession verifying(Run.Base base) {
    Run separate = new Run(base.api(), nodes, 1, run.left());
    Log silent = Log.by(AttackSettings.SILENT);
    QuerySession session = new QuerySession(separate, base.api(), nodes, 1, silent, new Progress());
    session.width = base.answer().map(DMatrixRMaj::getNumCols).orElse(0);
    return session;
  }

  /** {@return the attacker's nodes and targets} */
  public InferenceNodes nodes() {
    return nodes;
  }

  /** {@return the number of targets} */
  public int targetCount() {
    return nodes.targets().size();
  }

  /** {@return k̂, the belief about the density, for attacks whose method depends on it} */
  public double kHat() {
    return kHat;
  }

  /** {@return the maximum number of concurrent queries} */
  public int parallelism() {
    return run.parallelism;
  }

  /** {@return threads for the attack's own computations} */
  public Workers workers() {
    return Workers.of(run.parallelism);
  }

  /**
   * {@return the number of queries sent so far in this session and its sessions with joined nodes,
   * including failed queries}
   */
  public int asked() {
    synchronized (progress) {
      return progress.asked;
    }
  }

  /** {@return the number of queries sent in this session and all sessions that share its count} */
  public int queries() {
    return run.asked();
  }

  /**
   * Sets the total for progress reports; by default, it is the number of queries answered so far.
   *
   * @param queries the expected number of queries
   */
  public void expect(int queries) {
    synchronized (progress) {
      progress.expected = queries;
    }
  }

  /**
   * Sends a query.
   *
   * @param query the query
   * @param name the name of the query in messages, such as "the query that scales node 7"
   * @return the answer, with one row per observed row; the caller may keep and modify it
   * @throws io.linkteller.inference.InferenceException if the black box fails, the answer contains
   *     NaN or infinities or has the wrong shape, or the limit on queries is reached
   */
  public DMatrixRMaj ask(InferenceQuery query, String name) {
    count(List.of(query));
    DMatrixRMaj answer = query.ask(api, name, width).copy();
    run.keep(api, query, answer);
    received(answer);
    return answer;
  }

  /**
   * Sends queries in batches, concurrently if the settings allow it.
   *
   * @param count the number of queries
   * @param queries returns the query with a given index
   * @param names returns the name of that query in messages
   * @param receiver receives each answer and its index, from the thread that sent the query; the
   *     black box may reuse the answer afterwards
   * @throws io.linkteller.inference.InferenceException if {@link #ask} would throw one
   */
  public void askAll(
      int count,
      IntFunction<InferenceQuery> queries,
      IntFunction<String> names,
      ObjIntConsumer<DMatrixRMaj> receiver) {
    // The first answer of a session determines the number of logits per node.
    int first = width == 0 && count > 0 ? 1 : 0;
    if (first == 1) {
      receiver.accept(ask(queries.apply(0), names.apply(0)), 0);
    }
    int most = Math.max(1, api.batchSize());
    Workers.RowTask task =
        (from, to) -> {
          for (int at = from; at < to; at += Math.min(most, to - at)) {
            int begin = first + at;
            int end = begin + Math.min(most, to - at);
            List<InferenceQuery> batch = IntStream.range(begin, end).mapToObj(queries).toList();
            count(batch);
            List<DMatrixRMaj> answers =
                InferenceQuery.askAll(api, batch, i -> names.apply(begin + i), width);
            for (int i = 0; i < answers.size(); i++) {
              receiver.accept(answers.get(i), begin + i);
              received(answers.get(i));
            }
          }
        };
    if (run.parallelism == 1) {
      task.run(0, count - first);
    } else {
      workers().forRows(count - first, most, task);
    }
  }

  /**
   * Sends queries in batches, concurrently if the settings allow it.
   *
   * @param queries the queries
   * @param name the name of each query in messages
   * @return the answers, in the order of the queries; the caller may keep and modify them
   * @throws io.linkteller.inference.InferenceException if {@link #ask} would throw one
   */
  public List<DMatrixRMaj> askAll(List<InferenceQuery> queries, String name) {
    DMatrixRMaj[] answers = new DMatrixRMaj[queries.size()];
    askAll(answers.length, queries::get, i -> name, (answer, i) -> answers[i] = answer.copy());
    return List.of(answers);
  }

  private void count(List<InferenceQuery> queries) {
    run.count(queries);
    synchronized (progress) {
      progress.asked += queries.size();
    }
  }

  private void received(DMatrixRMaj answer) {
    synchronized (progress) {
      width = answer.numCols;
      progress.answered++;
      log.listener().onAnswer(progress.answered, Math.max(progress.expected, progress.answered));
    }
  }

  /**
   * Reports that the result may be unreliable.
   *
   * @param warning the warning
   */
  public void warn(AttackWarning warning) {
    log.warn(warning);
  }

  /**
   * Reports that the result may be unreliable.
   *
   * @param kind the kind of warning
   * @param message the reason, in words
   */
  public void warn(AttackWarning.Kind kind, String message) {
    warn(new AttackWarning(kind, message, IntList.of()));
  }

  /** {@return the warnings of this session so far} */
  public List<AttackWarning> warnings() {
    return log.copy();
  }

  /** {@return the listener, to which an attack that chooses among others reports its choices} */
  public AttackListener listener() {
    return log.listener();
  }

  /**
   * Returns a session for other nodes, or for the same nodes with other features.
   *
   * @param others the nodes and targets
   * @return the session
   */
  public QuerySession about(InferenceNodes others) {
    return new QuerySession(run, api, others, kHat, log, new Progress());
  }

  /**
   * Returns a session with a different belief, for attacks that recover a graph of another density,
   * such as a perturbed one.
   *
   * @param belief k̂
   * @return the session
   */
  public QuerySession believing(double belief) {
    return new QuerySession(run, api, nodes, belief, log, new Progress());
  }

  /**
   * Returns a session that queries the black box of this session through a wrapper.
   *
   * @param conversion wraps a black box, for example {@code answers::asLogits}
   * @return the session
   */
  public QuerySession through(UnaryOperator<InferenceApi> conversion) {
    return new QuerySession(run, conversion.apply(api), nodes, kHat, log, new Progress());
  }

  /**
   * {@return a session for an attack whose finding may be discarded; it collects warnings without
   * reporting them}
   */
  public QuerySession trying() {
    AttackListener progressOnly = (answered, total) -> log.listener().onAnswer(answered, total);
    return new QuerySession(run, api, nodes, kHat, Log.by(progressOnly), new Progress());
  }

  /**
   * Returns the service that nodes can join.
   *
   * @return the service; use {@link #joined} to query it
   * @throws IllegalArgumentException if nodes cannot join the black box
   */
  public JoinableApi service() {
    if (api instanceof JoinableApi joinable) {
      return joinable;
    }
    throw new IllegalArgumentException(
        "an attack with own nodes needs a service that nodes can join, not " + api);
  }

  /**
   * Lets nodes join the graph and returns a session that queries only these nodes. Both sessions
   * report their progress together.
   *
   * @param own the nodes that join
   * @return the session
   */
  public QuerySession joined(JoiningNodes own) {
    run.hasJoined();
    return new QuerySession(run, service().join(own), nodes, kHat, log, progress);
  }

  /** The progress of a session and of the sessions for joined nodes. Guarded by its own monitor. */
  private static final class Progress {
    private int expected;
    private int asked;
    private int answered;
  }

  /**
   * The state that derived sessions share: the query count, its limit, and the base query with
   * which the order of nodes is verified. Thread-safe.
   */
  private static final class Run {

    /** The black box, the base query, and its answer if it is known. */
    record Base(InferenceApi api, InferenceQuery query, Optional<DMatrixRMaj> answer) {}

    private final InferenceNodes nodes;
    private final int parallelism;
    private final long limit;
    private int asked;
    private boolean hasParts;
    private boolean hasJoined;
    private Base base;

    Run(InferenceApi api, InferenceNodes nodes, int parallelism, long limit) {
      this.nodes = nodes;
      this.parallelism = parallelism;
      this.limit = limit;
      this.base = new Base(api, nodes.query().observing(nodes.targetRows()), Optional.empty());
    }

    synchronized int asked() {
      return asked;
    }

    synchronized Base base() {
      return base;
    }

    /** Counts queries before they are sent, or refuses them all if they exceed the limit. */
    synchronized void count(List<InferenceQuery> queries) {
      if (asked + queries.size() > limit) {
        throw new QueryBudgetException(limit);
      }
      asked += queries.size();
      for (InferenceQuery query : queries) {
        hasParts |= !query.nodes().equals(nodes.nodes());
      }
    }

    /** Returns the number of queries that may still be sent. */
    synchronized long left() {
      return limit - asked;
    }

    synchronized void hasJoined() {
      hasJoined = true;
    }

    /** Keeps an answer if it is the first one to the base query. */
    synchronized void keep(InferenceApi api, InferenceQuery query, DMatrixRMaj answer) {
      if (base.answer().isEmpty() && query.isSameInput(nodes.query())) {
        base = new Base(api, query, Optional.of(answer.copy()));
      }
    }

    /** Returns whether node order matters; own nodes, which join, have separate ids. */
    synchronized boolean queriesSubsets() {
      return hasParts && !hasJoined;
    }
  }

  /** The receiver of warnings, and the warnings so far. */
  record Log(AttackListener listener, List<AttackWarning> warnings) {

    static Log by(AttackListener listener) {
      return new Log(listener, new ArrayList<>());
    }

    synchronized void warn(AttackWarning warning) {
      warnings.add(warning);
      listener.onWarning(warning);
    }

    synchronized List<AttackWarning> copy() {
      return List.copyOf(warnings);
    }
  }
}
