package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;

/** What the README has users put into builds and citations is what this version is called. */
final class InstallSnippetTest {

  private static final Pattern GRADLE =
      Pattern.compile("\"(io\\.linkteller):([\\w-]+)(?::([^\"]+))?\"");

  @Test
  void theMavenSnippetImportsThisVersionAndUsesModulesThereAre() throws Exception {
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

  /** The build of the examples runs that project. */
  @Test
  void thePomOfTheReadmeIsTheOneThatTheBuildRuns() throws Exception {
    String run =
        Files.readString(Repository.root().resolve("examples/src/it/readme/pom.xml"))
            .replace("@project.version@", project().getVersion());
    assertEquals(run.strip(), text("xml"));
  }

  @Test
  void theGradleSnippetNamesThisVersionOnceAndModulesThereAre() throws Exception {
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

  @Test
  void theCitationIsOfThisVersion() throws Exception {
    assertTrue(text("bibtex").contains("version = {" + project().getVersion() + "}"));
  }

  /** All blocks of the README in a language. */
  private static String text(String language) throws IOException {
    return String.join(
        "\n",
        Snippet.all().stream()
            .filter(snippet -> snippet.page().toString().equals("README.md"))
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
