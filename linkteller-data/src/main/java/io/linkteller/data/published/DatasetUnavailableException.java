package io.linkteller.data.published;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A public data set is neither on this machine nor could it be fetched. The message says why, and
 * how to put it in place by hand.
 */
public final class DatasetUnavailableException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  DatasetUnavailableException(String message, IOException cause) {
    super(message, cause);
  }
}
