package io.linkteller.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** Messages of a JSON parser, without its remarks on its own sources and settings. */
public final class JsonComplaint {

  /** Occurs within messages too: the start of a list that does not end. */
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: .*?; (line: \\d+, column: \\d+)]");

  /** The largest number of characters of a complaint. */
  private static final int SHOWN = 500;

  private JsonComplaint() {}

  /**
   * Returns the message.
   *
   * @param failure the parser's exception
   * @return its first line, without the location; cut if it is very long
   */
  public static String of(JsonProcessingException failure) {
    String message = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return shortened(SOURCE.matcher(message).replaceAll("$1"));
  }

  /** A complaint may repeat a value of any length. */
  private static String shortened(String complaint) {
    return complaint.length() <= SHOWN ? complaint : complaint.substring(0, SHOWN) + "...";
  }

  /**
   * Returns the message with its location.
   *
   * @param failure the parser's exception
   * @return such as {@code line 3, column 7: Unexpected character}
   */
  public static String withPlace(JsonProcessingException failure) {
    return withPlace(failure, of(failure));
  }

  /**
   * Returns another message with the location of a failure.
   *
   * @param failure the parser's exception
   * @param complaint the message that replaces the parser's
   * @return such as {@code line 3, column 7: there is no such field}
   */
  public static String withPlace(JsonProcessingException failure, String complaint) {
    JsonLocation place = failure.getLocation();
    return place == null || place.getLineNr() < 1
        ? shortened(complaint)
        : "line "
            + place.getLineNr()
            + ", column "
            + place.getColumnNr()
            + ": "
            + shortened(complaint);
  }
}
