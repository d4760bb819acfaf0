package io.linkteller.dp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MalformedLineExceptionTest {

  @Test
  void aMessageRepeatsOnlyTheBeginningOfALine() {
    RuntimeException cause = new NumberFormatException("7".repeat(100_000));
    assertEquals("7".repeat(200) + "...", new MalformedLineException(cause).getMessage());
    RuntimeException brief = new NumberFormatException("7");
    assertEquals("7", new MalformedLineException(brief).getMessage());
  }
}
