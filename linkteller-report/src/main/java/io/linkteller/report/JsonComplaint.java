package io.linkteller.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** Messages of a JSON parser, without its remarks on its own sources and settings. */
public final class JsonComplaint {

  /** Occurs within messages too: the start of a list that does not end. */
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: .*?; (line: \\d+, column: \\d+)]");

  private JsonComplaint() {}

  /**
   * Returns the message.
   *
   * @param failure the parser's exception
   * @return its first line, without the location
   */
  public static String of(JsonProcessingException failure) {
    String message = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return SOURCE.matcher(message).replaceAll("$1");
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
        ? complaint
        : "line " + place.getLineNr() + ", column " + place.getColumnNr() + ": " + complaint;
  }
}
