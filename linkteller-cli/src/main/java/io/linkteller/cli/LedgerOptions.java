package io.linkteller.cli;

import io.linkteller.dp.ledger.PrivacyLedger;
import io.linkteller.file.AtomicFile;
import io.linkteller.privacy.PrivacyGuarantee;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for a ledger of the privacy budget. */
final class LedgerOptions {

  private static final long LONGEST_KEY = 1 << 12;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = {
        "A ledger that adds up what releases spend, and refuses to exceed --budget.",
        "Created if it does not exist."
      })
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--ledger-key",
      paramLabel = "FILE",
      description = {
        "The ledger's key, at least 32 bytes; written for a new ledger if it does not exist.",
        "Keep it where those who can change the ledger cannot read it."
      })
  private Optional<Path> keyFile = Optional.empty();

  @Option(
      names = "--budget",
      paramLabel = "EPSILON",
      description = "What all releases together may spend, the same each time.")
  private Optional<Double> budget = Optional.empty();

  @Option(
      names = "--part",
      paramLabel = "NAME",
      defaultValue = "graph",
      description = {
        "The ledger's name for the graph (default: ${DEFAULT-VALUE}).",
        "Graphs with common edges share their budget under any names."
      })
  private String part;

  /** Checks the options, before any work is done. */
  void check() {
    if (file.isEmpty()) {
      Arguments.requireNotGiven(
          spec, List.of("--ledger-key", "--budget", "--part"), "needs --ledger");
      return;
    }
    Arguments.requireNotGiven(
        spec, List.of("--seed"), "gives no protection; a ledger does not accept it");
    if (keyFile.isEmpty() || budget.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--ledger needs --ledger-key and --budget");
    }
    Arguments.check(spec, () -> PrivacyGuarantee.checkedEpsilon(budget.get()));
  }

  /** Opens the ledger, if there is one. */
  Optional<PrivacyLedger> open() {
    return file.map(
        path ->
            PrivacyLedger.builder(budget.orElseThrow())
                .file(path, key(path, keyFile.orElseThrow()))
                .onOverlap(this::report)
                .build());
  }

  /** Returns the files of the ledger under the names of their options. */
  Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    file.ifPresent(path -> files.put("--ledger", path));
    keyFile.ifPresent(path -> files.put("--ledger-key", path));
    return files;
  }

  Optional<Path> ledger() {
    return file;
  }

  String part() {
    return part;
  }

  private void report(PrivacyLedger.Overlap overlap) {
    spec.commandLine()
        .getErr()
        .println(
            "linkteller: "
                + Terminal.printable(
                    String.format(
                        "\"%s\" and \"%s\" have edges in common and are charged as one",
                        overlap.part(), overlap.other())));
  }

  private static byte[] key(Path ledger, Path file) {
    try {
      if (Files.exists(file)) {
        return existing(file);
      }
      if (Files.exists(ledger)) {
        throw new IllegalArgumentException(
            "there is no key " + file + " of the ledger " + ledger + ", which exists");
      }
      return created(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the key " + file + ": " + e, e);
    }
  }

  private static byte[] existing(Path file) throws IOException {
    if (Files.size(file) > LONGEST_KEY) {
      throw new IllegalArgumentException(
          file + " is no key: it has more than " + LONGEST_KEY + " bytes");
    }
    return Files.readAllBytes(file);
  }

  /** Writes a key, unless another program has just written one: two keys would lose a ledger. */
  private static byte[] created(Path file) throws IOException {
    byte[] key = PrivacyLedger.newKey();
    Path written = Path.of(file + "." + UUID.randomUUID());
    AtomicFile.writePrivate(written, out -> out.write(key));
    try {
      // Unlike a move, a link never replaces a file.
      Files.createLink(file, written);
      return key;
    } catch (FileAlreadyExistsException e) {
      return existing(file);
    } catch (UnsupportedOperationException e) {
      Files.move(written, file);
      return key;
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
