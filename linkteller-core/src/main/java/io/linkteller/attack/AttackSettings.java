package io.linkteller.attack;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.QueryJournal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The settings that attacks of every kind have. Immutable.
 *
 * @param parallelism how many queries may be under way at once, at least 1
 * @param listener receives progress and warnings
 * @param journal the file that answers are kept in, if any
 */
public record AttackSettings(int parallelism, AttackListener listener, Optional<Path> journal) {

  /** One query at a time, no listener and no journal. */
  public static final AttackSettings DEFAULT =
      new AttackSettings(1, AttackListener.SILENT, Optional.empty());

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if {@code parallelism} is below 1
   */
  public AttackSettings {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " is below 1");
    }
  }

  /**
   * Runs an attack on a black box that answers from the journal what it holds and records what it
   * does not; on the black box itself if there is no journal.
   *
   * @param <T> what the attack returns
   * @param api the black box
   * @param nodes what is attacked; the journal of other nodes is refused
   * @param attack the attack and the settings that decide what it asks, such as {@code "LinkTeller,
   *     delta = 1.0E-4"}; the journal of another is refused
   * @param run asks the black box it is given
   * @return what {@code run} returns
   * @throws IllegalArgumentException if the file is not a journal, or is that of another attack
   * @throws java.io.UncheckedIOException if the file can't be read or written
   */
  public <T> T recorded(
      InferenceApi api, InferenceNodes nodes, String attack, Function<InferenceApi, T> run) {
    if (journal.isEmpty()) {
      return run.apply(api);
    }
    try (QueryJournal recorder = QueryJournal.open(journal.get(), nodes, attack)) {
      return run.apply(recorder.recording(api));
    }
  }
}
