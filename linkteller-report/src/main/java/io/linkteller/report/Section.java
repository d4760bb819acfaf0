package io.linkteller.report;

import io.linkteller.report.figure.Figure;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import java.util.List;

/**
 * A section of a report.
 *
 * @param title the heading, not blank
 * @param blocks the contents, from top to bottom
 */
public record Section(String title, List<Block> blocks) {

  /**
   * Validates and copies the components.
   *
   * @param title the heading, not blank
   * @param blocks the contents, from top to bottom
   * @throws IllegalArgumentException if the title is blank
   */
  public Section {
    if (title.isBlank()) {
      throw new IllegalArgumentException("a section needs a title");
    }
    blocks = List.copyOf(blocks);
  }

  /** A paragraph, list, table or figure of a section. */
  public sealed interface Block permits Text, Items, Table, Picture {}

  /**
   * A paragraph.
   *
   * @param text plain text
   */
  public record Text(String text) implements Block {}

  /**
   * A list of sentences or short paragraphs.
   *
   * @param items plain text
   */
  public record Items(List<String> items) implements Block {

    /**
     * Copies the list.
     *
     * @param items plain text
     */
    public Items {
      items = List.copyOf(items);
    }
  }

  /**
   * A table.
   *
   * @param table the table
   * @param pivot its layout
   */
  public record Table(ResultTable table, Pivot pivot) implements Block {

    /**
     * Validates the layout.
     *
     * @param table the table
     * @param pivot its layout
     * @throws IllegalArgumentException if the pivot and the table have different columns
     */
    public Table {
      pivot.requireFits(table);
    }
  }

  /**
   * A figure.
   *
   * @param figure the figure
   * @param caption plain text below it
   */
  public record Picture(Figure figure, String caption) implements Block {}
}
