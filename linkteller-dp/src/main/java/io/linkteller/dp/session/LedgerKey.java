package io.linkteller.dp.session;

import io.linkteller.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of a ledger. If the key is in a file, a second file beside it, {@code NAME.head},
 * contains the head of the ledger. The head reveals whether lines were removed by someone who can
 * write to the ledger but not to the directory of the key.
 */
final class LedgerKey {

  static final int BYTES = 32;

  /** The head of a ledger without lines, noted before its key exists. */
  static final String NO_LINES = "0".repeat(2 * BYTES);

  private static final String HMAC = "HmacSHA256";
  private static final long MAX_LENGTH = 1 << 12;

  /** Empty for a key without a file. */
  private final Optional<Path> file;

  /** Empty until the file is read. */
  private byte[] key;

  private boolean existed;

  private LedgerKey(Optional<Path> file, byte[] key) {
    this.file = file;
    this.key = key;
  }

  static LedgerKey of(byte[] key) {
    return new LedgerKey(Optional.empty(), required(key.clone(), "the key"));
  }

  static LedgerKey in(Path file) {
    return new LedgerKey(Optional.of(file), new byte[0]);
  }

  static byte[] random() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return random;
  }

  private static byte[] required(byte[] key, String name) {
    if (key.length < BYTES) {
      throw new IllegalArgumentException(
          name + " has " + key.length + " bytes, fewer than " + BYTES);
    }
    return key;
  }

  /**
   * Reads the key, or creates it for a new ledger. The ledger must be locked, so that no two
   * processes create a key for it.
   */
  void load(Path ledger, boolean isNew) throws IOException {
    if (file.isEmpty()) {
      return;
    }
    Path keyFile = file.get();
    existed = Files.exists(keyFile);
    if (existed) {
      read(keyFile);
    } else if (!isNew) {
      throw new IllegalArgumentException(
          "there is no key " + keyFile + " for the existing ledger " + ledger);
    } else if (Files.exists(headOf(keyFile)) && !hasNoLinesNoted()) {
      throw new LedgerTamperedException(
          "the ledger was removed together with its key " + keyFile + ": only its head remains");
    } else {
      // The head is created first, so that a crash never leaves a key without a head. If another
      // process creates both at the same time, both processes read the same key.
      AtomicFile.create(headOf(keyFile), out -> out.write(line(NO_LINES)));
      byte[] fresh = random();
      AtomicFile.create(keyFile, out -> out.write(fresh));
      read(keyFile);
    }
  }

  private void read(Path keyFile) throws IOException {
    if (!Files.isRegularFile(keyFile) || Files.size(keyFile) > MAX_LENGTH) {
      throw new IllegalArgumentException(
          keyFile + " is not a key: it is not a file, or has more than " + MAX_LENGTH + " bytes");
    }
    key = required(Files.readAllBytes(keyFile), keyFile.toString());
  }

  /**
   * Returns the file of the head, which is beside the key, or beside the target if the key is a
   * link.
   */
  private static Path headOf(Path keyFile) throws IOException {
    Path real = Files.exists(keyFile) ? keyFile.toRealPath() : keyFile;
    return real.resolveSibling(real.getFileName() + ".head");
  }

  /**
   * Requires a noted head for a ledger whose key already existed, and lines unless that head is
   * {@link #NO_LINES}.
   */
  void requireContinued(Path ledger, boolean hasLines, Optional<String> noted) throws IOException {
    if (existed && !hasLines && !noted.equals(Optional.of(NO_LINES))) {
      throw new LedgerTamperedException(
          "%s has no lines, but its key %s exists: the ledger was removed or cut off. A new ledger"
                  .formatted(ledger, file.orElseThrow())
              + " needs a new key");
    }
    if (existed && noted.isEmpty()) {
      throw headIsGone();
    }
  }

  /** Requires that the head of an open ledger exists, as it does from the first line on. */
  void requireHead() throws IOException {
    if (file.isPresent() && !Files.exists(headOf(file.get()))) {
      throw headIsGone();
    }
  }

  private boolean hasNoLinesNoted() throws IOException {
    return notedHead().equals(Optional.of(NO_LINES));
  }

  private LedgerTamperedException headIsGone() throws IOException {
    return new LedgerTamperedException(
        "the head of the ledger is gone: there is a key, but no " + headOf(file.orElseThrow()));
  }

  /** Returns the head that was noted last; empty if there is none. */
  Optional<String> notedHead() throws IOException {
    return file.isPresent() && Files.isRegularFile(headOf(file.get()))
        ? Optional.of(headIn(headOf(file.get())))
        : Optional.empty();
  }

  /**
   * Reads a head as Latin-1, which decodes any bytes. Contents that are not a head match no known
   * head.
   */
  private static String headIn(Path head) throws IOException {
    return Files.size(head) > MAX_LENGTH
        ? ""
        : Files.readString(head, StandardCharsets.ISO_8859_1).strip();
  }

  /** Notes the head of the ledger, whose lines are already on the disk. */
  void note(String head) throws IOException {
    if (file.isPresent()) {
      AtomicFile.write(headOf(file.get()), out -> out.write(line(head)));
    }
  }

  private static byte[] line(String head) {
    return (head + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Derives a key for one purpose. */
  byte[] derived(String purpose) {
    return hmac(key).doFinal(purpose.getBytes(StandardCharsets.UTF_8));
  }

  static Mac hmac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no " + HMAC, e);
    }
  }
}
