package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.LinkAttackProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A group of options that several commands share. {@code COMMAND --help} lists them only by name
 * and describes every other option in one sentence; {@code help COMMAND} and {@code help TOPIC}
 * have the full descriptions.
 */
enum Topic {
  /** The graph, its features and the targets. */
  INPUT(
      "the graph that is served, its features and its targets",
      DatasetChoice.class,
      EdgeOptions.class,
      TrueEdges.class,
      TargetChoice.class,
      CsvNames.class),
  /** Models of this program. */
  MODEL("a model that is trained or read from weights", ModelChoice.class),
  /** External models. */
  SERVER(
      "an external model, in a file or behind a URL",
      OtherModel.class,
      QueryLimits.class,
      QueryRate.class),
  /** What an attacker does and may do. */
  ATTACKER(
      "the attack, and what the attacker may do",
      AttackOptions.class,
      AccessOption.class,
      Protection.class),
  /** Audits in bounded memory. */
  STREAM("an audit of a graph of millions of nodes, without attacks", StreamOptions.class),
  /** The ledger of releases. */
  LEDGER("a ledger that adds up the epsilon of releases", LedgerOptions.class);

  /** The topic that is not a group of options: the declarations of attacks. */
  static final String ATTACKS = "attacks";

  private static final int WIDTH = 80;

  private final String about;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable.
  private final List<Class<?>> mixins;

  Topic(String about, Class<?>... mixins) {
    this.about = about;
    this.mixins = List.of(mixins);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the names of all topics. */
  static String labels() {
    return Arrays.stream(values()).map(Topic::label).collect(Collectors.joining(", "))
        + ", "
        + ATTACKS;
  }

  static Optional<Topic> named(String name) {
    return Arrays.stream(values()).filter(topic -> topic.label().equals(name)).findFirst();
  }

  /** Returns the options of this topic that a command has. */
  List<OptionSpec> of(CommandSpec command) {
    List<OptionSpec> options = new ArrayList<>();
    for (CommandSpec mixin : command.mixins().values()) {
      if (mixins.contains(mixin.userObject().getClass())) {
        options.addAll(mixin.options());
      }
    }
    if (this == ATTACKER) {
      options.addAll(command.options().stream().filter(AttackOptions::isDeclared).toList());
    }
    return options;
  }

  /** Shortens the help of all commands. */
  static void shorten(CommandLine program) {
    for (CommandLine each : program.getSubcommands().values()) {
      each.getCommandSpec().usageMessage().abbreviateSynopsis(true);
      each.getHelpSectionMap()
          .put(
              UsageMessageSpec.SECTION_KEY_OPTION_LIST,
              help -> options(help, Topic::firstSentence));
      each.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);
      each.getHelpSectionMap()
          .put(
              UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
              help ->
                  String.format(
                      "%nFor more, including the exit codes, see 'linkteller help %s'.%n",
                      help.commandSpec().name()));
    }
  }

  /** Returns the full description of a command. */
  static String described(CommandLine command) {
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, Topic::withRules));
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING, Help::exitCodeListHeading);
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, Help::exitCodeList);
    return command.getUsageMessage(Help.defaultColorScheme(Terminal.ansi()));
  }

  /** Converts an option to the form in which it is shown. */
  private interface Shown {
    OptionSpec of(OptionSpec option);
  }

  private static String options(Help help, Shown shown) {
    CommandSpec command = help.commandSpec();
    List<OptionSpec> own =
        command.options().stream()
            .filter(option -> !option.usageHelp() && !option.versionHelp())
            .collect(Collectors.toCollection(ArrayList::new));
    StringBuilder shared = new StringBuilder();
    for (Topic topic : values()) {
      List<OptionSpec> options = topic.of(command);
      own.removeAll(options);
      if (!options.isEmpty()) {
        shared
            .append(String.format("%n%s (linkteller help %s):%n", topic.about, topic.label()))
            .append(names(options));
      }
    }
    return list(help, own.stream().map(shown::of).toList()) + shared;
  }

  private static OptionSpec firstSentence(OptionSpec option) {
    String[] sentences = String.join(" ", option.description()).split("(?<=\\.) (?=[A-Z'])", 2);
    return sentences.length == 1
        ? option
        : OptionSpec.builder(option).description(sentences[0]).build();
  }

  private static OptionSpec withRules(OptionSpec option) {
    String rules = OptionRules.sentences(option);
    return rules.isEmpty()
        ? option
        : OptionSpec.builder(option)
            .description(String.join(" ", option.description()) + rules)
            .build();
  }

  private static String names(List<OptionSpec> options) {
    StringBuilder lines = new StringBuilder();
    String line = " ";
    for (OptionSpec option : options) {
      if (line.length() + option.longestName().length() >= WIDTH) {
        lines.append(line).append(System.lineSeparator());
        line = " ";
      }
      line += " " + option.longestName();
    }
    return lines.append(line).append(System.lineSeparator()).toString();
  }

  private static String list(Help help, List<OptionSpec> options) {
    return help.optionListExcludingGroups(
        options, help.createDefaultLayout(), null, help.createDefaultParamLabelRenderer());
  }

  /** Returns the descriptions of this topic's options, collected from all commands. */
  String described(CommandSpec program) {
    List<OptionSpec> options = new ArrayList<>();
    for (CommandLine command : program.subcommands().values()) {
      for (OptionSpec option : of(command.getCommandSpec())) {
        if (options.stream().noneMatch(other -> other.longestName().equals(option.longestName()))) {
          options.add(withRules(option));
        }
      }
    }
    return String.format("Options for %s:%n%n", about)
        + list(program.commandLine().getHelp(), options);
  }

  /** Returns the alternative accesses of an attack, without those that cover another one. */
  static List<String> minimalAccesses(LinkAttackProvider attack) {
    List<Access> all = attack.alternatives();
    return all.stream()
        .filter(each -> all.stream().noneMatch(it -> !it.equals(each) && each.covers(it)))
        .map(AccessText::text)
        .toList();
  }

  /** Returns the declarations of all registered attacks, as a table 99 characters wide. */
  static String attacks(int targets) {
    TextTable table =
        TextTable.forColumns(
            Help.defaultColorScheme(Help.Ansi.OFF),
            new Column(19, 0, Column.Overflow.WRAP),
            new Column(9, 0, Column.Overflow.WRAP),
            new Column(71, 1, Column.Overflow.WRAP));
    table.addRowValues("attack", "queries", "what it does, when to use it, its options");
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      String options =
          attack.options().stream()
              .map(option -> "--" + option.name())
              .collect(Collectors.joining(", "));
      table.addRowValues(
          attack.name() + (attack.isOfPaper() ? " *" : ""),
          String.format(Locale.ROOT, "%,d", attack.expectedQueries(targets)),
          attack.description());
      table.addRowValues(
          "",
          "",
          "if access allows " + String.join("; or ", minimalAccesses(attack)).replace(",", ", "));
      if (!options.isEmpty()) {
        table.addRowValues("", "", options);
      }
    }
    return table
        + String.format(
            Locale.ROOT,
            "%n* from the paper. Queries for %,d targets; --access states what is allowed.%n",
            targets);
  }
}
