package io.linkteller.report;

import java.util.Map;
import java.util.Optional;

/**
 * What makes a page a record that can be signed: when and with what it was made, of what, and which
 * limits held. Shown on the page and as {@code record} in the JSON. Immutable.
 *
 * @param date when it was made, in ISO 8601
 * @param version the version of this library
 * @param command the command that makes it again
 * @param seed the seed, or where random bits came from
 * @param data a digest of the data
 * @param model a digest of the model
 * @param limits the limits, or that there were none
 * @param earlier what earlier pages in its place were made under, and said; empty without one
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

  /** Returns this record of a page that replaces an earlier one. */
  PageRecord after(String before) {
    return new PageRecord(
        date, version, command, seed, data, model, limits, Optional.of(before), file);
  }

  /** {@return the entries by name, in the order of display} */
  Map<String, Object> entries() {
    return ReportJson.fields(this);
  }
}
