package io.linkteller.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Changes inputs at random places. */
final class Mutator {

  private static final long[] INTERESTING = {
    0,
    1,
    -1,
    2,
    7,
    8,
    127,
    128,
    255,
    256,
    32767,
    65535,
    65536,
    1 << 24,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    (1L << 32) + 3,
    1L << 40,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Double.doubleToLongBits(Double.NaN),
    Double.doubleToLongBits(Double.POSITIVE_INFINITY)
  };

  private static final List<byte[]> NUMBERS =
      List.of(
          ascii("-1"),
          ascii("0"),
          ascii("2147483647"),
          ascii("2147483648"),
          ascii("4294967299"),
          ascii("9223372036854775807"),
          ascii("99999999999999999999999999"),
          ascii("1e309"),
          ascii("NaN"),
          ascii("-0"),
          ascii("1e-400"),
          ascii(""));

  private static final int MAX_LENGTH = 1 << 16;

  private final SplittableRandom random;
  private final Reader reader;
  private final Grammar grammar;

  Mutator(Reader reader, SplittableRandom random) {
    this.reader = reader;
    this.random = random;
    this.grammar = new Grammar(random.split());
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns a changed copy of an input. */
  Map<String, byte[]> mutate(Map<String, byte[]> input) {
    Map<String, byte[]> changed = new LinkedHashMap<>(input);
    int changes = 1 + random.nextInt(1 + random.nextInt(6));
    for (int i = 0; i < changes; i++) {
      List<String> names = List.copyOf(changed.keySet());
      if (names.isEmpty()) {
        break;
      }
      String name = names.get(random.nextInt(names.size()));
      byte[] part = changed.getOrDefault(name, new byte[0]);
      switch (names.size() > 1 ? random.nextInt(60) : random.nextInt(2) * 4) {
        case 1 -> changed.remove(name);
        case 2 -> changed.put(name, changed.get(names.get(random.nextInt(names.size()))));
        case 3 -> changed.put(name, otherSeed(name, part));
        case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 ->
            changed.put(name, grammar.like(part).orElseGet(() -> mutate(part)));
        default -> changed.put(name, mutate(part));
      }
    }
    return changed;
  }

  private byte[] otherSeed(String name, byte[] part) {
    return reader.seeds().get(random.nextInt(reader.seeds().size())).getOrDefault(name, part);
  }

  private byte[] mutate(byte[] bytes) {
    int length = bytes.length;
    int at =
        length == 0 ? 0 : random.nextInt(random.nextBoolean() ? length : Math.min(length, 200));
    switch (random.nextInt(14)) {
      case 0, 1 -> {
        return flipped(bytes, at);
      }
      case 2 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 3, 4 -> {
        return overwritten(bytes, at);
      }
      case 5, 6 -> {
        return replacedNumber(bytes, at);
      }
      case 7 -> {
        // Copies a range to another place.
        int count = Math.min(length - at, 1 + random.nextInt(64));
        return spliced(
            bytes, random.nextInt(length + 1), 0, Arrays.copyOfRange(bytes, at, at + count));
      }
      case 8 -> {
        return spliced(bytes, at, Math.min(length - at, 1 + random.nextInt(64)), new byte[0]);
      }
      case 9, 10 -> {
        List<byte[]> tokens = reader.tokens();
        byte[] token = tokens.isEmpty() ? ascii("\0") : tokens.get(random.nextInt(tokens.size()));
        return spliced(
            bytes, at, random.nextBoolean() ? 0 : Math.min(token.length, length - at), token);
      }
      case 11 -> {
        byte[] noise = new byte[1 + random.nextInt(16)];
        random.nextBytes(noise);
        return spliced(bytes, at, Math.min(length - at, random.nextInt(16)), noise);
      }
      case 12 -> {
        // Repeats a range many times.
        int count = Math.min(length - at, 1 + random.nextInt(16));
        ByteBuffer repeated = ByteBuffer.allocate(count * (1 << random.nextInt(9)));
        while (repeated.remaining() >= count && count > 0) {
          repeated.put(bytes, at, count);
        }
        return spliced(bytes, at, 0, repeated.array());
      }
      default -> {
        byte[] copy = bytes.clone();
        if (length > 0) {
          copy[at] = (byte) random.nextInt(256);
        }
        return copy;
      }
    }
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] copy = bytes.clone();
    if (copy.length > 0) {
      copy[at] ^= (byte) (1 << random.nextInt(8));
    }
    return copy;
  }

  private byte[] overwritten(byte[] bytes, int at) {
    long value = INTERESTING[random.nextInt(INTERESTING.length)] + random.nextInt(3) - 1;
    int width = 1 << random.nextInt(4);
    if (at + width > bytes.length) {
      return bytes;
    }
    ByteBuffer copy = ByteBuffer.wrap(bytes.clone());
    copy.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    switch (width) {
      case 1 -> copy.put(at, (byte) value);
      case 2 -> copy.putShort(at, (short) value);
      case 4 -> copy.putInt(at, (int) value);
      default -> copy.putLong(at, value);
    }
    return copy.array();
  }

  /** Replaces digits near a place. */
  private byte[] replacedNumber(byte[] bytes, int from) {
    for (int at = from; at < Math.min(bytes.length, from + 64); at++) {
      if (bytes[at] >= '0' && bytes[at] <= '9') {
        int end = at;
        while (end < bytes.length && bytes[end] >= '0' && bytes[end] <= '9') {
          end++;
        }
        return spliced(bytes, at, end - at, NUMBERS.get(random.nextInt(NUMBERS.size())));
      }
    }
    return bytes;
  }

  private static byte[] spliced(byte[] bytes, int at, int removed, byte[] inserted) {
    if (bytes.length + inserted.length > MAX_LENGTH) {
      return bytes;
    }
    ByteBuffer out = ByteBuffer.allocate(bytes.length - removed + inserted.length);
    out.put(bytes, 0, at).put(inserted).put(bytes, at + removed, bytes.length - at - removed);
    return out.array();
  }
}
