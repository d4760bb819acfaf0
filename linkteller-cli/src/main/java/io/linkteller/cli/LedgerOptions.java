package io.linkteller.cli;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.file.ReadingBudget;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for the ledger of a privacy budget. */
final class LedgerOptions {

  /**
   * The maximum memory in bytes for an identifier besides its characters: a string in two lists.
   */
  private static final long LINE = 128;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = {
        "A ledger that adds up the epsilon of releases and rejects those that exceed --budget.",
        "Created if it does not exist."
      })
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--ledger-key",
      paramLabel = "FILE",
      description = {
        "The ledger's key, at least 32 bytes; written for a new ledger if it does not exist.",
        "Next to it, FILE.head records how far the ledger was written. Those who can change the",
        "ledger must not be able to read or write either file."
      })
  private Optional<Path> keyFile = Optional.empty();

  @Option(
      names = "--budget",
      paramLabel = "EPSILON",
      description = "The budget of all releases together; must be the same each time.")
  private Optional<Double> budget = Optional.empty();

  @Option(
      names = "--part",
      paramLabel = "NAME",
      defaultValue = "graph",
      description = {
        "The ledger's name for the graph (default: ${DEFAULT-VALUE}).",
        "The releases of all graphs add up unless --node-ids identifies their nodes."
      })
  private String part;

  @Option(
      names = "--node-ids",
      paramLabel = "FILE",
      description = {
        "Stable identifiers of the nodes, one per line in the order of their numbers. Graphs that",
        "share at most one node then each have the whole budget. The ledger keeps only keyed",
        "hashes of identifiers. A node must have the same identifier in all files; surrounding",
        "blanks are rejected."
      })
  private Optional<Path> nodeIds = Optional.empty();

  @Option(
      names = "--shared-nodes",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "How many nodes the graph may share with another part that has --node-ids; more are"
              + " rejected. Default: ${DEFAULT-VALUE}.")
  private int sharedNodes;

  @Option(
      names = "--known-head",
      paramLabel = "HEX",
      description = {
        "A head that an earlier release printed; a ledger that does not contain it is rejected.",
        "Two copies of a ledger that were continued separately both contain it, but neither has",
        "the whole sum: keep only one copy."
      })
  private Optional<String> knownHead = Optional.empty();

  /** Checks the options, before any work is done. */
  void check() {
    budget.ifPresent(
        epsilon -> Arguments.check(spec, () -> PrivacyGuarantee.checkedEpsilon(epsilon)));
  }

  /** Opens a session for a graph with the ledger, if there is one. */
  Optional<PrivateSession> open(Graph graph) {
    return file.map(
        path -> {
          PrivacyLedger.Builder ledger =
              PrivacyLedger.builder(budget.orElseThrow()).file(path, keyFile.orElseThrow());
          knownHead.ifPresent(ledger::knownHead);
          PrivateSession.Builder session =
              PrivateSession.builder(graph, ledger.build()).part(part).onFailure(this::report);
          nodeIds.ifPresent(ids -> session.nodes(lines(ids), sharedNodes));
          return session.open();
        });
  }

  static List<String> lines(Path ids) {
    ReadingBudget budget = ReadingBudget.of(problem -> DatasetFormatException.inFile(ids, problem));
    String text = budget.textOf(ids);
    budget.take(LINE * text.lines().count());
    return text.lines().toList();
  }

  /** Returns the files of the ledger by the names of their options. */
  Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    file.ifPresent(path -> files.put("--ledger", path));
    keyFile.ifPresent(path -> files.put("--ledger-key", path));
    nodeIds.ifPresent(path -> files.put("--node-ids", path));
    return files;
  }

  Optional<Path> ledger() {
    return file;
  }

  /** Prints why a mechanism failed; only the owner sees this output. */
  private void report(Throwable failure) {
    spec.commandLine()
        .getErr()
        .println("linkteller: " + Terminal.printable(String.valueOf(failure)));
  }
}
