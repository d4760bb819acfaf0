package io.linkteller.cli;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rejects output files that would overwrite an input of {@code perturb}, its ledger or key, or a
 * file that belongs to either. Names are compared without regard to case, as the file systems of
 * Windows and macOS do.
 */
final class OtherFiles {

  /**
   * The endings that {@code PrivacyLedger} and {@code LedgerKey} append to the names of their files
   * for a lock, the claims of lines, and a head.
   */
  private static final Pattern BESIDE = Pattern.compile("\\.(lock|next-.*|head)", CASE_INSENSITIVE);

  private OtherFiles() {}

  /**
   * Checks outputs against the inputs, and the ledger against its key.
   *
   * @param in the file of the true graph
   * @param outputs the files that will be written
   * @throws IllegalArgumentException if one of them is, or belongs to, another of the files
   */
  static void require(Path in, List<Path> outputs, LedgerOptions ledgerOptions) {
    for (Path written : outputs) {
      requireAnotherFile("--in", in, written);
      ledgerOptions.files().forEach((option, file) -> requireAnotherFile(option, file, written));
    }
    ledgerOptions.files().forEach((option, file) -> requireAnotherFile("--in", in, file));
    ledgerOptions
        .ledger()
        .ifPresent(
            ledger ->
                ledgerOptions
                    .files()
                    .forEach(
                        (option, file) -> {
                          if (!option.equals("--ledger")) {
                            requireAnotherFile(option, file, ledger);
                          }
                        }));
  }

  private static void requireAnotherFile(String option, Path file, Path written) {
    try {
      String one = (Files.exists(file) ? file.toRealPath() : absolute(file)).toString();
      String other = absolute(written).toString();
      int size = one.length();
      boolean beside =
          option.startsWith("--ledger")
              && other.regionMatches(true, 0, one, 0, size)
              && BESIDE.matcher(other.substring(size)).matches();
      if (beside
          || absolute(file).toString().equalsIgnoreCase(other)
          || (Files.exists(written) && Files.exists(file) && Files.isSameFile(file, written))) {
        throw new IllegalArgumentException(
            option + " names a file that would be overwritten, " + written);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't compare " + file + " with " + written + ": " + e, e);
    }
  }

  /**
   * Returns the absolute path of a file that may not exist yet, resolving links in its directory.
   */
  private static Path absolute(Path file) throws IOException {
    Path whole = file.toAbsolutePath().normalize();
    Path parent = whole.getParent();
    return parent == null || !Files.exists(parent)
        ? whole
        : parent.toRealPath().resolve(whole.getFileName());
  }
}
