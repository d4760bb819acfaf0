package io.linkteller.cli;

import io.linkteller.models.architecture.GnnModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests that identify a model by its file, or by its settings and parameters. */
final class Fingerprint {

  private Fingerprint() {}

  /** Returns the name of a file followed by a digest of its contents. */
  static String of(Path file) {
    try {
      MessageDigest digest = sha256();
      digest.update(Files.readAllBytes(file));
      return file.getFileName() + " " + hex(digest);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }

  static String of(GnnModel model) {
    MessageDigest digest = sha256();
    model.identify(digest);
    return model + " " + hex(digest);
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
