package io.linkteller.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;

/** The files about the repository state the same version and address as the POMs. */
final class RepositoryFilesTest {

  @Test
  void theCitationFileStatesThisVersion() throws Exception {
    Matcher version = Pattern.compile("(?m)^version: (.+)$").matcher(text("CITATION.cff"));
    assertTrue(version.find());
    assertEquals(pom("pom.xml").getVersion(), version.group(1));
  }

  @Test
  void theBillOfMaterialsStatesTheSameRepository() throws Exception {
    Model parent = pom("pom.xml");
    Model bill = pom("linkteller-bom/pom.xml");
    assertEquals(parent.getScm().getUrl(), bill.getScm().getUrl());
    assertEquals(parent.getScm().getConnection(), bill.getScm().getConnection());
  }

  /** A snapshot needs a section for its changes, and a release needs one with its date. */
  @Test
  void theChangelogHasASectionForThisVersion() throws Exception {
    String version = pom("pom.xml").getVersion();
    String heading =
        version.endsWith("-SNAPSHOT") ? "## [Unreleased]\n" : "## [" + version + "] - 20";
    assertTrue(text("CHANGELOG.md").contains(heading), heading);
  }

  private static String text(String file) throws IOException {
    return Files.readString(Repository.root().resolve(file));
  }

  private static Model pom(String file) throws IOException, XmlPullParserException {
    Path path = Repository.root().resolve(file);
    try (Reader pom = Files.newBufferedReader(path)) {
      return new MavenXpp3Reader().read(pom);
    }
  }
}
