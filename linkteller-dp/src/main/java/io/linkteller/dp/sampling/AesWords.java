package io.linkteller.dp.sampling;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key stream of AES-256 in counter mode, with a key and an initial counter from {@link
 * SecureRandom}.
 *
 * <p>A perturbation may need a gigabyte of random bits. {@code SecureRandom} itself produces ten to
 * a hundred megabytes per second; the block cipher in hardware produces one to several gigabytes.
 * This is the generator inside NIST's CTR_DRBG without its reseeding: the key is used for one
 * perturbation and produces only a tiny part of the 2<sup>64</sup> blocks after which counter mode
 * could be distinguished from random bits.
 */
final class AesWords implements BitChance.Words {

  private static final SecureRandom KEYS = new SecureRandom();
  private static final int KEY_BYTES = 32;
  private static final int COUNTER_BYTES = 16;

  private final Cipher cipher;
  private byte[] zeros = new byte[0];
  private byte[] stream = new byte[0];

  private AesWords(Cipher cipher) {
    this.cipher = cipher;
  }

  static AesWords freshlyKeyed() {
    byte[] secret = new byte[KEY_BYTES + COUNTER_BYTES];
    KEYS.nextBytes(secret);
    AesWords words = new AesWords(cipher(secret));
    Arrays.fill(secret, (byte) 0);
    return words;
  }

  private static Cipher cipher(byte[] secret) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(secret, 0, KEY_BYTES, "AES"),
          new IvParameterSpec(secret, KEY_BYTES, COUNTER_BYTES));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no AES-256 in counter mode", e);
    }
  }

  @Override
  public void fill(int[] words) {
    int bytes = words.length * Integer.BYTES;
    if (zeros.length < bytes) {
      zeros = new byte[bytes];
      stream = new byte[bytes];
    }
    try {
      int made = cipher.update(zeros, 0, bytes, stream, 0);
      if (made != bytes) {
        throw new IllegalStateException("the cipher returned " + made + " of " + bytes + " bytes");
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the cipher failed", e);
    }
    ByteBuffer.wrap(stream, 0, bytes).asIntBuffer().get(words);
  }
}
