package io.linkteller.cli;

import io.linkteller.inference.journal.ForeignJournalException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Keeps the answers of a server during an audit, so that an interrupted audit need not repeat its
 * queries. Rerunning the command resumes the audit; the answers are deleted when it finishes.
 */
final class KeptAnswers {

  private KeptAnswers() {}

  /**
   * Runs an audit with the chosen directory of journals. If none was chosen, the answers of a
   * server are kept in the user's cache, provided that it is writable; answers that the same
   * command kept for another model or other targets are deleted.
   */
  static <T> T during(
      CommandSpec spec, Optional<Path> chosen, boolean isLocal, Function<Optional<Path>, T> audit) {
    if (chosen.isPresent() || isLocal) {
      return audit.apply(chosen);
    }
    Path directory = directory(spec);
    if (Files.exists(directory)) {
      Remarks.of(spec).print("resuming an interrupted audit with the answers in " + directory);
    }
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      Remarks.of(spec)
          .warn(
              "answers are not kept, since "
                  + directory
                  + " can't be created; use --journal to keep them");
      return audit.apply(chosen);
    }
    try (Interruption interruption =
        Interruption.of(spec, "the answers so far are in " + directory)) {
      T result;
      try {
        result = audit.apply(Optional.of(directory));
      } catch (ForeignJournalException e) {
        delete(directory);
        result = audit.apply(Optional.of(directory));
      }
      delete(directory);
      interruption.finished();
      return result;
    }
  }

  private static Path directory(CommandSpec spec) {
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    String where = Path.of("").toAbsolutePath() + "\n" + String.join("\n", arguments);
    return Path.of(
        System.getProperty("user.home", "."),
        ".cache",
        "linkteller",
        UUID.nameUUIDFromBytes(where.getBytes(StandardCharsets.UTF_8)).toString());
  }

  private static void delete(Path directory) {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("can't delete " + directory + ": " + e, e);
      }
    }
  }
}
