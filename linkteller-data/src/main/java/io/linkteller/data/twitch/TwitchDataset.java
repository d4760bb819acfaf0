package io.linkteller.data.twitch;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.data.source.CsvFile;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the Twitch graphs of B. Rozemberczki, C. Allen, R. Sarkar, "Multi-scale Attributed Node
 * Embedding", 2019, from the files that the authors publish. Nodes are gamers who stream in one
 * language; edges are mutual follows. The paper trains on ES and attacks the other graphs.
 *
 * <p>For a country such as {@code ES}, the files are {@code musae_ES_target.csv}, {@code
 * musae_ES_edges.csv} and {@code musae_ES_features.json}. Feature columns have the same meaning in
 * every country. The label is 1 for streams with explicit language (column {@code mature}).
 *
 * <p>If a node has several rows in the target file, the last row counts. If a node's list of
 * features repeats a feature, the feature counts once. Files with other faults are rejected:
 * self-loops, repeated edges, and nodes without a row or without a list of features.
 */
public final class TwitchDataset {

  /** The countries of the published data set. */
  public static final List<String> COUNTRIES = List.of("ES", "RU", "DE", "FR", "ENGB", "PTBR");

  /** The number of feature columns, d, in every country. */
  public static final int FEATURE_COUNT = 3170;

  private static final Pattern COUNTRY = Pattern.compile("[A-Z]+");

  private TwitchDataset() {}

  /**
   * Reads the graph of a country. Takes O(n + |E| log |E| + features) time.
   *
   * @param directory the directory of {@code COUNTRY/musae_COUNTRY_*}, or its parent if the
   *     directory is called {@code twitch}
   * @param country capital letters, such as {@code RU}
   * @return the data set, named {@code twitch-COUNTRY}
   * @throws IllegalArgumentException if {@code country} does not consist of capital letters
   * @throws DatasetFormatException if a file is missing or malformed; the message gives the file
   *     and the line or, for JSON, the entry
   * @throws UncheckedIOException if a file cannot be read
   */
  public static Dataset load(Path directory, String country) {
    if (!COUNTRY.matcher(country).matches()) {
      throw new IllegalArgumentException(
          "country = \"" + country + "\" does not consist of capital letters, as in " + COUNTRIES);
    }
    Path files = locate(directory, country);
    int[] classes = readTarget(files.resolve("musae_" + country + "_target.csv"));
    SparseFeatures features =
        TwitchFeatureReader.read(
            files.resolve("musae_" + country + "_features.json"), classes.length, FEATURE_COUNT);
    Graph graph =
        EdgeListFile.read(files.resolve("musae_" + country + "_edges.csv"), classes.length);
    return new Dataset("twitch-" + country, graph, features, Labels.single(classes, 2));
  }

  private static Path locate(Path directory, String country) {
    Path inside = directory.resolve("twitch").resolve(country);
    Path direct = directory.resolve(country);
    if (Files.isDirectory(direct)) {
      return direct;
    }
    if (Files.isDirectory(inside)) {
      return inside;
    }
    throw DatasetFormatException.inFile(
        direct, "the directory is missing, and so is " + inside + "; one of them is expected");
  }

  private static int[] readTarget(Path file) {
    IntArrayList ids = new IntArrayList();
    IntArrayList mature = new IntArrayList();
    LongArrayList lines = new LongArrayList();
    CsvFile.of(file, "id", "days", "mature", "views", "partner", "new_id")
        .forEachRow(
            row -> {
              ids.add(row.below(Integer.MAX_VALUE, 5));
              mature.add(row.truth(2) ? 1 : 0);
              lines.add(row.line());
            });
    // Ids not below the number of rows are rejected so that an absurd id cannot cause a large
    // allocation.
    int[] classes = new int[ids.size()];
    Arrays.fill(classes, Labels.UNKNOWN);
    int distinct = 0;
    for (int i = 0; i < ids.size(); i++) {
      int id = ids.getInt(i);
      if (id >= classes.length) {
        throw DatasetFormatException.atLine(
            file,
            lines.getLong(i),
            "expected node ids 0, 1, 2, ... without gaps, found %s among %s rows"
                .formatted(id, classes.length));
      }
      distinct += classes[id] == Labels.UNKNOWN ? 1 : 0;
      classes[id] = mature.getInt(i);
    }
    for (int id = 0; id < distinct; id++) {
      if (classes[id] == Labels.UNKNOWN) {
        throw DatasetFormatException.inFile(
            file, "expected node ids 0, 1, 2, ... without gaps, but node " + id + " has no line");
      }
    }
    if (distinct == 0) {
      throw DatasetFormatException.inFile(file, "expected a line for each node, found none");
    }
    return Arrays.copyOf(classes, distinct);
  }
}
