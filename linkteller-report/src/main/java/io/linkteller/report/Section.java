package io.linkteller.report;

import io.linkteller.report.figure.Figure;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import java.util.List;

/**
 * A part of a report.
 *
 * @param title what stands above it, not blank
 * @param blocks what stands in it, from top to bottom
 */
public record Section(String title, List<Block> blocks) {

  /**
   * Copies and checks.
   *
   * @param title what stands above it, not blank
   * @param blocks what stands in it, from top to bottom
   * @throws IllegalArgumentException if the title is blank
   */
  public Section {
    if (title.isBlank()) {
      throw new IllegalArgumentException("a section needs a title");
    }
    blocks = List.copyOf(blocks);
  }

  /** Something that stands in a section. */
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
   * @param items plain texts
   */
  public record Items(List<String> items) implements Block {

    /**
     * Copies the list.
     *
     * @param items plain texts
     */
    public Items {
      items = List.copyOf(items);
    }
  }

  /**
   * A table.
   *
   * @param table the numbers
   * @param pivot how they are laid out for people
   */
  public record Table(ResultTable table, Pivot pivot) implements Block {

    /**
     * Checks that they fit.
     *
     * @param table the numbers
     * @param pivot how they are laid out for people
     * @throws IllegalArgumentException if the pivot has other columns than the table
     */
    public Table {
      pivot.requireFits(table);
    }
  }

  /**
   * A figure.
   *
   * @param figure what is drawn
   * @param caption plain text below it
   */
  public record Picture(Figure figure, String caption) implements Block {}
}
