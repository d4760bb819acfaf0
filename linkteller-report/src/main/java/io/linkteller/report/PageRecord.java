package io.linkteller.report;

import java.util.Map;
import java.util.Optional;

/**
 * The data that make a page a record to sign: when and how it was made, from which data and model,
 * and which limits applied. They are shown on the page and in the field {@code record} of the JSON.
 * Immutable.
 *
 * @param date when it was made, in ISO 8601
 * @param version the version of this library
 * @param command the command that reproduces it
 * @param seed the seed, or the source of random bits
 * @param data a digest of the data
 * @param model a digest of the model
 * @param limits the limits in words, or a statement that there are none
 * @param earlier the limits and verdicts of the earlier pages that it replaces, if there are any
 * @param file the URI of the model's or the data's file, if a code scanner should show the verdict
 *     there
 */
public record PageRecord(
    String date,
    String version,
    String command,
    String seed,
    String data,
    String model,
    String limits,
    Optional<String> earlier,
    Optional<String> file) {

  /** Returns this record for a page that replaces an earlier one. */
  PageRecord after(String before) {
    return new PageRecord(
        date, version, command, seed, data, model, limits, Optional.of(before), file);
  }

  /** {@return the entries by name, in the order of display} */
  Map<String, Object> entries() {
    return ReportJson.fields(this);
  }
}
