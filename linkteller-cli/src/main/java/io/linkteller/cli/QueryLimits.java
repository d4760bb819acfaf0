package io.linkteller.cli;

import io.linkteller.inference.InferenceApi;
import io.linkteller.remote.RobustApi;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that limit how many queries are asked, and how fast. */
final class QueryLimits {

  private static final Pattern RATE = Pattern.compile("(\\d{1,9})/(ms|s|min|h)");

  @Option(
      names = "--max-queries",
      paramLabel = "N",
      description = "Fail rather than ask more than N queries.")
  private Optional<Long> most = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      description = "Ask at most N queries per second; N/min and N/h too.")
  private Optional<String> rate = Optional.empty();

  /** Returns a black box that keeps within the limits. */
  InferenceApi limit(InferenceApi api) {
    if (most.isEmpty() && rate.isEmpty()) {
      return api;
    }
    RobustApi.Builder limited = RobustApi.of(api);
    most.ifPresent(limited::budget);
    if (rate.isPresent()) {
      Matcher matcher = RATE.matcher(rate.get());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "--rate is '" + rate.get() + "', not a number of queries per time such as 10/s");
      }
      limited.rateLimited(Integer.parseInt(matcher.group(1)), period(matcher.group(2)));
    }
    return limited.build();
  }

  private static Duration period(String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(1);
      case "s" -> Duration.ofSeconds(1);
      case "min" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      default -> throw new IllegalArgumentException("'" + unit + "' is no unit of time");
    };
  }
}
