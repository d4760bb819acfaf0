package io.linkteller.file;

/**
 * Measures the unused memory of this program. Readers of untrusted files and answers use it to
 * refuse input that does not fit, instead of running out of memory.
 */
public final class HeapSpace {

  private HeapSpace() {}

  /**
   * Tests whether an amount of memory is available, after a garbage collection if necessary.
   *
   * @param bytes the number of bytes
   * @return true if the heap can grow by that many bytes; other threads may use them up at any time
   */
  public static boolean has(long bytes) {
    if (bytes <= available()) {
      return true;
    }
    if (bytes > Runtime.getRuntime().maxMemory()) {
      return false;
    }
    // Memory in use includes garbage of unknown size, so collect it, as java.nio does for direct
    // buffers.
    System.gc();
    return bytes <= available();
  }

  /**
   * {@return the number of bytes by which the heap can grow, not counting space occupied by
   * garbage}
   */
  public static long available() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }
}
