package io.linkteller.cli;

import io.linkteller.dp.ledger.PrivacyLedger;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
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
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * States the privacy guarantee of a released file in a JSON file beside it. Its contents are
 * functions of the release and of the mechanism's settings, and may be published with it.
 */
final class GuaranteeFile {

  private static final int FORMAT = 1;

  private GuaranteeFile() {}

  /** Returns the name of the file: that of the release, with {@code .guarantee.json} appended. */
  static Path beside(Path release) {
    return release.resolveSibling(release.getFileName() + ".guarantee.json");
  }

  /** Writes the guarantee of a perturbed graph that was written to a file. */
  static void write(Path release, Graph perturbed, Provenance provenance) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("format", FORMAT);
    fields.put("file", String.valueOf(release.getFileName()));
    fields.put("sha256", sha256(release));
    fields.put("nodes", perturbed.nodeCount());
    fields.put("graph", PrivacyLedger.codeOf(perturbed));
    PrivacyGuarantee guarantee = provenance.guarantee().orElseThrow();
    fields.put("mechanism", guarantee.mechanism());
    fields.put("epsilon", guarantee.epsilon());
    fields.put("delta", guarantee.delta());
    fields.put("neighbors", "graphs that differ in " + guarantee.neighbors().description());
    fields.put("noise", guarantee.noise().name());
    fields.put("uncovered", provenance.uncovered());
    fields.put("version", ResultKey.version());
    Path file = beside(release);
    AtomicFile.write(
        file, out -> out.write((Output.json(fields) + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  private static String sha256(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime offers no SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }
}
