package io.linkteller.data.source;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The public data sets, where this machine has them. */
public final class RealData {

  private RealData() {}

  /** The directory above {@code twitch}; skips the calling test where it is absent. */
  public static Path directory() {
    Path directory =
        Optional.ofNullable(System.getenv("LINKTELLER_DATA"))
            .map(Path::of)
            .orElseGet(
                () ->
                    Path.of(System.getProperty("linkteller.root", ".."))
                        .resolve("../shared/data")
                        .normalize());
    assumeTrue(
        Files.isDirectory(directory.resolve("twitch")),
        () ->
            "skipped: no twitch data under "
                + directory.toAbsolutePath()
                + "; set LINKTELLER_DATA to the directory that holds twitch/ES and the others");
    return directory;
  }
}
