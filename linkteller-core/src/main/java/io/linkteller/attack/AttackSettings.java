package io.linkteller.attack;

import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.journal.QueryJournal;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;

/**
 * The settings that all attacks share. Immutable.
 *
 * @param parallelism the number of queries that may be in flight at once, at least 1
 * @param listener receives progress and warnings
 * @param journal the file in which answers are recorded, if any
 * @param verification when {@link NodeOrder} verifies that answers follow the ids of queries
 */
public record AttackSettings(
    int parallelism, AttackListener listener, Optional<Path> journal, Verification verification) {

  /** When it is verified that answers follow the ids of queries. */
  public enum Verification {
    /** Never: whoever runs the attack has done it. */
    NEVER,
    /** After an attack that has asked about other nodes than all. */
    OF_PARTS,
    /** After any attack that asks. */
    ALWAYS
  }

  /** A listener that ignores all events. */
  public static final AttackListener SILENT = (answered, total) -> {};

  /** One query at a time, no listener and no journal. */
  public static final AttackSettings DEFAULT = new AttackSettings(1, SILENT, Optional.empty());

  /**
   * Checks the settings.
   *
   * @param journal the file in which answers are recorded, if any
   * @param parallelism the number of queries that may be in flight at once, at least 1
   * @param listener receives progress and warnings
   * @param verification when it is verified that answers follow the ids of queries
   * @throws IllegalArgumentException if {@code parallelism} is below 1
   */
  public AttackSettings {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
  }

  /**
   * Settings of an attack that is verified {@link Verification#OF_PARTS}.
   *
   * @param parallelism the number of queries that may be in flight at once, at least 1
   * @param listener receives progress and warnings
   * @param journal the file in which answers are recorded, if any
   * @throws IllegalArgumentException if {@code parallelism} is below 1
   */
  public AttackSettings(int parallelism, AttackListener listener, Optional<Path> journal) {
    this(parallelism, listener, journal, Verification.OF_PARTS);
  }

  /**
   * {@return these settings without a journal, for an attack whose queries are recorded already}
   */
  public AttackSettings withoutJournal() {
    return new AttackSettings(parallelism, listener, Optional.empty(), verification);
  }

  /**
   * Runs an attack on a black box that answers from the journal where it can, and records all other
   * answers in it. Without a journal, runs the attack on the black box itself.
   *
   * @param <T> what the attack returns
   * @param api the black box
   * @param nodes the nodes under attack; a journal of other nodes is rejected
   * @param attack the attack and the settings that determine its queries, such as {@code
   *     "LinkTeller, delta = 1.0E-4"}; a journal of another attack is rejected
   * @param run the attack; receives the black box to query
   * @return what {@code run} returns
   * @throws IllegalArgumentException if the file is not a journal, or belongs to another attack
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public <T> T recorded(
      InferenceApi api, InferenceNodes nodes, String attack, Function<InferenceApi, T> run) {
    if (journal.isEmpty()) {
      return run.apply(api);
    }
    try (QueryJournal recorder = QueryJournal.open(journal.get(), nodes, attack)) {
      warnOfDamage(recorder, listener);
      return run.apply(recorder.recording(api));
    }
  }

  /**
   * Runs an attack: checks k̂, answers from the journal where it can, counts queries, measures the
   * time, and collects warnings in the result.
   *
   * @param name the display name of the attack
   * @param journalled the attack and the settings that determine its queries; see {@link #recorded}
   * @param api the black box
   * @param nodes the nodes under attack
   * @param kHat k̂, in (0, 1]
   * @param attack asks the queries and returns what it found
   * @return the result
   * @throws IllegalArgumentException before the first query if {@code kHat} is out of range or
   *     there are fewer than two targets; or if the journal belongs to another attack
   */
  public LinkPrediction run(
      String name,
      String journalled,
      InferenceApi api,
      InferenceNodes nodes,
      double kHat,
      Body attack) {
    // Fail before the first query rather than after the last.
    LinkPrediction.namedCount(kHat, nodes.pairCount());
    long start = System.nanoTime();
    Watched watched = new Watched(listener);
    AttackSettings inner =
        new AttackSettings(parallelism, watched, Optional.empty(), Verification.NEVER);
    AttackSettings outer = new AttackSettings(parallelism, watched, journal);
    return outer.recorded(
        api,
        nodes,
        journalled,
        recorder -> {
          Counted counted = new Counted(recorder, nodes, new AtomicInteger());
          Finding finding = attack.run(counted.joinable(), inner);
          LinkPrediction found =
              LinkPrediction.of(
                  finding.attack().orElse(name),
                  nodes,
                  kHat,
                  finding,
                  counted.asked.get(),
                  Duration.ofNanos(System.nanoTime() - start));
          watched.warnOfGuesses(found);
          Optional<NodeOrder> order = counted.verified(verification);
          order.flatMap(NodeOrder::warning).ifPresent(watched::onWarning);
          return found.withWarnings(watched.warnings(), order.map(NodeOrder::queries).orElse(0));
        });
  }

  /** What an attack does between the checks and the result. */
  @FunctionalInterface
  public interface Body {

    /**
     * Asks the queries and ranks the pairs.
     *
     * @param api the black box, which counts queries and answers from the journal
     * @param settings the settings, with a listener that collects warnings, and no journal
     * @return what was found
     */
    Finding run(InferenceApi api, AttackSettings settings);
  }

  /** Counts answered queries and notifies a listener of each, one call at a time. Thread-safe. */
  public static final class AnswerCount {

    private final AttackListener listener;
    private final int total;
    private int answered;

    /**
     * Starts at zero.
     *
     * @param listener receives each answer
     * @param total the number of queries that will be answered
     */
    public AnswerCount(AttackListener listener, int total) {
      this.listener = listener;
      this.total = total;
    }

    /** Counts one more answer. It is counted even if the listener throws. */
    public synchronized void increment() {
      answered++;
      listener.onAnswer(answered, total);
    }

    /** {@return the number of answers so far} */
    public synchronized int answered() {
      return answered;
    }
  }

  /** Counts queries, those that the journal answers included, and keeps the base answer. */
  private static final class Counted implements InferenceApi {

    private final InferenceApi api;
    private final InferenceNodes nodes;
    final AtomicInteger asked;
    private boolean parts;
    private Optional<InferenceQuery> base = Optional.empty();
    private Optional<DMatrixRMaj> answer = Optional.empty();

    Counted(InferenceApi api, InferenceNodes nodes, AtomicInteger asked) {
      this.api = api;
      this.nodes = nodes;
      this.asked = asked;
    }

    /** Returns the black box to query; nodes can join it if they can join the one counted. */
    InferenceApi joinable() {
      return api instanceof JoinableApi service
          ? service.answering(this, (joining, joined) -> new Counted(joined, nodes, asked))
          : this;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) throws Exception {
      asked.incrementAndGet();
      DMatrixRMaj answered = api.predict(query);
      if (isOfAll(query) && query.edit().isEmpty() && query.base() == nodes.features()) {
        keep(query, answered);
      }
      return answered;
    }

    @Override
    public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
      asked.addAndGet(queries.size());
      queries.forEach(this::isOfAll);
      return api.predictAll(queries);
    }

    @Override
    public int batchSize() {
      return api.batchSize();
    }

    private synchronized boolean isOfAll(InferenceQuery query) {
      boolean ofAll = query.nodes().equals(nodes.nodes());
      parts |= !ofAll;
      return ofAll;
    }

    private synchronized void keep(InferenceQuery query, DMatrixRMaj answered) {
      try {
        if (base.isEmpty()) {
          answer = Optional.of(Answers.checked(answered, query, "the base query").copy());
          base = Optional.of(query);
        }
      } catch (InferenceException e) {
        // The attack reads the same answer, and says what is wrong with it.
        base = Optional.empty();
      }
    }

    /** Verifies that answers follow the ids, unless it is not needed. */
    synchronized Optional<NodeOrder> verified(Verification when) {
      return (parts && when == Verification.OF_PARTS)
              || (asked.get() > 0 && when == Verification.ALWAYS)
          ? Optional.of(
              NodeOrder.verify(
                  api, base.orElseGet(() -> nodes.query().observing(nodes.targetRows())), answer))
          : Optional.empty();
    }
  }

  /** Keeps warnings and passes all events on. */
  private static final class Watched implements AttackListener {

    private final AttackListener listener;
    private final List<AttackWarning> warnings = new ArrayList<>();

    Watched(AttackListener listener) {
      this.listener = listener;
    }

    @Override
    public void onAnswer(int answered, int total) {
      listener.onAnswer(answered, total);
    }

    @Override
    public synchronized void onWarning(AttackWarning warning) {
      warnings.add(warning);
      listener.onWarning(warning);
    }

    @Override
    public void onChoice(String attack, boolean taken, String reason) {
      listener.onChoice(attack, taken, reason);
    }

    /** Warns if most pairs are named without evidence, unless a warning gives the reason. */
    void warnOfGuesses(LinkPrediction found) {
      int without = found.m() - found.evidenceCount();
      boolean explained = warnings.stream().anyMatch(warning -> warning.kind().explainsGuesses());
      if (without > found.m() / 2 && !explained) {
        onWarning(
            new AttackWarning(
                AttackWarning.Kind.MOST_SCORES_ZERO,
                without + " of the " + found.m() + " pairs that kHat asks for have no evidence",
                IntList.of()));
      }
    }

    synchronized List<AttackWarning> warnings() {
      return List.copyOf(warnings);
    }
  }

  /**
   * Passes a warning on if records of a journal are damaged.
   *
   * @param journal the open journal
   * @param listener receives the warning
   */
  public static void warnOfDamage(QueryJournal journal, AttackListener listener) {
    if (journal.droppedBytes() > 0) {
      listener.onWarning(
          new AttackWarning(
              AttackWarning.Kind.JOURNAL_DAMAGED,
              journal.droppedBytes()
                  + " bytes of the journal are incomplete or damaged and were cut off; the "
                  + journal.recorded()
                  + " answers before them are intact, and the others are requested again",
              IntList.of()));
    }
  }
}
