package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackSettings.Verification;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.file.AtomicFile;
import io.linkteller.privacy.ResponseRates;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that select the attack, and those that attacks declare. */
final class AttackOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--attack",
      defaultValue = "auto",
      completionCandidates = AttackNames.class,
      description =
          "The attack; 'linkteller help attacks' describes each, with its needs and options."
              + " Default: ${DEFAULT-VALUE}. One of ${COMPLETION-CANDIDATES}.")
  private LinkAttackProvider kind;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "Keep every answer in a file, and resume from it if it exists: a rerun of an interrupted"
              + " attack sends only the unanswered queries.")
  private Optional<Path> journal = Optional.empty();

  /** Adds the options that attacks declare, except those that the command already has. */
  static void addDeclared(CommandSpec command) {
    Map<AttackOption<?>, String> users = new LinkedHashMap<>();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      attack
          .options()
          .forEach(option -> users.merge(option, attack.name(), (a, b) -> a + ", " + b));
    }
    users.forEach(
        (option, attacks) -> {
          String name = "--" + option.name();
          if (command.findOption(name) == null) {
            command.addOption(
                OptionSpec.builder(name)
                    .type(String.class)
                    .paramLabel("VALUE")
                    .description("For " + attacks + ": " + option.description() + ".")
                    .build());
          }
        });
  }

  /** Returns whether an option was added by {@link #addDeclared}. */
  static boolean isDeclared(OptionSpec option) {
    return option.userObject() == null && !option.usageHelp() && !option.versionHelp();
  }

  private Map<AttackOption<?>, String> given() {
    Map<AttackOption<?>, String> given = new LinkedHashMap<>();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      for (AttackOption<?> option : attack.options()) {
        OptionSpec declared = spec.findOption("--" + option.name());
        // The option --seed selects the targets for every attack, but only the attack that guesses
        // at random declares it.
        boolean isShared = declared.userObject() != null;
        if ((kind.options().contains(option) || !isShared)
            && spec.commandLine().getParseResult().hasMatchedOption(declared)) {
          given.put(option, String.valueOf(declared.<Object>getValue()));
        }
      }
    }
    return given;
  }

  /** Returns the given options that the chosen attack does not accept. */
  List<String> withoutEffect(String chosen) {
    return given().keySet().stream()
        .filter(option -> !LinkAttackProvider.named(chosen).options().contains(option))
        .map(option -> "--" + option.name())
        .toList();
  }

  LinkAttackProvider kind() {
    return kind;
  }

  Optional<Path> journal() {
    return journal;
  }

  /** Returns whether the attack denoises a perturbed graph and thus has to know the mechanism. */
  boolean denoises() {
    return kind.options().contains(DenoisingAttack.RATES);
  }

  /** Returns whether the attack guesses without querying the model. */
  boolean sendsNoQuery() {
    return kind.expectedQueries(2) == 0;
  }

  /** Returns the access extended by what the chosen attack implies: joining nodes and knowledge. */
  Access including(Access access) {
    AccessBuilder granted = access.toBuilder();
    for (LinkAttackProvider attack : asking()) {
      if (access.joining().isEmpty() && attack.needs().joining().isPresent()) {
        granted.joining(Access.Joining.UNLIMITED);
      }
      attack.needs().known().forEach(granted::knowing);
    }
    return granted.build();
  }

  /**
   * Returns the chosen attack and, if specified, the attack that recovers the perturbed graph for
   * it.
   */
  private List<LinkAttackProvider> asking() {
    String reader = given().getOrDefault(DenoisingAttack.READER, kind.name());
    return LinkAttackProvider.all().stream()
        .filter(attack -> attack.name().equals(kind.name()) || attack.name().equals(reader))
        .toList();
  }

  /** Returns the settings that, together with the nodes, identify the attack in its journal. */
  String settings(Access access) {
    return "attack = "
        + kind.name()
        + given()
        + ", access = "
        + String.join(" ", access.sentences());
  }

  /** Rejects incompatible options and values out of range before any work is done. */
  void requireFitting(CommandSpec spec, Access access, int threads, boolean isProtected) {
    if (denoises() && !isProtected && !given().containsKey(DenoisingAttack.RATES)) {
      throw new ParameterException(
          spec.commandLine(), "--attack " + kind.name() + " needs --protect and --epsilon");
    }
    if (sendsNoQuery()) {
      Arguments.requireNotGiven(
          spec,
          List.of("--access", "--journal"),
          "has no effect on " + kind.name() + ", which does not query the model");
    }
    requireAllowed(access);
    if (journal.isPresent()) {
      if (asking().stream().anyMatch(asked -> asked.needs().joining().isPresent())) {
        throw new ParameterException(
            spec.commandLine(),
            "--journal records queries about one graph, but nodes that join for --attack "
                + kind.name()
                + " change the graph; omit --journal");
      }
      AtomicFile.require(journal.get());
    }
    AttackRequest.Builder request = request(access, threads, AttackSettings.SILENT);
    if (!denoises()) {
      kind.create(request.build());
    }
  }

  /** Rejects the attack if it needs more than the access allows. */
  void requireAllowed(Access access) {
    List<String> lacking = access.lacks(kind.needs(access));
    if (!lacking.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--attack "
              + kind.name()
              + " is not possible: "
              + String.join("; ", lacking)
              + "; possible are "
              + LinkAttackProvider.all().stream()
                  .filter(each -> access.lacks(each.needs(access)).isEmpty())
                  .map(LinkAttackProvider::name)
                  .collect(Collectors.joining(", ")));
    }
  }

  /**
   * Creates the attack.
   *
   * @param rates the response rates of the perturbation, if the attack may know them
   */
  LinkAttack attack(
      Access access, int threads, AttackListener listener, Optional<ResponseRates> rates) {
    AttackRequest.Builder request = request(access, threads, listener);
    rates.ifPresent(known -> request.with(DenoisingAttack.RATES, known));
    return kind.create(request.build());
  }

  private AttackRequest.Builder request(Access access, int threads, AttackListener listener) {
    // Verification reorders the nodes; a service that answers only for the whole graph rejects
    // this.
    AttackSettings settings =
        new AttackSettings(
            threads,
            listener,
            Optional.empty(),
            access.nodes() == Access.Nodes.ANY_SUBSET ? Verification.ALWAYS : Verification.NEVER,
            OptionalLong.empty());
    AttackRequest.Builder request = AttackRequest.builder().access(access).settings(settings);
    given().forEach((option, value) -> read(request, option, value));
    return request;
  }

  private void read(AttackRequest.Builder request, AttackOption<?> option, String value) {
    if (!kind.options().contains(option)) {
      throw new IllegalArgumentException(
          "--"
              + option
              + " has no effect on --attack "
              + kind.name()
              + ", which does not declare it");
    }
    try {
      request.read(option, value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--" + option + " is '" + value + "', which is not a number", e);
    }
  }
}
