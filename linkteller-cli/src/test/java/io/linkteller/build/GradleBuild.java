package io.linkteller.build;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.linkteller.build.GradleScript.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the version catalog and the plain declarations of the Gradle scripts. A line that is not
 * understood is a fault, so that nothing escapes the comparison.
 */
final class GradleBuild {

  private static final Pattern INCLUDE = Pattern.compile("include\\(\"([\\w-]+)\"\\)");
  private static final Pattern ASSIGNED = Pattern.compile("([\\w.]+) = \"([^\"]*)\"");
  private static final Pattern SET_NUMBER = Pattern.compile("([\\w.]+)\\.set\\((\\d+)\\)");
  private static final Pattern SET_TEXT = Pattern.compile("([\\w.]+)\\.set\\(\"([^\"]*)\"\\)");
  private static final Pattern SYSTEM_PROPERTY =
      Pattern.compile("systemProperty\\(\"([\\w.]+)\", [^,]+\\)");
  private static final Pattern TEST_CLASSES = Pattern.compile("include\\(\"([^\"]+)\"\\)");
  private static final Pattern EXTRA = Pattern.compile("extra\\[\"(\\w+)\"] = \"([^\"]*)\"");
  private static final Pattern PLUGIN = Pattern.compile("id\\(\"linkteller\\.([\\w-]+)\"\\)");
  private static final Pattern JAR =
      Pattern.compile(
          "jar\\.set\\(layout\\.buildDirectory\\.file\\(\"libs/([\\w-]+)\\.jar\"\\)\\)");
  private static final Pattern MANIFEST_TITLE =
      Pattern.compile("manifestEntries\\.put\\(\"Implementation-Title\", \"([^\"]*)\"\\)");
  private static final Pattern MAIN_CLASS =
      Pattern.compile("manifestEntries\\.put\\(\"Main-Class\", \"([\\w.]+)\"\\)");
  private static final Pattern LINT =
      Pattern.compile("options\\.compilerArgs\\.add\\(\"-Xlint:([^\"]*)\"\\)");
  private static final Pattern POM_ELEMENT =
      Pattern.compile("(\\w+)\\s*\\.get(\\w+)\\(\\)\\s*\\.set\\(\"([^\"]*)\"\\)");
  private static final Pattern DECLARATION = Pattern.compile("\"?([a-zA-Z]+)\"?\\((.+)\\)");
  private static final Pattern EXCLUDE =
      Pattern.compile("exclude\\(group = \"([\\w.-]+)\", module = \"([\\w.-]+)\"\\)");
  private static final Pattern OPENED = Pattern.compile("jvmArgs\\(\"--add-opens=(\\S+)\"\\)");
  private static final Pattern LIBRARY = Pattern.compile("(?:rootProject\\.)?libs\\.([\\w.]+)");
  private static final Pattern PLATFORM = Pattern.compile("platform\\((.+)\\)");
  private static final Pattern PROJECT = Pattern.compile("project\\(\":([\\w-]+)\"\\)");

  /** What the root script says of the modules that have code. */
  private static final String CODE = "configure(subprojects - project(\":linkteller-bom\"))";

  /** What the block of a dependency that excludes others begins with. */
  private static final String OF_DEPENDENCY = "dependencies / ";

  /** Lines without which a build would not work, and which have no counterpart to compare. */
  private static final Map<String, Set<String>> UNCOMPARED =
      Map.of(
          "",
          Set.of("rootProject.name = \"linkteller\""),
          "plugins",
          Set.of("application"),
          "tasks.runnableJar",
          Set.of("manifestEntries.put(\"Main-Class\", application.mainClass)"),
          "tasks.processResources",
          Set.of("val version = project.version.toString()"),
          CODE,
          Set.of("apply(plugin = \"java-library\")"),
          "dependencyResolutionManagement / repositories",
          Set.of("mavenCentral()"),
          "tasks.test",
          Set.of("outputs.upToDateWhen { false }"),
          CODE + " / tasks.withType<Test>().configureEach",
          Set.of("useJUnitPlatform()", "maxParallelForks = 2"));

  /** What a configuration, or several together, is called by Maven. */
  private static final Map<Set<String>, String> SCOPES =
      Map.of(
          Set.of("api"), "compile",
          Set.of("implementation"), "compile",
          // Maven shows what is provided to tests as well.
          Set.of("compileOnly", "testImplementation"), "provided",
          Set.of("runtimeOnly"), "runtime",
          Set.of("testImplementation"), "test");

  private static final String EVERY_MODULE = "every module";

  /** A dependency whose version stands in a bill of materials and not in the catalog. */
  private record Unversioned(String owner, String configuration, String name) {}

  private static final String LAUNCHER = "org.junit.platform:junit-platform-launcher";

  private final BuildFacts facts = new BuildFacts("Gradle");
  private final Map<String, String> moduleOfAccessor = new TreeMap<>();
  private final Set<String> usedAccessors = new TreeSet<>();
  private final SortedMap<String, SortedSet<String>> configurations = new TreeMap<>();
  private final List<String> modules = new ArrayList<>();
  private final Map<String, Set<String>> platforms = new TreeMap<>();
  private final List<Unversioned> unversioned = new ArrayList<>();
  private String group = "";

  private GradleBuild() {}

  static BuildFacts read(Path root) throws IOException {
    GradleBuild build = new GradleBuild();
    build.readCatalog(
        new TomlMapper().readTree(root.resolve("gradle/libs.versions.toml").toFile()));
    build.readScript(root, "settings.gradle.kts", "settings");
    build.readScript(root, "build.gradle.kts", EVERY_MODULE);
    for (String module : build.modules) {
      String script = module + "/build.gradle.kts";
      if (Files.exists(root.resolve(script))) {
        build.readScript(root, script, module);
      } else {
        build.facts.fault(script + " is missing");
      }
    }
    build.readPublication(
        Files.readString(
            root.resolve("buildSrc/src/main/java/io/linkteller/gradle/Publication.java")));
    build.stateDependencies();
    return build.facts;
  }

  private void readCatalog(JsonNode catalog) {
    Set<String> usedVersions = new TreeSet<>();
    for (Map.Entry<String, JsonNode> table : catalog.properties()) {
      if (!Set.of("versions", "libraries").contains(table.getKey())) {
        facts.fault("the catalog has a table " + table.getKey() + ", which is not compared");
      }
    }
    for (Map.Entry<String, JsonNode> library : catalog.path("libraries").properties()) {
      String alias = library.getKey();
      String name = library.getValue().path("module").asText();
      moduleOfAccessor.put(alias.replace('-', '.'), name);
      // Artifacts for Scala end with its version, which no alias can.
      if (!name.replaceFirst("_2\\.\\d+$", "").endsWith(":" + alias)) {
        facts.fault("catalog alias " + alias + " is not the name of its artifact, " + name);
      }
      JsonNode version = library.getValue().path("version");
      if (version.path("ref").isTextual()) {
        usedVersions.add(version.path("ref").asText());
        facts.state("version of " + name, "that of " + version.path("ref").asText());
      } else if (!version.isMissingNode()) {
        facts.fault("catalog alias " + alias + " has a version that is not a reference");
      }
    }
    for (Map.Entry<String, JsonNode> version : catalog.path("versions").properties()) {
      facts.state("version " + version.getKey(), version.getValue().asText());
      if (!usedVersions.contains(version.getKey())) {
        facts.fault("catalog version " + version.getKey() + " is used by no library");
      }
    }
  }

  private void readScript(Path root, String file, String owner) throws IOException {
    for (Statement statement : GradleScript.statements(root, file)) {
      boolean uncompared =
          UNCOMPARED.getOrDefault(statement.block(), Set.of()).contains(statement.text());
      if (!uncompared && !readStatement(statement, owner)) {
        facts.fault(statement.place() + " is not understood: " + statement.text());
      }
    }
  }

  private boolean readStatement(Statement statement, String owner) {
    String text = statement.text();
    return switch (statement.block()) {
      case "" -> readInclude(text) || readDescription(text, owner);
      case "plugins" -> readPlugin(text, owner);
      case "tasks.runnableJar" ->
          read(JAR, text, "file name of the runnable jar of " + owner)
              || read(MANIFEST_TITLE, text, "title of the runnable jar of " + owner);
      case "tasks.submitJar" ->
          read(MAIN_CLASS, text, "main class of the attached jar of " + owner);
      case "tasks.processResources" -> readInput(text);
      case "tasks.test" -> readOpened(text, owner);
      case "allprojects" -> readIdentity(text);
      case CODE + " / tasks.withType<JavaCompile>().configureEach" ->
          state(SET_NUMBER, text, "options.release", "Java release")
              || read(LINT, text, "compiler warnings")
              || state(ASSIGNED, text, "options.encoding", "source encoding");
      case CODE + " / tasks.withType<Test>().configureEach" ->
          state(ASSIGNED, text, "maxHeapSize", "heap of the tests")
              || read(TEST_CLASSES, text, "test classes")
              || readSystemProperty(text);
      case CODE + " / dependencies", "dependencies" -> readDependency(text, owner);
      case "dependencies / constraints" -> readConstraint(text, owner);
      case "tasks.processResources / filesMatching(\"**/version.properties\")" ->
          readExpansion(text, "**/version.properties");
      case "application" ->
          state(ASSIGNED, text, "applicationName", "name of the program")
              || state(SET_TEXT, text, "mainClass", "main class");
      default ->
          statement.block().startsWith(OF_DEPENDENCY)
              && readExclusion(statement.block().substring(OF_DEPENDENCY.length()), text, owner);
    };
  }

  private boolean state(Pattern form, String text, String name, String subject) {
    Matcher matcher = form.matcher(text);
    if (!matcher.matches() || !matcher.group(1).equals(name)) {
      return false;
    }
    facts.state(subject, matcher.group(2));
    return true;
  }

  private boolean read(Pattern form, String text, String subject) {
    Matcher matcher = form.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    facts.state(subject, matcher.group(1));
    return true;
  }

  private boolean readDescription(String text, String owner) {
    return state(ASSIGNED, text, "description", "description of " + owner)
        || state(EXTRA, text, "title", "name of " + owner);
  }

  /** What the plugins do is in buildSrc; which module has which of them is compared. */
  private boolean readPlugin(String text, String owner) {
    Matcher plugin = PLUGIN.matcher(text);
    if (!plugin.matches()) {
      return false;
    }
    switch (plugin.group(1)) {
      case "library" -> facts.state("published of " + owner, "jar, sources and Javadoc");
      case "bom" -> facts.state("published of " + owner, "bill of materials");
      case "submit-jar" -> facts.state("attached to " + owner, "submit");
      case "runnable-jar" -> facts.state("published of " + owner, "nothing, but a runnable jar");
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Without this, resources that hold the version would be out of date after it changes. */
  private boolean readInput(String text) {
    if (!text.equals("inputs.property(\"version\", version)")) {
      return false;
    }
    facts.state("files with the version are made anew for a new version", "yes");
    return true;
  }

  /** The plugin that publishes says the same of all modules. */
  private void readPublication(String source) {
    Matcher element = POM_ELEMENT.matcher(source);
    while (element.find()) {
      facts.state(
          "POM's " + element.group(1) + " " + element.group(2).toLowerCase(Locale.ROOT),
          element.group(3));
    }
  }

  private boolean readInclude(String text) {
    Matcher include = INCLUDE.matcher(text);
    if (!include.matches()) {
      return false;
    }
    modules.add(include.group(1));
    facts.state("module " + include.group(1), "present");
    return true;
  }

  private boolean readIdentity(String text) {
    Matcher assigned = ASSIGNED.matcher(text);
    if (!assigned.matches()) {
      return false;
    }
    switch (assigned.group(1)) {
      case "group" -> {
        group = assigned.group(2);
        facts.state("group", group);
      }
      case "version" ->
          modules.forEach(module -> facts.state("version of module " + module, assigned.group(2)));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean readOpened(String text, String owner) {
    Matcher opened = OPENED.matcher(text);
    if (!opened.matches()) {
      return false;
    }
    facts.state("the tests of " + owner + " open " + opened.group(1), "yes");
    return true;
  }

  private boolean readSystemProperty(String text) {
    Matcher property = SYSTEM_PROPERTY.matcher(text);
    if (!property.matches()) {
      return false;
    }
    facts.state("system property " + property.group(1), "set");
    return true;
  }

  private boolean readExpansion(String text, String files) {
    if (!text.equals("expand(\"project\" to mapOf(\"version\" to version))")) {
      return false;
    }
    facts.state("files with the version in them", files);
    return true;
  }

  private boolean readDependency(String text, String owner) {
    Matcher declaration = DECLARATION.matcher(text);
    if (!declaration.matches()) {
      return false;
    }
    String configuration = declaration.group(1);
    String notation = declaration.group(2);
    Matcher platform = PLATFORM.matcher(notation);
    boolean isPlatform = platform.matches();
    String name = isPlatform ? library(platform.group(1)) : dependency(notation);
    if (name == null) {
      return false;
    }
    if (isPlatform && owner.equals(EVERY_MODULE)) {
      facts.state("bill of materials " + name, "imported");
    } else if (isPlatform) {
      platforms.computeIfAbsent(owner, key -> new TreeSet<>()).add(configuration);
    } else if (configuration.equals("testRuntimeOnly") && name.equals(LAUNCHER)) {
      facts.state("JUnit Platform launcher", "at test run time");
    } else {
      if (!name.startsWith(group) && !facts.facts().containsKey("version of " + name)) {
        unversioned.add(new Unversioned(owner, configuration, name));
      }
      if (!configurations
          .computeIfAbsent(owner + " depends on " + name, key -> new TreeSet<>())
          .add(configuration)) {
        facts.fault(owner + " declares " + configuration + " " + name + " twice");
      }
    }
    return true;
  }

  /** A dependency with exclusions is declared by the head of their block. */
  private boolean readExclusion(String head, String text, String owner) {
    Matcher declaration = DECLARATION.matcher(head);
    Matcher exclude = EXCLUDE.matcher(text);
    String name = declaration.matches() ? dependency(declaration.group(2)) : null;
    if (name == null || !exclude.matches()) {
      return false;
    }
    configurations
        .computeIfAbsent(owner + " depends on " + name, key -> new TreeSet<>())
        .add(declaration.group(1));
    String excluded =
        owner + " takes " + name + " without " + exclude.group(1) + ":" + exclude.group(2);
    // What Maven calls provided stands in two configurations, each with the exclusion.
    if (!facts.facts().containsKey(excluded)) {
      facts.state(excluded, "excluded");
    }
    return true;
  }

  private boolean readConstraint(String text, String owner) {
    Matcher declaration = DECLARATION.matcher(text);
    String name = declaration.matches() ? dependency(declaration.group(2)) : null;
    if (name == null || !declaration.group(1).equals("api")) {
      return false;
    }
    facts.state(owner + " lists " + name, "present");
    return true;
  }

  private @Nullable String dependency(String notation) {
    Matcher project = PROJECT.matcher(notation);
    return project.matches() ? group + ":" + project.group(1) : library(notation);
  }

  private @Nullable String library(String notation) {
    Matcher library = LIBRARY.matcher(notation);
    if (!library.matches()) {
      return null;
    }
    usedAccessors.add(library.group(1));
    return moduleOfAccessor.get(library.group(1));
  }

  private void stateDependencies() {
    configurations.forEach(
        (subject, declared) ->
            facts.state(subject, SCOPES.getOrDefault(declared, String.join(" and ", declared))));
    moduleOfAccessor.forEach(
        (accessor, name) -> {
          if (!usedAccessors.contains(accessor)) {
            facts.fault("catalog library " + name + " is used by no module");
          }
        });
    // The bill of materials of the tests is not published.
    for (Unversioned dependency : unversioned) {
      Set<String> published = platforms.getOrDefault(dependency.owner(), Set.of());
      // What is in the API is there at run time.
      if (!dependency.configuration().startsWith("test")
          && !published.contains(dependency.configuration())
          && !(dependency.configuration().equals("runtimeOnly") && published.contains("api"))) {
        facts.fault(dependency.owner() + " publishes " + dependency.name() + " without a version");
      }
    }
  }
}
