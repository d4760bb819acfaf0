package io.linkteller.cli;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The rules on which options need or exclude others. The argument checks and the help both use this
 * table.
 */
final class OptionRules {

  /**
   * A rule about an option.
   *
   * @param option the option, followed by a space and a value if the rule applies only to this
   *     value
   * @param needs whether at least one of the others must be given; if false, none may be
   * @param others the other options; the rule applies to commands that have at least one of them
   * @param reason the text that follows the option's name in a message
   * @param except a command exempt from the rule because it also trains models, or "" if there is
   *     none
   */
  private record Rule(
      String option, boolean needs, List<String> others, String reason, String except) {

    boolean isBroken(ParseResult given) {
      CommandSpec command = given.commandSpec();
      return !command.name().equals(except)
          && isGiven(given, option)
          && others.stream().anyMatch(other -> command.findOption(other.split(" ", 2)[0]) != null)
          && needs == others.stream().noneMatch(other -> isGiven(given, other));
    }
  }

  private static Rule needs(String option, String other, String reason) {
    return new Rule(option, true, List.of(other), reason, "");
  }

  private static Rule excludes(String option, String other, String reason) {
    return new Rule(option, false, List.of(other), reason, "");
  }

  /** Returns the rules that each of the options needs at least one of the others. */
  private static Stream<Rule> need(List<String> options, List<String> others, String reason) {
    return options.stream().map(option -> new Rule(option, true, others, reason, ""));
  }

  private static Stream<Rule> exclude(List<String> options, String other, String reason) {
    return options.stream().map(option -> excludes(option, other, reason));
  }

  /**
   * Returns the rules for an option that specifies an existing model. Only {@code protect} also
   * trains models.
   */
  private static Stream<Rule> given(String model) {
    return Stream.concat(
        TRAINING.stream()
            .map(
                option ->
                    new Rule(
                        option,
                        false,
                        List.of(model),
                        "has no effect with " + model + ", which trains nothing",
                        PROTECT)),
        model.equals("--weights") || model.equals("--state-dict")
            ? Stream.of()
            : Stream.of(
                    "--weights", "--state-dict", "--setting", "--architecture", "--normalization")
                .map(
                    option ->
                        new Rule(
                            option,
                            false,
                            List.of(model),
                            "can't be used with " + model + ", which specifies the model",
                            option.startsWith("--arch") || option.startsWith("--norm")
                                ? PROTECT
                                : "")));
  }

  /** Returns whether an option was given, with the value that follows it after a space, if any. */
  private static boolean isGiven(ParseResult given, String option) {
    String[] words = option.split(" ", 2);
    return given.hasMatchedOption(words[0])
        && (words.length == 1
            || given.matchedOption(words[0]).stringValues().stream()
                .anyMatch(words[1]::equalsIgnoreCase));
  }

  private static final String PROTECT = "protect";

  private static final List<String> TRAINING =
      List.of(
          "--hidden",
          "--epochs",
          "--learning-rate",
          "--weight-decay",
          "--dropout",
          "--train-seed",
          "--save-weights");

  private static final List<Rule> RULES =
      Stream.of(
              models(),
              data(),
              exclude(
                  List.of("--repeat"),
                  "--journal",
                  "measures times, but answers from a --journal take no time"),
              protection(),
              audit(),
              generate(),
              ledger())
          .flatMap(rules -> rules)
          .toList();

  private static Stream<Rule> models() {
    List<String> ofGraphs = List.of("--edge-normalization", "--self-loops");
    return Stream.of(
            Stream.of(
                excludes("--onnx", "--url", "and --url specify two models; give only one"),
                excludes(
                    "--state-dict",
                    "--weights",
                    "can't be used with --weights, which specifies the model"),
                needs("--layers", "--state-dict", "needs --state-dict"),
                excludes(
                    "--normalization",
                    "--state-dict",
                    "has no effect on --state-dict; use --setting"),
                needs("--state-dict", "--architecture", "needs --architecture")),
            given("--weights"),
            given("--state-dict"),
            given("--onnx"),
            given("--url"),
            exclude(
                List.of("--architecture", "--setting"),
                "--weights",
                "has no effect with --weights, whose file states the model"),
            Stream.of(needs("--setting", "--architecture", "needs --architecture")),
            need(
                List.of("--input-name", "--edge-input-name", "--output-name"),
                List.of("--onnx", "--url"),
                "needs --onnx or --url"),
            exclude(ofGraphs, "--url", "has no effect on --url"),
            need(ofGraphs, List.of("--onnx"), "needs --onnx"),
            need(
                List.of(
                    "--protocol",
                    "--model",
                    "--model-version",
                    "--header",
                    "--token-file",
                    "--request-template",
                    "--answer-pointer",
                    "--batch"),
                List.of("--url"),
                "needs --url"),
            need(List.of("--onnx-engine", "--precision"), List.of("--onnx"), "needs --onnx"))
        .flatMap(rules -> rules);
  }

  private static Stream<Rule> data() {
    return Stream.of(
            exclude(
                List.of("--features", "--edge-index", "--edge-weight", "--edge-type", "--labels"),
                "--arrays",
                "can't be used with --arrays, which has the data"),
            Stream.of(
                needs(
                    "--features",
                    "--edge-index",
                    "and --edge-index must be given together or not at all"),
                needs(
                    "--edge-index",
                    "--features",
                    "and --features must be given together or not at all"),
                excludes("--directed", "--undirected", "and --undirected exclude each other"),
                excludes(
                    "--repeated sum",
                    "--ignore-weights",
                    "can't be used with --ignore-weights, but --repeated count can"),
                excludes(
                    "--weight-column",
                    "--edge-weight",
                    "can't be used with --edge-weight, which has the weights"),
                excludes(
                    "--type-column",
                    "--edge-type",
                    "can't be used with --edge-type, which has the relations")),
            Stream.of("--ignore-weights", "--repeated once", "--repeated count")
                .flatMap(
                    without ->
                        exclude(
                            List.of("--weight-column", "--edge-weight"),
                            without,
                            "can't be used with " + without)),
            Stream.of("--edge-index", "--arrays")
                .flatMap(
                    files ->
                        exclude(
                            List.of("--format", "--data", "--train", "--infer"),
                            files,
                            "can't be used with " + files + ", which has the data")),
            need(
                List.of("--labels", "--edge-weight", "--edge-type"),
                List.of("--features", "--arrays"),
                "can be used only with --features and --edge-index"))
        .flatMap(rules -> rules);
  }

  private static Stream<Rule> protection() {
    return Stream.of(
        needs("--protect", "--epsilon", "needs --epsilon"),
        needs("--epsilon", "--protect", "needs --protect, which it configures"),
        needs("--protect-seed", "--protect", "needs --protect, which it configures"),
        excludes(
            "--truth",
            "--protect",
            "can't be used with --protect: the data contain either a perturbed graph, or the true"
                + " graph for --protect to perturb"));
  }

  private static Stream<Rule> audit() {
    return Stream.of(
            Stream.of(needs("--all", "--fail-above", "needs a limit, set by --fail-above")),
            need(List.of("--checkpoint", "--k-hat"), List.of("--stream"), "needs --stream"),
            exclude(
                List.of(
                    "--targets",
                    "--protect",
                    "--access",
                    "--attacks",
                    "--fail-above",
                    "--all",
                    "--details",
                    "--journal",
                    "--rate",
                    "--report",
                    "--compare",
                    "--truth"),
                "--stream",
                "can't be used with --stream, which runs no attack on targets"))
        .flatMap(rules -> rules);
  }

  /**
   * Returns the rules for graphs with directions, weights or relations, which are written as arrays
   * without a split.
   */
  private static Stream<Rule> generate() {
    List<String> kinds = List.of("--directed", "--weighted", "--relations");
    return Stream.concat(
        exclude(kinds, "--format binary", "can be used only with --format arrays"),
        Stream.concat(kinds.stream(), Stream.of("--format arrays"))
            .flatMap(
                other ->
                    exclude(
                        List.of("--train-share", "--validation-share"),
                        other,
                        "can't be used with arrays, which have no split")));
  }

  private static Stream<Rule> ledger() {
    return Stream.of(
            need(List.of("--ledger"), List.of("--ledger-key"), "needs --ledger-key and --budget"),
            need(List.of("--ledger"), List.of("--budget"), "needs --ledger-key and --budget"),
            need(
                List.of(
                    "--ledger-key",
                    "--budget",
                    "--part",
                    "--node-ids",
                    "--shared-nodes",
                    "--known-head"),
                List.of("--ledger"),
                "needs --ledger"),
            exclude(List.of("--seed"), "--ledger", "gives no protection, so a ledger rejects it"))
        .flatMap(rules -> rules);
  }

  private OptionRules() {}

  /** Rejects options that can't be used together, before any work is done. */
  static void check(ParseResult given) {
    RULES.stream()
        .filter(rule -> rule.isBroken(given))
        .findFirst()
        .ifPresent(
            rule -> {
              throw new CommandLine.ParameterException(
                  given.commandSpec().commandLine(), rule.option() + " " + rule.reason());
            });
  }

  /** Returns the sentences of help about the options that an option needs or excludes. */
  static String sentences(OptionSpec option) {
    Set<String> has = option.command() == null ? Set.of() : option.command().optionsMap().keySet();
    List<Rule> rules =
        RULES.stream()
            .filter(rule -> rule.option().split(" ", 2)[0].equals(option.longestName()))
            .filter(
                rule ->
                    rule.others().stream().anyMatch(other -> has.contains(other.split(" ", 2)[0])))
            .toList();
    return sentence(" Needs ", " and ", rules.stream().filter(Rule::needs))
        + sentence(" Not with ", ", ", rules.stream().filter(rule -> !rule.needs()));
  }

  private static String sentence(String begin, String and, Stream<Rule> rules) {
    String others =
        rules
            .map(rule -> String.join(" or ", rule.others()))
            .distinct()
            .collect(Collectors.joining(and));
    return others.isEmpty() ? "" : begin + others + ".";
  }
}
