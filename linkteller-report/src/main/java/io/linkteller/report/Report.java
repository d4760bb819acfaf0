package io.linkteller.report;

import io.linkteller.report.figure.Figure;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Results with everything needed to understand and reproduce them: text, tables, figures and
 * settings. Immutable.
 *
 * @param name base name of the files: lower-case letters, digits and hyphens
 * @param title the title
 * @param introduction plain text: what was done and what to look for
 * @param settings seeds, versions, data and command, in display order
 * @param sections the sections, at least one
 */
public record Report(
    String name,
    String title,
    String introduction,
    Map<String, String> settings,
    List<Section> sections) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  /**
   * Validates and copies the components.
   *
   * @param name base name of the files: lower-case letters, digits and hyphens
   * @param title the title
   * @param introduction plain text: what was done and what to look for
   * @param settings seeds, versions, data and command, in display order
   * @param sections the sections, at least one
   * @throws IllegalArgumentException if the name is malformed, the title is blank, or there is no
   *     section
   */
  public Report {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name = \"" + name + "\" is not lower-case letters, digits and single hyphens");
    }
    if (title.isBlank()) {
      throw new IllegalArgumentException("a report needs a title");
    }
    if (sections.isEmpty()) {
      throw new IllegalArgumentException("report " + name + " has no sections");
    }
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    sections = List.copyOf(sections);
  }

  /**
   * Starts a report.
   *
   * @param name base name of the files: lower-case letters, digits and hyphens
   * @param title the title
   * @return a builder without sections
   */
  public static Builder builder(String name, String title) {
    return new Builder(name, title);
  }

  /**
   * Returns the figures.
   *
   * @return all figures of all sections, in order
   */
  public List<Figure> figures() {
    return sections.stream()
        .flatMap(section -> section.blocks().stream())
        .filter(Section.Picture.class::isInstance)
        .map(block -> ((Section.Picture) block).figure())
        .toList();
  }

  /**
   * Returns this report with a setting appended.
   *
   * @param key name of the setting, for example {@code command}
   * @param value its value
   * @return the report
   */
  public Report with(String key, Object value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(key, value.toString());
    return new Report(name, title, introduction, more, sections);
  }

  /** Builds reports. Not thread-safe. */
  public static final class Builder {

    private final String name;
    private final String title;
    private String introduction = "";
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<Section> sections = new ArrayList<>();

    private Builder(String name, String title) {
      this.name = name;
      this.title = title;
    }

    /**
     * Sets the introduction.
     *
     * @param text plain text
     * @return this builder
     */
    public Builder introduction(String text) {
      introduction = text;
      return this;
    }

    /**
     * Records a setting.
     *
     * @param key name of the setting, for example {@code seeds}
     * @param value its value
     * @return this builder
     */
    public Builder setting(String key, Object value) {
      settings.put(key, value.toString());
      return this;
    }

    /**
     * Begins a section, to which the following parts are added.
     *
     * @param sectionTitle the heading
     * @return this builder
     */
    public Builder section(String sectionTitle) {
      sections.add(new Section(sectionTitle, List.of()));
      return this;
    }

    /**
     * Adds a paragraph to the current section.
     *
     * @param text plain text
     * @return this builder
     * @throws IllegalStateException if no section has begun
     */
    public Builder text(String text) {
      return add(new Section.Text(text));
    }

    /**
     * Adds a list to the current section.
     *
     * @param items plain text
     * @return this builder
     * @throws IllegalStateException if no section has begun
     */
    public Builder list(List<String> items) {
      return add(new Section.Items(items));
    }

    /**
     * Adds a table to the current section.
     *
     * @param table the table
     * @param pivot its layout
     * @return this builder
     * @throws IllegalArgumentException if the pivot and the table have different columns
     * @throws IllegalStateException if no section has begun
     */
    public Builder table(ResultTable table, Pivot pivot) {
      return add(new Section.Table(table, pivot));
    }

    /**
     * Adds a figure to the current section.
     *
     * @param figure the figure
     * @param caption plain text below it
     * @return this builder
     * @throws IllegalStateException if no section has begun
     */
    public Builder figure(Figure figure, String caption) {
      return add(new Section.Picture(figure, caption));
    }

    private Builder add(Section.Block block) {
      if (sections.isEmpty()) {
        throw new IllegalStateException("section(...) begins a section; call it first");
      }
      Section last = sections.remove(sections.size() - 1);
      List<Section.Block> blocks = new ArrayList<>(last.blocks());
      blocks.add(block);
      sections.add(new Section(last.title(), blocks));
      return this;
    }

    /**
     * Returns the report.
     *
     * @return the report
     * @throws IllegalArgumentException if the name is malformed, the title is blank, or there is no
     *     section
     */
    public Report build() {
      return new Report(name, title, introduction, settings, sections);
    }
  }
}
