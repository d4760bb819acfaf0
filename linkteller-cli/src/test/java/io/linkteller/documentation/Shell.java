package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jshell.JShell;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/** A JShell in this process, with the class path of the tests. */
public final class Shell implements AutoCloseable {

  private final JShell shell;

  /** Creates a shell without imports. */
  public Shell() {
    this(JShell.builder().executionEngine("local"));
  }

  private Shell(JShell.Builder builder) {
    this.shell =
        builder.compilerOptions("-classpath", System.getProperty("java.class.path")).build();
  }

  /** Returns a shell that compiles its input but runs nothing. */
  static Shell compilingOnly() {
    return new Shell(JShell.builder().executionEngine(new Idle(), Map.of()));
  }

  /** Runs nothing: every value is empty. */
  private record Idle() implements ExecutionControlProvider, ExecutionControl {

    @Override
    public String name() {
      return "idle";
    }

    @Override
    public ExecutionControl generate(ExecutionEnv env, Map<String, String> parameters) {
      return this;
    }

    @Override
    public void load(ClassBytecodes[] classes) {}

    @Override
    public void redefine(ClassBytecodes[] classes) {}

    @Override
    public String invoke(String className, String method) {
      return "";
    }

    @Override
    public String varValue(String className, String variable) {
      return "";
    }

    @Override
    public void addToClasspath(String path) {}

    @Override
    public void stop() {}

    @Override
    public Object extensionCommand(String command, Object argument) {
      return "";
    }

    @Override
    public void close() {}
  }

  /**
   * Reads a block line by line, as JShell does: a snippet that is complete at the end of a line is
   * evaluated there.
   *
   * @param block identifies the block in messages
   * @param text the block
   * @return its output
   */
  public String printed(Object block, String text) {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      String read = "";
      for (String line : text.lines().toList()) {
        read = (read + "\n" + line).strip();
        SourceCodeAnalysis.CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(read);
        while (next.completeness().isComplete()) {
          evaluate(block, next.source());
          read = next.remaining().strip();
          next = shell.sourceCodeAnalysis().analyzeCompletion(read);
        }
      }
      assertEquals("", read, block + " ends in the middle");
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private void evaluate(Object block, String source) {
    for (SnippetEvent event : shell.eval(source)) {
      List<String> complaints =
          shell.diagnostics(event.snippet()).map(found -> found.getMessage(Locale.ROOT)).toList();
      assertEquals(List.of(), complaints, block + ": " + source);
      if (event.exception() != null) {
        throw new AssertionError(block + ": " + source, event.exception());
      }
    }
  }

  @Override
  public void close() {
    shell.close();
  }
}
