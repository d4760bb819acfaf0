package io.linkteller.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A reader under test.
 *
 * @param name the name
 * @param seeds valid inputs, each consisting of named parts such as the files of a directory or the
 *     entries of an archive; every part is mutated on its own, so that checksums around it stay
 *     right
 * @param tokens texts that are inserted
 * @param action reads an input
 * @param documented the exceptions that the reader may throw
 */
record Reader(
    String name,
    List<Map<String, byte[]>> seeds,
    List<byte[]> tokens,
    Action action,
    Set<Class<? extends RuntimeException>> documented) {

  /** Reads an input. */
  @FunctionalInterface
  interface Action {

    /**
     * Reads an input.
     *
     * @param parts the input
     * @param directory an empty directory
     * @return the number of bytes that the input has when it is unpacked
     */
    long read(Map<String, byte[]> parts, Path directory) throws IOException, InterruptedException;
  }

  @Override
  public String toString() {
    return name;
  }
}
