package io.linkteller.eval.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever happens to a file on its way, reading it ends in a data set or in a clear complaint. */
class DamagedTwitchTest {

  private enum Damage {
    TRUNCATE {
      @Override
      byte[] inflict(byte[] file, Random random) {
        return Arrays.copyOf(file, random.nextInt(file.length));
      }
    },
    FLIP_BYTES {
      @Override
      byte[] inflict(byte[] file, Random random) {
        byte[] damaged = file.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          damaged[random.nextInt(file.length)] = (byte) random.nextInt(256);
        }
        return damaged;
      }
    },
    FLIP_BITS {
      @Override
      byte[] inflict(byte[] file, Random random) {
        byte[] damaged = file.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
          damaged[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
      }
    },
    SWAP_SYNTAX {
      @Override
      byte[] inflict(byte[] file, Random random) {
        byte[] syntax = "\"{}[],:-0123456789e.\n\r\\ utfn\0".getBytes(StandardCharsets.UTF_8);
        byte[] damaged = file.clone();
        damaged[random.nextInt(file.length)] = syntax[random.nextInt(syntax.length)];
        return damaged;
      }
    },
    DELETE_LINES {
      @Override
      byte[] inflict(byte[] file, Random random) {
        List<String> lines =
            new ArrayList<>(new String(file, StandardCharsets.UTF_8).lines().toList());
        lines.remove(random.nextInt(lines.size()));
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
      }
    };

    abstract byte[] inflict(byte[] file, Random random);
  }

  private static Path directory = Path.of("");

  @BeforeContainer
  static void createDirectory() throws IOException {
    directory = Files.createTempDirectory("damaged-twitch");
  }

  @AfterContainer
  static void deleteDirectory() throws IOException {
    for (String name : SmallTwitch.NAMES) {
      Files.deleteIfExists(SmallTwitch.file(directory, name));
    }
    Files.deleteIfExists(directory.resolve("XX"));
    Files.deleteIfExists(directory);
  }

  @Property(tries = 4000)
  void damaged_files_give_a_valid_data_set_or_a_format_exception(
      @ForAll @IntRange(max = 2) int which, @ForAll Damage damage, @ForAll long seed)
      throws IOException {
    SmallTwitch.write(directory);
    Path file = SmallTwitch.file(directory, SmallTwitch.NAMES.get(which));
    Files.write(file, damage.inflict(Files.readAllBytes(file), new Random(seed)));
    Dataset dataset;
    try {
      dataset = TwitchDataset.load(directory, "XX");
    } catch (DatasetFormatException e) {
      // Damage to one file may come to light in another, which then disagrees with it.
      assertTrue(String.valueOf(e.getMessage()).contains("musae_XX_"), e.getMessage());
      return;
    }
    assertNotNull(dataset);
    assertEquals(dataset.graph().nodeCount(), dataset.labels().nodeCount());
    assertEquals(dataset.graph().nodeCount(), dataset.features().rows());
    assertEquals(3170, dataset.features().cols());
  }
}
