package io.linkteller.defense;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret key of a guard. HMAC-SHA256 uses it to derive everything that a client could otherwise
 * compute and exploit, such as the identity of a row or the directions onto which rows are
 * projected.
 */
final class GuardKey {

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private GuardKey(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  static GuardKey random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return new GuardKey(bytes);
  }

  static GuardKey of(long seed) {
    return new GuardKey(ByteBuffer.allocate(32).putLong(seed).array());
  }

  /** Returns a new HMAC under this key. The HMAC is not safe for use by several threads. */
  Mac mac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no " + ALGORITHM, e);
    }
  }
}
