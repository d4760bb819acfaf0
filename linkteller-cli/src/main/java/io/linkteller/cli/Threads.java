package io.linkteller.cli;

import picocli.CommandLine.Option;

/** The option for the number of threads, on which the result of a command does not depend. */
final class Threads {

  @Option(
      names = "--threads",
      description = "Number of threads; results do not depend on it. Default: all processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  int count() {
    return threads;
  }
}
