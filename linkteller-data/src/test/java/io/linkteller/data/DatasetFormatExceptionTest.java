package io.linkteller.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DatasetFormatExceptionTest {

  /** A message quotes what was found, which may be the whole of a damaged file. */
  @Test
  void aLongProblemIsTruncatedButAdviceIsNot() {
    String problem = "x".repeat(1001);
    DatasetFormatException cut = DatasetFormatException.at(Path.of("f"), "row 1", problem);
    assertEquals(
        "f, row 1: " + problem.substring(1) + "..., skip it", cut.adding(", skip it").getMessage());
  }
}
