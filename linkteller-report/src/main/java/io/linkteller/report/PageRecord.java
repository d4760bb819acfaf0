package io.linkteller.report;

import java.util.Map;

/**
 * What makes a page a record that can be signed: when and with what it was made, of what, and which
 * limits held. Shown at the end of the page and as {@code record} in the JSON. Immutable.
 *
 * @param date when it was made, in ISO 8601
 * @param version the version of this library
 * @param command the command that makes it again
 * @param seed the seed, or where random bits came from
 * @param data a digest of the data
 * @param model a digest of the model
 * @param limits the limits, or that there were none
 */
public record PageRecord(
    String date,
    String version,
    String command,
    String seed,
    String data,
    String model,
    String limits) {

  /** {@return the entries by name, in the order of display} */
  Map<String, Object> entries() {
    return ReportJson.fields(this);
  }
}
