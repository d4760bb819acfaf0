package io.linkteller.data.published;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.published.PublicDataset.DataFile;
import io.linkteller.data.source.DatasetFiles;
import io.linkteller.file.RandomAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Public data sets, downloaded once, stored on this machine and verified by their SHA-256.
 *
 * <pre>{@code
 * DatasetCache cache = DatasetCache.ofUser();
 * Dataset cora = PlanetoidDataset.load(cache.directory(PublicDataset.CORA), "cora");
 * }</pre>
 *
 * <p>A file has its name only after it is complete and its digest was verified; until then the
 * received part is beside it with {@code .partial} appended to the name, and the next attempt
 * continues from there. Several processes may share a cache.
 */
public final class DatasetCache {

  /** The environment variable with the path of an existing directory of data. */
  public static final String VARIABLE = "LINKTELLER_DATA";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PARTIAL = ".partial";

  /** File locks exclude other processes; this lock excludes other threads. */
  private static final Object WITHIN_THIS_PROCESS = new Object();

  private final Path root;
  private final boolean mayFetch;
  private final Duration patience;

  private DatasetCache(Path root, boolean mayFetch, Duration patience) {
    this.root = root;
    this.mayFetch = mayFetch;
    this.patience = patience;
  }

  /**
   * Returns the cache of this user: {@code linkteller} below the directory that the environment
   * variable {@code XDG_CACHE_HOME} names, or below {@code ~/.cache}. If {@value #VARIABLE} is set,
   * its directory is used instead; nothing is downloaded into it, and its files are not verified.
   *
   * @return the cache
   */
  public static DatasetCache ofUser() {
    return of(System.getenv(), Path.of(System.getProperty("user.home", ".")));
  }

  static DatasetCache of(Map<String, String> environment, Path home) {
    String given = environment.getOrDefault(VARIABLE, "");
    if (!given.isEmpty()) {
      return new DatasetCache(Path.of(given), false, PATIENCE);
    }
    // The XDG Base Directory Specification requires that relative paths are ignored.
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        !xdg.isEmpty() && Path.of(xdg).isAbsolute() ? Path.of(xdg) : home.resolve(".cache");
    return in(caches.resolve("linkteller"));
  }

  /**
   * Returns the cache in a directory.
   *
   * @param directory the directory; created when needed
   * @return the cache
   */
  public static DatasetCache in(Path directory) {
    return new DatasetCache(directory, true, PATIENCE);
  }

  /** Returns a cache with another limit on the time without received data. */
  DatasetCache waiting(Duration other) {
    return new DatasetCache(root, mayFetch, other);
  }

  /**
   * Returns the directory of the cache.
   *
   * @return the directory, which need not exist
   */
  public Path root() {
    return root;
  }

  /**
   * Returns the directory of a data set for its loader, after downloading missing files.
   *
   * @param dataset the data set
   * @return the directory
   * @throws DatasetUnavailableException if a file is missing and could not be downloaded, or the
   *     download has another digest; the message describes how to install the files by hand
   * @throws DatasetFormatException if a file in the cache has another digest
   * @throws UncheckedIOException if the cache cannot be read or written
   */
  @SuppressWarnings("try") // The lock is held, and not used otherwise.
  public Path directory(PublicDataset dataset) {
    Path directory = root.resolve(dataset.directory());
    List<DataFile> missing = new ArrayList<>();
    for (DataFile file : dataset.files()) {
      if (!Files.exists(directory.resolve(file.path()))) {
        missing.add(file);
      } else if (mayFetch) {
        requireDigest(directory.resolve(file.path()), file);
      }
    }
    if (missing.isEmpty()) {
      return directory;
    }
    if (!mayFetch) {
      throw unavailable(
          dataset,
          new IOException(
              directory.resolve(missing.get(0).path())
                  + " is missing, and nothing is downloaded into the directory that "
                  + VARIABLE
                  + " names"));
    }
    try {
      synchronized (WITHIN_THIS_PROCESS) {
        Files.createDirectories(directory);
        try (RandomAccess lock = RandomAccess.openWaiting(root.resolve(".lock"))) {
          // Another process may have downloaded them while this one waited.
          missing.removeIf(file -> Files.exists(directory.resolve(file.path())));
          if (!missing.isEmpty()) {
            fetch(dataset, directory, missing);
          }
        }
      }
    } catch (IOException e) {
      throw unavailable(dataset, e);
    }
    return directory;
  }

  private void fetch(PublicDataset dataset, Path directory, List<DataFile> missing)
      throws IOException {
    if (dataset.source().isArchive()) {
      fetchArchive(dataset, directory, missing);
      return;
    }
    for (DataFile file : missing) {
      Path target = directory.resolve(file.path());
      Path partial = partial(target);
      Files.createDirectories(directory.resolve(file.path()).getParent());
      new Download(dataset.source().uri().resolve(file.published()), partial, file.size(), patience)
          .run();
      install(partial, file, target);
    }
  }

  private void fetchArchive(PublicDataset dataset, Path directory, List<DataFile> missing)
      throws IOException {
    Path archive = partial(directory.resolve("archive.zip"));
    long limit = 2 * dataset.files().stream().mapToLong(DataFile::size).sum() + (1 << 20);
    new Download(dataset.source().uri(), archive, limit, patience).run();
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (DataFile file : missing) {
        ZipEntry entry = zip.getEntry(file.published());
        if (entry == null) {
          throw new IOException("the downloaded archive has no entry " + file.published());
        }
        Path target = directory.resolve(file.path());
        Files.createDirectories(target.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          // One byte more than expected is enough to tell.
          Path partial = partial(target);
          Files.deleteIfExists(partial);
          Files.write(
              partial, content.readNBytes((int) file.size() + 1), StandardOpenOption.CREATE_NEW);
          install(partial, file, target);
        }
      }
    } finally {
      // A complete archive is no longer needed, and a damaged one cannot be repaired.
      Files.delete(archive);
    }
  }

  /**
   * Returns the file that collects what is received. Its name is predictable, since a later run
   * resumes it; a link that was planted under the name is removed, not followed.
   */
  private static Path partial(Path target) throws IOException {
    Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
    if (Files.isSymbolicLink(partial)) {
      Files.delete(partial);
    }
    return partial;
  }

  private static void install(Path partial, DataFile file, Path target) throws IOException {
    String found = sha256(partial);
    if (!found.equals(file.sha256())) {
      Files.delete(partial);
      throw new IOException(
          "what came as "
              + file.published()
              + " has the SHA-256 "
              + found
              + " instead of "
              + file.sha256());
    }
    Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void requireDigest(Path path, DataFile file) {
    DatasetFiles.requireFile(path);
    try {
      String found = sha256(path);
      if (!found.equals(file.sha256())) {
        throw DatasetFormatException.inFile(
            path,
            "expected the published file with the SHA-256 "
                + file.sha256()
                + ", found "
                + found
                + "; delete it to download it again");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(Path path) throws IOException {
    try (InputStream content = Files.newInputStream(path)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  private DatasetUnavailableException unavailable(PublicDataset dataset, IOException cause) {
    PublicDataset.Source source = dataset.source();
    DataFile first = dataset.files().get(0);
    String steps =
        source.isArchive()
            ? "download and unpack it, and put its entries in place ("
                + first.published()
                + " as "
                + root.resolve(dataset.directory()).resolve(first.path())
                + ", and the others likewise"
                + renamed(dataset)
                + ")"
            : "download "
                + String.join(", ", dataset.files().stream().map(DataFile::published).toList())
                + " from there into "
                + root.resolve(dataset.directory());
    return new DatasetUnavailableException(
        "can't get the data set "
            + dataset.name()
            + " from "
            + source.uri()
            + ": "
            + reason(cause)
            + ". By hand: "
            + steps
            + ", or set "
            + VARIABLE
            + " to a directory whose entry "
            + dataset.directory()
            + " holds the files",
        cause);
  }

  private static String renamed(PublicDataset dataset) {
    return dataset.files().stream()
        .filter(file -> !file.published().endsWith(file.path()))
        .map(file -> "; " + file.published() + " becomes " + file.path())
        .collect(Collectors.joining());
  }

  /** Failures to connect often come without a message. */
  private static String reason(IOException cause) {
    String message = cause.getMessage();
    String kind = cause.getClass().getSimpleName();
    return message == null ? kind + " (is there a network?)" : message;
  }
}
