package io.linkteller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonComplaintTest {

  private static JsonProcessingException complaint(String json) {
    return assertThrows(
        JsonProcessingException.class, () -> new ObjectMapper().readValue(json, int[].class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[1, 2", "[1, ?]", "{\"a\": ", "\"text\"", "[1e99999999]", "[12345678901]"})
  void messagesDoNotShowTheParsersSource(String json) {
    JsonProcessingException complaint = complaint(json);
    assertTrue(String.valueOf(complaint.getMessage()).contains("Source"), complaint::getMessage);
    String told = JsonComplaint.of(complaint);
    assertTrue(!told.contains("Source") && !told.contains("StreamReadFeature"), told);
    assertEquals(1, told.lines().count());
  }

  @Test
  void theBeginningOfAnUnterminatedListIsReported() {
    assertTrue(
        JsonComplaint.of(complaint("[1, 2")).contains("line: 1, column: 1"),
        () -> JsonComplaint.of(complaint("[1, 2")));
    assertTrue(JsonComplaint.of(complaint("[1,\n ?]")).startsWith("line 2, column "));
  }
}
