package io.linkteller.gradle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.SetProperty;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * Writes {@code META-INF/THIRD-PARTY.txt}. The libraries come from the build, and their licenses
 * from the page of licenses, which the Maven build compares with the libraries' own POMs. A library
 * that is missing from the page fails the build.
 */
public abstract class ThirdPartyList extends DefaultTask {

  private static final Pattern ROW = Pattern.compile("\\| `([\\w.-]+:[\\w.-]+)` \\| (.+) \\|");

  /** Returns the libraries as group:artifact:version. */
  @Input
  public abstract SetProperty<String> getLibraries();

  /** Returns the page with a table of artifacts and licenses. */
  @InputFile
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getLicenses();

  /** Returns the directory to which the list is written, under META-INF. */
  @OutputDirectory
  public abstract DirectoryProperty getDirectory();

  /** Writes the list. */
  @TaskAction
  public void write() throws IOException {
    Path page = getLicenses().get().getAsFile().toPath();
    Map<String, String> licenses = new HashMap<>();
    for (String line : Files.readAllLines(page)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        licenses.put(row.group(1), row.group(2));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Lists of " + getLibraries().get().size() + " third-party dependencies.");
    for (String library : new TreeSet<>(getLibraries().get())) {
      String artifact = library.substring(0, library.lastIndexOf(':'));
      String license = licenses.get(artifact);
      if (license == null) {
        throw new GradleException(page + " does not state the license of " + artifact);
      }
      lines.add("     (" + license + ") " + artifact + " (" + library + ")");
    }
    Path file = getDirectory().get().getAsFile().toPath().resolve("META-INF/THIRD-PARTY.txt");
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }
}
