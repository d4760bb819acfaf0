package io.linkteller.models.operator;

import io.linkteller.matrix.CsrMatrix;
import java.util.Arrays;

/**
 * A division of rows into groups, for example of edges by their target: the group of each row, and
 * the rows of each group in ascending order. Immutable; operators of a program can share an
 * instance, so that the groups are computed only once.
 */
public final class RowGroups {

  private final int[] groupOf;
  private final int[] offsets;
  private final int[] members;

  private RowGroups(int[] groupOf, int[] offsets, int[] members) {
    this.groupOf = groupOf;
    this.offsets = offsets;
    this.members = members;
  }

  /**
   * Returns the groups, given the group of each row. Takes O(rows + groups) time.
   *
   * @param groupOf the group of each row, not copied
   * @param groups the number of groups, some of which may be empty
   * @return the groups
   * @throws IllegalArgumentException if a group is out of range
   */
  public static RowGroups of(int[] groupOf, int groups) {
    int[] offsets = new int[groups + 1];
    for (int group : groupOf) {
      if (group < 0 || group >= groups) {
        throw new IllegalArgumentException("index " + group + " is outside [0, " + groups + ")");
      }
      offsets[group + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      offsets[g + 1] += offsets[g];
    }
    int[] at = offsets.clone();
    int[] members = new int[groupOf.length];
    for (int row = 0; row < groupOf.length; row++) {
      members[at[groupOf[row]]++] = row;
    }
    return new RowGroups(groupOf, offsets, members);
  }

  /**
   * Returns the groups of arcs by their source.
   *
   * @param arcs a matrix with an entry (u, w) for each arc from w to u; its values are ignored
   * @return the groups of the entries by their column
   */
  public static RowGroups sources(CsrMatrix arcs) {
    return of(arcs.copyColumns(), arcs.cols());
  }

  /**
   * Returns the groups of arcs by their target, with arcs in the same order as in {@link #sources}.
   *
   * @param arcs a matrix with an entry (u, w) for each arc from w to u; its values are ignored
   * @return the groups of the entries by their row
   */
  public static RowGroups targets(CsrMatrix arcs) {
    int[] targets = new int[arcs.entryCount()];
    for (int u = 0; u < arcs.rows(); u++) {
      Arrays.fill(targets, arcs.offset(u), arcs.offset(u + 1), u);
    }
    return of(targets, arcs.rows());
  }

  /** Returns the matrix of sums or means over the rows of each group. */
  CsrMatrix shares(boolean means) {
    double[] shares = new double[members.length];
    for (int g = 0; g < groupCount(); g++) {
      double share = means ? 1.0 / (offsets[g + 1] - offsets[g]) : 1;
      Arrays.fill(shares, offsets[g], offsets[g + 1], share);
    }
    return CsrMatrix.of(rowCount(), offsets, members, shares);
  }

  /** {@return the number of rows} */
  public int rowCount() {
    return groupOf.length;
  }

  /** {@return the number of groups} */
  public int groupCount() {
    return offsets.length - 1;
  }

  /**
   * Returns the group of a row.
   *
   * @param row the row
   * @return its group
   */
  public int groupOf(int row) {
    return groupOf[row];
  }

  /**
   * Returns the position of the first row of a group.
   *
   * @param group the group, in [0, {@link #groupCount}]; the result for the upper limit is the
   *     number of rows
   * @return the position for {@link #member}
   */
  public int offset(int group) {
    return offsets[group];
  }

  /**
   * Returns a row by its position.
   *
   * @param position the position, from the {@link #offset} of a group to that of the next group,
   *     exclusive
   * @return the row
   */
  public int member(int position) {
    return members[position];
  }
}
