package io.linkteller.attack;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Base class of the builders of attacks, with the settings that all attacks share. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class AttackBuilder<B extends AttackBuilder<B>> {

  private AttackSettings settings = AttackSettings.DEFAULT;

  /** Starts with one query at a time, no listener and no journal. */
  protected AttackBuilder() {}

  /** {@return this builder} */
  protected abstract B self();

  /** {@return the current settings} */
  public final AttackSettings settings() {
    return settings;
  }

  /**
   * Replaces all shared settings, for example with those of an attack that runs this one.
   *
   * @param shared the settings
   * @return this builder
   */
  public final B settings(AttackSettings shared) {
    settings = shared;
    return self();
  }

  /**
   * Sets the maximum number of concurrent queries. The result does not depend on it. Use more than
   * one only if the black box is thread-safe.
   *
   * @param threads the number of threads that send queries, at least 1; default 1
   * @return this builder
   * @throws IllegalArgumentException if {@code threads} is below 1
   */
  public final B parallelism(int threads) {
    return with(threads, settings.listener(), settings.journal());
  }

  /**
   * Sets the listener that receives progress and warnings.
   *
   * @param listener the listener; it receives one call at a time
   * @return this builder
   */
  public final B onProgress(AttackListener listener) {
    return with(settings.parallelism(), listener, settings.journal());
  }

  /**
   * Records every answer in a file. To continue an attack that did not finish, run it again with
   * the same file: it then sends only the queries that have no recorded answer. See {@link
   * io.linkteller.inference.journal.QueryJournal}. The number of queries in the result includes
   * those answered from the file.
   *
   * <p>The file is bound to the nodes, features, targets and settings of the attack, but not to the
   * black box: using one file for two models, or for a model that has been retrained, silently
   * mixes their answers.
   *
   * @param file the file; created if it does not exist
   * @return this builder
   */
  public final B journal(Path file) {
    return with(settings.parallelism(), settings.listener(), Optional.of(file));
  }

  private B with(int threads, AttackListener listener, Optional<Path> journal) {
    return settings(
        new AttackSettings(
            threads, listener, journal, settings.verification(), settings.queryLimit()));
  }
}
