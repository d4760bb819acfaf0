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
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * What an attack gets instead of a black box: the nodes, the belief, and queries. It validates
 * answers, counts calls, reports progress and collects warnings.
 *
 * <pre>{@code
 * Finding find(QuerySession session) {
 *   DMatrixRMaj answer = session.ask(session.nodes().query(), "the base query");
 *   return Finding.of(PairScores.ofAll(session.targetCount(), (i, j) -> likeness(answer, i, j)));
 * }
 * }</pre>
 *
 * <p>All answers of a session have the same number of logits per node. Sessions derived from one
 * another share their count ({@link LinkPrediction#queries}) and report progress separately. Safe
 * for use by several threads.
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

  /**
   * Opens a session.
   *
   * @param <T> what is computed
   * @param settings threads, listener and journal
   * @param journalKey what determines the queries besides the nodes
   * @param api the black box
   * @param nodes the attacker's nodes and targets
   * @param kHat k̂, the belief of the density
   * @param use queries the session
   * @return what {@code use} returns
   * @throws IllegalArgumentException if the journal belongs to other queries
   */
  public static <T> T open(
      AttackSettings settings,
      String journalKey,
      InferenceApi api,
      InferenceNodes nodes,
      double kHat,
      Function<QuerySession, T> use) {
    Log log = Log.by(settings.listener());
    return settings.recorded(
        api,
        nodes,
        journalKey,
        log::warn,
        box -> {
          Run run = new Run(box, nodes, settings.parallelism(), settings.queryLimit());
          return use.apply(new QuerySession(run, box, nodes, kHat, log, new Progress()));
        });
  }

  /** Runs an attack with its settings, as {@link LinkAttack#run} does. */
  static LinkPrediction predict(
      LinkAttack attack, InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before a journal is written.
    LinkPrediction.predictedCount(kHat, nodes.pairCount());
    AttackSettings.Verification when = attack.settings().verification();
    return open(
        attack.settings(),
        attack.journalKey(),
        api,
        nodes,
        kHat,
        it ->
            it.predicted(
                attack, attack.name(), run -> when.isNeeded(run.asked(), run.queriesSubsets())));
  }

  /**
   * Runs an attack, one query at a time, without listener and journal.
   *
   * @param attack the attack
   * @param name the name that the prediction carries
   * @param api the black box
   * @param nodes the attacker's nodes and targets
   * @param kHat k̂, the belief of the density, in (0, 1]
   * @return the ranking and the predicted edges
   * @throws IllegalArgumentException before the first query if {@code kHat} is out of range or
   *     there are fewer than two targets
   */
  public static LinkPrediction predict(
      LinkAttack attack, String name, InferenceApi api, InferenceNodes nodes, double kHat) {
    // Fail before the first query rather than after the last.
    LinkPrediction.predictedCount(kHat, nodes.pairCount());
    Log silent = Log.by((answered, total) -> {});
    Run run = new Run(api, nodes, 1, OptionalLong.empty());
    return new QuerySession(run, api, nodes, kHat, silent, new Progress())
        .predicted(attack, name, Run::queriesSubsets);
  }

  private LinkPrediction predicted(LinkAttack attack, String name, Predicate<Run> isVerified) {
    // 1. The attack queries; the best m pairs of its scores are predicted.
    long start = System.nanoTime();
    Finding finding = attack.find(this);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    LinkPrediction found =
        LinkPrediction.of(finding.attack().orElse(name), nodes, kHat, finding, queries(), elapsed);
    warnOfGuesses(found);
    // 2. Verify that answers follow the ids of queries, unless it is not needed.
    if (!isVerified.test(run)) {
      return found.withWarnings(warnings(), 0);
    }
    Base base = run.base();
    QuerySession verifying = base.verifying(nodes, run.left());
    NodeOrder.verify(verifying, base.query(), base.answer()).ifPresent(this::warn);
    return found.withWarnings(warnings(), verifying.queries());
  }

  /** {@return the attacker's nodes and targets} */
  public InferenceNodes nodes() {
    return nodes;
  }

  /** {@return the number of targets} */
  public int targetCount() {
    return nodes.targets().size();
  }

  /** {@return k̂, the belief of the density, for attacks whose method needs one} */
  public double kHat() {
    return kHat;
  }

  /** {@return the number of queries that may be in flight at once} */
  public int parallelism() {
    return run.parallelism;
  }

  /** {@return threads for the attack's own arithmetic} */
  public Workers workers() {
    return Workers.of(run.parallelism);
  }

  /** {@return the number of calls of this session so far, including those that failed} */
  public int asked() {
    synchronized (progress) {
      return progress.asked;
    }
  }

  /** {@return the number of calls of this session and all sessions that share its count} */
  public int queries() {
    return run.asked();
  }

  /**
   * Sets the total for progress reports; by default, it is the number of queries sent so far.
   *
   * @param queries the number of queries that will probably be sent
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
   * @return one row per observed row; the caller may keep and change it
   * @throws io.linkteller.inference.InferenceException if the black box fails, the answer has NaN,
   *     infinities, or a wrong shape, or the limit on queries is reached
   */
  public DMatrixRMaj ask(InferenceQuery query, String name) {
    count(List.of(query));
    DMatrixRMaj answer = query.ask(api, name, width).copy();
    run.keep(api, query, answer);
    received(answer);
    return answer;
  }

  /**
   * Sends queries, as many at once as the black box and the number of threads allow.
   *
   * @param count the number of queries
   * @param queries the query of each index
   * @param names the name of each query in messages, by its index
   * @param receiver receives each answer and its index, from the thread that sent the query; the
   *     black box may reuse the answer afterwards
   * @throws io.linkteller.inference.InferenceException as {@link #ask} does
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
   * Sends queries, as many at once as the black box and the number of threads allow.
   *
   * @param queries the queries
   * @param name the name of each query in messages
   * @return the answers, in the order of the queries; the caller may keep and change them
   * @throws io.linkteller.inference.InferenceException as {@link #ask} does
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
   * @param warning why
   */
  public void warn(AttackWarning warning) {
    log.warn(warning);
  }

  /**
   * Reports that the result may be unreliable.
   *
   * @param kind the kind of warning
   * @param message why, in words
   */
  public void warn(AttackWarning.Kind kind, String message) {
    warn(new AttackWarning(kind, message, IntList.of()));
  }

  /** {@return the warnings of this session so far} */
  public List<AttackWarning> warnings() {
    return log.copy();
  }

  /** {@return the receiver of choices, for an attack that chooses among others} */
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
   * Returns a session with another belief, for an attack that recovers another graph.
   *
   * @param belief k̂
   * @return the session
   */
  public QuerySession believing(double belief) {
    return new QuerySession(run, api, nodes, belief, log, new Progress());
  }

  /**
   * Returns a session that queries this one's black box in another form.
   *
   * @param conversion returns a black box that queries the given one, such as {@code
   *     answers::asLogits}
   * @return the session
   */
  public QuerySession through(UnaryOperator<InferenceApi> conversion) {
    return new QuerySession(run, conversion.apply(api), nodes, kHat, log, new Progress());
  }

  /**
   * {@return a session for an attack whose finding may be discarded: its warnings are not reported}
   */
  public QuerySession trying() {
    AttackListener progressOnly = (answered, total) -> log.listener().onAnswer(answered, total);
    return new QuerySession(run, api, nodes, kHat, Log.by(progressOnly), new Progress());
  }

  /**
   * Returns the service that nodes can join.
   *
   * @return the service; queries go through {@link #joined}
   * @throws IllegalArgumentException if no node can join
   */
  public JoinableApi service() {
    if (api instanceof JoinableApi joinable) {
      return joinable;
    }
    throw new IllegalArgumentException(
        "own nodes need a service that nodes can join, but " + api + " is not one");
  }

  /**
   * Lets nodes join and returns a session for queries to them. It reports progress together with
   * this one.
   *
   * @param own the nodes that join
   * @return the session
   */
  public QuerySession joined(JoiningNodes own) {
    run.hasJoined();
    return new QuerySession(run, service().join(own), nodes, kHat, log, progress);
  }

  /**
   * Warns if most pairs are predicted without evidence, unless another warning gives the reason.
   */
  private void warnOfGuesses(LinkPrediction found) {
    int without = found.m() - found.evidenceCount();
    boolean explained = warnings().stream().anyMatch(warning -> warning.kind().explainsGuesses());
    if (without > found.m() / 2 && !explained) {
      warn(
          AttackWarning.Kind.MOST_SCORES_ZERO,
          without + " of the " + found.m() + " pairs that kHat calls for have no evidence");
    }
  }

  /** The queries of a session and those for joined nodes. Guarded by itself. */
  private static final class Progress {
    private int expected;
    private int asked;
    private int answered;
  }

  /**
   * The state that derived sessions share: the count of calls and the verification of node order.
   */
  private static final class Run {

    private final InferenceNodes nodes;
    private final int parallelism;
    private final OptionalLong limit;
    private int asked;
    private boolean hasParts;
    private boolean hasJoined;
    private Base base;

    Run(InferenceApi api, InferenceNodes nodes, int parallelism, OptionalLong limit) {
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
      if (limit.isPresent() && asked + queries.size() > limit.getAsLong()) {
        throw new QueryBudgetException(limit.getAsLong());
      }
      asked += queries.size();
      for (InferenceQuery query : queries) {
        hasParts |= !query.nodes().equals(nodes.nodes());
      }
    }

    /** Returns the number of queries that may still be sent, empty if it is not limited. */
    synchronized OptionalLong left() {
      return limit.isPresent() ? OptionalLong.of(limit.getAsLong() - asked) : limit;
    }

    synchronized void hasJoined() {
      hasJoined = true;
    }

    synchronized void keep(InferenceApi api, InferenceQuery query, DMatrixRMaj answer) {
      if (base.answer().isEmpty() && query.isSameInput(nodes.query())) {
        base = new Base(api, query, Optional.of(answer.copy()));
      }
    }

    /** Own nodes have separate ids; the order of the graph's nodes does not affect them. */
    synchronized boolean queriesSubsets() {
      return hasParts && !hasJoined;
    }
  }

  /** The base query, its answer once it is known, and the black box that gives it. */
  private record Base(InferenceApi api, InferenceQuery query, Optional<DMatrixRMaj> answer) {

    /**
     * Returns a session with a separate count, whose answers are compared with those of this one.
     */
    QuerySession verifying(InferenceNodes nodes, OptionalLong limit) {
      Log silent = Log.by(AttackSettings.SILENT);
      QuerySession session =
          new QuerySession(new Run(api, nodes, 1, limit), api, nodes, 1, silent, new Progress());
      session.width = answer.map(DMatrixRMaj::getNumCols).orElse(0);
      return session;
    }
  }

  /** The receiver of warnings, and the warnings so far. */
  private record Log(AttackListener listener, List<AttackWarning> warnings) {

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
