package io.linkteller.reference;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The public data sets, and what a reference made of them, where this machine has them. */
public final class RealData {

  private RealData() {}

  private static Path root() {
    return Optional.ofNullable(System.getenv("LINKTELLER_DATA"))
        .map(Path::of)
        .orElseGet(
            () -> Path.of(System.getProperty("linkteller.root", "..")).resolve("../shared/data"))
        .normalize();
  }

  /** The directory above {@code twitch}; skips the calling test where it is absent. */
  public static Path directory() {
    set("twitch");
    return root();
  }

  /** The directory of a data set; skips the calling test where it is absent. */
  public static Path set(String name) {
    Path set = root().resolve(name);
    assumeTrue(
        Files.isDirectory(set),
        () -> "skipped: no data at " + set.toAbsolutePath() + "; set LINKTELLER_DATA");
    return set;
  }

  /** A file of the reference; skips the calling test where it is absent. */
  public static Path reference(String name) {
    Path file = root().resolve("../reference").resolve(name).normalize();
    assumeTrue(Files.exists(file), () -> "skipped: no reference at " + file);
    return file;
  }
}
