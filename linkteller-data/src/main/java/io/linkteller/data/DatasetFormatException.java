package io.linkteller.data;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a file of a data set is missing or malformed. The message gives the file, the
 * location, and what was expected and found.
 */
public final class DatasetFormatException extends RuntimeException {

  /**
   * The maximum number of characters of a problem that are shown, because text quoted from a
   * damaged file may be long.
   */
  private static final int MAX_SHOWN = 1000;

  private final transient Path file;

  private DatasetFormatException(Path file, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.file = file;
  }

  private static DatasetFormatException of(
      Path file, String place, String problem, @Nullable Throwable cause) {
    String shown =
        problem.length() <= MAX_SHOWN ? problem : problem.substring(0, MAX_SHOWN) + "...";
    return new DatasetFormatException(file, file + place + ": " + shown, cause);
  }

  /**
   * Creates an exception for a file that is missing, empty, or malformed as a whole.
   *
   * @param file the file
   * @param problem what was expected and what was found
   * @return the exception
   */
  public static DatasetFormatException inFile(Path file, String problem) {
    return of(file, "", problem, null);
  }

  /**
   * Creates an exception for a malformed line.
   *
   * @param file the file
   * @param line its number, counted from 1
   * @param problem what was expected and what was found
   * @return the exception
   */
  public static DatasetFormatException atLine(Path file, long line, String problem) {
    return of(file, ", line " + line, problem, null);
  }

  /**
   * Creates an exception for a malformed part whose location is described in words, such as an
   * entry of a JSON object.
   *
   * @param file the file
   * @param place the location
   * @param problem what was expected and what was found
   * @return the exception
   */
  public static DatasetFormatException at(Path file, String place, String problem) {
    return of(file, ", " + place, problem, null);
  }

  /**
   * Creates an exception for a parser's failure.
   *
   * @param file the file
   * @param place the location
   * @param problem what was expected and what was found
   * @param cause the parser's exception
   * @return the exception
   */
  public static DatasetFormatException at(
      Path file, String place, String problem, Throwable cause) {
    return of(file, ", " + place, problem, cause);
  }

  /**
   * Returns a copy of this exception with advice appended to its message.
   *
   * @param advice the text to append
   * @return the exception
   */
  public DatasetFormatException adding(String advice) {
    return new DatasetFormatException(file, getMessage() + advice, this);
  }

  /** {@return the file that is missing or malformed} */
  public Path file() {
    return file;
  }
}
