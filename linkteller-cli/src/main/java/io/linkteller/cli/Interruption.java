package io.linkteller.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Model.CommandSpec;

/** Prints how to continue if a command ends, or is terminated, before its work is finished. */
final class Interruption implements AutoCloseable {

  private final CommandSpec spec;
  private final String kept;
  private final AtomicBoolean done = new AtomicBoolean();
  private final Thread hook = new Thread(this::tell);

  private Interruption(CommandSpec spec, String kept) {
    this.spec = spec;
    this.kept = kept;
  }

  /**
   * Starts work that the same command can resume.
   *
   * @param kept a clause for the message that says what is kept and where
   */
  static Interruption of(CommandSpec spec, String kept) {
    Interruption begun = new Interruption(spec, kept);
    Runtime.getRuntime().addShutdownHook(begun.hook);
    return begun;
  }

  /**
   * Records that there is nothing to resume: the work is finished, or another run would also fail.
   */
  void finished() {
    done.set(true);
  }

  private void tell() {
    if (!done.getAndSet(true)) {
      spec.commandLine()
          .getErr()
          .println("linkteller: interrupted; " + kept + ": run the same command again to continue");
      spec.commandLine().getErr().flush();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The JVM is already running the hook.
    }
    tell();
  }
}
