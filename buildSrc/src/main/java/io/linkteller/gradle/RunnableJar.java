package io.linkteller.gradle;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.util.Enumeration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;

/**
 * Merges jars into one. Of several files with the same name, the first is used, except that lists
 * of services, licenses and notices are joined. Manifests, signatures and module descriptors, which
 * are valid only in their own jar, are omitted. Entries are sorted and have a fixed time.
 */
public abstract class RunnableJar extends DefaultTask {

  private static final Pattern JOINED =
      Pattern.compile("META-INF/(?:services/[^/]+|(?:LICENSE|NOTICE)(?:\\.txt)?)");
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "META-INF/(?:MANIFEST\\.MF|DEPENDENCIES|INDEX\\.LIST|[^/]+\\.(?:SF|DSA|RSA|EC))"
              + "|(?:META-INF/versions/\\d+/)?module-info\\.class"
              // Debug symbols of ONNX Runtime, 100 of its 139 MB.
              + "|ai/onnxruntime/native/(?:.*\\.pdb|.*\\.dSYM/.*)");

  /** 1 February 1980, the time that Gradle gives the entries of reproducible archives. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0, 0);

  /** Returns the jars to merge, in order of precedence. */
  @Classpath
  public abstract ConfigurableFileCollection getContents();

  /** Returns the entries of the manifest. */
  @Input
  public abstract MapProperty<String, String> getManifestEntries();

  /** Returns the jar that is written. */
  @OutputFile
  public abstract RegularFileProperty getJar();

  /** Writes the jar. */
  @TaskAction
  public void write() throws IOException {
    SortedMap<String, byte[]> entries = new TreeMap<>();
    for (File jar : getContents()) {
      read(jar, entries);
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    getManifestEntries().get().forEach(manifest.getMainAttributes()::putValue);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    manifest.write(head);
    try (JarOutputStream out =
        new JarOutputStream(
            new BufferedOutputStream(Files.newOutputStream(getJar().get().getAsFile().toPath())))) {
      write(JarFile.MANIFEST_NAME, head.toByteArray(), out);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        write(entry.getKey(), entry.getValue(), out);
      }
    }
  }

  private static void read(File file, Map<String, byte[]> entries) throws IOException {
    try (JarFile jar = new JarFile(file, false)) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        String name = entry.getName();
        if (entry.isDirectory() || LEFT_OUT.matcher(name).matches()) {
          continue;
        }
        boolean joined = JOINED.matcher(name).matches();
        byte[] before = entries.get(name);
        if (before == null || joined) {
          byte[] content;
          try (InputStream in = jar.getInputStream(entry)) {
            content = in.readAllBytes();
          }
          entries.put(name, before == null ? content : join(before, content));
        }
      }
    }
  }

  /** Returns both texts, or only the first if it contains the second. */
  private static byte[] join(byte[] before, byte[] content) {
    if (text(before).contains(text(content))) {
      return before;
    }
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(before);
    if (before.length > 0 && before[before.length - 1] != '\n') {
      both.write('\n');
    }
    both.writeBytes(content);
    return both.toByteArray();
  }

  private static String text(byte[] content) {
    // Maps bytes to characters one to one, whatever the encoding.
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  private static void write(String name, byte[] content, JarOutputStream out) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTimeLocal(TIME);
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }
}
