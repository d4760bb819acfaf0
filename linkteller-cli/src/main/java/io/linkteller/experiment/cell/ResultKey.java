package io.linkteller.experiment.cell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * All settings and seeds that a result depends on, so that two results with equal keys are the same
 * result and a changed setting gives another. Immutable.
 *
 * @param kind what is computed: lower-case letters, digits and hyphens
 * @param settings what it depends on, by name, in the order of the names; unmodifiable
 */
public record ResultKey(String kind, Map<String, String> settings) {

  private static final int DIGEST_DIGITS = 20;

  /** Written by the build: a named module can't read its version from its manifest. */
  private static final String VERSION = readVersion();

  /**
   * Copies the settings.
   *
   * @param kind what is computed: lower-case letters, digits and hyphens
   * @param settings what it depends on, by name, in the order of the names; unmodifiable
   * @throws IllegalArgumentException if {@code kind} is not of lower-case letters, digits and
   *     hyphens
   */
  public ResultKey {
    if (!kind.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "kind = \"" + kind + "\" is not of lower-case letters, digits and hyphens");
    }
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /**
   * Returns a key with one setting, {@code version}: that of this library, since another version
   * may compute otherwise.
   *
   * @param kind what is computed: lower-case letters, digits and hyphens
   * @return the key
   * @throws IllegalArgumentException if {@code kind} has other characters
   */
  public static ResultKey of(String kind) {
    return new ResultKey(kind, Map.of("version", version()));
  }

  /**
   * Returns this key with one more setting.
   *
   * @param name its name
   * @param value its value; what {@link String#valueOf(Object)} makes of it counts
   * @return the key
   * @throws IllegalArgumentException if the setting is there already
   */
  public ResultKey with(String name, Object value) {
    TreeMap<String, String> more = new TreeMap<>(settings);
    if (more.put(name, String.valueOf(value)) != null) {
      throw new IllegalArgumentException("the setting " + name + " is there already: " + this);
    }
    return new ResultKey(kind, more);
  }

  /**
   * Returns this key with the settings of another, under names that begin with a prefix: what a
   * result depends on when it depends on another result.
   *
   * @param prefix what stands before each name, followed by a dot
   * @param other the other result
   * @return the key
   * @throws IllegalArgumentException if a setting is there already
   */
  public ResultKey withAll(String prefix, ResultKey other) {
    ResultKey all = this;
    for (Map.Entry<String, String> setting : other.settings.entrySet()) {
      all = all.with(prefix + "." + setting.getKey(), setting.getValue());
    }
    return all;
  }

  /**
   * Returns a name for a file that holds the result: the kind and a digest of the settings.
   *
   * @return the name, without an ending
   */
  public String fileName() {
    StringBuilder text = new StringBuilder();
    append(text, kind);
    settings.forEach(
        (name, value) -> {
          append(text, name);
          append(text, value);
        });
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return kind + "-" + HexFormat.of().formatHex(digest).substring(0, DIGEST_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /**
   * Returns the version of this library, on the class path and the module path alike.
   *
   * @return the version, such as {@code 0.1.0}
   */
  public static String version() {
    return VERSION;
  }

  private static String readVersion() {
    Properties properties = new Properties();
    try (InputStream file =
        Objects.requireNonNull(ResultKey.class.getResourceAsStream("version.properties"))) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read version.properties of this library", e);
    }
    return properties.getProperty("version", "unknown");
  }

  /** With its length before it, so that no two lists of strings read alike. */
  private static void append(StringBuilder text, String part) {
    text.append(part.length()).append(':').append(part);
  }

  @Override
  public String toString() {
    return kind + settings;
  }
}
