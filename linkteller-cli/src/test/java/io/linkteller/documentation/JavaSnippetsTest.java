package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of the pages compiles against what the library modules export. */
final class JavaSnippetsTest {

  /** A block as the body of a method whose parameters are what the page takes for granted. */
  private static final class Source extends SimpleJavaFileObject {

    private final Snippet snippet;
    private final String text;

    Source(Snippet snippet, int number, String imports) {
      super(URI.create("string:///Snippet" + number + ".java"), Kind.SOURCE);
      this.snippet = snippet;
      this.text =
          imports
              + "final class Snippet"
              + number
              + " { void run("
              + snippet.given()
              + ") throws Exception {\n"
              + snippet.text()
              + "\n} }\n";
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  @Test
  void everyBlockOfThePagesCompiles(@TempDir Path classes) throws IOException {
    List<Snippet> snippets =
        Snippet.all().stream().filter(snippet -> snippet.language().equals("java")).toList();
    assertTrue(snippets.size() >= 5, () -> "only " + snippets);
    assertEquals(List.of(), errors(snippets, classes));
  }

  @Test
  void whereImportsAreListedTheyAreAllThatTheBlockBeforeNeeds(@TempDir Path classes)
      throws IOException {
    List<Snippet> snippets = Snippet.all();
    int listed = 0;
    for (int i = 1; i < snippets.size(); i++) {
      if (snippets.get(i).language().equals("java imports")) {
        listed++;
        assertEquals(
            List.of(),
            errors(List.of(snippets.get(i - 1)), classes, snippets.get(i).text() + "\n"));
      }
    }
    assertTrue(listed >= 1);
  }

  @Test
  void aBlockThatDoesNotCompileIsFound(@TempDir Path classes) throws IOException {
    List<Snippet> broken =
        Snippet.of(
            Path.of("page.md"),
            List.of(
                "<!-- given InferenceApi api, InferenceNodes nodes -->",
                "```java",
                "LinkTeller.attack(api, nodes, 0.01);",
                "LinkTeller.attack(api, nodes);",
                "```"));
    List<String> errors = errors(broken, classes);
    assertEquals(1, errors.size(), errors::toString);
    assertTrue(errors.get(0).startsWith("page.md line 4: "), errors::toString);
    assertNotEquals("", broken.get(0).given());
  }

  private static List<String> errors(List<Snippet> snippets, Path classes) throws IOException {
    return errors(snippets, classes, imports());
  }

  private static List<String> errors(List<Snippet> snippets, Path classes, String imports) {
    int header = (int) imports.lines().count() + 1;
    List<Source> sources = new ArrayList<>();
    for (Snippet snippet : snippets) {
      sources.add(new Source(snippet, sources.size(), imports));
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    ToolProvider.getSystemJavaCompiler()
        .getTask(
            null,
            null,
            found,
            List.of(
                "-proc:none",
                "-d",
                classes.toString(),
                "-classpath",
                System.getProperty("java.class.path")),
            null,
            sources)
        .call();
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(diagnostic -> describe(diagnostic, header))
        .toList();
  }

  private static String describe(Diagnostic<? extends JavaFileObject> diagnostic, int header) {
    String message = diagnostic.getMessage(Locale.ROOT);
    if (!(diagnostic.getSource() instanceof Source source)) {
      return message;
    }
    long line = source.snippet.line() + diagnostic.getLineNumber() - header - 1;
    return source.snippet.page() + " line " + line + ": " + message;
  }

  /** Pages leave imports out, as a reader's editor puts them in. */
  private static String imports() throws IOException {
    StringBuilder imports =
        new StringBuilder(
            """
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import org.ejml.data.*;
            """);
    ClassLoader loader = JavaSnippetsTest.class.getClassLoader();
    for (URL url : Collections.list(loader.getResources("module-info.class"))) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor descriptor = ModuleDescriptor.read(in);
        if (descriptor.name().startsWith("io.linkteller.")) {
          descriptor.exports().stream()
              .map(ModuleDescriptor.Exports::source)
              .sorted()
              .forEach(name -> imports.append("import ").append(name).append(".*;\n"));
        }
      }
    }
    return imports.toString();
  }
}
