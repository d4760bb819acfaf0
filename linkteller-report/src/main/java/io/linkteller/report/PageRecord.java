package io.linkteller.report;

import java.util.Map;
import java.util.Optional;

/**
 * The data that make a page a record to sign: when, with what and from what it was made, and which
 * limits applied. Shown on the page and as {@code record} in the JSON. Immutable.
 *
 * @param date when it was made, in ISO 8601
 * @param version the version of this library
 * @param command the command that reproduces it
 * @param seed the seed, or the source of random bits
 * @param data a digest of the data
 * @param model a digest of the model
 * @param limits the limits, or that there were none
 * @param earlier the limits and verdicts of earlier pages in its place; empty without one
 * @param file the URI of the file of the model or data, if a code scanner is to show the verdict
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
