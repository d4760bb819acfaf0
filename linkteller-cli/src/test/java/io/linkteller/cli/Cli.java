package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.testing.fixture.RealData;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Runs the command line in this process. */
final class Cli {

  private Cli() {}

  /**
   * The result of a run.
   *
   * @param exitCode 0 for success
   * @param out standard output
   * @param err standard error
   */
  record Run(int exitCode, String out, String err) {

    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("not JSON: " + out + err, e);
      }
    }

    /** Asserts that the run succeeded. */
    Run succeeded() {
      assertEquals(0, exitCode, out + err);
      return this;
    }

    /** Asserts that the run ended with an exit code and messages that contain the given texts. */
    Run refused(int code, String... texts) {
      assertEquals(code, exitCode, out + err);
      for (String text : texts) {
        assertTrue(err.contains(text), () -> "no \"" + text + "\" in " + err);
      }
      return this;
    }
  }

  static Run run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = LinkTellerCommand.commandLine(args);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(args);
    return new Run(exitCode, out.toString(), err.toString());
  }

  /** Runs a command line; each {@code %s} is replaced after the line is split. */
  static Run line(String command, Object... values) {
    return run(words(command, values));
  }

  /** Attacks twitch, by default RU. */
  static Run attack(String more, Object... values) {
    String[] common = words("attack --format twitch --data %s --json", RealData.set("twitch"));
    return run(words(common, more.isEmpty() ? new String[0] : words(more, values)));
  }

  /** Returns the file of the weights that the reference trained on ES. */
  static String referenceWeights() {
    return RealData.reference("gcn-twitch-es.npz").toString();
  }

  /** Splits a command at spaces, then replaces each {@code %s}. */
  static String[] words(String command, Object... values) {
    Iterator<Object> left = List.of(values).iterator();
    return Stream.of(command.strip().split("\\s+"))
        .map(word -> word.contains("%s") ? word.replace("%s", left.next().toString()) : word)
        .toArray(String[]::new);
  }

  /** Splits a command and appends more arguments. */
  static String[] words(String[] first, String... more) {
    return Stream.of(first, more).flatMap(Stream::of).toArray(String[]::new);
  }
}
