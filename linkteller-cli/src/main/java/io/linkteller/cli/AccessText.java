package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Converts values of {@code --access} to accesses and back. */
final class AccessText {

  private AccessText() {}

  static AnswerKind kind(Posterior posterior, Map<String, String> given) {
    AnswerKind.Form form =
        constant(AnswerKind.Form.class, "answers", given.getOrDefault("answers", "logits"));
    OptionalInt decimals =
        given.containsKey("decimals")
            ? OptionalInt.of(number("decimals", given.get("decimals"), 15))
            : OptionalInt.empty();
    if (decimals.isPresent() && form == AnswerKind.Form.LABELS) {
      throw new IllegalArgumentException(
          "decimals has no effect on labels, which are whole numbers");
    }
    if (form == AnswerKind.Form.PROBABILITIES && decimals.orElse(1) < 1) {
      throw new IllegalArgumentException("decimals=0 would leave no information in probabilities");
    }
    return new AnswerKind(form, posterior, decimals);
  }

  static void set(AccessBuilder access, String name, String value) {
    switch (name) {
      case "answers", "decimals" -> {}
      case "precision" -> access.precision(precision(value));
      case "answers-for" -> access.answersFor(constant(Access.Part.class, name, value));
      case "features" -> access.features(constant(Access.Features.class, name, value));
      case "features-of" -> access.featuresOf(constant(Access.Part.class, name, value));
      case "nodes" -> access.nodes(constant(Access.Nodes.class, name, value));
      case "join" -> {
        int most = number(name, value, Integer.MAX_VALUE);
        if (most == 0) {
          throw new IllegalArgumentException("join=0 would let no node join; omit join instead");
        }
        access.joining(new Access.Joining(most, Access.Joining.UNLIMITED.linksEach()));
      }
      case "graph" -> {
        if (!value.equals("still") && !value.equals("changes")) {
          throw new IllegalArgumentException("graph=" + value + " is not one of still, changes");
        }
        access.staticGraph(value.equals("still"));
      }
      case "queries" -> access.queryLimit(number(name, value, Integer.MAX_VALUE));
      case "knows" -> access.knowing(constant(Access.Knowledge.class, name, value));
      default ->
          throw new IllegalArgumentException(
              "unknown name '"
                  + name
                  + "'; the names are answers, decimals, precision, answers-for, features,"
                  + " features-of, nodes, join, graph, queries and knows");
    }
  }

  private static Access.Precision precision(String value) {
    return switch (value) {
      case "exact" -> Access.Precision.EXACT;
      case "single" -> Access.Precision.SINGLE;
      case "noisy" -> Access.Precision.NOISY;
      default ->
          throw new IllegalArgumentException(
              "precision=" + value + " is not one of exact, single, noisy");
    };
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name, String value) {
    try {
      return Enum.valueOf(type, value.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      StringBuilder all = new StringBuilder();
      for (E each : type.getEnumConstants()) {
        all.append(all.isEmpty() ? "" : ", ").append(word(each));
      }
      throw new IllegalArgumentException(name + "=" + value + " is not one of " + all, e);
    }
  }

  private static int number(String name, String value, int most) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with numbers out of range.
    }
    throw new IllegalArgumentException(name + "=" + value + " is outside [0, " + most + "]");
  }

  /** Returns the access that an attack needs, as a value of {@code --access}. */
  static String text(Access needed) {
    List<String> parts = new ArrayList<>();
    parts.add("answers=" + word(needed.form()));
    parts.add("features=" + word(needed.features()));
    if (needed.features() != Access.Features.AS_THEY_ARE) {
      parts.add("features-of=" + word(needed.featuresOf()));
    }
    parts.add("nodes=" + word(needed.nodes()));
    needed.joining().ifPresent(joined -> parts.add("join=" + joined.perTarget()));
    needed.known().stream().sorted().forEach(known -> parts.add("knows=" + word(known)));
    needed.queryLimit().ifPresent(limit -> parts.add("queries=" + limit));
    return String.join(",", parts);
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
