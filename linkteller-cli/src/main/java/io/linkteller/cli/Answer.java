package io.linkteller.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says how a command answers, and the answer. */
final class Answer {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  /** Prints what is asked for: fields for machines, or a text for people. */
  void print(Supplier<Map<String, Object>> fields, Supplier<String> text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Output.json(fields.get()) : Terminal.printable(text.get()));
    // Flushes. A writer reports a full disk or a closed pipe in this way only.
    if (out.checkError()) {
      throw new UncheckedIOException(
          new IOException(
              "can't write the answer to standard output: its disk may be full, or its reader"
                  + " ended"));
    }
  }
}
