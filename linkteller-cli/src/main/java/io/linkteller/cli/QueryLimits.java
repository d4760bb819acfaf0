package io.linkteller.cli;

import io.linkteller.inference.InferenceApi;
import io.linkteller.remote.RobustApi;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options that limit the number and rate of queries. */
final class QueryLimits {

  @Option(
      names = "--max-queries",
      paramLabel = "N",
      description = "Fail rather than ask more than N queries.")
  private Optional<Long> most = Optional.empty();

  @CommandLine.Mixin private QueryRate rate;

  /** Returns a black box that enforces the limits. */
  InferenceApi limit(InferenceApi api) {
    InferenceApi paced = rate.limit(api);
    return most.isPresent() ? RobustApi.of(paced).budget(most.get()).build() : paced;
  }
}
