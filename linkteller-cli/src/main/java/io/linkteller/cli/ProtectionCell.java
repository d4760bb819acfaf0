package io.linkteller.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.choice.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Converts the result of a candidate to the contents of a cell and back, without any loss. */
final class ProtectionCell {

  private static final String MEASURED = "measured";
  private static final String REFUSED = "refused";
  private static final String RESULT = "result";

  /** Serializes the components of records, but not their is-methods. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .build();

  private ProtectionCell() {}

  /** Returns a result as stored in a cell. */
  static List<Observation> of(ProtectionResult result) {
    try {
      Map<String, String> text = Map.of(RESULT, JSON.writeValueAsString(result));
      return List.of(new Observation(text, MEASURED, 1));
    } catch (JsonProcessingException e) {
      throw new AssertionError("results are plain values", e);
    }
  }

  /** Returns the record of a candidate that could not be measured. */
  static List<Observation> of(Refusal refusal) {
    return List.of(
        new Observation(
            Map.of("candidate", refusal.protection(), "reason", refusal.reason()), REFUSED, 1));
  }

  /** Returns the reason why the candidate of a cell could not be measured, or empty if it was. */
  static Optional<Refusal> refusal(FinishedCell cell) {
    Observation first = cell.observations().get(0);
    return first.metric().equals(REFUSED)
        ? Optional.of(new Refusal(first.key("candidate"), first.key("reason")))
        : Optional.empty();
  }

  /** Returns whether attacks failed on the model without protection, which may be temporary. */
  static boolean hasFailed(FinishedCell cell) {
    return refusal(cell).isEmpty()
        && result(cell).name().equals(Candidate.UNPROTECTED)
        && !result(cell).failed().isEmpty();
  }

  /** Returns whether the result in a cell is enough to decide under a limit on the leakage. */
  static boolean decides(FinishedCell cell, OptionalDouble limit) {
    return refusal(cell).isPresent() || result(cell).decides(limit);
  }

  /**
   * Returns the result in a cell.
   *
   * @throws IllegalArgumentException if the cell has no such result
   */
  static ProtectionResult result(FinishedCell cell) {
    try {
      return JSON.readValue(cell.observations().get(0).key(RESULT), ProtectionResult.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "a finished candidate can't be read: delete its file in the directory cells", e);
    }
  }
}
