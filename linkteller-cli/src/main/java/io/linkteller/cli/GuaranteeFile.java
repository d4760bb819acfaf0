package io.linkteller.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.file.AtomicFile;
import io.linkteller.file.ReadingBudget;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes and finds the JSON file that states the privacy guarantee of a released graph, next to the
 * graph. Its contents depend only on the release and the mechanism's settings, so they may be
 * published too.
 */
final class GuaranteeFile {

  private static final int FORMAT = 2;

  private static final String ENDING = ".guarantee.json";

  /**
   * The maximum number of bytes of memory that the parsed tree needs per byte of JSON. The worst
   * case is empty lists, at three bytes of JSON each.
   */
  private static final int TREE = 64;

  /** The name of the field with the digest of the perturbed graph. */
  private static final String CODE = "graph";

  private GuaranteeFile() {}

  /** Returns the guarantee's file: the release's name with {@code .guarantee.json} appended. */
  static Path beside(Path release) {
    return release.resolveSibling(release.getFileName() + ENDING);
  }

  /**
   * Returns the guarantees in a directory that belong to a graph: those that state the graph's
   * digest, whichever file contains the graph, and the one next to the graph's file, even if edges
   * have changed since. A guarantee that cannot be read is assumed to belong to the graph.
   *
   * @param edges the file from which the graph was read
   * @throws DatasetFormatException if a guarantee is too large for memory
   */
  static Stream<Path> of(Graph graph, Path directory, Path edges) {
    if (!Files.isDirectory(directory)) {
      return Stream.empty();
    }
    List<Path> guarantees;
    try (Stream<Path> files = Files.list(directory)) {
      guarantees = files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("can't list " + directory + ": " + e, e);
    }
    if (guarantees.isEmpty()) {
      return Stream.empty();
    }
    String code = PrivacyLedger.codeOf(graph);
    return guarantees.stream()
        .filter(
            file ->
                String.valueOf(file.getFileName()).equals(edges.getFileName() + ENDING)
                    || codeIn(file).map(code::equals).orElse(true));
  }

  private static Optional<String> codeIn(Path guarantee) {
    ReadingBudget budget =
        ReadingBudget.of(problem -> DatasetFormatException.inFile(guarantee, problem));
    try {
      budget.take(TREE * Files.size(guarantee));
      return Optional.of(new ObjectMapper().readTree(budget.bytesOf(guarantee)).path(CODE).asText())
          .filter(code -> !code.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes the guarantee of a perturbed graph that was written to a file.
   *
   * @param altogether the guarantee of all releases from the private graph together, if a ledger
   *     records them
   */
  static void write(
      Path release,
      PerturbedGraph perturbed,
      Provenance provenance,
      Optional<PrivacyGuarantee> altogether) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("format", FORMAT);
    fields.put("file", String.valueOf(release.getFileName()));
    fields.put("sha256", sha256(release));
    fields.put("nodes", perturbed.graph().nodeCount());
    fields.put(CODE, PrivacyLedger.codeOf(perturbed.graph()));
    PrivacyGuarantee guarantee = perturbed.guarantee();
    fields.put("mechanism", guarantee.mechanism());
    fields.put("epsilon", guarantee.epsilon());
    fields.put("delta", guarantee.delta());
    fields.put(
        "neighbors",
        "graphs that differ in " + guarantee.neighbors().description(perturbed.graph()));
    fields.put("noise", guarantee.noise().name());
    fields.put("uncovered", provenance.uncovered());
    fields.put("charged", perturbed.charge().isPresent());
    altogether.ifPresent(
        all -> {
          fields.put("epsilonOfAllReleases", all.epsilon());
          fields.put("deltaOfAllReleases", all.delta());
        });
    fields.put("version", ResultKey.version());
    Path file = beside(release);
    AtomicFile.write(
        file, out -> out.write((Output.json(fields) + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the SHA-256 of a file of any size, in hexadecimal. */
  static String sha256(Path file) {
    MessageDigest digest = Sha256.begin();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
