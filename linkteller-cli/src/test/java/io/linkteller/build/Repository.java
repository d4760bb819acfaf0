package io.linkteller.build;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;

/** Locates the sources under test and their modules. */
public final class Repository {

  private static final String PROPERTY = "linkteller.root";

  private Repository() {}

  /**
   * Returns the root directory of the repository.
   *
   * @return the directory of the root POM
   * @throws IllegalStateException if the build did not set it
   */
  public static Path root() {
    String root = System.getProperty(PROPERTY);
    if (root == null) {
      throw new IllegalStateException(
          "system property "
              + PROPERTY
              + " is not set; both builds set it, elsewhere pass -D"
              + PROPERTY
              + "=<directory of the root POM>");
    }
    return Path.of(root);
  }

  /**
   * Returns the directories of the modules, as the root POM lists them.
   *
   * @return the modules in the order of the build
   * @throws IOException if the root POM cannot be read
   */
  public static List<String> modules() throws IOException {
    return model("").getModules();
  }

  /** Reads the POM of a module, or of the root, as it is written. */
  static Model model(String module) throws IOException {
    Path pom = root().resolve(module).resolve("pom.xml");
    try (Reader reader = Files.newBufferedReader(pom)) {
      return new MavenXpp3Reader().read(reader);
    } catch (XmlPullParserException e) {
      throw new IOException(pom + " is not a POM", e);
    }
  }
}
