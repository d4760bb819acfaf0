package io.linkteller.testing;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Writes the processor time of each test class, and of its JVM so far, in seconds, to one file per
 * JVM in the directory given by the system property {@code linkteller.times}. The times include all
 * threads, even those of the JIT compiler and the garbage collector, but not the processes that a
 * test starts.
 */
public final class ProcessorTimes implements TestExecutionListener {

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Map<String, Long> startNanos = new HashMap<>();

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isTopLevelClass(test)) {
      startNanos.put(test.getUniqueId(), SYSTEM.getProcessCpuTime());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Long start = startNanos.remove(test.getUniqueId());
    String directory = System.getProperty("linkteller.times");
    if (start == null || directory == null) {
      return;
    }
    long now = SYSTEM.getProcessCpuTime();
    String line =
        String.format(
            Locale.ROOT, "%s\t%.2f\t%.2f%n", className(test), (now - start) / 1e9, now / 1e9);
    try {
      Path file = Path.of(directory, ProcessHandle.current().pid() + ".tsv");
      Files.createDirectories(file.getParent());
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isTopLevelClass(TestIdentifier test) {
    return test.getSource().orElse(null) instanceof ClassSource source
        && !source.getClassName().contains("$");
  }

  private static String className(TestIdentifier test) {
    return ((ClassSource) test.getSource().orElseThrow()).getClassName();
  }
}
