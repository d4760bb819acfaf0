package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of the pages compiles with the imports that it shows. */
final class JavaSnippetsTest {

  private static final Pattern BLACK_BOX = Pattern.compile("(?s)query\\s*->.{0,300}");

  /** A comma between parameters, not between type arguments. */
  private static final Pattern BETWEEN = Pattern.compile(",\\s*(?![^<>]*>)");

  private static final class Source extends SimpleJavaFileObject {

    private final Snippet snippet;
    private final String text;

    Source(String name, Snippet snippet, String text) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.snippet = snippet;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }

    /** Returns the block as the body of a method, with the same line numbers. */
    static Source of(Snippet snippet, int number) {
      long imports = snippet.text().lines().takeWhile(line -> line.startsWith("import ")).count();
      String[] lines = snippet.text().split("\n", -1);
      lines[(int) imports] =
          "final class Snippet"
              + number
              + " extends Given"
              + number
              + " { void run() throws Exception { "
              + lines[(int) imports];
      return new Source("Snippet" + number, snippet, String.join("\n", lines) + "\n} }\n");
    }

    /** Returns a class with the given variables as fields; their types need no import. */
    static Source given(Snippet snippet, int number, String imports) {
      String fields =
          snippet.given().isEmpty() ? "" : String.join("; ", BETWEEN.split(snippet.given())) + ";";
      return new Source(
          "Given" + number,
          snippet,
          imports + "abstract class Given" + number + " {" + fields + "}");
    }
  }

  @Test
  void everyBlockOfThePagesCompiles(@TempDir Path classes) throws IOException {
    List<Snippet> snippets =
        Snippet.all().stream().filter(snippet -> snippet.language().equals("java")).toList();
    assertTrue(snippets.size() >= 5, () -> "only " + snippets);
    assertEquals(List.of(), errors(snippets, classes));
  }

  /** A thorough test compares their output. */
  @Test
  void theBlocksOfEachTutorialCompileInOrder() throws IOException {
    Map<Path, List<Snippet>> pages =
        Snippet.all().stream()
            .filter(snippet -> snippet.language().equals("java tutorial"))
            .collect(Collectors.groupingBy(Snippet::page));
    assertTrue(pages.size() >= 2, pages::toString);
    for (List<Snippet> blocks : pages.values()) {
      try (Shell shell = Shell.compilingOnly()) {
        blocks.forEach(block -> shell.printed(block, block.text()));
      }
    }
  }

  /** JShell compiles and runs the whole program, including its imports. */
  @Test
  void programsRunUnchangedAndPrintWhatThePagesShow() throws IOException {
    List<Snippet> snippets = Snippet.all();
    int run = 0;
    for (int i = 0; i < snippets.size(); i++) {
      if (snippets.get(i).language().equals("java program")) {
        run++;
        String main = snippets.get(i).text().replaceFirst("(?s).*?public class (\\w+).*", "$1");
        String call = "\n" + main + ".main(null);";
        try (Shell shell = new Shell()) {
          String printed = shell.printed(snippets.get(i), snippets.get(i).text() + call);
          assertEquals(snippets.get(i + 1).text(), printed.strip(), snippets.get(i)::toString);
        }
      }
    }
    assertTrue(run >= 1);
  }

  /** A client that drops the ids answers for the wrong nodes if an attack queries only some. */
  @Test
  void everyBlackBoxExampleUsesTheIds() throws IOException {
    List<String> shown = new ArrayList<>();
    for (Snippet snippet : Snippet.all()) {
      shown.add(snippet.text());
    }
    for (String folder : List.of("linkteller-core", "linkteller-remote", "examples")) {
      try (Stream<Path> files = Files.walk(Repository.root().resolve(folder + "/src/main/java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          shown.add(Files.readString(file));
        }
      }
    }
    List<String> boxes =
        shown.stream()
            .flatMap(text -> BLACK_BOX.matcher(text).results().map(MatchResult::group))
            .filter(box -> box.contains("query.features()"))
            .toList();
    assertTrue(boxes.size() >= 7, boxes::toString);
    assertEquals(List.of(), boxes.stream().filter(box -> !box.contains("query.nodes()")).toList());
  }

  @Test
  void aBlockThatDoesNotCompileIsDetected(@TempDir Path classes) throws IOException {
    List<Snippet> broken =
        Snippet.of(
            Path.of("page.md"),
            List.of(
                "<!-- given InferenceApi api, InferenceNodes nodes -->",
                "```java",
                "import io.linkteller.LinkTeller;",
                "",
                "LinkTeller.attack(api, nodes, 0.01);",
                "LinkTeller.attack(api, nodes);",
                "```",
                "```java",
                "Graph withoutImport;",
                "```"));
    List<String> errors = errors(broken, classes);
    assertEquals(2, errors.size(), errors::toString);
    assertTrue(errors.get(0).startsWith("page.md line 6: "), errors::toString);
    assertTrue(errors.get(1).startsWith("page.md line 9: "), errors::toString);
  }

  private static List<String> errors(List<Snippet> snippets, Path classes) throws IOException {
    String imports = imports();
    List<Source> sources = new ArrayList<>();
    for (Snippet snippet : snippets) {
      sources.add(Source.of(snippet, sources.size()));
      sources.add(Source.given(snippet, sources.size() - 1, imports));
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
        .map(JavaSnippetsTest::describe)
        .toList();
  }

  private static String describe(Diagnostic<? extends JavaFileObject> diagnostic) {
    String message = diagnostic.getMessage(Locale.ROOT);
    if (!(diagnostic.getSource() instanceof Source source)) {
      return message;
    }
    long line = source.snippet.line() + diagnostic.getLineNumber() - 1;
    return source.snippet.page() + " line " + line + ": " + message;
  }

  /** Returns imports of all exported packages, for the types of given variables. */
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
