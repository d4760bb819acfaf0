package io.linkteller.data.published;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Thrown when a public data set is not on this machine and cannot be downloaded. The message states
 * the reason and how to install the data by hand.
 */
public final class DatasetUnavailableException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  DatasetUnavailableException(String message, IOException cause) {
    super(message, cause);
  }
}
