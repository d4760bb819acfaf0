package io.linkteller.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that selects the output format, and the printing of results in it. */
final class Answer {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  /** Prints the result in the selected format: JSON fields or readable text. */
  void print(Supplier<Map<String, Object>> fields, Supplier<String> text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Output.json(fields.get()) : Terminal.printable(text.get()));
    // Also flushes. PrintWriter reports a full disk or a closed pipe only through checkError.
    if (out.checkError()) {
      throw new UncheckedIOException(
          new IOException(
              "can't write the answer to standard output: the disk may be full, or the program that"
                  + " reads it has ended"));
    }
  }
}
