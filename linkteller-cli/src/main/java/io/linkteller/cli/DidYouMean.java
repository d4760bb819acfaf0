package io.linkteller.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The name that was probably meant by a wrong one: of a command, an option or a value. */
final class DidYouMean {

  /** One typing error is allowed for so many characters of the name. */
  private static final int CHARACTERS_PER_ERROR = 3;

  private DidYouMean() {}

  /** Returns a question to append to the message of a usage error, empty if no name is near. */
  static String after(ParameterException failure) {
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    List<String> unmatched = failure.getCommandLine().getUnmatchedArguments();
    Optional<String> meant;
    if (!unmatched.isEmpty()) {
      String wrong = unmatched.get(0);
      meant =
          wrong.startsWith("-")
              ? nearest(wrong.split("=", 2)[0], options(command))
              : nearest(wrong, List.copyOf(command.subcommands().keySet()));
    } else {
      meant =
          Optional.ofNullable(failure.getArgSpec())
              .flatMap(
                  argument ->
                      Optional.ofNullable(failure.getValue())
                          .flatMap(value -> nearest(value, values(argument))));
    }
    return meant.map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  private static List<String> options(CommandSpec command) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      names.addAll(List.of(option.names()));
    }
    return names;
  }

  private static List<String> values(ArgSpec argument) {
    List<String> values = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      // Those of an enumeration are its constants.
      argument.completionCandidates().forEach(name -> values.add(EnumNames.kebabCase(name)));
    }
    return values;
  }

  /** Returns the nearest name, the first of equally near ones, unless it is too far. */
  static Optional<String> nearest(String wrong, List<String> names) {
    // A list of values is told as a whole; the wrong one is the part that no name equals.
    for (String part : wrong.split(",", -1)) {
      String text = EnumNames.kebabCase(part.strip());
      if (!text.isEmpty() && !names.contains(text)) {
        return names.stream()
            .filter(name -> errors(text, name) <= allowed(name))
            .min(Comparator.comparingInt(name -> errors(text, name)));
      }
    }
    return Optional.empty();
  }

  private static int allowed(String name) {
    return Math.max(1, withoutDashes(name).length() / CHARACTERS_PER_ERROR);
  }

  private static String withoutDashes(String name) {
    return name.toLowerCase(Locale.ROOT).replaceFirst("^-+", "");
  }

  /** Returns the distance of Levenshtein, with exchanged neighbors as one error. */
  private static int errors(String wrong, String name) {
    String a = withoutDashes(wrong);
    String b = withoutDashes(name);
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
