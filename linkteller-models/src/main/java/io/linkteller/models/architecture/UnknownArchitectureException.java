package io.linkteller.models.architecture;

import java.util.Locale;
import java.util.SortedSet;

/**
 * Thrown if an architecture is not registered. A weight file that names it may still be valid: the
 * file can be read once the architecture is on the class path or module path.
 */
public final class UnknownArchitectureException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** The maximum number of characters of the name that a message shows. */
  private static final int SHOWN = 100;

  UnknownArchitectureException(String architecture, SortedSet<String> registered) {
    super(message(architecture, registered));
  }

  private UnknownArchitectureException(String place, UnknownArchitectureException cause) {
    super(place + ": " + cause.getMessage(), cause);
  }

  private static String message(String architecture, SortedSet<String> registered) {
    // The name may come from an external file and be very long.
    String shown =
        architecture.length() <= SHOWN ? architecture : architecture.substring(0, SHOWN) + "...";
    // Layers of PyTorch Geometric are called GCNConv, SAGEConv, ...
    String meant = architecture.toLowerCase(Locale.ROOT).replace("conv", "");
    return "architecture "
        + shown
        + " is not registered; registered architectures are "
        + registered
        + (registered.contains(meant)
            ? "; models with such layers are called " + meant
            : "; others can be added to the class path");
  }

  /**
   * Returns an equivalent exception whose message begins with a location.
   *
   * @param place the location of the name, such as a file
   * @return the new exception
   */
  public UnknownArchitectureException in(String place) {
    return new UnknownArchitectureException(place, this);
  }
}
