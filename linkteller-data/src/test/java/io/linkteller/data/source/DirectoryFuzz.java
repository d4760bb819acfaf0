package io.linkteller.data.source;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/** A data set whose files are damaged one at a time. */
public final class DirectoryFuzz implements AutoCloseable {

  private final Path directory;
  private final Map<String, byte[]> files = new TreeMap<>();

  public DirectoryFuzz(Path source) throws IOException {
    directory = Files.createTempDirectory("damaged");
    try (Stream<Path> each = Files.list(source)) {
      for (Path file : each.toList()) {
        files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
      }
    }
    for (String name : files.keySet()) {
      Files.write(directory.resolve(name), content(name));
    }
  }

  private byte[] content(String name) {
    return files.getOrDefault(name, new byte[0]);
  }

  public int fileCount() {
    return files.size();
  }

  /** Loads the damaged set: a format exception that names one of its files, or a data set. */
  public void attempt(int which, Damage damage, long seed, Function<Path, Dataset> loader)
      throws IOException {
    String name = files.keySet().stream().sorted().toList().get(which % files.size());
    Path file = directory.resolve(name);
    Files.write(file, damage.inflict(content(name), new Random(seed)));
    try {
      Dataset dataset = loader.apply(directory);
      Assertions.assertTrue(dataset.graph().nodeCount() > 0);
      Assertions.assertEquals(dataset.graph().nodeCount(), dataset.features().rows());
    } catch (DatasetFormatException e) {
      Assertions.assertTrue(e.file().startsWith(directory), e.getMessage());
      Assertions.assertTrue(
          String.valueOf(e.getMessage()).startsWith(e.file().toString()), e.getMessage());
    } finally {
      Files.write(file, content(name));
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> each = Files.walk(directory)) {
      for (Path path : each.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
