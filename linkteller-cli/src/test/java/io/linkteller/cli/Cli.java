package io.linkteller.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs the command line in this process. */
final class Cli {

  private Cli() {}

  /**
   * What a run left behind.
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
}
