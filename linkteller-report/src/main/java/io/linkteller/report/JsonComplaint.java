package io.linkteller.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** Messages of a JSON parser, without its remarks on its own sources and settings. */
final class JsonComplaint {

  /** Occurs within messages too: the start of a list that does not end. */
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: .*?; (line: \\d+, column: \\d+)]");

  /** A complaint may repeat a value of any length; this many characters are shown. */
  private static final int SHOWN = 500;

  private JsonComplaint() {}

  /** Returns the first line of a message after its place, cut if it is very long. */
  static String of(JsonProcessingException failure) {
    String first = String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
    String message = SOURCE.matcher(first).replaceAll("$1");
    String complaint = message.length() <= SHOWN ? message : message.substring(0, SHOWN) + "...";
    JsonLocation place = failure.getLocation();
    return place == null || place.getLineNr() < 1
        ? complaint
        : "line " + place.getLineNr() + ", column " + place.getColumnNr() + ": " + complaint;
  }
}
