package io.linkteller.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The CPU time of this process, including all threads, compilation and garbage collection. */
final class ProcessorTime {

  private ProcessorTime() {}

  static long nanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
