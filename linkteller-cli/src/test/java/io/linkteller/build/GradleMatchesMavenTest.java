package io.linkteller.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Modules, dependencies, scopes, versions and settings of the two builds are the same; and each
 * kind of difference is found, by name, in a copy that was altered to have it.
 */
final class GradleMatchesMavenTest {

  private static final String ROOT_POM = "pom.xml";
  private static final String MODELS_POM = "linkteller-models/pom.xml";
  private static final String CLI_POM = "linkteller-cli/pom.xml";
  private static final String CATALOG = "gradle/libs.versions.toml";
  private static final String SETTINGS = "settings.gradle.kts";
  private static final String ROOT_SCRIPT = "build.gradle.kts";
  private static final String BOM_POM = "linkteller-bom/pom.xml";
  private static final String BOM_SCRIPT = "linkteller-bom/build.gradle.kts";
  private static final String REPORT_POM = "linkteller-report/pom.xml";
  private static final String REPORT_SCRIPT = "linkteller-report/build.gradle.kts";
  private static final String PUBLICATION =
      "buildSrc/src/main/java/io/linkteller/gradle/Publication.java";
  private static final String MODELS_SCRIPT = "linkteller-models/build.gradle.kts";
  private static final String TESTKIT_SCRIPT = "linkteller-testkit/build.gradle.kts";
  private static final String CLI_SCRIPT = "linkteller-cli/build.gradle.kts";

  @Test
  void bothBuildsAgree() throws IOException {
    assertEquals(List.of(), problems(Repository.root()));
  }

  @Test
  void theComparisonDetectsDifferences() throws IOException {
    var facts = MavenBuild.read(Repository.root()).facts();
    assertEquals("17", facts.get("Java release"));
    assertEquals("present", facts.get("module linkteller-core"));
    assertEquals("compile", facts.get("linkteller-core depends on org.ejml:ejml-ddense"));
    assertEquals("compile", facts.get("linkteller-dp depends on io.linkteller:linkteller-core"));
    assertEquals("provided", facts.get("every module depends on org.jspecify:jspecify"));
    assertEquals("that of ejml", facts.get("version of org.ejml:ejml-ddense"));
    assertEquals("io.linkteller.cli.LinkTellerCommand", facts.get("main class"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void anAlteredCopyIsDetected(
      String what, String file, String from, String to, String message, @TempDir Path copy)
      throws IOException {
    copyBuildFiles(copy);
    Path altered = copy.resolve(file);
    String text = Files.readString(altered);
    assertTrue(text.contains(from), () -> file + " does not contain " + from);
    Files.writeString(altered, text.replace(from, to));

    List<String> problems = problems(copy);
    assertTrue(problems.contains(message), () -> what + " gives " + problems);
  }

  static Stream<Arguments> anAlteredCopyIsDetected() {
    String ejml = "linkteller-models depends on org.ejml:ejml-ddense";
    return Stream.of(
        arguments(
            "a module missing from Gradle",
            SETTINGS,
            "include(\"linkteller-dp\")",
            "",
            "module linkteller-dp: Maven says present, Gradle says nothing"),
        arguments(
            "a module missing from Maven",
            ROOT_POM,
            "<module>linkteller-dp</module>",
            "",
            "module linkteller-dp: Maven says nothing, Gradle says present"),
        arguments(
            "a dependency missing from Gradle",
            MODELS_SCRIPT,
            "api(libs.ejml.ddense)",
            "",
            ejml + ": Maven says compile, Gradle says nothing"),
        arguments(
            "a dependency missing from Maven",
            MODELS_POM,
            "<artifactId>ejml-ddense</artifactId>",
            "<artifactId>ejml-other</artifactId>",
            ejml + ": Maven says nothing, Gradle says compile"),
        arguments(
            "a project dependency missing from Gradle",
            MODELS_SCRIPT,
            "api(project(\":linkteller-core\"))",
            "",
            "linkteller-models depends on io.linkteller:linkteller-core:"
                + " Maven says compile, Gradle says nothing"),
        arguments(
            "a project dependency too many in Gradle",
            MODELS_SCRIPT,
            "api(project(\":linkteller-core\"))",
            "api(project(\":linkteller-core\"))\n    api(project(\":linkteller-dp\"))",
            "linkteller-models depends on io.linkteller:linkteller-dp:"
                + " Maven says nothing, Gradle says compile"),
        arguments(
            "a test dependency that Gradle ships",
            CLI_SCRIPT,
            "testImplementation(libs.maven.model)",
            "implementation(libs.maven.model)",
            "linkteller-cli depends on org.apache.maven:maven-model:"
                + " Maven says test, Gradle says compile"),
        arguments(
            "a dependency that Gradle loads at run time only",
            MODELS_SCRIPT,
            "api(libs.ejml.ddense)",
            "runtimeOnly(libs.ejml.ddense)",
            ejml + ": Maven says compile, Gradle says runtime"),
        arguments(
            "a dependency that Maven takes as provided",
            MODELS_POM,
            "<artifactId>ejml-ddense</artifactId>",
            "<artifactId>ejml-ddense</artifactId><scope>provided</scope>",
            ejml + ": Maven says provided, Gradle says compile"),
        arguments(
            "an exclusion missing from Gradle",
            REPORT_SCRIPT,
            "exclude(group = \"de.rototor.pdfbox\", module = \"graphics2d\")",
            "",
            "linkteller-report takes org.knowm.xchart:xchart without de.rototor.pdfbox:graphics2d:"
                + " Maven says excluded, Gradle says nothing"),
        arguments(
            "an exclusion missing from Maven",
            REPORT_POM,
            "<artifactId>graphics2d</artifactId>",
            "<artifactId>graphics3d</artifactId>",
            "linkteller-report takes org.knowm.xchart:xchart without de.rototor.pdfbox:graphics2d:"
                + " Maven says nothing, Gradle says excluded"),
        arguments(
            "a configuration without a counterpart",
            MODELS_SCRIPT,
            "api(libs.ejml.ddense)",
            "compileOnlyApi(libs.ejml.ddense)",
            ejml + ": Maven says compile, Gradle says compileOnlyApi"),
        arguments(
            "annotations that Gradle hides from the tests",
            ROOT_SCRIPT,
            "\"testImplementation\"(rootProject.libs.jspecify)",
            "",
            "every module depends on org.jspecify:jspecify:"
                + " Maven says provided, Gradle says compileOnly"),
        arguments(
            "an inherited dependency missing from Gradle",
            ROOT_SCRIPT,
            "\"testImplementation\"(rootProject.libs.jqwik)",
            "",
            "every module depends on net.jqwik:jqwik: Maven says test, Gradle says nothing"),
        arguments(
            "an inherited dependency with another scope in Maven",
            ROOT_POM,
            "<scope>provided</scope>",
            "<scope>compile</scope>",
            "every module depends on org.jspecify:jspecify:"
                + " Maven says compile, Gradle says provided"),
        arguments(
            "tests that Gradle has no launcher for",
            ROOT_SCRIPT,
            "\"testRuntimeOnly\"(rootProject.libs.junit.platform.launcher)",
            "",
            "JUnit Platform launcher: Maven says at test run time, Gradle says nothing"),
        arguments(
            "a bill of materials missing from Gradle",
            ROOT_SCRIPT,
            "\"testImplementation\"(platform(rootProject.libs.junit.bom))",
            "",
            "bill of materials org.junit:junit-bom: Maven says imported, Gradle says nothing"),
        arguments(
            "a module that Gradle's bill of materials lacks",
            BOM_SCRIPT,
            "api(project(\":linkteller-dp\"))",
            "",
            "linkteller-bom lists io.linkteller:linkteller-dp:"
                + " Maven says present, Gradle says nothing"),
        arguments(
            "another version of Maven's bill of materials",
            BOM_POM,
            "<version>0",
            "<version>9.0",
            "version of module linkteller-bom: Maven says 9."
                + projectVersion()
                + ", Gradle says "
                + projectVersion()),
        arguments(
            "another version in the catalog",
            CATALOG,
            "picocli = \"",
            "picocli = \"9.",
            "version picocli: Maven says "
                + version("picocli")
                + ", Gradle says 9."
                + version("picocli")),
        arguments(
            "another version in the POM",
            ROOT_POM,
            "<picocli.version>",
            "<picocli.version>9.",
            "version picocli: Maven says 9."
                + version("picocli")
                + ", Gradle says "
                + version("picocli")),
        arguments(
            "a library that takes another's version",
            CATALOG,
            "picocli\", version.ref = \"picocli\"",
            "picocli\", version.ref = \"xchart\"",
            "version of info.picocli:picocli: Maven says that of picocli, Gradle says that of"
                + " xchart"),
        arguments(
            "a library whose version the catalog leaves open",
            CATALOG,
            "picocli\", version.ref = \"picocli\"",
            "picocli\"",
            "version of info.picocli:picocli: Maven says that of picocli, Gradle says nothing"),
        arguments(
            "another project version in Gradle",
            ROOT_SCRIPT,
            "    version = \"",
            "    version = \"9.",
            "version of module examples: Maven says "
                + projectVersion()
                + ", Gradle says 9."
                + projectVersion()),
        arguments(
            "a version that Gradle does not write into its jar",
            CLI_SCRIPT,
            "expand(\"project\" to mapOf(\"version\" to version))",
            "",
            "files with the version in them: Maven says **/version.properties, Gradle says"
                + " nothing"),
        arguments(
            "a version whose change Gradle does not notice",
            CLI_SCRIPT,
            "inputs.property(\"version\", version)",
            "",
            "files with the version are made anew for a new version:"
                + " Maven says yes, Gradle says nothing"),
        arguments(
            "a module that Gradle does not publish",
            MODELS_SCRIPT,
            "id(\"linkteller.library\")",
            "",
            "published of linkteller-models:"
                + " Maven says jar, sources and Javadoc, Gradle says nothing"),
        arguments(
            "a program that Maven publishes",
            CLI_POM,
            "<skip>true</skip>",
            "<skip>false</skip>",
            "Maven: linkteller-cli is neither a library with sources and Javadoc nor a program"),
        arguments(
            "a module under another name in Gradle",
            MODELS_SCRIPT,
            "\"LinkTeller models\"",
            "\"Models\"",
            "name of linkteller-models: Maven says LinkTeller models, Gradle says Models"),
        arguments(
            "another runnable jar in Gradle",
            CLI_SCRIPT,
            "libs/linkteller.jar",
            "libs/teller.jar",
            "file name of the runnable jar of linkteller-cli:"
                + " Maven says linkteller, Gradle says teller"),
        arguments(
            "another license in Gradle's POMs",
            PUBLICATION,
            "\"Apache-2.0\"",
            "\"MIT\"",
            "POM's license name: Maven says Apache-2.0, Gradle says MIT"),
        arguments(
            "a compiler's setting that only Gradle has",
            MODELS_SCRIPT,
            "dependencies {",
            "tasks.compileJava {\n    options.isFork = true\n}\n\ndependencies {",
            "Gradle: linkteller-models/build.gradle.kts line 9 is not understood:"
                + " options.isFork = true"),
        arguments(
            "another group in Gradle",
            ROOT_SCRIPT,
            "group = \"io.linkteller\"",
            "group = \"org.linkteller\"",
            "group: Maven says io.linkteller, Gradle says org.linkteller"),
        arguments(
            "another Java release in Gradle",
            ROOT_SCRIPT,
            "options.release.set(17)",
            "options.release.set(21)",
            "Java release: Maven says 17, Gradle says 21"),
        arguments(
            "another Java release in Maven",
            ROOT_POM,
            "release>17<",
            "release>21<",
            "Java release: Maven says 21, Gradle says 17"),
        arguments(
            "a published dependency without a version",
            TESTKIT_SCRIPT,
            "api(platform(libs.junit.bom))",
            "",
            "Gradle: linkteller-testkit publishes org.junit.jupiter:junit-jupiter-api"
                + " without a version"),
        arguments(
            "another source encoding in Gradle",
            ROOT_SCRIPT,
            "UTF-8",
            "UTF-16",
            "source encoding: Maven says UTF-8, Gradle says UTF-16"),
        arguments(
            "another main class in Gradle",
            CLI_SCRIPT,
            "cli.LinkTellerCommand",
            "cli.Other",
            "main class: Maven says io.linkteller.cli.LinkTellerCommand,"
                + " Gradle says io.linkteller.cli.Other"),
        arguments(
            "another main class in Maven",
            CLI_POM,
            "cli.LinkTellerCommand",
            "cli.Other",
            "main class: Maven says io.linkteller.cli.Other,"
                + " Gradle says io.linkteller.cli.LinkTellerCommand"),
        arguments(
            "another name of the program",
            CLI_POM,
            "<finalName>linkteller<",
            "<finalName>teller<",
            "name of the program: Maven says teller, Gradle says linkteller"),
        arguments(
            "less memory for Gradle's tests",
            ROOT_SCRIPT,
            "maxHeapSize = \"3g\"",
            "maxHeapSize = \"1g\"",
            "heap of the tests: Maven says 3g, Gradle says 1g"),
        arguments(
            "Gradle's tests with classes that are not tests",
            ROOT_SCRIPT,
            "include(\"**/*Test.class\")",
            "",
            "test classes: Maven says **/*Test.class, Gradle says nothing"),
        arguments(
            "other tests in Maven",
            ROOT_POM,
            "<forkCount>",
            "<includes><include>**/*Check.java</include></includes><forkCount>",
            "test classes: Maven says nothing, Gradle says **/*Test.class"),
        arguments(
            "a repository that only Gradle has",
            SETTINGS,
            "mavenCentral()",
            "mavenLocal()",
            "Gradle: settings.gradle.kts line 7 is not understood: mavenLocal()"),
        arguments(
            "a system property that Gradle's tests lack",
            ROOT_SCRIPT,
            "systemProperty(\"linkteller.root\", rootDir.path)",
            "",
            "system property linkteller.root: Maven says set, Gradle says nothing"),
        arguments(
            "a line that is no plain declaration",
            MODELS_SCRIPT,
            "dependencies {",
            "dependencies {\n    api(\"org.ejml:ejml-zdense:0.44.0\")",
            "Gradle: linkteller-models/build.gradle.kts line 9 is not understood:"
                + " api(\"org.ejml:ejml-zdense:0.44.0\")"),
        arguments(
            "a block that is not compared",
            MODELS_SCRIPT,
            "dependencies {",
            "configurations.all {\n    exclude(module = \"npy\")\n}\n\ndependencies {",
            "Gradle: linkteller-models/build.gradle.kts line 9 is not understood:"
                + " exclude(module = \"npy\")"),
        arguments(
            "a library that is not in the catalog",
            MODELS_SCRIPT,
            "dependencies {",
            "dependencies {\n    api(libs.ejml.zdense)",
            "Gradle: linkteller-models/build.gradle.kts line 9 is not understood:"
                + " api(libs.ejml.zdense)"),
        arguments(
            "a managed dependency that no module uses",
            CLI_POM,
            "<artifactId>progressbar</artifactId>",
            "<artifactId>progressbar-other</artifactId>",
            "Maven: managed dependency me.tongfei:progressbar is used by no module"),
        arguments(
            "a catalog library that no module uses",
            CLI_SCRIPT,
            "implementation(libs.progressbar)",
            "",
            "Gradle: catalog library me.tongfei:progressbar is used by no module"),
        arguments(
            "a catalog version that no library uses",
            CATALOG,
            "[libraries]",
            "zstd = \"1\"\n\n[libraries]",
            "Gradle: catalog version zstd is used by no library"),
        arguments(
            "a version property that nothing uses",
            ROOT_POM,
            "<ejml.version>",
            "<zstd.version>1</zstd.version><ejml.version>",
            "Maven: property zstd.version is used nowhere"),
        arguments(
            "a catalog alias that is not its artifact's name",
            CATALOG,
            "picocli = {",
            "command-line = {",
            "Gradle: catalog alias command-line is not the name of its artifact,"
                + " info.picocli:picocli"),
        arguments(
            "a version spelled out in a module",
            MODELS_POM,
            "<artifactId>ejml-ddense</artifactId>",
            "<artifactId>ejml-ddense</artifactId><version>0.1</version>",
            "Maven: linkteller-models states a version of org.ejml:ejml-ddense;"
                + " versions belong to the root"),
        arguments(
            "an optional dependency, which the scripts cannot mirror",
            MODELS_POM,
            "<artifactId>ejml-ddense</artifactId>",
            "<artifactId>ejml-ddense</artifactId><optional>true</optional>",
            "Maven: org.ejml:ejml-ddense of linkteller-models has a classifier,"
                + " a type or is optional: not compared"));
  }

  private static List<String> problems(Path root) throws IOException {
    BuildFacts maven = MavenBuild.read(root);
    BuildFacts gradle = GradleBuild.read(root);
    List<String> problems = new ArrayList<>(maven.faults());
    problems.addAll(gradle.faults());
    problems.addAll(BuildFacts.differences(maven, gradle));
    return problems;
  }

  private static void copyBuildFiles(Path copy) throws IOException {
    Path root = Repository.root();
    List<String> files =
        new ArrayList<>(List.of(ROOT_POM, CATALOG, SETTINGS, ROOT_SCRIPT, PUBLICATION));
    for (String module : Repository.modules()) {
      files.add(module + "/pom.xml");
      files.add(module + "/build.gradle.kts");
    }
    for (String file : files) {
      Path target = copy.resolve(file);
      Files.createDirectories(target.getParent());
      Files.copy(root.resolve(file), target);
    }
  }

  private static String version(String key) {
    return fact("version " + key);
  }

  private static String projectVersion() {
    return fact("version of module examples");
  }

  private static String fact(String subject) {
    try {
      String value = MavenBuild.read(Repository.root()).facts().get(subject);
      return value == null ? "nothing" : value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
