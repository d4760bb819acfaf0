package io.linkteller.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** What a JSON parser complains of, without what it says of its own sources and settings. */
public final class JsonComplaint {

  /** Stands in the middle of messages too: where the list began that does not end. */
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: .*?; (line: \\d+, column: \\d+)]");

  private JsonComplaint() {}

  /**
   * Returns the complaint.
   *
   * @param failure what the parser threw
   * @return its first line, without the place
   */
  public static String of(JsonProcessingException failure) {
    String message = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    return SOURCE.matcher(message).replaceAll("$1");
  }

  /**
   * Returns the complaint with the place.
   *
   * @param failure what the parser threw
   * @return such as {@code line 3, column 7: Unexpected character}
   */
  public static String withPlace(JsonProcessingException failure) {
    return withPlace(failure, of(failure));
  }

  /**
   * Returns another complaint with the place.
   *
   * @param failure what the parser threw
   * @param complaint what to say instead of what the parser says
   * @return such as {@code line 3, column 7: there is no such field}
   */
  public static String withPlace(JsonProcessingException failure, String complaint) {
    JsonLocation place = failure.getLocation();
    return place == null || place.getLineNr() < 1
        ? complaint
        : "line " + place.getLineNr() + ", column " + place.getColumnNr() + ": " + complaint;
  }
}
