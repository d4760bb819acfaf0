package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The settings that all attacks share. Immutable.
 *
 * @param parallelism the maximum number of concurrent queries, at least 1
 * @param listener receives progress and warnings
 * @param journal the file in which answers are recorded, if any
 * @param verification when {@link NodeOrder} verifies that the black box identifies nodes by id
 * @param queryLimit the maximum number of queries, including verification queries and queries
 *     answered from a journal; empty if it is not limited
 */
public record AttackSettings(
    int parallelism,
    AttackListener listener,
    Optional<Path> journal,
    Verification verification,
    OptionalLong queryLimit) {

  /** When to verify that the black box identifies nodes by id. */
  public enum Verification {
    /** Never, because the caller has already verified it. */
    NEVER,
    /** After an attack that queried subsets of the nodes. */
    OF_PARTS,
    /** After every attack that has sent a query. */
    ALWAYS;

    boolean isNeeded(int asked, boolean queriesSubsets) {
      return this == ALWAYS ? asked > 0 : this == OF_PARTS && queriesSubsets;
    }
  }

  /** A listener that ignores all events. */
  public static final AttackListener SILENT = (answered, total) -> {};

  /** One query at a time, no listener and no journal. */
  public static final AttackSettings DEFAULT = new AttackSettings(1, SILENT, Optional.empty());

  /**
   * Validates the settings.
   *
   * @param parallelism the maximum number of concurrent queries, at least 1
   * @param listener receives progress and warnings
   * @param journal the file in which answers are recorded, if any
   * @param verification when to verify that the black box identifies nodes by id
   * @param queryLimit the maximum number of queries, at least 0; empty if it is not limited
   * @throws IllegalArgumentException if {@code parallelism} is below 1 or {@code queryLimit} is
   *     negative
   */
  public AttackSettings {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
    if (queryLimit.orElse(0) < 0) {
      throw new IllegalArgumentException("queryLimit = " + queryLimit.getAsLong() + " is negative");
    }
  }

  /**
   * Creates settings with verification {@link Verification#OF_PARTS} and any number of queries.
   *
   * @param parallelism the maximum number of concurrent queries, at least 1
   * @param listener receives progress and warnings
   * @param journal the file in which answers are recorded, if any
   * @throws IllegalArgumentException if {@code parallelism} is below 1
   */
  public AttackSettings(int parallelism, AttackListener listener, Optional<Path> journal) {
    this(parallelism, listener, journal, Verification.OF_PARTS, OptionalLong.empty());
  }

  /** Returns these settings with the smaller of two limits on queries. */
  AttackSettings within(OptionalLong limit) {
    return limit.isEmpty() || queryLimit.orElse(Long.MAX_VALUE) <= limit.getAsLong()
        ? this
        : new AttackSettings(parallelism, listener, journal, verification, limit);
  }

  /**
   * Runs a computation in a new session with these settings.
   *
   * @param <T> the type of the result
   * @param journalKey a description of everything, apart from the nodes, that determines the
   *     queries
   * @param api the black box
   * @param nodes the attacker's nodes and targets
   * @param kHat k̂, the belief about the density
   * @param use the computation, which receives the session
   * @return what {@code use} returns
   * @throws IllegalArgumentException if the journal has a different key or other nodes
   */
  public <T> T open(
      String journalKey,
      InferenceApi api,
      InferenceNodes nodes,
      double kHat,
      Function<QuerySession, T> use) {
    QuerySession.Log log = QuerySession.Log.by(listener);
    return recorded(
        api,
        nodes,
        journalKey,
        log::warn,
        box -> use.apply(QuerySession.of(this, box, nodes, kHat, log)));
  }

  /**
   * Runs an attack through the journal: recorded answers are read from it, and new answers are
   * added to it. Without a journal, the attack queries the black box directly.
   *
   * @param <T> the type of the result
   * @param api the black box
   * @param nodes the nodes under attack; a journal of other nodes is rejected
   * @param attack a description of the attack and of the settings that determine its queries, such
   *     as {@code "LinkTeller, delta = 1.0E-4"}; a journal of another attack is rejected
   * @param damage receives a warning if the journal is damaged
   * @param run the attack, which receives the black box to query
   * @return what {@code run} returns
   * @throws IllegalArgumentException if the file is not a journal, or belongs to another attack
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public <T> T recorded(
      InferenceApi api,
      InferenceNodes nodes,
      String attack,
      Consumer<AttackWarning> damage,
      Function<InferenceApi, T> run) {
    if (journal.isEmpty()) {
      return run.apply(api);
    }
    try (QueryJournal recorder = QueryJournal.open(journal.get(), nodes, attack)) {
      damageOf(recorder).ifPresent(damage);
      return run.apply(recorder.recording(api));
    }
  }

  /**
   * Returns a warning if records of a journal are damaged.
   *
   * @param journal the open journal
   * @return the warning, if any
   */
  public static Optional<AttackWarning> damageOf(QueryJournal journal) {
    String message =
        journal.droppedBytes()
            + " bytes of the journal are incomplete or damaged and were cut off; the "
            + journal.recorded()
            + " answers before them are intact, and the others are requested again";
    return journal.droppedBytes() == 0
        ? Optional.empty()
        : Optional.of(new AttackWarning(AttackWarning.Kind.JOURNAL_DAMAGED, message, IntList.of()));
  }
}
