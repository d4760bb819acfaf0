package io.linkteller.dp.session;

import io.linkteller.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of a ledger. A key in a file has a second file beside it, {@code NAME.head}, with the
 * head of the ledger: whoever can remove lines from the ledger, but not write where the key is, is
 * noticed.
 */
final class LedgerKey {

  static final int BYTES = 32;
  private static final String HMAC = "HmacSHA256";
  private static final long LONGEST = 1 << 12;

  private final Optional<Path> file;
  private Optional<byte[]> key;
  private boolean existed;

  private LedgerKey(Optional<Path> file, Optional<byte[]> key) {
    this.file = file;
    this.key = key;
  }

  static LedgerKey of(byte[] key) {
    return new LedgerKey(Optional.empty(), Optional.of(required(key.clone(), "the key")));
  }

  static LedgerKey in(Path file) {
    return new LedgerKey(Optional.of(file), Optional.empty());
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
  void load(Path ledger, boolean isNew) {
    if (key.isPresent()) {
      return;
    }
    Path keyFile = file.orElseThrow();
    try {
      existed = Files.exists(keyFile);
      if (!existed && !isNew) {
        throw new IllegalArgumentException(
            "there is no key " + keyFile + " of the ledger " + ledger + ", which exists");
      }
      if (!existed) {
        if (Files.exists(headFile().orElseThrow())) {
          throw new LedgerTamperedException(
              "there is the head of a ledger, but no key " + keyFile + ": both were removed");
        }
        byte[] created = random();
        AtomicFile.write(keyFile, out -> out.write(created));
        key = Optional.of(created);
      } else if (Files.size(keyFile) > LONGEST) {
        throw new IllegalArgumentException(
            keyFile + " is no key: it has more than " + LONGEST + " bytes");
      } else {
        key = Optional.of(required(Files.readAllBytes(keyFile), keyFile.toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the key " + keyFile + ": " + e, e);
    }
  }

  /** Requires that a ledger without lines is a new one. */
  void requireNew(Path ledger) {
    if (existed) {
      throw new LedgerTamperedException(
          ledger
              + " has no lines, but its key "
              + file.orElseThrow()
              + " exists: the ledger was removed or cut off. A new ledger needs a new key");
    }
  }

  /** Returns the file of the head, beside the key itself where its name is a link. */
  private Optional<Path> headFile() {
    return file.map(
        path -> {
          try {
            Path real = Files.exists(path) ? path.toRealPath() : path;
            return real.resolveSibling(real.getFileName() + ".head");
          } catch (IOException e) {
            throw new UncheckedIOException("can't read the key " + path + ": " + e, e);
          }
        });
  }

  /**
   * Returns the head that was noted last, for a key in a file that existed before.
   *
   * @param hasLines whether the ledger has lines
   * @throws LedgerTamperedException if it has, and there is no head
   */
  Optional<String> knownHead(boolean hasLines) {
    Optional<Path> head = headFile().filter(path -> existed);
    if (hasLines && head.isPresent() && !Files.exists(head.get())) {
      throw new LedgerTamperedException(
          "the head of the ledger is gone: there is a key, but no " + head.get());
    }
    return head.filter(Files::exists)
        .map(
            path -> {
              try {
                // Latin-1 reads any bytes: what is no head is then compared, and not found.
                return Files.size(path) > LONGEST
                    ? ""
                    : Files.readString(path, StandardCharsets.ISO_8859_1).strip();
              } catch (IOException e) {
                throw new UncheckedIOException("can't read the head " + path + ": " + e, e);
              }
            });
  }

  /** Notes the head of the ledger, which is on the disk. */
  void note(String head) {
    headFile()
        .ifPresent(
            path ->
                AtomicFile.write(
                    path, out -> out.write((head + "\n").getBytes(StandardCharsets.US_ASCII))));
  }

  /** Returns a key for one purpose. */
  byte[] derived(String purpose) {
    return hmac(key.orElseThrow()).doFinal(purpose.getBytes(StandardCharsets.UTF_8));
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
