package io.linkteller.data.published;

import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.twitch.TwitchDataset;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * A published data set: its address and the digests of its files.
 *
 * @param name its name
 * @param directory its directory below the cache, as {@link DataFile#path} is below that directory
 * @param files its files
 * @param source the source of its files
 */
public record PublicDataset(String name, String directory, List<DataFile> files, Source source) {

  /**
   * A file of a data set.
   *
   * @param path where the loaders look for it, below the directory of the set, with {@code /}
   *     between names
   * @param published its name at the source: below {@link Source#uri}, or among an archive's
   *     entries
   * @param size its length in bytes
   * @param sha256 its SHA-256 in 64 lower-case hexadecimal digits
   */
  public record DataFile(String path, String published, long size, String sha256) {

    /**
     * Validates the components.
     *
     * @param path where the loaders look for it, below the directory of the set, with {@code /}
     *     between names
     * @param published its name at the source: below {@link Source#uri}, or among an archive's
     *     entries
     * @param size its length in bytes
     * @param sha256 its SHA-256 in 64 lower-case hexadecimal digits
     * @throws IllegalArgumentException if the path leaves the directory, the size is negative or
     *     the digest is malformed
     */
    public DataFile {
      if (!path.matches("[A-Za-z0-9_][A-Za-z0-9._]*(/[A-Za-z0-9_][A-Za-z0-9._]*)*")) {
        throw new IllegalArgumentException(
            "path = \"" + path + "\" is not a path below a directory");
      }
      if (size < 0) {
        throw new IllegalArgumentException("size = " + size + " is negative");
      }
      if (!sha256.matches("[0-9a-f]{64}")) {
        throw new IllegalArgumentException("sha256 = \"" + sha256 + "\" is no SHA-256");
      }
    }
  }

  /**
   * A source of files.
   *
   * @param uri a zip archive of all files, or their common base address, ending in a slash
   * @param isArchive whether it is an archive
   */
  public record Source(URI uri, boolean isArchive) {}

  /**
   * Copies the list.
   *
   * @param name its name
   * @param directory its directory below the cache, as {@link DataFile#path} is below that
   *     directory
   * @param files its files
   * @param source the source of its files
   * @throws IllegalArgumentException if the directory is not a plain name
   */
  public PublicDataset {
    if (!directory.matches("[A-Za-z0-9_]+")) {
      throw new IllegalArgumentException("directory = \"" + directory + "\" is not a plain name");
    }
    files = List.copyOf(files);
  }

  /**
   * The twitch graphs of {@link TwitchDataset}, from the Stanford Network Analysis Project.
   *
   * <p>The digests were computed from copies of the files with the published counts of nodes and
   * edges, not from a download of this address. In the archive DE's features are called {@code
   * musae_DE.json}, where all others have {@code _features} in their name. A file with another
   * digest is refused.
   */
  public static final PublicDataset TWITCH = PublicDatasets.twitch();

  /**
   * Cora of {@link PlanetoidDataset}, from its authors' repository. The digests were computed from
   * copies of the files with the published counts, not from a download of this address.
   */
  public static final PublicDataset CORA = PublicDatasets.planetoid("cora");

  /** Citeseer of {@link PlanetoidDataset}; the note on {@link #CORA} applies. */
  public static final PublicDataset CITESEER = PublicDatasets.planetoid("citeseer");

  /**
   * Returns the data sets that can be downloaded. Pubmed, PPI and Flickr have to be installed by
   * hand, since no trusted digests of their files are known.
   *
   * @return the data sets
   */
  public static List<PublicDataset> all() {
    return List.of(TWITCH, CORA, CITESEER);
  }

  /**
   * Returns the data set with a name.
   *
   * @param name for example {@code cora}
   * @return the data set, if it can be downloaded
   */
  public static Optional<PublicDataset> named(String name) {
    return all().stream().filter(dataset -> dataset.name().equals(name)).findFirst();
  }
}
