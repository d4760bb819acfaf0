package io.linkteller.cli;

import io.linkteller.attack.Access;
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
      description = "Fail before sending more than N queries.")
  private Optional<Long> most = Optional.empty();

  @CommandLine.Mixin private QueryRate rate;

  /**
   * Adds the limit on queries to an access under which nodes can join. They join several graphs,
   * each a separate black box, so only the attack can count all queries.
   */
  Access within(Access access) {
    boolean limited = most.isPresent() && access.joining().isPresent();
    return limited && access.mayAsk(most.get() + 1)
        ? access.toBuilder().queryLimit(most.get()).build()
        : access;
  }

  /** Returns a black box that enforces the limits. */
  InferenceApi limit(InferenceApi api) {
    InferenceApi paced = rate.limit(api);
    return most.isPresent() ? RobustApi.of(paced).queryLimit(most.get()).build() : paced;
  }
}
