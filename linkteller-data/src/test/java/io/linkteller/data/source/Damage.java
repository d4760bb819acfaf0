package io.linkteller.data.source;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What happens to files on their way. */
public enum Damage {
  TRUNCATE {
    @Override
    public byte[] inflict(byte[] file, Random random) {
      return Arrays.copyOf(file, random.nextInt(file.length));
    }
  },
  FLIP_BYTES {
    @Override
    public byte[] inflict(byte[] file, Random random) {
      byte[] damaged = file.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        damaged[random.nextInt(file.length)] = (byte) random.nextInt(256);
      }
      return damaged;
    }
  },
  FLIP_BITS {
    @Override
    public byte[] inflict(byte[] file, Random random) {
      byte[] damaged = file.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        damaged[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      }
      return damaged;
    }
  },
  SWAP_SYNTAX {
    @Override
    public byte[] inflict(byte[] file, Random random) {
      byte[] syntax = "\"{}[],:-0123456789e.\n\r\\ utfn\0".getBytes(StandardCharsets.UTF_8);
      byte[] damaged = file.clone();
      damaged[random.nextInt(file.length)] = syntax[random.nextInt(syntax.length)];
      return damaged;
    }
  },
  DELETE_LINES {
    @Override
    public byte[] inflict(byte[] file, Random random) {
      List<String> lines =
          new ArrayList<>(new String(file, StandardCharsets.UTF_8).lines().toList());
      lines.remove(random.nextInt(lines.size()));
      return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }
  };

  public abstract byte[] inflict(byte[] file, Random random);
}
