package io.linkteller.file;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Recognizes failures due to a full disk, so that messages can say what to do. */
public final class FullDisk {

  /** Parts of error messages: on Linux and macOS, for an exceeded quota, and on Windows. */
  private static final List<String> REPORTS =
      List.of("no space left", "quota exceeded", "not enough space");

  /** How many exceptions of a chain of causes are examined. */
  private static final int DEEPEST_CAUSE = 8;

  private FullDisk() {}

  /**
   * Returns advice on a failure.
   *
   * @param failure the failure
   * @return a continuation of the message if the failure or one of its causes is due to a full
   *     disk; otherwise empty
   */
  public static String advice(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      if (REPORTS.stream().anyMatch(message::contains)) {
        return "; free space on its disk, or choose another directory, and run again";
      }
      cause = cause.getCause();
    }
    return "";
  }
}
