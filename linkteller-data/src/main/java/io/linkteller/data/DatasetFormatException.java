package io.linkteller.data;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of a data set is missing or is not what its format says. The message names the file, the
 * place in it, what was expected and what was found.
 */
public final class DatasetFormatException extends RuntimeException {

  private final transient Path file;

  private DatasetFormatException(Path file, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.file = file;
  }

  /**
   * A file that is not there, is empty, or is wrong as a whole.
   *
   * @param file the file
   * @param problem what was expected and what was found
   * @return the exception
   */
  public static DatasetFormatException inFile(Path file, String problem) {
    return new DatasetFormatException(file, file + ": " + problem, null);
  }

  /**
   * A line is wrong.
   *
   * @param file the file
   * @param line its number, counted from 1
   * @param problem what was expected and what was found
   * @return the exception
   */
  public static DatasetFormatException atLine(Path file, long line, String problem) {
    return new DatasetFormatException(file, file + ", line " + line + ": " + problem, null);
  }

  /**
   * A place that is described in words, such as an entry of a JSON object, is wrong.
   *
   * @param file the file
   * @param place the place
   * @param problem what was expected and what was found
   * @return the exception
   */
  public static DatasetFormatException at(Path file, String place, String problem) {
    return new DatasetFormatException(file, file + ", " + place + ": " + problem, null);
  }

  /**
   * A parser gave up at a place.
   *
   * @param file the file
   * @param place the place
   * @param problem what was expected and what was found
   * @param cause what the parser said
   * @return the exception
   */
  public static DatasetFormatException at(
      Path file, String place, String problem, Throwable cause) {
    return new DatasetFormatException(file, file + ", " + place + ": " + problem, cause);
  }

  /**
   * Returns the file.
   *
   * @return the file that is missing or malformed
   */
  public Path file() {
    return file;
  }
}
