package io.linkteller.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Translates method names in messages of the library to options of commands. For example, {@code
 * repeated(SUM)} becomes {@code --repeated sum}, and {@code outputName(...)} becomes {@code
 * --output-name}.
 */
final class OptionNames {

  private static final Map<String, String> BY_METHOD =
      Map.ofEntries(
          Map.entry("inputName", "--input-name"),
          Map.entry("input", "--input-name"),
          Map.entry("edgeInput", "--edge-input-name"),
          Map.entry("output", "--output-name"),
          Map.entry("edgeInputName", "--edge-input-name"),
          Map.entry("outputName", "--output-name"),
          Map.entry("edgeWeights", "--edge-normalization"),
          Map.entry("selfLoops", "--self-loops"),
          Map.entry("layers", "--layers"),
          Map.entry("architecture", "--architecture"),
          Map.entry("setting", "--setting"),
          Map.entry("direction", "--"),
          Map.entry("ends", "--edge-columns"),
          Map.entry("weights", "--weight-column"),
          Map.entry("types", "--type-column"),
          Map.entry("relations", "--relations"),
          Map.entry("repeated", "--repeated"),
          Map.entry("droppingSelfLoops", "--drop-self-loops"),
          Map.entry("ignoringWeights", "--ignore-weights"),
          Map.entry("firstNode", "--first-node"),
          Map.entry("edgeWeight", "--edge-weight"),
          Map.entry("edgeType", "--edge-type"),
          Map.entry("answerPointer", "--answer-pointer"),
          Map.entry("requestTemplate", "--request-template"));

  private static final Pattern CALL =
      Pattern.compile(
          BY_METHOD.keySet().stream().collect(Collectors.joining("|", "\\b(", ")"))
              + "\\(([^()]*)\\)");

  /** The beginning of a library message about the value of a property. */
  private static final Pattern PROPERTY = Pattern.compile("^([a-z][A-Za-z]*) = ");

  private OptionNames() {}

  /** Returns a message about an argument with the command's option in place of the property. */
  static String of(CommandSpec command, String message) {
    String options = in(message);
    Matcher property = PROPERTY.matcher(options);
    if (!property.find()) {
      return options;
    }
    String name = property.group(1).replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    return command.findOption("--" + name) == null
        ? options
        : "--" + name + options.substring(property.end(1));
  }

  /** Returns a message of the library with options in place of methods. */
  static String in(String message) {
    return CALL.matcher(message).replaceAll(OptionNames::option);
  }

  private static String option(MatchResult call) {
    String option = BY_METHOD.getOrDefault(call.group(1), "");
    String given = call.group(2);
    String value = given.matches("[A-Z_]+") ? EnumNames.kebabCase(given) : given.replace(", ", ",");
    String gap = option.equals("--") || value.isEmpty() || value.equals("...") ? "" : " ";
    return Matcher.quoteReplacement(option + gap + (value.equals("...") ? "" : value));
  }
}
