package io.linkteller.cli;

import io.linkteller.inference.InferenceApi;
import io.linkteller.remote.RobustApi;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that limits the rate of queries. */
final class QueryRate {

  private static final Pattern RATE = Pattern.compile("(\\d{1,9})/(ms|s|min|h)");

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      description = "Send at most N queries per second; also N/min and N/h.")
  private Optional<String> rate = Optional.empty();

  /** Returns a black box that limits the rate of queries. */
  InferenceApi limit(InferenceApi api) {
    if (rate.isEmpty()) {
      return api;
    }
    Matcher matcher = RATE.matcher(rate.get());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "--rate is '" + rate.get() + "', not a number of queries per time such as 10/s");
    }
    return RobustApi.of(api)
        .rateLimited(Integer.parseInt(matcher.group(1)), period(matcher.group(2)))
        .build();
  }

  /** Returns the maximum number of queries per second, or {@code otherwise} if no rate is given. */
  double perSecond(double otherwise) {
    if (rate.isEmpty()) {
      return otherwise;
    }
    Matcher matcher = RATE.matcher(rate.get());
    return matcher.matches()
        ? 1e3 * Integer.parseInt(matcher.group(1)) / period(matcher.group(2)).toMillis()
        : 1;
  }

  private static Duration period(String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(1);
      case "s" -> Duration.ofSeconds(1);
      case "min" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      default -> throw new IllegalArgumentException("'" + unit + "' is not a unit of time");
    };
  }
}
