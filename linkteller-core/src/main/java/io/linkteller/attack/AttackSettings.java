package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The settings that all attacks share. Immutable.
 *
 * @param parallelism the number of queries that may be in flight at once, at least 1
 * @param listener receives progress and warnings
 * @param journal the file in which answers are recorded, if any
 */
public record AttackSettings(int parallelism, AttackListener listener, Optional<Path> journal) {

  /** One query at a time, no listener and no journal. */
  public static final AttackSettings DEFAULT =
      new AttackSettings(1, AttackListener.SILENT, Optional.empty());

  /**
   * Checks the settings.
   *
   * @param journal the file in which answers are recorded, if any
   * @param parallelism the number of queries that may be in flight at once, at least 1
   * @param listener receives progress and warnings
   * @throws IllegalArgumentException if {@code parallelism} is below 1
   */
  public AttackSettings {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
  }

  /**
   * {@return these settings without a journal, for an attack whose queries are recorded already}
   */
  public AttackSettings withoutJournal() {
    return new AttackSettings(parallelism, listener, Optional.empty());
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
   * Passes a warning on if records of a journal are damaged.
   *
   * @param journal the open journal
   * @param listener receives the warning
   */
  public static void warnOfDamage(QueryJournal journal, AttackListener listener) {
    if (journal.damagedBytes() > 0) {
      listener.onWarning(
          new AttackWarning(
              AttackWarning.Kind.JOURNAL_DAMAGED,
              "the journal has "
                  + journal.damagedBytes()
                  + " damaged bytes before its end; "
                  + journal.recorded()
                  + " answers are intact, and the damaged ones are requested again",
              IntList.of()));
    }
  }
}
