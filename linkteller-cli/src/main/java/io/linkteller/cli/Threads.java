package io.linkteller.cli;

import picocli.CommandLine.Option;

/** The option of commands whose result does not depend on how many threads work. */
final class Threads {

  @Option(
      names = "--threads",
      description = "Number of threads; the result does not depend on it. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  int count() {
    return threads;
  }
}
