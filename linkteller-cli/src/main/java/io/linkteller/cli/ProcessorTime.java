package io.linkteller.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this process: of all threads, with compilation and garbage collection. */
final class ProcessorTime {

  private ProcessorTime() {}

  static long nanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
