package io.linkteller.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.junit.jupiter.api.Test;

/** Both builds list the same modules, dependencies with scopes, versions and test properties. */
final class GradleMatchesMavenTest {

  private static final String GROUP = "io.linkteller";

  private static final Pattern DECLARATION =
      Pattern.compile(
          "(?m)^ *\"?(api|(?:test)?[iI]mplementation|(?:test)?[cC]ompileOnly|(?:test)?[rR]untimeOnly)"
              + "\"?\\((platform\\()?(?:project\\(\":([\\w-]+)\"\\)|(?:rootProject\\.)?libs\\.([\\w.]+))");
  private static final Pattern EXCLUSION =
      Pattern.compile("exclude\\(group = \"([\\w.-]+)\", module = \"([\\w.-]+)\"\\)");
  private static final Pattern LIBRARY =
      Pattern.compile(
          "(?m)^([\\w-]+) = \\{ module = \"([^\"]+)\"(?:, version\\.ref = \"([\\w-]+)\")? }$");
  private static final Pattern VERSION = Pattern.compile("(?m)^([\\w-]+) = \"([^\"]+)\"$");
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([\\w-]+)\\.version}");

  /** The Maven scope for each set of Gradle configurations that declare a dependency. */
  private static final Map<Set<String>, String> SCOPES =
      Map.of(
          Set.of("api"), "compile",
          Set.of("implementation"), "compile",
          // In Maven, provided dependencies are also available to tests.
          Set.of("compileOnly", "testImplementation"), "provided",
          Set.of("runtimeOnly"), "runtime",
          Set.of("testImplementation"), "test");

  private final Model parent = Repository.model("");
  private final String catalog = text("gradle/libs.versions.toml");
  private final String script = text("build.gradle.kts");

  GradleMatchesMavenTest() throws IOException {}

  @Test
  void theModulesAreTheSame() throws IOException {
    assertEquals(
        new TreeSet<>(parent.getModules()),
        found("include\\(\"([\\w-]+)\"\\)", text("settings.gradle.kts")));
    assertEquals(
        dependencies(Repository.model("linkteller-bom").getDependencyManagement().getDependencies())
            .keySet(),
        dependencies(text("linkteller-bom/build.gradle.kts")).keySet());
  }

  @Test
  void eachModuleHasTheSameDependencies() throws IOException {
    SortedSet<String> used = new TreeSet<>();
    for (String module : codeModules()) {
      SortedMap<String, String> maven = dependencies(Repository.model(module).getDependencies());
      assertEquals(maven, dependencies(text(module + "/build.gradle.kts")), module);
      used.addAll(maven.keySet());
    }
    SortedMap<String, String> inherited = dependencies(parent.getDependencies());
    assertEquals(inherited, dependencies(script));
    used.addAll(inherited.keySet());
    for (Dependency managed : parent.getDependencyManagement().getDependencies()) {
      assertTrue(
          "import".equals(managed.getScope()) || used.contains(name(managed)),
          name(managed) + " is managed, and no module depends on it");
    }
  }

  @Test
  void theVersionsAreTheSame() {
    SortedMap<String, String> maven = new TreeMap<>();
    for (Dependency managed : parent.getDependencyManagement().getDependencies()) {
      Matcher key = REFERENCE.matcher(managed.getVersion());
      assertTrue(key.matches(), name(managed) + " has no version by a property");
      if (!key.group(1).equals("project")) {
        maven.put(name(managed), parent.getProperties().getProperty(key.group(1) + ".version"));
      }
    }
    Map<String, String> versions = new TreeMap<>();
    VERSION.matcher(catalog).results().forEach(v -> versions.put(v.group(1), v.group(2)));
    SortedMap<String, String> gradle = new TreeMap<>();
    Set<String> unused = new HashSet<>(versions.keySet());
    for (MatchResult library : LIBRARY.matcher(catalog).results().toList()) {
      if (library.group(3) != null) {
        gradle.put(library.group(2), Objects.requireNonNull(versions.get(library.group(3))));
        unused.remove(library.group(3));
      }
    }
    assertEquals(maven, gradle);
    assertEquals(Set.of(), unused);
    assertEquals(Set.of(parent.getVersion()), found(" version = \"([^\"]+)\"", script));
    assertEquals(
        Set.of(parent.getProperties().getProperty("maven.compiler.release")),
        found("release\\.set\\((\\d+)\\)", script));
    assertEquals(
        Set.of(parent.getProperties().getProperty("lint")), found("\"(-Xlint:[^\"]+)\"", script));
  }

  @Test
  void testsHaveTheSameProperties() {
    Xpp3Dom surefire =
        (Xpp3Dom)
            parent.getBuild().getPluginManagement().getPluginsAsMap().values().stream()
                .filter(plugin -> plugin.getArtifactId().equals("maven-surefire-plugin"))
                .findFirst()
                .orElseThrow()
                .getConfiguration();
    SortedSet<String> maven = found("-D([\\w.]+)=", surefire.getChild("argLine").getValue());
    for (Xpp3Dom property : surefire.getChild("systemPropertyVariables").getChildren()) {
      maven.add(property.getName());
    }
    assertEquals(maven, found("systemProperty\\(\"([\\w.]+)\"", script));
  }

  /**
   * A project that depends on core gets EJML and fastutil, and nothing that all modules inherit.
   */
  @Test
  void coreDependsOnEjmlAndFastutilOnly() throws IOException {
    SortedMap<String, String> all = dependencies(parent.getDependencies());
    all.putAll(dependencies(Repository.model("linkteller-core").getDependencies()));
    all.values().removeIf(scope -> Set.of("test", "provided").contains(scope));
    assertEquals(Set.of("org.ejml:ejml-ddense", "it.unimi.dsi:fastutil-core"), all.keySet());
  }

  private List<String> codeModules() {
    return parent.getModules().stream().filter(name -> !name.equals("linkteller-bom")).toList();
  }

  /** Returns the dependencies of a POM with their scopes, and its exclusions. */
  private static SortedMap<String, String> dependencies(List<Dependency> declared) {
    SortedMap<String, String> scopes = new TreeMap<>();
    for (Dependency dependency : declared) {
      scopes.put(name(dependency), Objects.requireNonNullElse(dependency.getScope(), "compile"));
      dependency
          .getExclusions()
          .forEach(out -> scopes.put(out.getGroupId() + ":" + out.getArtifactId(), "excluded"));
    }
    return scopes;
  }

  /** Returns the dependencies of a script. Fails on declarations of an unknown form. */
  private SortedMap<String, String> dependencies(String text) {
    Map<String, String> libraries = new TreeMap<>();
    LIBRARY
        .matcher(catalog)
        .results()
        .forEach(l -> libraries.put(l.group(1).replace('-', '.'), l.group(2)));
    SortedMap<String, Set<String>> configurations = new TreeMap<>();
    int known = 0;
    for (MatchResult line : DECLARATION.matcher(text).results().toList()) {
      known++;
      String name =
          line.group(3) != null ? GROUP + ":" + line.group(3) : libraries.get(line.group(4));
      assertTrue(name != null, line.group() + " is not in the catalog");
      // Maven imports the versions of a platform in the root.
      if (line.group(2) == null) {
        configurations.computeIfAbsent(name, key -> new HashSet<>()).add(line.group(1));
      }
    }
    String block = text.substring(text.indexOf("dependencies {"));
    long declared = Pattern.compile("(?:project|libs)[.(]").matcher(block).results().count();
    assertEquals(declared, known, "a dependency is declared in a form that is not compared");
    SortedMap<String, String> scopes = new TreeMap<>();
    configurations.forEach(
        (name, in) -> scopes.put(name, SCOPES.getOrDefault(in, String.join("+", in))));
    EXCLUSION
        .matcher(text)
        .results()
        .forEach(out -> scopes.put(out.group(1) + ":" + out.group(2), "excluded"));
    return scopes;
  }

  private static String name(Dependency dependency) {
    return dependency.getGroupId() + ":" + dependency.getArtifactId();
  }

  private static SortedSet<String> found(String pattern, String text) {
    SortedSet<String> all = new TreeSet<>();
    Pattern.compile(pattern).matcher(text).results().forEach(match -> all.add(match.group(1)));
    return all;
  }

  private static String text(String file) throws IOException {
    return Files.readString(Repository.root().resolve(file));
  }
}
