package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import io.linkteller.testkit.contract.GraphMechanismContract;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.Property;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;

/** The build snippets on the pages use this version. */
final class InstallSnippetTest {

  private static final Pattern GRADLE =
      Pattern.compile("\"(io\\.linkteller):([\\w-]+)(?::([^\"]+))?\"");

  @Test
  void theMavenSnippetUsesThisVersionAndExistingModules() throws Exception {
    Model installed = read(text("xml"));
    Dependency bom = installed.getDependencyManagement().getDependencies().get(0);
    assertEquals("io.linkteller", bom.getGroupId());
    assertEquals("linkteller-bom", bom.getArtifactId());
    assertEquals(project().getVersion(), bom.getVersion());
    assertEquals("pom", bom.getType());
    assertEquals("import", bom.getScope());
    assertTrue(installed.getDependencies().size() >= 2);
    for (Dependency dependency : installed.getDependencies()) {
      assertEquals("io.linkteller", dependency.getGroupId());
      assertTrue(project().getModules().contains(dependency.getArtifactId()));
    }
  }

  /** The build of the examples runs this project. */
  @Test
  void theBuildRunsTheDocumentedPomAndProgram() throws Exception {
    String run =
        Files.readString(Repository.root().resolve("examples/src/it/install/pom.xml"))
            .replace("@project.version@", project().getVersion());
    assertEquals(run.strip(), text("xml"));
    String program = "examples/src/it/install/src/main/java/FirstAttack.java";
    assertEquals(
        Files.readString(Repository.root().resolve(program)).strip(),
        text(Path.of("README.md"), "java program"));
  }

  /** With the default plugin of Maven 3.8, JUnit 5 tests do not run, yet the build succeeds. */
  @Test
  void theDocumentedPomsRunTests() throws Exception {
    assertTrue(
        read(text("xml")).getBuild().getPlugins().stream()
            .filter(plugin -> plugin.getArtifactId().equals("maven-surefire-plugin"))
            .anyMatch(plugin -> plugin.getVersion().startsWith("3.")));
    Path guide = Path.of("docs/extend.md");
    String run = Files.readString(Repository.root().resolve("examples/src/it/test-kit/pom.xml"));
    String plugin = text(guide, "xml");
    plugin = plugin.substring(plugin.indexOf("<plugin>"));
    assertTrue(run.replaceAll("\\s", "").contains(plugin.replaceAll("\\s", "")), plugin);
    long tests =
        Stream.of(GraphMechanismContract.class.getMethods())
            .filter(
                method ->
                    method.isAnnotationPresent(Example.class)
                        || method.isAnnotationPresent(Property.class))
            .count();
    assertTrue(text(guide, "text").startsWith("[INFO] Tests run: " + tests + ", Failures: 0,"));
  }

  @Test
  void theGradleSnippetUsesThisVersionAndExistingModules() throws Exception {
    Matcher matcher = GRADLE.matcher(text("kotlin"));
    List<String> versions = new ArrayList<>();
    int modules = 0;
    while (matcher.find()) {
      assertTrue(project().getModules().contains(matcher.group(2)), matcher.group());
      modules++;
      if (matcher.group(3) != null) {
        assertEquals("linkteller-bom", matcher.group(2));
        versions.add(matcher.group(3));
      }
    }
    assertEquals(List.of(project().getVersion()), versions);
    assertTrue(modules >= 3);
  }

  private static String text(String language) throws IOException {
    return text(Path.of("docs/install.md"), language);
  }

  /** Returns all blocks of a page in a language, joined. */
  private static String text(Path page, String language) throws IOException {
    return String.join(
        "\n",
        Snippet.all().stream()
            .filter(snippet -> snippet.page().equals(page))
            .filter(snippet -> snippet.language().equals(language))
            .map(Snippet::text)
            .toList());
  }

  private static Model project() throws IOException, XmlPullParserException {
    try (Reader pom = Files.newBufferedReader(Repository.root().resolve("pom.xml"))) {
      return new MavenXpp3Reader().read(pom);
    }
  }

  private static Model read(String pom) throws IOException, XmlPullParserException {
    return new MavenXpp3Reader().read(new StringReader(pom));
  }
}
