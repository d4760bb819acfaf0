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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A group of options that several commands share. Their help names these options only; {@code
 * linkteller help TOPIC} describes them.
 */
enum Topic {
  /** The graph, its features and the targets. */
  DATA(
      "the graph that is served, its features and its targets",
      DatasetChoice.class,
      TrueEdges.class,
      TargetChoice.class,
      Protection.class,
      CsvNames.class),
  /** Models of this program. */
  MODEL("a model that is trained or read from weights", ModelChoice.class),
  /** Models of other programs. */
  SERVER(
      "a model of another program, in a file or behind a URL",
      OtherModel.class,
      QueryLimits.class,
      QueryRate.class);

  /** The topic that is no group of options: what attacks declare. */
  static final String ATTACKS = "attacks";

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
    return options;
  }

  /** Shows the options of topics by name in the help of all commands. */
  static void shorten(CommandLine command) {
    for (CommandLine each : command.getSubcommands().values()) {
      CommandSpec spec = each.getCommandSpec();
      if (Arrays.stream(values()).anyMatch(topic -> !topic.of(spec).isEmpty())) {
        spec.usageMessage().abbreviateSynopsis(true);
        each.getHelpSectionMap()
            .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST, Topic::options);
      }
    }
  }

  private static String options(Help help) {
    CommandSpec command = help.commandSpec();
    List<OptionSpec> own = new ArrayList<>(command.options());
    StringBuilder shared = new StringBuilder();
    for (Topic topic : values()) {
      List<OptionSpec> options = topic.of(command);
      own.removeAll(options);
      if (!options.isEmpty()) {
        shared
            .append(String.format("%n  %-8s%s:%n", topic.label(), topic.about))
            .append(names(options));
      }
    }
    return list(help, own)
        + String.format("%nOptions for 'linkteller help TOPIC', by TOPIC:%n")
        + shared;
  }

  private static String names(List<OptionSpec> options) {
    StringBuilder lines = new StringBuilder();
    String line = "         ";
    for (OptionSpec option : options) {
      if (line.length() + option.longestName().length() > 78) {
        lines.append(line).append(System.lineSeparator());
        line = "         ";
      }
      line += " " + option.longestName();
    }
    return lines.append(line).append(System.lineSeparator()).toString();
  }

  private static String list(Help help, List<OptionSpec> options) {
    return help.optionListExcludingGroups(
        options, help.createDefaultLayout(), null, help.createDefaultParamLabelRenderer());
  }

  /** Returns the descriptions of the options of this topic, from whatever command has them. */
  String described(CommandLine program) {
    List<OptionSpec> options = new ArrayList<>();
    for (CommandLine command : program.getSubcommands().values()) {
      for (OptionSpec option : of(command.getCommandSpec())) {
        if (options.stream().noneMatch(other -> other.longestName().equals(option.longestName()))) {
          options.add(option);
        }
      }
    }
    return String.format("Options for %s:%n%n", about) + list(program.getHelp(), options);
  }

  /** Returns the alternatives that allow no more than another one. */
  private static String least(LinkAttackProvider attack) {
    List<Access> all = attack.alternatives();
    return all.stream()
        .filter(each -> all.stream().noneMatch(it -> !it.equals(each) && each.covers(it)))
        .map(AccessOption::text)
        .collect(Collectors.joining("` or `"));
  }

  /** Returns what every registered attack declares, as a table in Markdown. */
  static String attacks(int targets) {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            "| attack | what it does | the least access | queries for %d targets | options |%n"
                + "|---|---|---|--:|---|%n",
            targets));
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      table.append(
          String.format(
              Locale.ROOT,
              "| `%s` | %s%s | `%s` | %,d | %s |%n",
              attack.name(),
              attack.description(),
              attack.isOfPaper() ? " (of the paper)" : "",
              least(attack),
              attack.expectedQueries(targets),
              attack.options().stream()
                  .map(option -> "`--" + option.name() + "`")
                  .collect(Collectors.joining(", "))));
    }
    return table.toString();
  }
}
