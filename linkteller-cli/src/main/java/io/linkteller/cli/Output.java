package io.linkteller.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.file.Path;
import java.util.Locale;

/** Formats results as a text table or as JSON. */
final class Output {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Output() {}

  /** Checks the name and the directory of a plot's file; see {@link AtomicFile#require}. */
  static void requirePicture(Path file) {
    if (!file.toString().endsWith(".png")) {
      throw new IllegalArgumentException(
          "can't write a picture to " + file + ": its name does not end in .png");
    }
    AtomicFile.require(file);
  }

  static String json(Object fields) {
    try {
      return Terminal.printableJson(JSON.writeValueAsString(fields));
    } catch (JsonProcessingException e) {
      throw new AssertionError("results are plain fields", e);
    }
  }

  /** Returns a node's name in JSON: its identifier if it has one, otherwise its number. */
  static Object name(NodeNames names, int node) {
    return names.areNumbers() ? (Object) node : names.of(node);
  }

  static String percent(double share) {
    return LeakageVerdict.percent(share);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  /** Formats a duration in seconds, minutes (from two minutes) or hours (from two hours). */
  static String duration(double seconds) {
    double minutes = seconds / 60;
    return minutes < 2
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : minutes < 120
            ? String.format(Locale.ROOT, "%.0f min", minutes)
            : String.format(Locale.ROOT, "%.1f h", minutes / 60);
  }

  static String seconds(double value) {
    return String.format(Locale.ROOT, "%.2f s", value);
  }
}
