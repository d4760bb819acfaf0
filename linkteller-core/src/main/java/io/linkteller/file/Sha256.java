package io.linkteller.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/** SHA-256 digests. */
public final class Sha256 {

  private Sha256() {}

  /** {@return a digest without any input so far} */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /**
   * Returns the digest of some content.
   *
   * @param content adds the content to a digest
   * @return 64 lower-case hexadecimal digits
   */
  public static String of(Consumer<MessageDigest> content) {
    MessageDigest digest = begin();
    content.accept(digest);
    return HexFormat.of().formatHex(digest.digest());
  }
}
