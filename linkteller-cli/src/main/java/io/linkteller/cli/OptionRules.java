package io.linkteller.cli;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Which options go together: one table, by which arguments are checked and help is written. */
final class OptionRules {

  /**
   * A rule about an option.
   *
   * @param option the option
   * @param needs whether one of the others must be given; otherwise none may be
   * @param others the other options; the rule is for commands that have one of them
   * @param reason what follows the option's name in a message
   */
  private record Rule(String option, boolean needs, List<String> others, String reason) {

    boolean isBroken(ParseResult given) {
      CommandSpec command = given.commandSpec();
      return given.hasMatchedOption(option)
          && others.stream().anyMatch(other -> command.findOption(other) != null)
          && needs == others.stream().noneMatch(given::hasMatchedOption);
    }

    String sentence() {
      return (needs ? " Needs " : " Not with ") + String.join(" or ", others) + ".";
    }
  }

  private static Rule needs(String option, String other, String reason) {
    return new Rule(option, true, List.of(other), reason);
  }

  private static Rule excludes(String option, String other, String reason) {
    return new Rule(option, false, List.of(other), reason);
  }

  private static final String IGNORED_BY_STREAM =
      "does not go with --stream, which runs no attack on targets";

  private static final String NO_LEDGER = "needs --ledger";

  private static final List<Rule> RULES =
      List.of(
          // The attack.
          excludes(
              "--repeat",
              "--journal",
              "compares times, which answers from a --journal do not take"),
          // The protection of the served graph.
          needs("--protect", "--epsilon", "needs --epsilon"),
          needs("--epsilon", "--protect", "needs --protect, whose setting it is"),
          needs("--protect-seed", "--protect", "needs --protect, whose setting it is"),
          excludes(
              "--truth",
              "--protect",
              "does not go with --protect: the data hold a perturbed graph, or else the true one"
                  + " that --protect perturbs"),
          // The audit.
          needs("--stop-when-failed", "--fail-above", "needs a limit by --fail-above"),
          needs("--checkpoint", "--stream", "needs --stream"),
          needs("--k-hat", "--stream", "needs --stream"),
          excludes("--targets", "--stream", IGNORED_BY_STREAM),
          excludes("--protect", "--stream", IGNORED_BY_STREAM),
          excludes("--access", "--stream", IGNORED_BY_STREAM),
          excludes("--attacks", "--stream", IGNORED_BY_STREAM),
          excludes("--fail-above", "--stream", IGNORED_BY_STREAM),
          excludes("--stop-when-failed", "--stream", IGNORED_BY_STREAM),
          excludes("--journal", "--stream", IGNORED_BY_STREAM),
          excludes("--rate", "--stream", IGNORED_BY_STREAM),
          excludes("--report", "--stream", IGNORED_BY_STREAM),
          excludes("--compare", "--stream", IGNORED_BY_STREAM),
          excludes("--truth", "--stream", IGNORED_BY_STREAM),
          // The ledger.
          needs("--ledger", "--ledger-key", "needs --ledger-key and --budget"),
          needs("--ledger", "--budget", "needs --ledger-key and --budget"),
          needs("--ledger-key", "--ledger", NO_LEDGER),
          needs("--budget", "--ledger", NO_LEDGER),
          needs("--part", "--ledger", NO_LEDGER),
          needs("--node-ids", "--ledger", NO_LEDGER),
          needs("--shared-nodes", "--ledger", NO_LEDGER),
          needs("--known-head", "--ledger", NO_LEDGER),
          excludes("--seed", "--ledger", "gives no protection; a ledger does not accept it"));

  private OptionRules() {}

  /** Rejects options that do not go together, before any work is done. */
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

  /** Returns what help says of an option that it needs, or that it does not go with. */
  static String sentences(OptionSpec option) {
    Set<String> has = option.command() == null ? Set.of() : option.command().optionsMap().keySet();
    return RULES.stream()
        .filter(rule -> rule.option().equals(option.longestName()))
        .filter(rule -> rule.others().stream().anyMatch(has::contains))
        .map(Rule::sentence)
        .distinct()
        .collect(Collectors.joining());
  }
}
