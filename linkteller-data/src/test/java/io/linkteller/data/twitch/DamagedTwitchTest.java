package io.linkteller.data.twitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.Damage;
import io.linkteller.data.source.SmallTwitch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever happens to a file on its way, reading it ends in a data set or in a clear complaint. */
class DamagedTwitchTest {

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

  @Tag("thorough")
  @Property(tries = 500)
  void damagedFilesGiveAValidDataSetOrAFormatException(
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
