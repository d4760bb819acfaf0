package io.linkteller.models.network;

import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An architecture is not registered. A weight file that names it may be perfectly valid: it can be
 * read once the architecture's jar is on the class path or module path.
 */
public final class UnknownArchitectureException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String architecture;
  private final TreeSet<String> registered;

  UnknownArchitectureException(String architecture, SortedSet<String> registered) {
    super(message(architecture, registered));
    this.architecture = architecture;
    this.registered = new TreeSet<>(registered);
  }

  private UnknownArchitectureException(String place, UnknownArchitectureException cause) {
    super(place + ": " + cause.getMessage(), cause);
    this.architecture = cause.architecture;
    this.registered = cause.registered;
  }

  private static String message(String architecture, SortedSet<String> registered) {
    return "architecture "
        + architecture
        + " is not registered; registered are "
        + registered
        + ". Its class must be named in META-INF/services/"
        + Architecture.class.getName();
  }

  /**
   * Returns this exception with the place where the architecture is named.
   *
   * @param place such as a file
   * @return an exception whose message begins with the place
   */
  public UnknownArchitectureException in(String place) {
    return new UnknownArchitectureException(place, this);
  }

  /** Returns the name that is not registered. */
  public String architecture() {
    return architecture;
  }
}
