package io.linkteller.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Feeds changed inputs to a reader. A finding is an exception that the reader does not document, an
 * error, more allocated memory than {@link #ALLOCATION} states, or more time than {@link
 * #SLOW_NANOS}. Inputs that a reader accepts are changed further.
 */
final class Fuzzer {

  /** Allocations that do not depend on the input. */
  static final long ALLOCATION = 24L << 20;

  /** The maximum number of bytes allocated per byte of the unpacked input. */
  static final long ALLOCATION_PER_BYTE = 512;

  private static final long SLOW_NANOS = 5_000_000_000L;
  private static final int MAX_KEPT = 200;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Reader reader;
  private final Path directory;
  private final Mutator mutator;
  private final SplittableRandom random;
  private final List<Map<String, byte[]>> corpus;
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private long inputs;
  private long accepted;

  /**
   * Something that a reader must not do.
   *
   * @param what a description; findings with equal descriptions are counted as one
   * @param input the input
   * @param cause the exception, if any
   */
  record Finding(String what, Map<String, byte[]> input, Optional<Throwable> cause) {}

  Fuzzer(Reader reader, Path directory, long seed) {
    this.reader = reader;
    this.directory = directory;
    this.random = new SplittableRandom(seed);
    this.mutator = new Mutator(reader, random.split());
    this.corpus = new ArrayList<>(reader.seeds());
  }

  /** Reads the seeds, which must be accepted, and some changed inputs. */
  void run(int count) throws IOException, InterruptedException {
    if (inputs == 0) {
      for (Map<String, byte[]> seed : reader.seeds()) {
        if (!read(seed)) {
          throw new IllegalStateException(reader + " rejects a seed");
        }
      }
    }
    for (int i = 0; i < count; i++) {
      Map<String, byte[]> input = mutator.mutate(corpus.get(random.nextInt(corpus.size())));
      if (read(input) && random.nextInt(8) == 0) {
        if (corpus.size() < MAX_KEPT) {
          corpus.add(input);
        } else {
          int seeds = reader.seeds().size();
          corpus.set(seeds + random.nextInt(MAX_KEPT - seeds), input);
        }
      }
    }
  }

  private boolean read(Map<String, byte[]> input) throws IOException, InterruptedException {
    inputs++;
    long size = input.values().stream().mapToLong(part -> part.length).sum();
    long start = System.nanoTime();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean success = false;
    try {
      size = Math.max(size, reader.action().read(input, directory));
      success = true;
      accepted++;
    } catch (RuntimeException e) {
      if (reader.documented().stream().noneMatch(type -> type.isInstance(e))) {
        note("throws " + e.getClass().getName() + place(e), input, e);
      } else if (e.getMessage() == null || e.getMessage().length() > 2000) {
        note("has no or a very long message" + place(e), input, e);
      }
    } catch (OutOfMemoryError | StackOverflowError | AssertionError e) {
      note("throws " + e.getClass().getName() + place(e), input, e);
    } finally {
      clear();
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    long most = ALLOCATION + ALLOCATION_PER_BYTE * size;
    boolean greedy = allocated > most;
    boolean slow = System.nanoTime() - start > SLOW_NANOS;
    if (greedy || slow) {
      readAgain(input, greedy, most, slow);
    }
    return success;
  }

  /**
   * Reads an input a second time: the first time may include waiting for the processor, or the
   * initialization of a parser.
   */
  private void readAgain(Map<String, byte[]> input, boolean greedy, long most, boolean slow)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      reader.action().read(input, directory);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError | AssertionError e) {
      // This was noted after the first reading.
    } finally {
      clear();
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (greedy && allocated > most) {
      note("allocates " + (allocated >> 20) + " MB, at most " + (most >> 20), input, null);
    }
    if (slow && System.nanoTime() - start > SLOW_NANOS) {
      note("takes too long", input, null);
    }
  }

  private void note(String what, Map<String, byte[]> input, @Nullable Throwable cause) {
    findings.putIfAbsent(what, new Finding(reader + " " + what, input, Optional.ofNullable(cause)));
  }

  private static String place(Throwable e) {
    for (StackTraceElement frame : e.getStackTrace()) {
      if (frame.getClassName().startsWith("io.linkteller")
          && !frame.getClassName().startsWith("io.linkteller.fuzz")) {
        return " at " + frame;
      }
    }
    return " at " + (e.getStackTrace().length == 0 ? "no place" : e.getStackTrace()[0]);
  }

  private void clear() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.delete(file);
        }
      }
    }
  }

  Reader reader() {
    return reader;
  }

  long inputs() {
    return inputs;
  }

  long accepted() {
    return accepted;
  }

  List<Finding> findings() {
    return List.copyOf(findings.values());
  }
}
